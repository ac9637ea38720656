import { isRecord } from '../../json';
import type { PageResponse } from '../types';
import { toFlag } from './flag';
import { nextFromLinkHeader } from './linkHeader';
import { lastOf, named, plain } from './names';
import { readPath } from './path';
import { membersOf } from './suggestion';

/** A value of a response, and where it is. */
export interface Sign<T> {
	path: string;
	value: T;
}

/** Members that say how many records there are, and never anything else. */
export const TOTALS = named(
	...['total', 'totalCount', 'totalResults', 'totalRecords', 'totalItems', 'totalElements'],
);
const TOTAL_HEADERS = ['X-Total-Count', 'X-Total', 'X-WP-Total'];
/** Where servers put what they say about paging; the root and the parents of the records besides. */
const PAGING = named(
	...['meta', 'metadata', 'page', 'pageInfo', 'pager', 'paging', 'pagination'],
	...['resultInfo', 'responseMetadata'],
);

/** True while there are more pages, and never anything else. */
export const MORE = named(
	...['hasMore', 'hasMoreItems', 'hasNext', 'hasNextPage', 'moreRecords', 'isTruncated'],
);
/** True on the last page, where it is beside the records or about paging. */
export const LAST = named('isLast', 'isLastPage', 'last', 'lastPage', 'done');

/** Members that name the next page, whatever the scheme. */
export const NEXT =
	/^(?:odata)?next(?:page|offset|marker|key|records|start|batch)?(?:token|cursor|url|uri|link|href|key|id)?$/;
/** Members that may name the next page, where nothing else does. */
const TOKEN =
	/^(?:after|bookmark|(?:end)?cursor|marker|(?:page|paging|pagination|continuation|resumption|skip)token|continuation|scroll(?:id)|offset)$/;
/** One end of a page, where its parent names the other one, too: cursors of records that were read. */
const PAGE_END = /^(?:after|after_?cursor|end_?cursor)$/i;
const PAGE_START = /^(?:before|before_?cursor|start_?cursor)$/i;
const TARGETS = ['after', 'cursor', 'token', 'href', 'url', 'uri', 'link'];

const nameOf = (path: string) => plain(lastOf(path));

/**
 * @param property path of the records
 * @param ignored path of a total that is known already
 * @returns the number of all records, where the response has exactly one that is certain to be it
 */
export function totalIn(
	{ body, headers }: PageResponse,
	property: string,
	ignored = '',
): Sign<number> | undefined {
	const inHeaders = TOTAL_HEADERS.map((name) => `header:${name}`).map((path) => ({
		path,
		value: valueAt(path, { body, headers }),
	}));
	const members = membersOf(body).filter(({ path }) => isAboutPaging(path, property));
	const found = [...members.filter(({ path }) => TOTALS.has(nameOf(path))), ...inHeaders];
	const totals = (
		found.some(({ value }) => countFrom(value) !== undefined)
			? found
			: members.filter(({ path }) => nameOf(path) === 'count')
	).flatMap(({ path, value }) => {
		const count = countFrom(value);
		const isIgnored = path.toLowerCase() === ignored.toLowerCase();
		return count === undefined || isIgnored ? [] : [{ path, value: count }];
	});
	return new Set(totals.map(({ value }) => value)).size === 1 ? totals[0] : undefined;
}

/** A flag of a response, and what it means. */
interface Flag extends Sign<unknown> {
	hasMore: boolean;
}

/** @returns what a response says about pages after it */
export function flagIn({ body }: PageResponse, property: string): Flag | undefined {
	for (const { path, value } of membersOf(body)) {
		const flag = toFlag(value);
		if (flag === undefined || !isAboutPaging(path, property)) continue;
		if (MORE.has(nameOf(path))) return { path, value, hasMore: flag };
		if (LAST.has(nameOf(path))) return { path, value, hasMore: !flag };
	}
	return undefined;
}

/** @returns whether a `Link` header names a next page */
export function hasNextLink({ body, headers }: PageResponse): boolean {
	const link = valueAt('header:Link', { body, headers });
	return typeof link === 'string' && link.includes('<') && Boolean(nextFromLinkHeader(link));
}

/**
 * @param isToken whether the name of any token will do, since the configured one is missing
 * @returns the path of a value that names the next page by what it is called
 */
export function nextIn({ body, headers }: PageResponse, isToken: boolean): string | undefined {
	const members = membersOf(body);
	for (const names of isToken ? [NEXT, TOKEN] : [NEXT]) {
		for (const { path, value } of members) {
			if (!names.test(nameOf(path))) continue;
			if (isTokenValue(value, names === NEXT)) return path;
			const target = isRecord(value) && TARGETS.find((name) => isTokenValue(value[name], false));
			if (target) return `${path}.${target}`;
		}
	}
	const related = members.find(({ value }) => Array.isArray(value) && value.some(isNextLink));
	if (related) return related.path;
	if (!isToken) return undefined;
	const header = Object.keys(headers).find(
		(name) =>
			/(?:^|-)(?:next|cursor|continuation(?:token)?)(?:-|$)/i.test(name) &&
			isTokenValue(headers[name], false),
	);
	return header === undefined ? undefined : `header:${header}`;
}

/** @returns whether a path leads to the cursor of the last record, beside that of the first one */
export function isPageEnd(path: string, response: PageResponse): boolean {
	const { parent = {} } = parentOf(path, response) ?? {};
	return PAGE_END.test(lastOf(path)) && Object.keys(parent).some((name) => PAGE_START.test(name));
}

/** @returns whether a path exists without a value */
export function isNull(path: string, response: PageResponse): boolean {
	const found = parentOf(path, response);
	return found !== undefined && found.parent[found.name] === null;
}

/** @returns whether a path exists, be it without a value, or its parent does and has no values */
export function isPresent(path: string, response: PageResponse): boolean {
	if (readPath(path, response).found || isNull(path, response)) return true;
	const { parent } = parentOf(path, response) ?? {};
	const isNested = parent !== undefined && parent !== response.body;
	return isNested && Object.values(parent).every((value) => value === null);
}

function parentOf(path: string, response: PageResponse) {
	const { body } = response;
	if (isRecord(body) && (!path.includes('.') || Object.hasOwn(body, path))) {
		return { parent: body, name: path };
	}
	for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
		const parent = valueAt(path.slice(0, dot), response);
		if (isRecord(parent)) return { parent, name: path.slice(dot + 1) };
	}
	return undefined;
}

function isAboutPaging(path: string, property: string): boolean {
	const dot = path.lastIndexOf('.');
	if (dot === -1) return true;
	const parent = path.slice(0, dot);
	if (property.startsWith(`${parent}.`)) return true;
	return PAGING.has(nameOf(parent)) && isAboutPaging(parent, property);
}

function valueAt(path: string, response: Pick<PageResponse, 'body' | 'headers'>): unknown {
	const found = readPath(path, response);
	return found.found ? found.value : undefined;
}

function countFrom(value: unknown): number | undefined {
	const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function isTokenValue(value: unknown, mayBeNumber: boolean): boolean {
	if (typeof value === 'number') return mayBeNumber && value > 0;
	return typeof value === 'string' && value !== '' && (mayBeNumber || !/^\d+$/.test(value));
}

function isNextLink(link: unknown): boolean {
	return isRecord(link) && (link.rel === 'next' || link.relation === 'next');
}
