import type { IExecuteFunctions } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import { ABORTED, orAborted } from '../abort';
import type { Answer } from '../http/answer';
import { isRecord } from '../json';
import { LostAnswer, MEGABYTE, tooLarge, toReadError } from './bodyErrors';

/** Node's readable stream. */
export type Stream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

/** @returns whether a body is still arriving, as opposed to one that n8n has read */
export function isStream(body: unknown): body is Stream {
	return isRecord(body) && typeof body.pipe === 'function';
}

/** @returns a part of a stream as bytes */
export function toBytes(part: unknown): Buffer {
	if (Buffer.isBuffer(part)) return part;
	return part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(String(part));
}

/** A bound on a body. */
export interface BodyLimits {
	/** Largest size after unpacking, in MB of 1,048,576 bytes. */
	maxMegabytes: number;
	/** Longest time without a byte, in milliseconds. */
	silenceMs: number;
	/** What to do about a larger body. */
	hint: string;
}

/**
 * Reads the body of an answer that n8n returned as a stream. This is the only way to bound its size:
 * n8n itself reads and unpacks bodies of any size.
 *
 * @returns the answer with the body that n8n would have returned: parsed JSON, else text
 * @throws LostAnswer when the body does not arrive whole, UserError when it is too large
 */
export async function withBody(
	answer: Answer,
	{ maxMegabytes, silenceMs, hint }: BodyLimits,
): Promise<Answer> {
	if (!isStream(answer.body)) return answer;
	const parts: Buffer[] = [];
	let bytes = 0;
	const source: AsyncIterator<unknown> = answer.body[Symbol.asyncIterator]();
	try {
		for (;;) {
			const next = await orAborted(source.next(), AbortSignal.timeout(silenceMs));
			if (next === ABORTED) throw new LostAnswer('no more data was received', 'ETIMEDOUT');
			if (next.done) break;
			const part = toBytes(next.value);
			bytes += part.length;
			if (bytes > maxMegabytes * MEGABYTE) throw tooLarge('response', maxMegabytes, hint);
			parts.push(part);
		}
	} catch (error) {
		throw toReadError(error);
	} finally {
		closeBody(answer.body);
	}
	// As n8n does: without the mark that some servers put before UTF-8.
	const text = Buffer.concat(parts)
		.toString('utf8')
		.replace(/^\ufeff/, '');
	return { ...answer, body: jsonParse<unknown>(text, { fallbackValue: text }) };
}

/** Ends the transfer of a body, also before it is read. */
export function closeBody(stream: Stream): void {
	stream.on('error', () => {}).destroy();
}
