import { canonicalJson, isRecord } from '../../basics/values';
import type { Observed } from '../types';
import { ID_NAMES, RECORD_WRAPPERS } from './metadata/names';

/** Members that can tell records apart, the likeliest first. */
const NAMES = [
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

/** Objects around what names a record. */
const WRAPPERS = [...RECORD_WRAPPERS, 'attributes', 'fields', '_source'];

/** Records that share fewer of their members are not of one kind. */
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

/** What cannot be written as JSON, such as a record that is nested too deep, equals only itself. */
function textOf(record: unknown): unknown {
	try {
		return canonicalJson(record);
	} catch {
		return record;
	}
}

/** @returns what tells the records of a page apart: an id if they have one, else all of them */
function identityOf(records: readonly unknown[]): (record: unknown) => unknown {
	for (const wrapper of [undefined, ...WRAPPERS]) {
		for (const name of NAMES) {
			const read = (record: unknown) => idIn(record, wrapper, name);
			const ids = new Set<string>();
			// Most names are in no record: the first one shows it.
			const isId = records.every((record) => {
				const id = read(record);
				return id !== undefined && ids.size < ids.add(id).size;
			});
			if (isId) return (record) => read(record) ?? textOf(record);
		}
	}
	return textOf;
}

function idIn(record: unknown, wrapper: string | undefined, name: string): string | undefined {
	const holder = wrapper !== undefined && isRecord(record) ? record[wrapper] : record;
	const id = isRecord(holder) ? holder[name] : undefined;
	return typeof id === 'string' || typeof id === 'number'
		? `${wrapper ?? ''}.${name} ${id}`
		: undefined;
}

/** Whether the members that all records of page one have are in those of the other page too. */
function hasShape(first: readonly unknown[], second: readonly unknown[]): boolean {
	const [one] = first;
	if (first.length === 0) return true;
	if (!isRecord(one)) return second.every((record) => !isRecord(record));
	const common = Object.keys(one).filter((key) =>
		first.every((record) => isRecord(record) && key in record),
	);
	const members = new Set(
		second.flatMap((record) => (isRecord(record) ? Object.keys(record) : [])),
	);
	const shared = common.filter((key) => members.has(key)).length;
	return second.every(isRecord) && shared >= common.length * LEAST_SHARED;
}

/** Which page a page repeats: the one before it, or the first one. */
export type Repeat = 'previous' | 'first';

/** A member that makes a record differ from all others. */
const HAS_ID = /"[^"]*(?:id|key|uuid|guid|number|code|url|href|self)":/i;

/** Records of a page as JSON, since the caller may change them. */
type Texts = readonly string[];

/** Remembers of the pages read what shows that records are returned twice, or left out. */
export class PageWatch {
	/** The most records on a page, over all runs; NaN when an earlier run did not store it. */
	largest: number;
	/** Pages with records that this run has read. */
	filled = 0;
	/** Records of the last page that had any. */
	last = 0;
	/** Whether all pages but the last one had the same number of records. */
	isEven = true;
	/** First page whose beginning was read before, and records that were read twice. */
	overlap: { page: number; records: number } | undefined;
	/** Records of the first page that had any. */
	private size = 0;
	/** Records of the page before, or their hash from an earlier run. */
	private previous: Texts | string | undefined;
	/** Hash of what the first page is recognized by. */
	private first: string | undefined;
	/** What was known before the last page. */
	private before: object = {};

	/** @param start what earlier runs know */
	constructor(start: { pages: number; previous?: string; observed?: Observed }) {
		this.largest = start.pages === 0 ? 0 : (start.observed?.largest ?? NaN);
		this.previous = start.previous;
		this.first = start.observed?.first;
	}

	/**
	 * @param isCertain whether equal records are enough: pages are numbered, or a token repeats.
	 *   Otherwise a page is only recognized by records that differ from each other.
	 */
	repeats(texts: Texts | undefined, isCertain: boolean): Repeat | undefined {
		if (!texts || texts.length === 0) return undefined;
		const canTell = areIdentified(texts) && areDistinct(texts);
		if ((isCertain || canTell) && this.equalsPrevious(texts)) return 'previous';
		return canTell && this.first === keyOf(texts) ? 'first' : undefined;
	}

	/**
	 * @param count records on the page
	 * @param page its number from 1
	 */
	add(texts: Texts | undefined, count: number, page: number): void {
		const { largest, previous, first } = this;
		this.before = { largest, previous, first };
		if (count > 0) {
			if (this.filled === 0) this.size = count;
			else if (this.last !== this.size || count > this.size) this.isEven = false;
			this.filled++;
			this.last = count;
			this.largest = Math.max(this.largest, count);
		}
		const twice = texts && typeof previous === 'object' ? overlapOf(previous, texts) : 0;
		if (twice > 0) {
			const { page: from = page, records = 0 } = this.overlap ?? {};
			this.overlap = { page: from, records: records + twice };
		}
		if (page === 1 && texts) this.first = keyOf(texts);
		this.previous = texts;
	}

	/** Makes a resume point that of the page before, since the next run reads the last page again. */
	forget(): void {
		Object.assign(this, this.before);
	}

	/** @returns what a resume point stores of the pages */
	toResume(): { previous?: string; observed?: Observed } {
		const { first, largest } = this;
		const previous = typeof this.previous === 'object' ? pageHash(this.previous) : this.previous;
		const observed = { largest, ...(first !== undefined && { first }) };
		return {
			...(previous !== undefined && { previous }),
			...(largest > 0 && { observed }),
		};
	}

	private equalsPrevious(texts: Texts): boolean {
		const { previous } = this;
		if (typeof previous === 'string') return previous === pageHash(texts);
		return previous?.length === texts.length && texts.every((text, at) => text === previous[at]);
	}
}

/** @returns the records as JSON; `undefined` when a sender has parsed numbers into bigint */
export function textsOf(records: readonly unknown[]): Texts | undefined {
	try {
		return records.map((record) => JSON.stringify(record) ?? 'null');
	} catch {
		return undefined;
	}
}

/** Records that differ within a page are recognized on another one. */
function areDistinct(texts: Texts): boolean {
	return new Set(texts).size === texts.length;
}

const pageHash = (texts: Texts) => hashOf(`[${texts.join(',')}]`);

/** The outer records stand for the whole page. */
const keyOf = (texts: Texts) => hashOf(`${texts.length} ${texts[0]} ${texts.at(-1)}`);

/** @returns how many records at the beginning of a page were on the page before, in the same order */
function overlapOf(previous: Texts, texts: Texts): number {
	const at = previous.indexOf(texts[0] ?? '');
	if (at === -1) return 0;
	let count = 0;
	while (at + count < previous.length && previous[at + count] === texts[count]) count++;
	const isWhole = at + count === previous.length || count === texts.length;
	if (!isWhole || !areDistinct(previous) || !areDistinct(texts)) return 0;
	return areIdentified(texts.slice(0, count)) ? count : 0;
}

/** A single record without an identity may well be equal to another one. */
function areIdentified(texts: Texts): boolean {
	return texts.length > 1 || HAS_ID.test(texts[0] ?? '');
}

/**
 * Hashes a text, to compare it with others without keeping it. Not cryptographic: it guards against
 * accidental repeats only.
 *
 * @returns 64 bits in base 36 (two multiplicative hashes that mix into each other)
 */
export function hashOf(text: string): string {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		high = Math.imul(high ^ unit, 2654435761);
		low = Math.imul(low ^ unit, 1597334677);
	}
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	return (high >>> 0).toString(36).padStart(7, '0') + (low >>> 0).toString(36).padStart(7, '0');
}
