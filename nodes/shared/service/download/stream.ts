import { orAborted } from '../../abort';
import type { NoAnswer } from '../../http/answer';
import { toNoAnswer } from '../../http/answer';
import type { Stream } from '../bodyTypes';
import { closeBody, isDripping, isStream, toBytes } from '../body';
import { LostAnswer, SilentAnswer } from '../bodyErrors';

/**
 * @param ms after which the rest is not waited for
 * @returns the beginning of a text, even if the rest never arrives
 */
export async function readBeginning(stream: Stream, maxBytes: number, ms: number): Promise<string> {
	const parts: Buffer[] = [];
	const read = async () => {
		let bytes = 0;
		for await (const part of stream) {
			const arrived = toBytes(part);
			parts.push(arrived);
			bytes += arrived.length;
			if (bytes >= maxBytes) break;
		}
	};
	// What arrived is all there is to show.
	await orAborted(
		read().catch(() => undefined),
		AbortSignal.timeout(ms),
	);
	closeBody(stream);
	return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
}

/** What a stream from the network is checked against. */
export interface Expectations {
	/** Length of the document, or of its compressed form; `undefined` when the response does not say. */
	announcedBytes: number | undefined;
	/**
	 * Longest time without a byte, up to twice as much, and what the whole may take by it; n8n's own
	 * time-out ends with the headers.
	 */
	silenceMs: number;
	/** Size at which the transfer ends, exclusive. */
	maxBytes: number;
	/** Whether a web page at the beginning would not be the file. */
	mayBePage: boolean;
	/** Whether the content is compressed in a way that n8n cannot unpack. */
	isUnreadable: boolean;
}

/** Passes a stream on, a part at a time, and ends it with an error when it is incomplete. */
export class WatchedStream {
	bytes = 0;
	/** Why the stream was ended although it could go on. */
	refusal: 'tooLarge' | 'tooSlow' | 'compressed' | 'page' | undefined;
	/** The first part, for a message. */
	beginning = '';
	readonly output: Stream;
	private failure: Error | undefined;
	private readonly startedAt = performance.now();

	constructor(
		private readonly source: Stream,
		expectations: Expectations,
	) {
		this.output = toStream(source, this.pass(source, expectations));
	}

	/** @returns why the stream is incomplete; what reads it may have reasons of its own to stop */
	get noAnswer(): NoAnswer | undefined {
		const { failure } = this;
		if (!failure || failure instanceof RefusedError) return undefined;
		return toNoAnswer(failure instanceof LostAnswer ? failure : new LostAnswer(failure.message));
	}

	/** Milliseconds since the stream began. */
	get tookMs(): number {
		return performance.now() - this.startedAt;
	}

	/** Ends the transfer, also before the first read. */
	close(): void {
		closeBody(this.source);
	}

	private refuse(expectations: Expectations) {
		const { announcedBytes = 0, maxBytes, mayBePage, isUnreadable, silenceMs } = expectations;
		const { bytes, beginning } = this;
		if (isUnreadable) return 'compressed';
		if (Math.max(bytes, announcedBytes) > maxBytes) return 'tooLarge';
		if (isDripping(this.tookMs, bytes, silenceMs)) return 'tooSlow';
		return mayBePage && PAGE.test(beginning) ? 'page' : undefined;
	}

	private async *pass(source: Stream, expectations: Expectations) {
		const { silenceMs } = expectations;
		const iterator: AsyncIterator<unknown> = source[Symbol.asyncIterator]();
		let giveUp: (reason: Error) => void = () => {};
		const guard = new SilenceGuard(silenceMs, () => giveUp(new SilentAnswer()));
		try {
			for (;;) {
				// Destroying the source would not do: it may wait for the very part that never comes.
				const { done, value } = await new Promise<IteratorResult<unknown>>((resolve, reject) => {
					giveUp = reject;
					iterator.next().then(resolve, reject);
				});
				if (done) break;
				const part = toBytes(value);
				if (this.bytes === 0) this.beginning = part.toString('utf8', 0, BEGINNING_BYTES);
				this.bytes += part.length;
				this.refusal = this.refuse(expectations);
				if (this.refusal) throw new RefusedError();
				guard.isWaiting = false;
				if (part.length > 0) yield part;
				guard.isWaiting = true;
			}
		} catch (error) {
			this.failure = error instanceof Error ? error : new LostAnswer(String(error));
		} finally {
			guard.stop();
			this.close();
		}
		this.checkLength(expectations);
		if (this.failure) throw this.failure;
	}

	/**
	 * n8n unpacks what a proxy has compressed, unseen. The announced length is then that of the document:
	 * the response never seems to end although all has arrived. Or it is that of the compressed form,
	 * whose end Node.js has checked: shorter than the document, or hardly longer.
	 */
	private checkLength({ announcedBytes = 0 }: Expectations): void {
		const missing = announcedBytes - this.bytes;
		if (announcedBytes > 0 && missing === 0 && this.noAnswer) this.failure = undefined;
		if (missing > MAX_OVERHEAD + this.bytes * MAX_GROWTH) {
			this.failure ??= new LostAnswer(`${this.bytes} of ${announcedBytes} bytes received`);
		}
	}
}

/** What compression adds to content that cannot be compressed: bytes, and a share of the content. */
const MAX_OVERHEAD = 64;
const MAX_GROWTH = 0.001;

class RefusedError extends Error {}

/** A page is recognized by so many bytes. */
const BEGINNING_BYTES = 1_024;

const PAGE = /^\s*<(!doctype html|html)/i;

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
