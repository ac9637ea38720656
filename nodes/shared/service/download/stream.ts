import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../../json';
import type { NoAnswer } from '../../http/answer';
import { INTERRUPTED } from '../../http/answer';

/** Node's readable stream. */
export type Stream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

/** @returns whether a body is still arriving, as opposed to one that n8n has read */
export function isStream(body: unknown): body is Stream {
	return isRecord(body) && typeof body.pipe === 'function';
}

/** @returns the beginning of a text, even if the rest never arrives */
export async function readBeginning(stream: Stream, maxBytes: number): Promise<string> {
	const parts: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const part of stream) {
			const read = toBytes(part);
			parts.push(read);
			bytes += read.length;
			if (bytes >= maxBytes) break;
		}
	} catch {
		// What arrived is all there is to show.
	}
	return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
}

function toBytes(part: unknown): Buffer {
	if (Buffer.isBuffer(part)) return part;
	return part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(String(part));
}

/** What a stream from the network is checked against. */
export interface Expectations {
	/** Minimum number of bytes to receive; `undefined` when the response does not say. */
	announcedBytes: number | undefined;
	/** Longest time without a byte, up to twice as much; n8n's own time-out ends with the headers. */
	silenceMs: number;
}

/** Passes a stream on, a part at a time, and ends it with an error when it is incomplete. */
export class WatchedStream {
	bytes = 0;
	readonly output: Stream;
	private failure: Error | undefined;

	constructor(
		private readonly source: Stream,
		expectations: Expectations,
	) {
		this.output = toStream(source, this.pass(source, expectations));
	}

	/** @returns why the stream is incomplete; what reads it may have reasons of its own to stop */
	get noAnswer(): NoAnswer | undefined {
		if (!this.failure) return undefined;
		const code = this.failure instanceof SilenceError ? 'ETIMEDOUT' : INTERRUPTED;
		return { kind: 'noAnswer', code, message: this.failure.message };
	}

	/** Ends the transfer, also before the first read. */
	close(): void {
		this.source.on('error', () => {}).destroy();
	}

	private async *pass(source: Stream, { announcedBytes = 0, silenceMs }: Expectations) {
		const iterator: AsyncIterator<unknown> = source[Symbol.asyncIterator]();
		let giveUp: (reason: Error) => void = () => {};
		const guard = new SilenceGuard(silenceMs, () => giveUp(new SilenceError()));
		try {
			for (;;) {
				// Destroying the source would not do: it may wait for the very part that never comes.
				const { done, value } = await new Promise<IteratorResult<unknown>>((resolve, reject) => {
					giveUp = reject;
					iterator.next().then(resolve, reject);
				});
				if (done) break;
				const part = toBytes(value);
				this.bytes += part.length;
				guard.isWaiting = false;
				if (part.length > 0) yield part;
				guard.isWaiting = true;
			}
		} catch (error) {
			this.failure = error instanceof Error ? error : new InterruptedError(String(error));
		} finally {
			guard.stop();
			this.close();
		}
		if (this.bytes < announcedBytes) {
			this.failure ??= new InterruptedError(`${this.bytes} of ${announcedBytes} bytes received`);
		}
		if (this.failure) throw this.failure;
	}
}

class InterruptedError extends Error {}

class SilenceError extends Error {
	constructor() {
		super('no more data was received');
	}
}

/** Reports when nothing has arrived for a whole period, while a reader waits for it. */
class SilenceGuard {
	private parts = 0;
	private waiting = true;
	private stopped = false;

	constructor(
		private readonly ms: number,
		private readonly onSilence: () => void,
	) {
		this.arm();
	}

	set isWaiting(waiting: boolean) {
		this.waiting = waiting;
		this.parts++;
	}

	stop(): void {
		this.stopped = true;
	}

	/** A signal's timer keeps no process alive. */
	private arm(): void {
		const before = this.parts;
		AbortSignal.timeout(this.ms).addEventListener('abort', () => {
			if (this.stopped) return;
			if (this.waiting && this.parts === before) this.onSilence();
			else this.arm();
		});
	}
}

/** Streams are made by the class of another one: nodes may not import Node's modules. */
function toStream(like: Stream, parts: AsyncIterable<Buffer>): Stream {
	const from: unknown = Reflect.get(like.constructor, 'from');
	const made: unknown =
		typeof from === 'function' && from.call(like.constructor, parts, { objectMode: false });
	return isStream(made) ? made : like;
}
