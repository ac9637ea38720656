import { countOf } from '../../count';
import type { Dataset } from '../dataset/types';
import { named, plain } from '../response/metadata/names';
import { readPath } from '../response/path';

/** Warnings of a run, in words. Pages are counted from 1. */

export const NO_PREFETCH = 'prefetch has no effect here: each page is needed to find the next one.';

const LIMIT = 'pagingScheme.request.limitValue';

/**
 * @param isFirst whether it repeats the first page, and not the one before it
 * @param cause a sentence, when it is known
 */
export function repeatsPage(page: number, isFirst: boolean, cause: string | undefined): string {
	const advice = cause === undefined ? '' : ` ${cause}`;
	return `Page ${page} repeats ${isFirst ? 'page 1' : 'the page before it'}; reading stopped there.${advice}`;
}

export function leadsBack(page: number): string {
	return `Page ${page} points back to a page that was already read; reading stopped there.`;
}

/**
 * @param largestPage the most records that a page contained
 * @param pageSize records per page as configured, 0 when not
 * @param place where the response contains the total, when that is not configured
 */
export function missingRecords(
	read: number,
	expected: number,
	largestPage: number,
	pageSize: number,
	place?: string,
): string {
	const advice =
		largestPage > 0 && largestPage < pageSize
			? ` No page contained more than ${countOf(largestPage, 'record')}: set ${LIMIT} to ${largestPage}.`
			: '';
	return `${countOf(read, 'record')} ${were(read)} read, fewer than the ${expected} that the API reported${place === undefined ? '' : ` in "${place}"`}.${advice}`;
}

export function surplusRecords(read: number, expected: number, place?: string): string {
	return `${countOf(read, 'record')} ${were(read)} read, more than the ${expected} that the API reported${place === undefined ? '' : ` in "${place}"`}: some may have been read twice, or the total is not that of the records.`;
}

export function changedTotal(from: number, to: number): string {
	return `The total that the API reported changed from ${from} to ${to} during the run, so records may be missing or duplicated.`;
}

export function grownTotal(from: number, to: number): string {
	return `The total that the API reported rose from ${from} to ${to} during the run.`;
}

/** @param parameter name of the limit parameter, when there is one */
export function largerPage(
	page: number,
	count: number,
	size: number,
	parameter: string | undefined,
): string {
	const cause =
		parameter === undefined
			? `${LIMIT} has to be the number of records per page.`
			: `The API seems to ignore pagingScheme.request.limitParameter "${parameter}".`;
	return `Page ${page} contained ${countOf(count, 'record')}, more than the ${size} in ${LIMIT}. ${cause}`;
}

export function smallerPages(largest: number, size: number): string {
	return `No page contained more than ${countOf(largest, 'record')}, but offsets rise by ${size}, so the records between them are missing: set ${LIMIT} to ${largest}.`;
}

export function overlappingPages(page: number, records: number): string {
	return `Page ${page} begins with records of the page before it. ${countOf(records, 'record')} of this run ${were(records)} read twice; check the parameters for the position and the page size.`;
}

/**
 * @param path configured path of the next token or URL
 * @param instead path that looks like it
 * @param full records of the page, when there were as many as asked for
 */
export function noToken(path: string, instead: string | undefined, full: number): string {
	const missing = `pagingScheme.response.nextToken "${path}" was not found in the response, so only one page was read.`;
	if (instead !== undefined) return `${missing} Did you mean "${instead}"?`;
	return `${missing} It contained ${countOf(full, 'record')}, as many as were requested, so there may be more pages.`;
}

/** @param path what the dataset reads the end from; empty where the number of records is it */
export function pageAfter(path: string): string {
	return `Reading stopped at "${path}", but the page after the last one has records. It may be about the page, not about the list.`;
}

/** @param path of what names a page before the first one */
export function pageBefore(path: string): string {
	return `Records may be missing at the beginning: the first page contains "${path}", so there is a page before it. Check the number of the first page.`;
}

/** @param path of a flag that says whether the request has succeeded */
export function statusAsFlag(path: string): string {
	return `pagingScheme.response.lastPage "${path}" says whether the request has succeeded, which is true on every page, so only one page was read.`;
}

/** @param where what names more records, as a noun */
export function moreRecords(where: string): string {
	return `More records may follow: ${where}, but reading stopped there.`;
}

export function startsInMiddle(parameter: string, where: string): string {
	return `The first request already contains the parameter "${parameter}" in ${where}, so reading may have started in the middle. Remove it to read from the beginning.`;
}

function were(count: number): string {
	return count === 1 ? 'was' : 'were';
}

/** Values that some servers want for the first page. */
const BEGINNING = /^(?:|\*|-1|0|1|null|start|first|initial|begin)$/i;

/** Parameters that name a page, for URLs that the server builds. */
const POSITION = named(
	...['after', 'bookmark', 'continuation', 'continuationToken', 'cursor', 'from', 'marker'],
	...['nextToken', 'offset', 'page', 'pageNumber', 'pageToken', 'skip', 'skipToken', 'start'],
	...['startAt', 'startingAfter', 'token'],
);

/** @returns why reading starts in the middle, when the dataset names a token of its own */
export function tokenInDataset(dataset: Dataset, url: string): string | undefined {
	const scheme = dataset.pagingScheme;
	if (scheme?.type !== 'nextToken' || scheme.tokenType !== 'token') return undefined;
	const { tokenParameter: name, valueTemplate } = scheme.request;
	if (valueTemplate !== undefined) return undefined;
	const inQuery = dataset.method === 'GET' || scheme.parametersIn === 'query';
	const value = inQuery
		? new URL(url).searchParams.get(name)
		: readPath(name, { body: dataset.body });
	return isToken(value) ? startsInMiddle(name, inQuery ? 'its URL' : 'its body') : undefined;
}

/**
 * @param first URL of the first request
 * @param next the URL of the page after it, from the server
 * @returns why reading starts in the middle, when the server's URL changes a position in the first
 */
export function positionInUrl(first: string, next: string): string | undefined {
	if (!URL.canParse(first) || !URL.canParse(next)) return undefined;
	const following = new URL(next).searchParams;
	for (const [name, value] of new URL(first).searchParams) {
		const isPosition = POSITION.has(plain(name));
		const then = following.get(name);
		if (isPosition && isToken(value) && then !== null && then !== value) {
			return startsInMiddle(name, 'its URL');
		}
	}
	return undefined;
}

function isToken(value: unknown): boolean {
	return value !== undefined && value !== null && value !== false && !BEGINNING.test(String(value));
}

/** @returns what a server seems to ignore that returns the first page again */
export function ignoredBy({ pagingScheme: scheme }: Dataset): string | undefined {
	if (scheme?.type === 'graphqlConnections') {
		return 'The query has to pass after: $after to the connection.';
	}
	const [field, parameter] =
		Object.entries(scheme?.request ?? {}).find(([name]) => POSITIONS.includes(name)) ?? [];
	return field && `The API seems to ignore pagingScheme.request.${field} "${String(parameter)}".`;
}

/** Fields that contain the name of the parameter for the position. */
const POSITIONS = ['pageParameter', 'offsetParameter', 'tokenParameter'];
