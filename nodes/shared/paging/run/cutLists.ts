import { isRecord } from '../../basics/guards';
import { memberOf } from '../../basics/members';
import { memberFold } from '../../basics/nameFolds';
import type { FieldText } from '../fieldText';
import {
	COUNT_NAMES,
	LAST_NAMES,
	MORE_NAMES,
	RECORD_NAMES,
	SIZE_NAMES,
	TOTAL_NAMES,
} from '../response/knownNames';
import { isAddress } from '../response/nextPage';
import { isTokenName, numberingIn, queryOf } from '../response/numbering';

/** A list inside a record of which the record has only a part. */
export interface CutList {
	/** Path in the record of what says so: `members.pageInfo.hasNextPage`. */
	path: string;
	/** Whether a GraphQL query has asked for that part. */
	isGraphql: boolean;
	/** Whether only a total shows it: the query may want no more than the first ones. */
	isCounted?: boolean;
}

/** How deep in a record lists are looked for. */
const DEEPEST = 8;

/** How many values of a record are looked at: more would keep n8n busy. */
const MOST_VALUES = 5_000;

/** How many records of a page are searched at most that contain a sign, which may mean something else. */
const MOST_RECORDS = 20;

/** Signs of a list that goes on, in JSON without spaces. Few records have one, so few are searched. */
const SIGN =
	/"(?:has_?(?:more|next)\w*":true|(?:is_?)?truncated":true|total_?count":\d|is_?(?:last|final)\w*":false|next":(?:"https?:|"[/?]|\{"href)|next_?(?:page_?)?(?:cursor|token)":"|(?:max_?results|page_?size|per_?page|limit)":\d)/i;

/** Flags that are about paging in any object; `done` or `more` may be about something else. */
const CLEAR_FLAG = /^(?:has|is)/;

/** Objects about the pages of the list beside them. */
const ABOUT_PAGES = ['paging', 'pagination', 'links', '_links', 'meta'];

const ODATA_NEXT = '@odata.nextLink';

/**
 * Finds a list inside a record that the API has cut: a connection in GraphQL,
 *
 *     { "id": 1, "members": { "nodes": [ … ], "pageInfo": { "hasNextPage": true } } }
 *
 * or an embedded page: `{ "items": { "data": [ … ], "has_more": true } }`.
 *
 * @param texts the records as JSON, in the same order
 * @returns the first one that is certain; `undefined` when there is none
 */
export function cutListIn(
	records: readonly unknown[],
	texts: readonly string[],
): CutList | undefined {
	let searched = 0;
	for (const [at, text] of texts.entries()) {
		// Without an object or a list inside, a record has no list.
		if (!text.includes('[') || !(SIGN.test(text) || text.includes(ODATA_NEXT))) continue;
		const found = new RecordSearch().find(records[at], '', 0);
		if (found || ++searched >= MOST_RECORDS) return found;
	}
	return undefined;
}

/** @returns what to say of it */
export function cutListText({ path, isGraphql }: CutList): FieldText {
	const advice = isGraphql
		? 'Request more of it in the query, or read that list by itself.'
		: 'To get all of it, read that list by itself.';
	return `Records contain a part of a list: "${path}" reports more. ${advice}`;
}

/** One record that is searched. */
class RecordSearch {
	private values = 0;

	find(value: unknown, path: string, depth: number): CutList | undefined {
		if (depth > DEEPEST || ++this.values > MOST_VALUES) return undefined;
		const isList = Array.isArray(value);
		if (!isList && !isRecord(value)) return undefined;
		const sign = isList ? undefined : signIn(value, depth > 0);
		if (sign) return { ...sign, path: join(path, sign.path) };
		for (const [name, member] of Object.entries(value)) {
			const found =
				typeof member === 'object' ? this.find(member, join(path, name), depth + 1) : undefined;
			if (found) return found;
		}
		return undefined;
	}
}

function join(path: string, name: string): string {
	return path === '' ? name : `${path}.${name}`;
}

/** @param isInside whether the object is not the record itself, whose list has its own signs */
function signIn(object: Record<string, unknown>, isInside: boolean): CutList | undefined {
	const { pageInfo } = object;
	const hasPart = Object.values(object).some(isFilled);
	if (isInside && hasPart && isRecord(pageInfo) && pageInfo.hasNextPage === true)
		return { path: 'pageInfo.hasNextPage', isGraphql: true };
	const counted = isInside ? totalOfNodes(object) : undefined;
	if (counted !== undefined) return { path: counted, isGraphql: true, isCounted: true };
	const path =
		halIn(object) ??
		Object.keys(object).find(
			(name) =>
				name.endsWith(ODATA_NEXT) &&
				isAddress({ value: text(memberOf(object, name)) }) &&
				isFilled(memberOf(object, name.slice(0, -ODATA_NEXT.length))),
		) ??
		(isInside && hasRecords(object)
			? (flagIn(object) ?? linkIn(object) ?? tokenIn(object) ?? totalIn(object))
			: truncationIn(object));
	return path === undefined ? undefined : { path, isGraphql: false };
}

/** @returns the name of a flag that says that the list in the object goes on */
function flagIn(object: Record<string, unknown>): string | undefined {
	const flag = Object.entries(object).find(([name, value]) => {
		const plain = memberFold(name);
		if (!CLEAR_FLAG.test(plain)) return false;
		return (MORE_NAMES.has(plain) && value === true) || (LAST_NAMES.has(plain) && value === false);
	});
	return flag?.[0];
}

/** @returns the name of a flag that the only list of the object, or of the record itself, is cut: `{ "files": [ … ], "truncated": true }` */
function truncationIn(object: Record<string, unknown>): string | undefined {
	const lists = Object.values(object).filter(isFilled);
	const isOnly = lists.length === 1 && Array.isArray(lists[0]) && lists[0].every(isRecord);
	if (!isOnly) return undefined;
	return Object.keys(object).find(
		(name) => /^(?:is)?truncated$/.test(memberFold(name)) && memberOf(object, name) === true,
	);
}

/** @returns the name of the total of a connection that has fewer records: `{ "totalCount": 5, "nodes": [ … ] }` */
function totalOfNodes(object: Record<string, unknown>): string | undefined {
	const nodes = object.nodes ?? object.edges;
	const { totalCount } = object;
	const isPart = Array.isArray(nodes) && nodes.length > 0 && Number(totalCount) > nodes.length;
	return isPart && typeof totalCount === 'number' ? 'totalCount' : undefined;
}

/** Any URL: a link may be relative. */
const ANY_PAGE = 'https://localhost';

/**
 * @returns the path of the link to the next page of a list in HAL, not to the next record:
 *   `{ "_embedded": { "steps": [ … ] }, "_links": { "next": { "href": "/steps?page=2" } } }`
 */
function halIn({ _embedded, _links }: Record<string, unknown>): string | undefined {
	if (!isRecord(_embedded) || !Object.values(_embedded).some(isFilled)) return undefined;
	const href = isRecord(_links) && isRecord(_links.next) ? text(_links.next.href) : '';
	if (!isAddress({ value: href }) || !URL.canParse(href, ANY_PAGE)) return undefined;
	const url = new URL(href, ANY_PAGE).href;
	const isPage =
		numberingIn(url).length > 0 || queryOf(url).some(({ plain }) => isTokenName(plain));
	return isPage ? '_links.next.href' : undefined;
}

/** @returns the path of the URL of the next page: `paging.next`, `_links.next.href` */
function linkIn(object: Record<string, unknown>): string | undefined {
	for (const name of ABOUT_PAGES) {
		const holder = memberOf(object, name);
		if (!isRecord(holder)) continue;
		const { next } = holder;
		if (isAddress({ value: text(next) })) return `${name}.next`;
		if (isRecord(next) && isAddress({ value: text(next.href) })) return `${name}.next.href`;
	}
	return undefined;
}

/** @returns the name of the token of the next page: `{ "data": [ … ], "next_cursor": "abc" }` */
function tokenIn(object: Record<string, unknown>): string | undefined {
	const token = Object.entries(object).find(
		([name, value]) =>
			/^next(?:page)?(?:cursor|token)$/.test(memberFold(name)) && text(value) !== '',
	);
	return token?.[0];
}

/** @returns the name of a total, where the only list is a full page: `{ "comments": [ … ], "maxResults": 20, "total": 50 }` */
function totalIn(object: Record<string, unknown>): string | undefined {
	const lengths = Object.values(object).flatMap((value) =>
		Array.isArray(value) ? [value.length] : [],
	);
	const [length = 0, ...others] = lengths;
	const members = Object.entries(object);
	const isFull = members.some(
		([name, value]) => SIZE_NAMES.has(memberFold(name)) && value === length,
	);
	if (others.length > 0 || !isFull) return undefined;
	return members.find(
		([name, value]) =>
			(TOTAL_NAMES.has(memberFold(name)) || COUNT_NAMES.has(memberFold(name))) &&
			Number(value) > length,
	)?.[0];
}

/** @returns whether an object has records: under a usual name, or as its only list */
function hasRecords(object: Record<string, unknown>): boolean {
	const lists = Object.entries(object).filter(([, value]) => isFilled(value));
	const [only] = lists;
	const isOnly = lists.length === 1 && Array.isArray(only?.[1]) && only[1].every(isRecord);
	return isOnly || lists.some(([name]) => RECORD_NAMES.has(memberFold(name)));
}

function isFilled(value: unknown): boolean {
	return Array.isArray(value) && value.length > 0;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
