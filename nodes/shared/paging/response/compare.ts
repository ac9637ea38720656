import { isRecord } from '../../basics/guards';
import { canonicalJson } from '../../basics/json';
import { memberOf } from '../../basics/members';
import { readPath } from '../path';
import { ID_NAMES } from './knownNames';

/** Members that can tell records apart, the likeliest first. */
const IDENTIFYING_NAMES = [
	...ID_NAMES,
	'sys_id',
	'sid',
	'gid',
	'number',
	'code',
	'slug',
	'email',
	'url',
	'href',
	'self',
	'name',
];

/** Objects around what names a record: `{ "node": { "id": 7 } }`. */
const WRAPPERS = ['user', 'node', 'data', 'resource', 'attributes', 'fields', '_source'];

const PATHS = [
	...IDENTIFYING_NAMES,
	...WRAPPERS.flatMap((wrapper) => IDENTIFYING_NAMES.map((name) => `${wrapper}.${name}`)),
];

/** Which part of their members records of one kind share at least. */
const LEAST_SHARED = 0.5;

/** How the records of two pages relate. */
export type Comparison = 'same' | 'new' | 'overlapping' | 'different';

/**
 * Compares the records of two pages.
 *
 * @param first of page one
 * @param second of another page, not empty
 * @returns `same` if all of them are on page one, `overlapping` if some are, `different` if they have
 *   other members, `new` otherwise
 */
export function compareRecords(first: readonly unknown[], second: readonly unknown[]): Comparison {
	const identify = identityOf(first);
	const known = new Set(first.map(identify));
	const repeated = second.filter((record) => known.has(identify(record))).length;
	if (repeated === second.length) return 'same';
	// Records that are alike on one page can be alike on two.
	if (repeated > 0 && known.size === first.length) return 'overlapping';
	return hasShape(first, second) ? 'new' : 'different';
}

/** @returns what equal records have in common; a record that is nested too deep for JSON equals only itself */
function comparableOf(record: unknown): unknown {
	try {
		return canonicalJson(record);
	} catch {
		return record;
	}
}

/** @returns what tells the records of a page apart: an id if they have one, else all of them */
function identityOf(records: readonly unknown[]): (record: unknown) => unknown {
	for (const path of PATHS) {
		const ids = new Set<string>();
		// Most names are in no record: the first one shows it.
		const isId = records.every((record) => {
			const id = idAt(path, record);
			return id !== undefined && ids.size < ids.add(id).size;
		});
		if (isId) return (record) => idAt(path, record) ?? comparableOf(record);
	}
	return comparableOf;
}

/**
 * @returns whether two pages have the same records in the same order, but for the value of one member, such
 *   as `readAt`. Where more differs, the same ID may be that of another record: a row number that begins
 *   anew on each page, or a sensor with one record for each day.
 */
export function differByOneMember(
	before: readonly unknown[],
	records: readonly unknown[],
): boolean {
	if (records.length === 0 || records.length !== before.length) return false;
	const differing = new Set<string>();
	return records.every((record, at) => {
		const then = before[at];
		if (!isRecord(then) || !isRecord(record)) return false;
		const id = ID_NAMES.find((name) => idAt(name, record) !== undefined);
		if (id === undefined || idAt(id, then) !== idAt(id, record)) return false;
		const others = Object.keys(record).filter((name) => name !== id);
		for (const name of others)
			if (comparableOf(memberOf(then, name)) !== comparableOf(memberOf(record, name)))
				differing.add(name);
		return differing.size <= 1 && others.length > differing.size;
	});
}

function idAt(path: string, record: unknown): string | undefined {
	const id = readPath(path, { body: record });
	return typeof id === 'string' || typeof id === 'number' ? `${path} ${id}` : undefined;
}

/** Whether the members that all records of page one have are in those of the other page too. */
function hasShape(first: readonly unknown[], second: readonly unknown[]): boolean {
	const [one] = first;
	if (first.length === 0) return true;
	if (!isRecord(one)) return second.every((record) => !isRecord(record));
	const has = (key: string) => (record: unknown) => isRecord(record) && Object.hasOwn(record, key);
	const common = Object.keys(one).filter((key) => first.every(has(key)));
	return (
		second.every(isRecord) &&
		common.filter((key) => second.some(has(key))).length >= common.length * LEAST_SHARED
	);
}
