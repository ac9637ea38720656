import { excerpt } from '../basics/excerpt';
import { toItemJson } from '../basics/guards';
import { hashOf } from '../basics/hash';
import { canonicalJson, isTooDeep, MOST_LEVELS } from '../basics/json';
import { memberOf } from '../basics/members';
import { readPath } from '../paging/path';
import { ChangesError } from './changesError';
import { HASH_LENGTH, type Values } from './state';
import { withoutFields } from './withoutFields';

/**
 * How a record differs from what was last returned of it. `changed` is `created` or `updated`, where
 * that cannot be known.
 */
export type RecordChange = 'created' | 'updated' | 'changed' | 'removed';

/** The change of a record that was read. */
export type FoundChange = Exclude<RecordChange, 'removed'>;

/** Where a record is in the list; both numbers are counted from 1. */
export interface RecordPlace {
	/** Number of the record on its page. */
	record: number;
	/** Number of the page. */
	page: number;
}

/** A record of a page. */
export interface ReadRecord {
	/** Identifies it in a state. */
	key: string;
	/** Whether the API has written the key as a number. */
	isNumber: boolean;
	/** Hash of its JSON, whatever the order of its members. */
	hash: string;
	/** The values of the watched fields, if there are any. */
	values: Values | undefined;
	json: Record<string, unknown>;
	place: RecordPlace;
}

/**
 * Identifies the records of a page.
 *
 * @param items of the page; what is not an object gets the member `value`, as in the output
 * @param page number of the page, from 1
 * @param keyPath path of what identifies a record
 * @param watch paths of the watched fields
 * @param ignore paths of fields that are not compared
 * @returns the records
 * @throws ChangesError when a record has no key, or a watched field is too deep to be kept
 */
export function identifyRecords(
	items: readonly unknown[],
	page: number,
	keyPath: string,
	{ watch, ignore }: { watch: readonly string[]; ignore: readonly string[] },
): ReadRecord[] {
	return items.map((item, index) => {
		const json = toItemJson(item);
		const place = { record: index + 1, page };
		const value = recordValueAt(json, keyPath);
		const key = recordKeyOf(value);
		if (key === undefined) {
			const found = value === undefined ? 'has no' : `has ${excerpt(value)} as its`;
			throw new ChangesError(
				`${describePlace(place)} ${found} ${keyPath}, which is the Record Key.`,
				'Set Record Key to the path of a text or number that every record has and no two records share, such as id.',
			);
		}
		const values = watch.length > 0 ? valuesOf(json, watch) : undefined;
		const deep = Object.entries(values ?? {}).find(([, watched]) => isTooDeep(watched));
		if (deep) {
			throw new ChangesError(
				`${describePlace(place)} has a ${deep[0]} with more than ${MOST_LEVELS} levels, too deep for Watch Fields.`,
				'Choose a field inside it, or clear Watch Fields under Options > Changes to compare whole records.',
			);
		}
		return {
			key,
			isNumber: typeof value === 'number',
			values,
			json,
			place,
			hash: hashOf(canonicalJson(withoutFields(json, ignore)), HASH_LENGTH),
		};
	});
}

/** @returns the value at a path of a record; `undefined` when there is none, or null */
export function recordValueAt(json: Record<string, unknown>, path: string): unknown {
	return readPath(path, { body: json });
}

/** @returns where a record is, for messages: `Record 3 of page 2` */
export function describePlace({ record, page }: RecordPlace): string {
	return `Record ${record} of page ${page}`;
}

/** @returns the values at some paths of a record */
export function valuesOf(json: Record<string, unknown>, paths: readonly string[]): Values {
	return Object.fromEntries(paths.map((path) => [path, recordValueAt(json, path) ?? null]));
}

/** @returns whether two values are equal as JSON */
export function areSame(one: unknown, other: unknown): boolean {
	return canonicalJson(one) === canonicalJson(other);
}

/**
 * Compares the watched fields of a record, in the words in which the examples read the events of the
 * service:
 *
 *     { "score": { "previous": 70, "current": 85 } }
 *
 * @param now what was read
 * @param before what was processed last; `undefined` where that is not known
 * @returns the fields that differ, by their paths; without `previous` where that is not known
 */
export function changesOf(now: Values, before: Values = {}): object {
	const changed = Object.entries(now).filter(
		([path, current]) => !areSame(memberOf(before, path), current),
	);
	return Object.fromEntries(
		changed.map(([path, current]) => {
			const previous = memberOf(before, path);
			return [path, { ...(previous !== undefined && { previous }), current }];
		}),
	);
}

/**
 * @param fields to add, such as the one that says how the record has changed
 * @returns a record with more fields
 * @throws ChangesError when the record has one of them already
 */
export function withFields({ json, place }: ReadRecord, fields: object): object {
	const name = Object.keys(fields).find((field) => Object.hasOwn(json, field));
	if (name === undefined) return { ...json, ...fields };
	throw new ChangesError(
		`${describePlace(place)} already has a field ${name}, which would be replaced.`,
		'Set Change Field under Options > Changes to a name that no record has. A field named changes is only added if Watch Fields is set.',
	);
}

/**
 * @returns what identifies a record in a state: an ID that turns from a number into text is the same;
 *   `undefined` for a value that cannot be a key
 */
export function recordKeyOf(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @returns whether JSON may have lost digits of the key, so that different ones became equal */
export function isInexact({ key, isNumber }: ReadRecord): boolean {
	return isNumber && Math.abs(Number(key)) > Number.MAX_SAFE_INTEGER;
}
