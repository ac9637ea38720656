import type { Counted, Fact, ListPage } from './facts';
import { ABOUT_PAGING, plain } from './names';

/** Members that say until when a number of requests is allowed. */
const RESET = /^reset|^retry/;

/** @returns whether a value is where APIs put what they say about the list at `property` */
export function isAboutPaging({ keys, path }: Fact, property: string): boolean {
	if (path.startsWith('header:') || keys.length < 2) return true;
	const parents = keys.slice(0, -1);
	const inside = parents.findIndex(
		(_, at) => !property.startsWith(`${parents.slice(0, at + 1).join('.')}.`),
	);
	// Around the records anything may say it; apart from them, only objects of such names.
	return inside === -1 || parents.slice(inside).every((name) => ABOUT_PAGING.test(plain(name)));
}

/** @returns whether the object of a number is about the requests of the client, or the parts of a search */
export function isQuota(parent: string): boolean {
	return /shard|rate|quota|usage/.test(parent);
}

/**
 * @param numbers what is named as what remains
 * @param total number of records in all, where the response has it
 * @returns those that count records after the page, and not requests, credits or hours
 */
export function remainingIn(
	facts: readonly Fact[],
	{ records, property }: ListPage,
	numbers: readonly Counted[],
	total: Counted | undefined,
): Counted[] {
	const most = records.length === 0 ? 0 : (total?.number ?? Infinity) - records.length;
	const resets = new Set(facts.filter(({ name }) => RESET.test(name)).map(objectOf));
	return numbers.filter(
		({ fact, number }) =>
			number > 0 &&
			number <= most &&
			!fact.path.startsWith('header:') &&
			isAboutPaging(fact, property) &&
			!resets.has(objectOf(fact)),
	);
}

/**
 * @param numbers what is named "of"
 * @param pages numbers of the page
 * @returns the number of pages in "page 1 of 6", and that of the records in "17 of 95"
 */
export function numbersAfterOf(
	property: string,
	numbers: readonly Counted[],
	pages: readonly Counted[],
): { records: Counted[]; pages: Counted[] } {
	const besidePages = new Set(pages.map(({ fact }) => objectOf(fact)));
	const aboutPaging = numbers.filter(({ fact }) => isAboutPaging(fact, property));
	const countsPages = ({ fact }: Counted) => besidePages.has(objectOf(fact));
	return {
		records: aboutPaging.filter((number) => !countsPages(number)),
		pages: aboutPaging.filter(countsPages),
	};
}

/** Path of the object that a value is in; empty for the response itself. */
function objectOf({ keys, path }: Pick<Fact, 'keys' | 'path'>): string {
	return path.slice(0, Math.max(0, path.length - (keys.at(-1)?.length ?? 0) - 1));
}

/** Records of a page, in APIs that are in use. */
const FEWEST = 5;

/** @returns whether a number of records is likely to be a page size */
export function isUsualSize(records: number, fewest = FEWEST): boolean {
	const isMultiple = [5, 6, 8, 9].some((part) => records % part === 0);
	return records >= fewest && (isMultiple || (records & (records - 1)) === 0);
}
