import { isObject, isRecord } from './guards';

type Entry = readonly [name: string, value: unknown];

/**
 * Writes a value as JSON, however deep it is. `JSON.parse` reads any number of levels, but
 * `JSON.stringify` calls itself for each, and ends with "Maximum call stack size exceeded" after some
 * thousands.
 *
 * @returns `null` for undefined, which JSON does not have
 * @throws TypeError for what JSON cannot write, such as a bigint
 */
export function jsonText(value: unknown): string {
	return unlessTooDeep(
		() => JSON.stringify(value) ?? 'null',
		() => writeLevels(value, Object.entries),
	);
}

/** @returns JSON whose members are sorted, so that equal values give equal texts, however deep they are */
export function canonicalJson(value: unknown): string {
	const sorted = (_name: string, member: unknown) => (isRecord(member) ? sort(member) : member);
	return unlessTooDeep(
		() => JSON.stringify(value, sorted),
		() => writeLevels(value, (record) => Object.entries(sort(record))),
	);
}

/** Of every object, members whose names are whole numbers come first. */
function sort(record: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param otherwise for a value with more levels than functions can call each other */
function unlessTooDeep(write: () => string, otherwise: () => string): string {
	try {
		return write();
	} catch (error) {
		const isTooDeepToWrite = isObject(error) && 'name' in error && error.name === 'RangeError';
		// What JSON cannot write at all is refused once more.
		return isTooDeepToWrite ? otherwise() : write();
	}
}

/**
 * Writes a value without calling itself.
 *
 * @param entriesOf members of an object in the order in which they are written
 * @throws TypeError for a value that contains itself
 */
function writeLevels(
	root: unknown,
	entriesOf: (record: Record<string, unknown>) => readonly Entry[],
): string {
	const written: string[] = [];
	/** What is to be written, the next one last: text as it is, values, and the ends of those that have begun. */
	const open: Array<string | { value: unknown } | { end: string; of: object }> = [{ value: root }];
	const begun = new Set<object>();
	const begin = (value: object, entries: readonly Entry[], [start = '', end = '']: string) => {
		if (begun.has(value))
			throw new TypeError('A value that contains itself cannot be written as JSON');
		begun.add(value);
		written.push(start);
		open.push({ end, of: value });
		for (const [at, [name, member]] of entries.toReversed().entries())
			open.push({ value: member }, at < entries.length - 1 ? `,${name}` : name);
	};
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (typeof next === 'string') written.push(next);
		else if ('end' in next) {
			written.push(next.end);
			begun.delete(next.of);
		} else if (Array.isArray(next.value)) {
			const elements = next.value.map((element: unknown): Entry => ['', element]);
			begin(next.value, elements, '[]');
		} else if (isRecord(next.value) && typeof next.value.toJSON !== 'function') {
			const members = entriesOf(next.value).filter(([, member]) => isWritten(member));
			const named = members.map(([name, member]): Entry => [`${JSON.stringify(name)}:`, member]);
			begin(next.value, named, '{}');
		} else written.push(JSON.stringify(next.value) ?? 'null');
	}
	return written.join('');
}

/** JSON leaves out members without a value that it has a form for. */
function isWritten(value: unknown): boolean {
	return !['undefined', 'function', 'symbol'].includes(typeof value);
}

/**
 * So many levels are written by everything that stores or sends what a node returns or remembers:
 * some databases read no more than a few hundred.
 */
export const MOST_LEVELS = 100;

/** @returns whether a value has more levels of objects and arrays than {@link MOST_LEVELS} */
export function isTooDeep(value: unknown): boolean {
	let level = [value].filter(isObject);
	for (let levels = 0; level.length > 0; levels++) {
		if (levels === MOST_LEVELS) return true;
		level = level.flatMap((parent): unknown[] => Object.values(parent)).filter(isObject);
	}
	return false;
}
