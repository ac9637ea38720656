import { isRecord } from '../../../json';
import { linksIn } from '../path';
import { ABOUT_PAGING, plain } from './names';
import type { PageResponse } from '../../types';

/** The part of an answer that its metadata is about. */
export interface ListPage {
	/** URL of its request, absolute. */
	url: string;
	/** Path of the array of records. */
	property: string;
	records: readonly unknown[];
}

/** A value that a response has outside its records. */
export interface Fact {
	/** Path as a dataset names it; `header:Name` for a header. */
	path: string;
	/** Names that lead to the value. */
	keys: readonly string[];
	/** The last name, in lower case, letters and digits only. */
	name: string;
	/** The name before the last one, likewise; empty when there is none. */
	parent: string;
	value: string | number | boolean | null;
	/** Whether a dataset can read it; JSON within a header shows something, but has no path. */
	isReadable: boolean;
}

/** A fact with the number that it is. */
export interface Counted {
	fact: Fact;
	number: number;
}

/** Deeper members say nothing about paging. */
const MAX_DEPTH = 5;

/** So many values are read: more would keep n8n busy, whoever sends them. */
const MOST_FACTS = 5_000;

/** Members of a link that name its relation, and those that contain its address. */
const RELATIONS = ['rel', 'relation', 'name'];
const ADDRESSES = ['href', 'url', 'uri', 'link'];

/** Relations of links to pages of the same list. */
const PAGE_RELATIONS = new Set(['next', 'prev', 'previous', 'first', 'last', 'self']);

/** What a response contains outside its records. */
export interface Surroundings {
	facts: Fact[];
	relations: Set<string>;
}

/** @returns what a response says outside the array of records at `property` */
export function surroundingsOf(
	response: Pick<PageResponse, 'body' | 'headers'>,
	property: string,
): Surroundings {
	const found: Surroundings = { facts: [], relations: new Set() };
	// An array of a page's metadata and its records.
	const { body } = response;
	property = property.replace(/\.?\*$/, '');
	if (!Array.isArray(body)) walk(body, [], property, found);
	else if (property !== '' && isRecord(body[0])) walk(body[0], ['0'], property, found);
	readHeaders(response.headers, found);
	return found;
}

function walk(
	value: unknown,
	keys: string[],
	property: string,
	found: Surroundings,
	path = keys.join('.'),
): void {
	if (keys.length > MAX_DEPTH || path === property || isFull(found)) return;
	const [only, ...others] = Array.isArray(value) ? value : [];
	if (isRecord(value)) {
		// The parents of the links: their keys are the relations.
		if (/^_?links$/.test(keys.at(-1) ?? '')) {
			for (const key of Object.keys(value)) found.relations.add(plain(key));
		}
		walkMembers(value, path);
	} else if (isRecord(only) && others.length === 0 && /^next/.test(plain(keys.at(-1) ?? ''))) {
		// What requests the next page, in an array of one.
		walkMembers(only, `${path}.0`);
	} else if (Array.isArray(value)) {
		readLinks(value, keys, found);
	} else if (isScalar(value)) {
		found.facts.push(toFact(path, keys, value));
	}

	function walkMembers(record: Record<string, unknown>, at: string): void {
		for (const [key, member] of Object.entries(record)) {
			walk(member, [...keys, key], property, found, at === '' ? key : `${at}.${key}`);
		}
	}
}

/** @returns whether there are more values than are read */
export function isFull({ facts }: Pick<Surroundings, 'facts'>): boolean {
	return facts.length >= MOST_FACTS;
}

/** A list of links, each with its relation: a page is found by it, wherever it is listed. */
function readLinks(links: unknown[], keys: string[], found: Surroundings): void {
	for (const link of links) {
		if (isFull(found)) return;
		if (!isRecord(link)) continue;
		const relation = RELATIONS.find((name) => typeof link[name] === 'string');
		const address = ADDRESSES.find((name) => typeof link[name] === 'string');
		if (relation === undefined || address === undefined) continue;
		const value = String(link[relation]);
		found.relations.add(plain(value));
		if (!PAGE_RELATIONS.has(plain(value))) continue;
		const path = `${keys.join('.')}[${relation}=${value}].${address}`;
		found.facts.push(toFact(path, [...keys, plain(value), address], String(link[address])));
	}
}

/** Some servers put a prefix of their own in front of the names of their headers: `CB-After`. */
const AFTER_VENDOR =
	/^[a-z]\w*-(after|next(?:-(?:cursor|page|token|offset|link|url))?|total-(?:count|pages|items|results|records))$/;

function withoutVendor(name: string): string {
	if (/^(retry|rate-?limit)-/.test(name)) return name;
	return AFTER_VENDOR.exec(name)?.[1] ?? name;
}

function readHeaders(headers: PageResponse['headers'], found: Surroundings): void {
	for (const [name, raw] of Object.entries(headers)) {
		const value = Array.isArray(raw) ? raw.join(', ') : raw;
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const path = `header:${titled(name)}`;
		if (name.toLowerCase() === 'link') {
			readLinkHeader(String(value), found);
		}
		const short = withoutVendor(
			name
				.toLowerCase()
				.replace(/^x-/, '')
				.replace(/^(pagination|paging|wp|page-info)-/, ''),
		);
		const fact = toFact(path, [short], value);
		found.facts.push(fact);
		if (/^\s*\{/.test(String(value))) readJsonHeader(String(value), path, found);
	}
}

function readLinkHeader(text: string, found: Surroundings): void {
	for (const { relations, target = '' } of linksIn(text)) {
		for (const relation of relations.map(plain)) {
			found.relations.add(relation);
			// The next page is read from the header as a whole.
			if (relation === 'next' || !PAGE_RELATIONS.has(relation)) continue;
			const fact = toFact(`header:Link rel=${relation}`, ['link', relation, 'href'], target);
			found.facts.push({ ...fact, isReadable: false });
		}
	}
}

function readJsonHeader(text: string, path: string, found: Surroundings): void {
	try {
		const value: unknown = JSON.parse(text);
		if (!isRecord(value)) return;
		for (const [key, member] of Object.entries(value)) {
			if (!isScalar(member)) continue;
			found.facts.push({ ...toFact(path, ['header', key], member), isReadable: false });
		}
	} catch {
		// Not JSON, though it looks like it.
	}
}

function toFact(path: string, keys: readonly string[], value: Fact['value']): Fact {
	return {
		path,
		keys,
		name: plain(keys.at(-1) ?? ''),
		parent: plain(keys.at(-2) ?? ''),
		value,
		isReadable: true,
	};
}

function isScalar(value: unknown): value is Fact['value'] {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** @returns the name of a header as documentation writes it: `x-total-count` is `X-Total-Count` */
function titled(name: string): string {
	return name
		.toLowerCase()
		.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase());
}

/** @returns the integer of 0 or more that a fact is, also as digits */
export function integerOf({ value }: Fact): number | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
	return typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
}

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

/** Path of the object that a value is in; empty for the response itself. */
export function objectOf({ keys, path }: Pick<Fact, 'keys' | 'path'>): string {
	return path.slice(0, Math.max(0, path.length - (keys.at(-1)?.length ?? 0) - 1));
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

/** @returns the facts that are whole numbers */
export function counted(facts: readonly Fact[]): Counted[] {
	return facts.flatMap((fact) => {
		const number = integerOf(fact);
		return number === undefined ? [] : [{ fact, number }];
	});
}
