import { canonicalJson, jsonText } from '../../basics/json';
import { hashOf, isRecord } from '../../basics/values';
import type { Dataset } from '../dataset/types';
import { ResumeError } from '../errors';
import type { Strategy } from '../schemes/types';
import type { ResumePoint, StartingPoint } from '../types';

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
	constructor(start: StartingPoint) {
		this.largest = start.pages === 0 ? 0 : (start.observed?.largest ?? NaN);
		this.previous = start.previous;
		this.first = start.observed?.first;
	}

	/**
	 * @param isCertain whether equal records are enough: pages are numbered, or a token repeats.
	 *   Otherwise a page is only recognized by records that differ from each other.
	 * @returns which page a page repeats: the one before it, or the first one
	 */
	repeats(texts: Texts | undefined, isCertain: boolean) {
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
	toResume(total: number | undefined) {
		const { first, largest, previous } = this;
		return {
			previous: typeof previous === 'object' ? pageHash(previous) : previous,
			...(largest > 0 && { observed: { largest, first, total } }),
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

/** What ties a resume point to a dataset. */
export interface Origin {
	dataset: Dataset;
	/** Absolute URL of the dataset. */
	url: string;
	/** Whether reading has proven where next URLs lead. */
	isProven?: boolean;
}

/** What a resume point stores of a run. */
interface Resumable {
	origin: Origin;
	watch: PageWatch;
	/** Hashes of the tokens, cursors or URLs. */
	seen: ReadonlySet<string>;
	firstTotal: number | undefined;
}

/**
 * Finds out where a run starts.
 *
 * @param resume the resume point of an earlier run, if there is one
 * @param strategy decides which positions the scheme has
 * @param origin dataset of this run
 * @throws ResumeError when it belongs to another dataset, or is not a resume point
 */
export function startOf(resume: unknown, strategy: Strategy, origin: Origin): StartingPoint {
	if (resume === undefined || resume === null)
		return { position: strategy.first, skip: 0, pages: 0, items: 0 };
	if (isRecord(resume) && resume.version === 1 && resume.dataset !== hashDataset(origin)) {
		throw new ResumeError(
			'The resume point belongs to another request: the URL, body, or paging scheme has changed.',
			'Restore the earlier settings, or clear Resume to start over.',
		);
	}
	if (isResumePoint(resume) && strategy.accepts(resume.position)) return resume;
	throw new ResumeError(
		'The resume point is not valid: it is not the resume object of a summary.',
		'Use the resume object of a summary unchanged, or clear Resume to start over.',
	);
}

function isResumePoint(input: unknown): input is ResumePoint {
	if (!isRecord(input) || input.version !== 1) return false;
	const { skip, pages, items, previous = '', seen = [], observed = { largest: 0 } } = input;
	if (!isRecord(observed) || !Array.isArray(seen)) return false;
	const { largest, first = '', total = 0 } = observed;
	return (
		[skip, pages, items, largest, total].every((count) => isCount(count, 0)) &&
		[previous, first, ...seen].every((hash) => typeof hash === 'string')
	);
}

/** @returns whether a value is an integer that is not less */
export function isCount(value: unknown, least: number): boolean {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}

function hashDataset({ dataset, url }: Origin): string {
	return hashOf(canonicalJson({ ...dataset, url }));
}

/** Number of hashes in a resume point, the newest ones: it has to stay small. */
const MOST_HASHES = 1_000;

/**
 * @param run what is known of it
 * @returns a starting point that later runs of the same dataset accept
 */
export function createResumePoint(
	{ origin, watch, seen, firstTotal: total }: Resumable,
	start: StartingPoint,
): ResumePoint {
	return {
		version: 1,
		dataset: hashDataset(origin),
		...start,
		...(seen.size > 0 && { seen: Array.from(seen).slice(-MOST_HASHES) }),
		...watch.toResume(total),
	};
}
