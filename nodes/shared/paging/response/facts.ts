import { isRecord } from '../../basics/guards';
import { memberOf } from '../../basics/members';
import { memberFold } from '../../basics/nameFolds';
import type { PageResponse } from '../types';
import { totalOfRange } from './contentRange';
import { ABOUT_PAGING } from './knownNames';

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
	/** The name before the last one, likewise; empty at the top of the response. */
	parent: string;
	value: string | number | boolean | null;
	/** The integer of 0 or more that the value is, also as digits. */
	number: number | undefined;
	/** Whether it is where APIs put what they say about their list. */
	isAbout: boolean;
}

/** A fact that is a whole number. */
export type Counted = Fact & { number: number };

/** How deep members are read; deeper ones say nothing about paging. */
const DEEPEST_FACT = 5;

/** How many values of a response are read at most: more would keep n8n busy, whoever sends them. */
const MOST_FACTS = 5_000;

/** Members of a link that name its relation, and those that contain its address. */
const RELATIONS = ['rel', 'relation', 'name'];

const ADDRESSES = ['href', 'url', 'uri', 'link'];

/** Relations of links to pages of the same list. */
const PAGE_RELATIONS = new Set(['next', 'prev', 'previous', 'first', 'last', 'self']);

/** A value of a response, the path to it, and the names that lead there. */
type FoundValue = [path: string, keys: readonly string[], value: Fact['value']];

/** @returns what a response says outside the array of records at `property` */
export function factsIn({ body, headers }: PageResponse, property: string): Fact[] {
	const list = property.replace(/\.?\*$/, '');
	// The body can be an array of a page's metadata and its records.
	const first: unknown = Array.isArray(body) && list !== '' ? body[0] : undefined;
	const values = Array.isArray(body) ? valuesIn(first, ['0'], list) : valuesIn(body, [], list);
	const facts: Fact[] = [];
	for (const found of [values, headersIn(headers)]) {
		for (const [path, names, value] of found) {
			if (isFull(facts)) return facts;
			const digits = String(path === RANGE ? totalOfRange(value) : value);
			facts.push({
				path,
				keys: names,
				name: memberFold(names.at(-1) ?? ''),
				parent: memberFold(names.at(-2) ?? ''),
				value,
				number: /^\s*\d{1,15}\s*$/.test(digits) ? Number(digits) : undefined,
				isAbout: isAboutPaging(path, names, property),
			});
		}
	}
	return facts;
}

/** @returns whether there are more values than are read */
export function isFull(facts: readonly Fact[]): boolean {
	return facts.length >= MOST_FACTS;
}

function* valuesIn(
	value: unknown,
	keys: readonly string[],
	property: string,
	path = keys.join('.'),
): Generator<FoundValue> {
	if (keys.length > DEEPEST_FACT || path === property) return;
	const list = Array.isArray(value) ? value : [];
	// What requests the next page can be in an array of one (Google Custom Search).
	const isOne = list.length === 1 && /^next/.test(memberFold(keys.at(-1) ?? ''));
	const [holder, at] = isOne ? [list[0], `${path}.0`] : [value, path];
	if (isRecord(holder)) {
		for (const [key, member] of Object.entries(holder))
			yield* valuesIn(member, [...keys, key], property, at === '' ? key : `${at}.${key}`);
	} else if (isScalar(value)) {
		yield [path, keys, value];
	} else {
		yield* linksIn(list, keys);
	}
}

/**
 * A list of links, `[{ "rel": "next", "href": "https://…" }]`: the page of a link is found by its relation,
 * wherever in the list it is.
 */
function* linksIn(links: unknown[], keys: readonly string[]): Generator<FoundValue> {
	for (const link of links) {
		if (!isRecord(link)) continue;
		const relation = RELATIONS.find((name) => typeof memberOf(link, name) === 'string');
		const address = ADDRESSES.find((name) => typeof memberOf(link, name) === 'string');
		if (relation === undefined || address === undefined) continue;
		const value = String(memberOf(link, relation));
		if (!PAGE_RELATIONS.has(memberFold(value))) continue;
		const path = `${keys.join('.')}[${relation}=${value}].${address}`;
		yield [path, [...keys, memberFold(value), address], String(memberOf(link, address))];
	}
}

/** Header with the total of a list: `Content-Range: items 0-24/2350`. */
export const RANGE = 'header:Content-Range';

/** What servers put in front of the names of their headers; some have a prefix of their own: `CB-After`. */
const PREFIX = /^x-|^(pagination|paging|wp|page-info)-/;

const AFTER_VENDOR =
	/^[a-z]\w*-(after|next(?:-(?:cursor|page|token|offset|link|url))?|total-(?:count|pages|items|results|records))$/;

function* headersIn(headers: PageResponse['headers']): Generator<FoundValue> {
	for (const [name, raw] of Object.entries(headers)) {
		const value = Array.isArray(raw) ? raw.join(', ') : raw;
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const own = name.toLowerCase().replace(PREFIX, '').replace(PREFIX, '');
		const isLimit = /^(retry|rate-?limit)-/.test(own);
		const short = isLimit ? own : (AFTER_VENDOR.exec(own)?.[1] ?? own);
		// As documentation writes it: `x-total-count` is `X-Total-Count`.
		yield [
			`header:${name.toLowerCase().replace(/(?:^|-)[a-z]/g, (first) => first.toUpperCase())}`,
			[short],
			value,
		];
	}
}

function isScalar(value: unknown): value is Fact['value'] {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isAboutPaging(path: string, keys: readonly string[], property: string): boolean {
	if (path.startsWith('header:') || keys.length < 2) return true;
	const parents = keys.slice(0, -1);
	const inside = parents.findIndex(
		(_, at) => !property.startsWith(`${parents.slice(0, at + 1).join('.')}.`),
	);
	// Around the records anything may say it; apart from them, only objects of such names.
	return (
		inside === -1 || parents.slice(inside).every((name) => ABOUT_PAGING.test(memberFold(name)))
	);
}

/** Path of the object that a value is in; empty for the response itself. */
export function objectOf({ keys, path }: Fact): string {
	return path.slice(0, Math.max(0, path.length - (keys.at(-1)?.length ?? 0) - 1));
}

/** @returns the facts that are whole numbers */
export function wholeNumbers(facts: readonly Fact[]): Counted[] {
	return facts.filter((fact): fact is Counted => fact.number !== undefined);
}
