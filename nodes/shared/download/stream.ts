import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../json';

/** Node's readable stream. */
export type Stream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

/** @returns whether a body is still arriving, as opposed to one that n8n has read */
export function isStream(body: unknown): body is Stream {
	return isRecord(body) && typeof body.pipe === 'function';
}

/** What a message from the network has beyond other streams. */
interface Message {
	setTimeout: (ms: number, onSilence: () => void) => unknown;
}

/** @returns whether the stream is what came over the network, byte by byte, and not made of it */
export function isMessage(stream: object): stream is Message {
	return 'setTimeout' in stream && typeof stream.setTimeout === 'function';
}

/** Ends the stream when nothing arrives for so long: n8n's own time-out ends with the headers. */
export function limitSilence(stream: Stream, ms: number): void {
	if (!isMessage(stream)) return;
	stream.setTimeout(ms, () => stream.destroy(new SilenceError('nothing arrived any more')));
}

class SilenceError extends Error {
	readonly code = 'ETIMEDOUT';
}

/** @returns the beginning of a text, whatever comes after it or breaks off */
export async function readBeginning(stream: Stream, maxBytes: number): Promise<string> {
	const parts: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const part of stream) {
			if (!Buffer.isBuffer(part)) break;
			parts.push(part);
			bytes += part.length;
			if (bytes >= maxBytes) break;
		}
	} catch {
		// What arrived is all there is to show.
	}
	return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
}
