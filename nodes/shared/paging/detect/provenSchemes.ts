import { isRecord } from '../../basics/guards';
import { isPresent } from '../path';
import type { JsonObject, PageResponse } from '../types';
import type { FirstPage } from './types';

/** A paging scheme that other pages of a list have proved. Plain JSON, to be kept. */
export interface ProvenScheme {
	pagingScheme: JsonObject;
	/** Where the records are, and how many of them were on the first page. */
	property: string;
	records: number;
	/** Paths of what this page had beside its records, and the members of its first record. */
	paths: string[];
	members: string[];
	/** Whether it goes for longer lists as well. */
	isForMore?: boolean;
	/** What it leaves open, as sentences. */
	open?: string;
	/** The path of its URL without IDs: what was left open may be otherwise elsewhere. */
	place?: string;
}

/** @returns whether a value that was kept is a proven scheme */
export function isProvenScheme(value: unknown): value is ProvenScheme {
	if (!isRecord(value)) return false;
	const { pagingScheme, paths, members } = value;
	return isRecord(pagingScheme) && Array.isArray(paths) && Array.isArray(members);
}

/** @returns what a first page has proved together with others, for lists like it */
export function toProvenScheme(page: FirstPage, pagingScheme: JsonObject): ProvenScheme {
	const { property, records, facts } = page;
	const paths = facts.map(({ path }) => path);
	return { pagingScheme, property, records: records.length, paths, members: membersOf(page) };
}

/** @returns the path of a URL, with what can be an ID left out: `/vendors/#/documents` */
export function placeOf(url: string): string {
	const parts = new URL(url).pathname.split('/');
	return parts.map((part) => (/\d/.test(part) ? '#' : part)).join('/');
}

/** @returns the dataset with a paging scheme, as it would be in a `dataSource.json` */
export function datasetOf(
	{ url, property }: Pick<FirstPage, 'url' | 'property'>,
	pagingScheme: JsonObject,
): JsonObject {
	return { url, method: 'GET', property, pagingScheme };
}

/**
 * A list with more records than the one that proved a scheme may have another one: two records prove
 * nothing for 45.
 *
 * @param response of the first page
 * @returns the scheme with the page size of this list; `undefined` when its first page is another one
 */
export function fittingScheme(
	find: ProvenScheme,
	page: FirstPage,
	response: PageResponse,
): JsonObject | undefined {
	const { pagingScheme, property, records, paths, members, isForMore = false, place } = find;
	const own = membersOf(page);
	const shared = members.filter((name) => own.includes(name)).length;
	// Many APIs leave out the token on the last page, which has fewer records than others.
	const isLast = page.records.length < records;
	const fits =
		page.property === property &&
		(place === undefined || place === placeOf(page.url)) &&
		(isForMore || page.records.length <= records) &&
		(page.records.length === 0 || shared * 2 >= members.length) &&
		page.facts.every(({ path }) => paths.includes(path)) &&
		Object.entries(Object(pagingScheme.response)).every(
			([name, path]) => (isLast && name === 'nextToken') || isPresent(String(path), response),
		);
	if (!fits) return undefined;
	const { request } = pagingScheme;
	if (!isRecord(request) || !('limitValue' in request)) return pagingScheme;
	return { ...pagingScheme, request: { ...request, limitValue: Math.max(1, page.records.length) } };
}

function membersOf({ records: [first] }: FirstPage): string[] {
	return isRecord(first) ? Object.keys(first) : [];
}
