import { isRecord } from '../../basics/guards';
import { canonicalJson } from '../../basics/json';
import { ID_NAMES } from '../response/knownNames';
import type { Position } from '../types';

/** How many records of a page are compared: a copy shows in the first ones. */
const MOST_COMPARED = 20;

/** A page that later ones are compared with. */
interface Sample {
	position: Position;
	count: number;
	/** The first records, as they were read. */
	rows: ReadonlyArray<ReadonlyMap<string, string>>;
}

/** Which page another one may be a copy of. */
export interface Resemblance {
	of: 'previous' | 'first';
	/** Position of that page. */
	position: Position;
	/** The members whose values differ. */
	differing: ReadonlySet<string>;
}

/**
 * Notices pages that come again with other values in some members, such as the time of reading: one that
 * tells the records apart has the same values in the same order. Other records can look like that as well, as
 * with sensors that have one record for each day. What decides is the earlier page once more: if its values
 * change by themselves, the later one is a copy.
 */
export class CopyWatch {
	private first: Sample | undefined;
	private previous: Sample | undefined;
	/** Members that are known to change with each request. */
	private readonly changing = new Set<string>();
	/** Whether a page was requested again and had not changed. */
	private isStable = false;

	/** Takes note of a page with records. */
	add(position: Position, records: readonly unknown[]): void {
		this.previous = sampleOf(position, records);
		this.first ??= this.previous;
	}

	/** @returns the page that a page is like, if one more request can tell whether it is a copy of it */
	doubt(records: readonly unknown[]): Resemblance | undefined {
		if (this.isStable || this.copied(records) !== undefined) return undefined;
		return this.resembled(records).find(({ differing }) => differing.size > 0);
	}

	/** @returns which page a page is a copy of, as far as is known what changes by itself */
	copied(records: readonly unknown[]): Resemblance['of'] | undefined {
		return this.resembled(records).find(
			({ differing }) =>
				differing.size > 0 && Array.from(differing).every((name) => this.changing.has(name)),
		)?.of;
	}

	/**
	 * @param resemblance of a page
	 * @param again the records of the page that it is like, requested once more
	 */
	learn({ of }: Resemblance, again: readonly unknown[]): void {
		const then = of === 'first' ? this.first : this.previous;
		const found = then && differenceOf(then, sampleOf(then.position, again));
		for (const name of found ?? []) this.changing.add(name);
		this.isStable = !found || found.size === 0;
	}

	private resembled(records: readonly unknown[]): Resemblance[] {
		const pages = [
			['previous', this.previous],
			['first', this.first],
		] as const;
		return pages.flatMap(([of, page]) => {
			if (page?.count !== records.length) return [];
			const differing = differenceOf(page, sampleOf(page.position, records));
			return differing ? [{ of, position: page.position, differing }] : [];
		});
	}
}

/** Of each page, the rows are written once, however often it is compared. */
const rowsOfPages = new WeakMap<readonly unknown[], Sample['rows']>();

function sampleOf(position: Position, records: readonly unknown[]): Sample {
	const rows = rowsOfPages.get(records) ?? records.slice(0, MOST_COMPARED).map(rowOf);
	rowsOfPages.set(records, rows);
	return { position, count: records.length, rows };
}

/** @returns the values of a record as text, by member; those of an array by their place */
function rowOf(record: unknown): ReadonlyMap<string, string> {
	const isRow = isRecord(record) || Array.isArray(record);
	try {
		return new Map(
			isRow ? Object.entries(record).map(([name, value]) => [name, textOf(value)]) : [],
		);
	} catch {
		return new Map();
	}
}

/** Most values are no objects, whose text takes long to write. */
function textOf(value: unknown): string {
	return typeof value === 'object' ? canonicalJson(value) : String(JSON.stringify(value));
}

/**
 * @returns the members whose values differ, where one that tells the records apart is the same in all of
 *   them; `undefined` if none is
 */
function differenceOf(one: Sample, other: Sample): ReadonlySet<string> | undefined {
	const [first, ...rest] = one.rows;
	const [again] = other.rows;
	if (!first || !again || one.count !== other.count) return undefined;
	const isSame = (name: string) =>
		rest.every((row, at) => row.get(name) === other.rows[at + 1]?.get(name));
	// Nearly all pages end here, at their first record.
	const isTold = [...first].some(
		([name, value]) =>
			again.get(name) === value &&
			isSame(name) &&
			isTelling(
				name,
				one.rows.map((row) => row.get(name)),
			),
	);
	if (!isTold) return undefined;
	const names = new Set([...one.rows, ...other.rows].flatMap((row) => [...row.keys()]));
	return new Set(
		Array.from(names).filter((name) => first.get(name) !== again.get(name) || !isSame(name)),
	);
}

/**
 * @returns whether a member tells records apart: each has another value, and one record an ID. What counts
 *   the rows of each page anew, such as `"rank": 1`, `2`, `3`, does not
 */
function isTelling(name: string, values: ReadonlyArray<string | undefined>): boolean {
	const isId = ID_NAMES.includes(name);
	if (values.length === 1) return isId;
	if (!isId && isCount(values)) return false;
	return new Set(values).size === values.length && !values.includes(undefined);
}

/** @returns whether texts are numbers that follow each other, from 0 or 1 */
function isCount([first, ...rest]: ReadonlyArray<string | undefined>): boolean {
	const isStart = first === '0' || first === '1';
	return isStart && rest.every((value, at) => value === String(Number(first) + at + 1));
}
