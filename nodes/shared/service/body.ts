import type { IExecuteFunctions } from 'n8n-workflow';
import { jsonParse, UserError } from 'n8n-workflow';

import { ABORTED, orAborted } from '../abort';
import type { Answer } from '../http/answer';
import { INTERRUPTED } from '../http/answer';
import { isRecord } from '../json';

/** Bytes. */
export const MEGABYTE = 1_048_576;

/** Node's readable stream. */
export type Stream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

/** A bound on a body. */
interface BodyLimits {
	/** Largest size after unpacking, in MB of 1,048,576 bytes. */
	maxMegabytes: number;
	/** Longest time without a byte, in milliseconds; the whole is bounded by it, too. */
	silenceMs: number;
	/** What to do about a larger body. */
	hint: string;
	/** What it is in a message, `response` by default. */
	what?: string;
}

/** An answer that began and did not arrive whole. */
export class LostAnswer extends Error {
	/** @param code as of a connection that was lost */
	constructor(
		message: string,
		readonly code = INTERRUPTED,
	) {
		super(message);
	}
}

/** An answer that began and did not go on. */
export class SilentAnswer extends LostAnswer {
	constructor() {
		super('no more data was received', 'ETIMEDOUT');
	}
}

/** @returns an error of ours as it is; any other one as a connection that was lost */
export function toReadError(error: unknown): UserError | LostAnswer {
	if (error instanceof UserError || error instanceof LostAnswer) return error;
	return new LostAnswer(error instanceof Error ? error.message : String(error));
}

/** @returns whether a body is still arriving, as opposed to one that n8n has read */
export function isStream(body: unknown): body is Stream {
	return isRecord(body) && typeof body.pipe === 'function';
}

/** Share of the time without a byte after which an end counts as caused by it. */
const ALMOST = 0.9;

/** A body may take so many times the longest silence, and a second more for each so many bytes. */
const SILENCES = 10;
const BYTES_PER_SECOND = 32_768;

/**
 * The parts of a body as they arrive. This is the only way to bound its size and its time: n8n itself
 * reads and unpacks bodies of any size, and its time-out ends with the headers.
 *
 * @throws LostAnswer when the body does not arrive whole, UserError when it is too large or too slow
 */
export async function* partsOf(
	stream: Stream,
	{ maxMegabytes, silenceMs, hint, what = 'response' }: BodyLimits,
): AsyncGenerator<Buffer> {
	let bytes = 0;
	const startedAt = performance.now();
	let heardAt = startedAt;
	let silence = AbortSignal.timeout(silenceMs);
	const source: AsyncIterator<unknown> = stream[Symbol.asyncIterator]();
	try {
		for (;;) {
			const arrival = source.next();
			let next = await orAborted(arrival, silence);
			// This timer cannot be cleared, so one serves all parts. If it ends early, another waits for the rest.
			while (next === ABORTED) {
				const leftMs = Math.ceil(heardAt + silenceMs - performance.now());
				// Destroying the source would not do: it may wait for the very part that never comes.
				if (leftMs <= 0) throw new SilentAnswer();
				silence = AbortSignal.timeout(leftMs);
				next = await orAborted(arrival, silence);
			}
			if (next.done) return;
			heardAt = performance.now();
			const part = toBytes(next.value);
			bytes += part.length;
			if (bytes > maxMegabytes * MEGABYTE) throw tooLarge(what, maxMegabytes, hint);
			const tookMs = heardAt - startedAt;
			const mostMs = silenceMs * SILENCES + (bytes / BYTES_PER_SECOND) * 1_000;
			if (tookMs > mostMs) throw tooSlow(what, tookMs);
			yield part;
			// Only the time counts for which a part was waited for.
			heardAt = performance.now();
		}
	} catch (error) {
		// n8n's HTTP library may end a silent response a moment before, as if it had been lost.
		const isSilent = performance.now() - heardAt > silenceMs * ALMOST;
		throw isSilent ? new SilentAnswer() : toReadError(error);
	} finally {
		closeBody(stream);
	}
}

function toBytes(part: unknown): Buffer {
	if (Buffer.isBuffer(part)) return part;
	return part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(String(part));
}

/** @param what was sent, such as `response` */
export function tooLarge(what: string, maxMegabytes: number, hint: string): UserError {
	return new UserError(`The ${what} is larger than ${maxMegabytes} MB`, { description: hint });
}

function tooSlow(what: string, tookMs: number): UserError {
	return new UserError(`The ${what} was not complete after ${Math.round(tookMs / 1_000)} s`, {
		description:
			'It arrives very slowly. Run it again later. If the server is always this slow, raise Timeout under Options: ten times as long is allowed for the whole, and a second more for every 32 kB.',
	});
}

/**
 * Reads the body of an answer that n8n returned as a stream.
 *
 * @param limits.hide is applied to the text before it is parsed
 * @returns the answer with the body that n8n would have returned: parsed JSON, else text
 * @throws LostAnswer when the body does not arrive whole, UserError when it is too large or too slow
 */
export async function withBody(
	answer: Answer,
	{ hide = (text) => text, ...limits }: BodyLimits & { hide?: (text: string) => string },
): Promise<Answer> {
	if (!isStream(answer.body)) return answer;
	const parts: Buffer[] = [];
	for await (const part of partsOf(answer.body, limits)) parts.push(part);
	const text = hide(textIn(parts));
	// Node.js may keep the stream until a full garbage collection, and these parts with it.
	parts.length = 0;
	return { ...answer, body: jsonParse<unknown>(text, { fallbackValue: text }) };
}

/** As n8n does: without the mark that some servers put before UTF-8. */
function textIn(parts: Buffer[]): string {
	return Buffer.concat(parts)
		.toString('utf8')
		.replace(/^\ufeff/, '');
}

/** Ends the transfer of a body, also before it is read. */
export function closeBody(stream: Stream): void {
	stream.on('error', () => {}).destroy();
}
