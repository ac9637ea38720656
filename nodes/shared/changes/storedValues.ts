import { isRecord } from '../basics/guards';
import { memberOf } from '../basics/members';
import type { Values } from './state';

/**
 * The values of a record: which of the sets of fields they are of, and the values in its order. 0 stands
 * for a record without values.
 */
type Row = 0 | [set: number, ...values: unknown[]];

/**
 * The values of watched fields, of all records in their order. The names of the fields are there once,
 * since they would take more room than most values. There are several sets of them only while not all
 * records were processed since Watch Fields was edited.
 *
 *     {
 *       "fields": [["score", "tier"]],
 *       "values": [[0, 70, "low"], [0, 48, null]],
 *       "open": [0, [0, 85, "low"]]
 *     }
 */
export interface StoredValues {
	fields?: string[][];
	/** What was processed last. */
	values: Row[];
	/** What was returned, and is not processed yet. */
	open?: Row[];
}

/** What is known of the watched fields of a record. */
interface RecordValues {
	values: Values | undefined;
	open: Values | undefined;
}

/** @returns the values of all records, in their order, as plain JSON */
export function toStoredValues(records: Iterable<RecordValues>): StoredValues {
	const sets = new Map<string, number>();
	const rowOf = (values: Values | undefined): Row => {
		if (!values) return 0;
		const name = JSON.stringify(Object.keys(values));
		const set = sets.get(name) ?? sets.size;
		sets.set(name, set);
		return [set, ...Object.values(values)];
	};
	const stored = { values: [] as Row[], open: [] as Row[] };
	for (const { values, open } of records) {
		stored.values.push(rowOf(values));
		stored.open.push(rowOf(open));
	}
	if (sets.size === 0) return { values: [] };
	const fields = [...sets.keys()].map((name) => JSON.parse(name) as string[]);
	const isOpen = stored.open.some((row) => row !== 0);
	return { fields, values: stored.values, ...(isOpen && { open: stored.open }) };
}

/** @returns the characters that the values of a record take, with the comma after them */
export function sizeOfValues(values: Values | undefined): number {
	// The brackets and the number of the set, without the comma of the first value: `[0,`.
	const around = '[0,],'.length;
	return values ? JSON.stringify(Object.values(values)).length - 2 + around : 0;
}

/**
 * Reads what {@link toStoredValues} has written, or what was stored with the names in each record:
 *
 *     { "values": { "1": { "values": { "score": 70 }, "open": { "score": 85 } } } }
 *
 * @param stored the member `values`, with `fields` and `open` beside it
 * @returns the values of the record at a place, counted from 0; `undefined` when it is none of both
 */
export function readStoredValues({
	fields,
	values,
	open,
}: Record<string, unknown>): ((place: number) => RecordValues) | undefined {
	if (isRecord(values))
		return (place) => {
			const named = memberOf(values, String(place));
			const { values: processed, open: returned } = isRecord(named) ? named : {};
			return { values: toValues(processed), open: toValues(returned) };
		};
	if (!Array.isArray(values)) return undefined;
	const sets: unknown[] = Array.isArray(fields) ? fields : [];
	return (place) => ({
		values: fromRow(sets, elementAt(values, place)),
		open: fromRow(sets, elementAt(open, place)),
	});
}

function toValues(value: unknown): Values | undefined {
	return isRecord(value) ? value : undefined;
}

function elementAt(rows: unknown, place: number): unknown {
	return Array.isArray(rows) ? rows[place] : undefined;
}

function fromRow(sets: readonly unknown[], row: unknown): Values | undefined {
	if (!Array.isArray(row)) return undefined;
	const [set, ...values]: unknown[] = row;
	const names = sets[Number(set)];
	if (!Array.isArray(names)) return undefined;
	return Object.fromEntries(names.map((name, index) => [String(name), values[index]]));
}
