import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** @returns whether a value is an object or an array (not null) */
export function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** @returns whether a value is an object with named members (no array, not null) */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return isObject(value) && !Array.isArray(value);
}

/** @returns whether a value is an object; parsed JSON contains nothing that an n8n item cannot */
export function isDataObject(value: unknown): value is IDataObject {
	return isRecord(value);
}

type Stored = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** Node's readable stream. */
export type Stream = Exclude<Stored, Buffer>;

/** @returns whether a value is a stream, as opposed to what n8n has read out of one */
export function isStream(value: unknown): value is Stream {
	return isRecord(value) && typeof value.pipe === 'function';
}

/** @returns an answer about one thing as a record; `{}` when the answer had no body */
export function toRecord(body: unknown): IDataObject {
	if (isDataObject(body)) return body;
	return body === undefined ? {} : { value: String(body) };
}

/** @returns a record of a list as the json of an item; those that are no objects, such as plain IDs, get a name */
export function toItemJson(record: unknown): IDataObject {
	return isDataObject(record) ? record : toRecord({ value: record });
}

/** @returns JSON whose members are sorted, so that equal values give equal texts */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, member: unknown) =>
		isRecord(member)
			? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
			: member,
	);
}

/** A map that forgets what was set longest ago, so that it cannot grow without end. */
export class Recent<T> extends Map<string, T> {
	/** @param most entries that it keeps */
	constructor(private readonly most: number) {
		super();
	}

	override set(key: string, value: T): this {
		// A Map leaves a key that it has in its old place.
		this.delete(key);
		super.set(key, value);
		const [oldest = key] = this.keys();
		if (this.size > this.most) this.delete(oldest);
		return this;
	}
}

/** What {@link orAborted} resolves to in place of a result. */
export const ABORTED = Symbol('aborted');

/**
 * Waits for some work until a signal fires at most. Its caller ends the work with the same signal.
 *
 * @param signal may have fired before; without one there is nothing to stop the wait
 * @returns the result of the work, or `ABORTED`
 * @throws what the work throws before the signal fires; nothing after that
 */
export async function orAborted<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T | typeof ABORTED> {
	if (!signal) return await work;

	let abort = () => {};
	const aborted = new Promise<typeof ABORTED>((resolve) => {
		abort = () => resolve(ABORTED);
	});
	const waits = waitsFor.get(signal) ?? new Waits();
	waitsFor.set(signal, waits.add(abort));
	signal.addEventListener('abort', waits);
	if (signal.aborted) abort();
	try {
		return await Promise.race([aborted, work]);
	} finally {
		waits.delete(abort);
		// A promise that stays pending would keep the result until a full garbage collection.
		abort();
		if (waits.size === 0) signal.removeEventListener('abort', waits);
	}
}

/** Node warns of more than ten listeners of a signal: all waits for it share one. */
class Waits extends Set<() => void> {
	handleEvent(): void {
		for (const end of this) end();
	}
}

const waitsFor = new WeakMap<AbortSignal, Waits>();
