import { hashOf } from '../../basics/hash';
import { jsonText } from '../../basics/json';
import type { EarlierRuns, StartingPoint } from '../types';
import { SeenRecords } from './seenRecords';

/** A member that makes a record differ from all others. */
const HAS_ID = /"[^"]*(?:id|key|uuid|guid|number|code|url|href|self)":/i;

/** How many records the pages of a run had, and which of them were read twice. */
export interface PageCounts {
	/** The most records on a page, over all runs; NaN when an earlier run did not store it. */
	largest: number;
	/** Pages with records that this run has read. */
	filled: number;
	/** Records of the last page that had any. */
	last: number;
	/** Whether all pages but the last one had the same number of records. */
	isEven: boolean;
	/** First page whose beginning was read before, and records that were read twice. */
	overlap: { page: number; records: number } | undefined;
	/** Records of this run that came twice, wherever on a page. */
	twice: number;
	/** Records of this run that may have come twice: without an ID, but equal. */
	alike: number;
	/** The first page with fewer records than were requested after which records came. */
	short: ShortPage | undefined;
}

/** A page that is not full. */
interface ShortPage {
	/** Its number from 1. */
	page: number;
	/** Where pages are numbered, its number or offset. */
	position: number;
	records: number;
}

/** Records of a page as JSON, since the caller may change them. */
type Texts = readonly string[];

/** Remembers of the pages read what shows that records are returned twice, or left out. */
export class PageWatch {
	private largest: number;
	private filled = 0;
	private last = 0;
	private isEven = true;
	private overlap: PageCounts['overlap'];
	private short: PageCounts['short'];
	/** Records of the first page that had any. */
	private size = 0;
	/** The last page that had any, if it is not full. */
	private lastShort: PageCounts['short'];
	private readonly seen = new SeenRecords();
	/** Records of the page before, or their hash from an earlier run. */
	private previous: Texts | string | undefined;
	/** Hash of what the first page is recognized by. */
	private first: string | undefined;
	/** What was known before the last page. */
	private before: object = {};

	/**
	 * @param start what earlier runs know
	 * @param pageSize records on a full page; 0 where it is not configured
	 */
	constructor(
		start: StartingPoint,
		private readonly pageSize: number,
	) {
		this.largest = start.pages === 0 ? 0 : (start.observed?.largest ?? NaN);
		this.previous = start.previous;
		this.first = start.observed?.first;
	}

	/** What was counted so far. */
	get counts(): PageCounts {
		const { largest, filled, last, isEven, overlap, short, seen } = this;
		const { twice, alike } = seen;
		return { largest, filled, last, isEven, overlap, short, twice, alike };
	}

	/**
	 * @param isCertain whether equal records are enough: pages are numbered, or a token repeats.
	 *   Otherwise a page is only recognized by records that differ from each other.
	 * @returns which page a page repeats: the one before it, or the first one
	 */
	repeats(texts: Texts | undefined, isCertain: boolean): 'previous' | 'first' | undefined {
		if (!texts || texts.length === 0) return undefined;
		const canTell = areIdentified(texts) && areDistinct(texts);
		if ((isCertain || canTell) && this.equalsPrevious(texts)) return 'previous';
		return canTell && this.first === outerHash(texts) ? 'first' : undefined;
	}

	/** @returns whether a page has records that no page before had; equal ones are the same, wherever they are */
	hasNew(records: readonly unknown[]): boolean {
		const texts = jsonTexts(records);
		return texts === undefined || texts.some((text) => !this.seen.has(text));
	}

	/**
	 * @param records of the page
	 * @param page its number from 1
	 * @param position its number or offset; undefined where pages are not numbered
	 */
	add(
		records: readonly unknown[],
		texts: Texts | undefined,
		page: number,
		position: number | undefined,
	): void {
		const { largest, previous, first } = this;
		const count = records.length;
		this.before = { largest, previous, first };
		if (count > 0) {
			this.short ??= this.lastShort;
			const isShort = position !== undefined && count < this.pageSize;
			this.lastShort = isShort ? { page, position, records: count } : undefined;
			if (texts) this.seen.add(records, texts);
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
		if (page === 1 && texts) this.first = outerHash(texts);
		this.previous = texts;
	}

	/** Makes a resume point that of the page before, since the next run reads the last page again. */
	forget(): void {
		Object.assign(this, this.before);
	}

	/** @returns what a resume point stores of the pages */
	toResume(
		others: Pick<EarlierRuns, 'total' | 'members'>,
	): Pick<StartingPoint, 'previous' | 'observed'> {
		const { first, largest, previous } = this;
		return {
			previous: typeof previous === 'object' ? pageHash(previous) : previous,
			...(largest > 0 && { observed: { largest, first, ...others } }),
		};
	}

	private equalsPrevious(texts: Texts): boolean {
		const { previous } = this;
		if (typeof previous === 'string') return previous === pageHash(texts);
		return previous?.length === texts.length && texts.every((text, at) => text === previous[at]);
	}
}

/** @returns the records as JSON; `undefined` when a sender has parsed numbers into bigint */
export function jsonTexts(records: readonly unknown[]): Texts | undefined {
	try {
		return records.map(jsonText);
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
const outerHash = (texts: Texts) => hashOf(`${texts.length} ${texts[0]} ${texts.at(-1)}`);

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
