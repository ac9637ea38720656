import { isObject, isRecord } from './values';

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
	const sorted = (_name: string, member: unknown) =>
		isRecord(member) ? Object.fromEntries(sortedEntries(member)) : member;
	return unlessTooDeep(
		() => JSON.stringify(value, sorted),
		() => writeLevels(value, sortedEntries),
	);
}

function sortedEntries(record: Record<string, unknown>): Entry[] {
	return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
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
 */
function writeLevels(
	root: unknown,
	entriesOf: (record: Record<string, unknown>) => readonly Entry[],
): string {
	const written: string[] = [];
	/** What is to be written, the next one last: text as it is, and values in a list of their own. */
	const open: Array<string | [value: unknown]> = [[root]];
	const inside = (entries: readonly Entry[]) => {
		for (const [at, [name, value]] of entries.toReversed().entries())
			open.push([value], at < entries.length - 1 ? `,${name}` : name);
	};
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (typeof next === 'string') {
			written.push(next);
			continue;
		}
		const [value] = next;
		if (Array.isArray(value)) {
			written.push('[');
			open.push(']');
			inside(value.map((element: unknown): Entry => ['', element]));
		} else if (isRecord(value) && typeof value.toJSON !== 'function') {
			const members = entriesOf(value).filter(([, member]) => isWritten(member));
			written.push('{');
			open.push('}');
			inside(members.map(([name, member]): Entry => [`${JSON.stringify(name)}:`, member]));
		} else written.push(JSON.stringify(value) ?? 'null');
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

/** Replaces every text inside a value, however deep it is. */
export function replaceTexts(value: unknown, replace: (text: string) => string): void {
	const open = [value].filter(isObject);
	for (let parent = open.pop(); parent; parent = open.pop()) {
		for (const name of Object.keys(parent)) {
			const member: unknown = Reflect.get(parent, name);
			if (typeof member === 'string') Reflect.set(parent, name, replace(member));
			else if (isObject(member)) open.push(member);
		}
	}
}
