import { jsonParse } from 'n8n-workflow';

import { unlessSilent } from '../abort';
import type { Answer } from '../http/answer';
import type { Stream } from '../json';
import { isStream } from '../json';
import type { BodyLimits } from './bodyTypes';
import { MEGABYTE, SilentAnswer, tooLarge, tooSlow, toReadError } from './bodyErrors';

/** @returns a part of a stream as bytes */
export function toBytes(part: unknown): Buffer {
	if (Buffer.isBuffer(part)) return part;
	return part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(String(part));
}

/** A body may take so many times the longest silence, and a second more for each so many bytes. */
const SILENCES = 10;
const BYTES_PER_SECOND = 32_768;

/** @returns whether a body only drips, so that it would not end in any useful time */
export function isDripping(tookMs: number, bytes: number, silenceMs: number): boolean {
	return tookMs > silenceMs * SILENCES + (bytes / BYTES_PER_SECOND) * 1_000;
}

/**
 * Reads the body of an answer that n8n returned as a stream. This is the only way to bound its size:
 * n8n itself reads and unpacks bodies of any size.
 *
 * @returns the answer with the body that n8n would have returned: parsed JSON, else text
 * @throws LostAnswer when the body does not arrive whole, UserError when it is too large or too slow
 */
export async function withBody(
	answer: Answer,
	{ maxMegabytes, silenceMs, hint, hide = (text) => text }: BodyLimits,
): Promise<Answer> {
	if (!isStream(answer.body)) return answer;
	const parts: Buffer[] = [];
	let bytes = 0;
	const startedAt = performance.now();
	try {
		for await (const arrived of unlessSilent(answer.body, silenceMs, () => new SilentAnswer())) {
			const part = toBytes(arrived);
			bytes += part.length;
			if (bytes > maxMegabytes * MEGABYTE) throw tooLarge('response', maxMegabytes, hint);
			const tookMs = performance.now() - startedAt;
			if (isDripping(tookMs, bytes, silenceMs)) throw tooSlow('response', tookMs);
			parts.push(part);
		}
	} catch (error) {
		throw toReadError(error);
	} finally {
		closeBody(answer.body);
	}
	// As n8n does: without the mark that some servers put before UTF-8.
	const text = hide(
		Buffer.concat(parts)
			.toString('utf8')
			.replace(/^\ufeff/, ''),
	);
	// Node.js may keep the stream until a full garbage collection, and these parts with it.
	parts.length = 0;
	return { ...answer, body: jsonParse<unknown>(text, { fallbackValue: text }) };
}

/** Ends the transfer of a body, also before it is read. */
export function closeBody(stream: Stream): void {
	stream.on('error', () => {}).destroy();
}
