import { jsonParse, UserError } from 'n8n-workflow';

import { isObject, isStream, type Stream } from '../basics/guards';
import { roundedFieldIn, withLargeNumbersAsText } from '../basics/largeNumbers';
import type { Answer } from '../http/answer';
import { INTERRUPTED, toNoAnswer } from '../http/noAnswer';
import { userError } from '../n8n/nodeErrors';
import { unlessSilent } from '../n8n/silence';

/** Bytes. */
export const MEGABYTE = 1_048_576;

/** A bound on a body. */
interface BodyLimits {
	/** Largest size after unpacking, in MB of 1,048,576 bytes. */
	maxMegabytes: number;
	/** Longest time without a byte, in milliseconds; the whole is bounded by it, too. */
	silenceMs: number;
	/** What to do about a larger body. */
	hint: string;
	/** Whether numbers that JavaScript cannot store become text. */
	keepsLargeNumbers?: boolean;
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

/** @returns an error of ours as it is; any other one as a connection that was lost */
function toReadError(error: unknown): Error {
	return error instanceof UserError || error instanceof LostAnswer
		? error
		: new LostAnswer(toNoAnswer(error).message);
}

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
	const silence = () => new LostAnswer('no more data was received', 'ETIMEDOUT');
	let bytes = 0;
	const startedAt = performance.now();
	try {
		for await (const arrived of unlessSilent(stream, silenceMs, silence)) {
			const part = Buffer.isBuffer(arrived) ? arrived : Buffer.from(String(arrived));
			bytes += part.length;
			if (bytes > maxMegabytes * MEGABYTE) throw tooLargeError(what, maxMegabytes, hint);
			const tookMs = performance.now() - startedAt;
			const mostMs = silenceMs * SILENCES + (bytes / BYTES_PER_SECOND) * 1_000;
			if (tookMs > mostMs) {
				throw userError(
					`The ${what} was not complete after ${Math.round(tookMs / 1_000)} s`,
					TOO_SLOW,
				);
			}
			yield part;
		}
	} catch (error) {
		throw toReadError(error);
	} finally {
		closeBody(stream);
	}
}

/** @param what was sent, such as `response` */
export function tooLargeError(what: string, maxMegabytes: number, hint: string): UserError {
	return userError(`The ${what} is larger than ${maxMegabytes} MB`, hint);
}

const TOO_SLOW =
	'Run the node again later. If the server is always this slow, raise Timeout under Options > Advanced: a whole response may take ten times as long, and a second more for every 32 kB.';

/**
 * Reads the body of an answer that n8n returned as a stream.
 *
 * @returns the answer with the body that n8n would have returned: parsed JSON, else text
 * @throws LostAnswer when the body does not arrive whole, UserError when it is too large or too slow
 */
export async function withBody(answer: Answer, limits: BodyLimits): Promise<Answer> {
	if (!isStream(answer.body)) return answer;
	const parts: Buffer[] = [];
	for await (const part of partsOf(answer.body, limits)) parts.push(part);
	// As n8n does: without the mark that some servers put before UTF-8.
	const text = new TextDecoder().decode(Buffer.concat(parts));
	// Node.js may keep the stream until a full garbage collection, and these parts with it.
	parts.length = 0;
	if (limits.keepsLargeNumbers) {
		const exact = withLargeNumbersAsText(text);
		return { ...answer, body: jsonParse<unknown>(exact, { fallbackValue: text }) };
	}
	const body = jsonParse<unknown>(text, { fallbackValue: text });
	const roundedField = isObject(body) ? roundedFieldIn(text) : undefined;
	return { ...answer, body, ...(roundedField !== undefined && { roundedField }) };
}

/** Ends the transfer of a body, also before it is read. */
export function closeBody(stream: Stream): void {
	stream.on('error', () => {}).destroy();
}
