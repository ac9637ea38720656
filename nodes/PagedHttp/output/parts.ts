import { createHash } from 'crypto';

import { isRecord } from '../../shared/json';
import type { Stream } from '../../shared/service/bodyTypes';
import { isStream } from '../../shared/service/body';

/** Passes parts to a reader one by one, and lets the writer wait for the reader. */
export class Parts {
	private arrive: (part: Buffer | undefined) => void = () => {};
	private refuse: (reason: unknown) => void = () => {};
	private taken: () => void = () => {};
	private arrival = this.expect();

	/** @returns resolves when the reader asks for more; never if it does not */
	async put(part: Buffer): Promise<void> {
		await new Promise<void>((resolve) => {
			this.taken = resolve;
			this.arrive(part);
		});
	}

	/** No part follows. */
	end(): void {
		this.arrive(undefined);
	}

	/** The reader gets an error in place of the next part. */
	fail(reason: unknown): void {
		this.refuse(reason);
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
		for (let part = await this.arrival.part; part; part = await this.arrival.part) {
			this.arrival = this.expect();
			yield part;
			this.taken();
		}
	}

	private expect(): { part: Promise<Buffer | undefined> } {
		const part = new Promise<Buffer | undefined>((resolve, reject) => {
			this.arrive = resolve;
			this.refuse = reject;
		});
		// The reader may come for it later, or not at all.
		part.catch(() => {});
		return { part };
	}
}

/** @returns the parts as a stream of bytes, which asks for a part when it has passed on those before */
export function streamOf(parts: Parts): Stream {
	// Nodes may not import Node's streams, but a hash is one.
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
