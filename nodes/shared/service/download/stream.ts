import { orAborted, unlessSilent } from '../../abort';
import type { NoAnswer } from '../../http/answer';
import { toNoAnswer } from '../../http/answer';
import type { Stream } from '../../json';
import { streamOf } from '../../n8n/streams';
import { closeBody, isDripping, toBytes } from '../body';
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
	/** Longest time without a byte, in milliseconds, and what the whole may take by it. */
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
		this.output = streamOf(this.pass(source, expectations));
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
		try {
			for await (const arrived of unlessSilent(source, silenceMs, () => new SilentAnswer())) {
				const part = toBytes(arrived);
				if (this.bytes === 0) this.beginning = part.toString('utf8', 0, BEGINNING_BYTES);
				this.bytes += part.length;
				this.refusal = this.refuse(expectations);
				if (this.refusal) throw new RefusedError();
				if (part.length > 0) yield part;
			}
		} catch (error) {
			this.failure = error instanceof Error ? error : new LostAnswer(String(error));
		} finally {
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
