import { isRecord } from '../../json';
import { validateDataset } from '../dataset/validate';
import { PagingError } from '../errors';
import { isFull } from '../response/metadata/facts';
import { type Metadata, readMetadata } from '../response/metadata/metadata';
import { readPath } from '../response/path';
import { notJson, refused, reportedError } from '../run/answer';
import { strategyFor } from '../schemes';
import type { JsonObject, PageRequest, PageResponse } from '../types';
import { findRecords, type FoundRecords } from './records';

/** The first response of an API: where its records are, and what it says beside them. */
export interface FirstPage extends FoundRecords, Metadata {
	/** URL of its request, absolute. */
	url: string;
}

/** An empty list. */
const NO_CONTENT = 204;

const CHECK = 'Check URL, Authentication and Headers.';
const CHECK_METHOD = `${CHECK} If the API needs POST, set Source to Fields Below.`;

/**
 * @param first response to a GET
 * @param url of that request, absolute
 * @throws PagingError when the response is no page, or it is not clear where its records are
 */
export function readFirstPage(first: PageResponse, url: string): FirstPage {
	const { status, body } = first;
	if (status < 200 || status > 299) {
		throw new PagingError(refused(first, 1, undefined).message, CHECK_METHOD, first);
	}
	const isEmpty = body === undefined || body === null || body === '';
	if (isEmpty && status !== NO_CONTENT) {
		throw new PagingError(`The response with status ${status} has no body.`, CHECK);
	}
	if (!isEmpty && typeof body === 'string') throw notJson(body, 1);
	const response = isEmpty ? { ...first, body: [] } : first;
	const found = requireRecords(response.body, url);
	const metadata = readMetadata(response, { url, ...found });
	if (isFull(metadata.facts)) {
		throw new PagingError(
			'The response has too many values beside its records to find out how it pages.',
			'Set Source to Fields Below.',
		);
	}
	return { url, ...found, ...metadata };
}

/** @throws PagingError when the response has no records, and when it is an error */
function requireRecords(body: unknown, url: string): FoundRecords {
	let found: FoundRecords | undefined;
	let problem: unknown;
	try {
		found = findRecords(body, url);
	} catch (error) {
		problem = error;
	}
	const reported = reportedError(body, found?.property ?? '');
	if (reported !== undefined) {
		throw new PagingError(`The API reported an error instead of records: ${reported}`, CHECK);
	}
	if (!found) throw problem;
	return found;
}

/** A paging scheme that other pages of a list have proved. Plain JSON, to be kept. */
export interface Find {
	pagingScheme: JsonObject;
	/** Where the records are, and how many of them were on the first page. */
	property: string;
	records: number;
	/** Paths of what this page had beside its records, and the members of its first record. */
	paths: string[];
	members: string[];
}

/** @returns whether a value that was kept is still as it was */
export function isFind(value: unknown): value is Find {
	if (!isRecord(value)) return false;
	const { pagingScheme, paths, members } = value;
	return isRecord(pagingScheme) && Array.isArray(paths) && Array.isArray(members);
}

/** What was found out about lists whose URLs are alike. */
export interface Known {
	finds: Find[];
	/** Resolves when nothing is being found out any more. */
	settled: Promise<unknown>;
}

/** What was found out so far, so that it is found out once. */
export interface Finds {
	/** By what lists with similar URLs have in common. */
	known: Map<string, Known>;
	/** Finds of an earlier run, to which new ones are added. */
	kept?: Find[];
}

/** @returns what is known of the lists that differ from a URL by values alone */
export function knownOf({ known, kept = [] }: Finds, url: string): Known {
	const { origin, pathname, searchParams } = new URL(url);
	const key = [origin, pathname.split('/').length, ...[...searchParams.keys()].sort()].join(' ');
	const found = known.get(key) ?? { finds: kept, settled: Promise.resolve() };
	known.set(key, found);
	return found;
}

/** @returns what a first page has proved together with others, for lists like it */
export function toFind(page: FirstPage, pagingScheme: JsonObject): Find {
	const { property, records, facts } = page;
	const paths = facts.map(({ path }) => path);
	return { pagingScheme, property, records: records.length, paths, members: membersOf(page) };
}

/** @returns the request by which the scheme reads its first page */
export function firstRequest({ property, pagingScheme }: Find, url: string): PageRequest {
	const { dataset } = validateDataset({ url, method: 'GET', property, pagingScheme });
	const strategy = strategyFor(dataset, url);
	return strategy.request(strategy.first);
}

/**
 * A list with more records than the one that proved a scheme may have another one: two records prove
 * nothing for 45.
 *
 * @param response of the first page
 * @returns the scheme with the page size of this list; `undefined` when its first page is another one
 */
export function schemeFor(
	find: Find,
	page: FirstPage,
	response: PageResponse,
): JsonObject | undefined {
	const { pagingScheme, property, records, paths, members } = find;
	const own = membersOf(page);
	const shared = members.filter((name) => own.includes(name)).length;
	// A path that no page has would look like records that are missing.
	const read = Object.values(isRecord(pagingScheme.response) ? pagingScheme.response : {});
	const fits =
		page.property === property &&
		page.records.length <= records &&
		(page.records.length === 0 || shared * 2 >= members.length) &&
		page.facts.every(({ path }) => paths.includes(path)) &&
		read.every((path) => readPath(String(path), response) !== undefined);
	if (!fits) return undefined;
	const { request } = pagingScheme;
	if (!isRecord(request) || !('limitValue' in request)) return pagingScheme;
	return { ...pagingScheme, request: { ...request, limitValue: Math.max(1, page.records.length) } };
}

function membersOf({ records: [first] }: FirstPage): string[] {
	return isRecord(first) ? Object.keys(first) : [];
}
