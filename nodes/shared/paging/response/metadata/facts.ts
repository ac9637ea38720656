import { isRecord } from '../../../basics/values';
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
	/** The integer of 0 or more that the value is, also as digits. */
	number: number | undefined;
}

/** A fact that is a whole number. */
export type Counted = Fact & { number: number };

/** Deeper members say nothing about paging. */
const MAX_DEPTH = 5;

/** So many values are read: more would keep n8n busy, whoever sends them. */
const MOST_FACTS = 5_000;

/** Members of a link that name its relation, and those that contain its address. */
const RELATIONS = ['rel', 'relation', 'name'];
const ADDRESSES = ['href', 'url', 'uri', 'link'];

/** Relations of links to pages of the same list. */
const PAGE_RELATIONS = new Set(['next', 'prev', 'previous', 'first', 'last', 'self']);

/** @returns what a response says outside the array of records at `property` */
export function factsIn(
	{ body, headers }: Pick<PageResponse, 'body' | 'headers'>,
	property: string,
): Fact[] {
	const facts: Fact[] = [];
	property = property.replace(/\.?\*$/, '');
	if (!Array.isArray(body)) walk(body, [], property, facts);
	// An array of a page's metadata and its records.
	else if (property !== '' && isRecord(body[0])) walk(body[0], ['0'], property, facts);
	readHeaders(headers, facts);
	return facts;
}

function walk(
	value: unknown,
	keys: string[],
	property: string,
	facts: Fact[],
	path = keys.join('.'),
): void {
	if (keys.length > MAX_DEPTH || path === property || isFull(facts)) return;
	const list = Array.isArray(value) ? value : [];
	// What requests the next page can be in an array of one (Google Custom Search).
	const isOne = list.length === 1 && /^next/.test(plain(keys.at(-1) ?? ''));
	const [holder, at] = isOne ? [list[0], `${path}.0`] : [value, path];
	if (isRecord(holder)) {
		for (const [key, member] of Object.entries(holder)) {
			walk(member, [...keys, key], property, facts, at === '' ? key : `${at}.${key}`);
		}
	} else if (isScalar(value)) {
		facts.push(toFact(path, keys, value));
	} else {
		readLinks(list, keys, facts);
	}
}

/** @returns whether there are more values than are read */
export function isFull(facts: readonly Fact[]): boolean {
	return facts.length >= MOST_FACTS;
}

/** A list of links, each with its relation: a page is found by it, wherever it is listed. */
function readLinks(links: unknown[], keys: string[], facts: Fact[]): void {
	for (const link of links) {
		if (isFull(facts)) return;
		if (!isRecord(link)) continue;
		const relation = RELATIONS.find((name) => typeof link[name] === 'string');
		const address = ADDRESSES.find((name) => typeof link[name] === 'string');
		if (relation === undefined || address === undefined) continue;
		const value = String(link[relation]);
		if (!PAGE_RELATIONS.has(plain(value))) continue;
		const path = `${keys.join('.')}[${relation}=${value}].${address}`;
		facts.push(toFact(path, [...keys, plain(value), address], String(link[address])));
	}
}

/** Some servers put a prefix of their own in front of the names of their headers: `CB-After`. */
const AFTER_VENDOR =
	/^[a-z]\w*-(after|next(?:-(?:cursor|page|token|offset|link|url))?|total-(?:count|pages|items|results|records))$/;

function withoutVendor(name: string): string {
	if (/^(retry|rate-?limit)-/.test(name)) return name;
	return AFTER_VENDOR.exec(name)?.[1] ?? name;
}

function readHeaders(headers: PageResponse['headers'], facts: Fact[]): void {
	for (const [name, raw] of Object.entries(headers)) {
		const value = Array.isArray(raw) ? raw.join(', ') : raw;
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const path = `header:${titled(name)}`;
		const short = withoutVendor(
			name
				.toLowerCase()
				.replace(/^x-/, '')
				.replace(/^(pagination|paging|wp|page-info)-/, ''),
		);
		facts.push(toFact(path, [short], value));
	}
}

function toFact(path: string, keys: readonly string[], value: Fact['value']): Fact {
	return {
		path,
		keys,
		name: plain(keys.at(-1) ?? ''),
		parent: plain(keys.at(-2) ?? ''),
		value,
		number: integerOf(value),
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

function integerOf(value: Fact['value']): number | undefined {
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

/** @returns the facts that are whole numbers */
export function counted(facts: readonly Fact[]): Counted[] {
	return facts.filter((fact): fact is Counted => fact.number !== undefined);
}
