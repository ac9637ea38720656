import { countOf } from '../../count';
import { isRecord } from '../../json';
import type { Dataset } from '../dataset/types';
import type { Metadata } from '../response/metadata/metadata';
import { flagOf, totalOf } from '../response/metadata/more';
import { lastOf, plain } from '../response/metadata/names';
import { readPath } from '../response/path';
import type { PageResponse } from '../types';

/** Members are looked for this far below the body. */
const DEPTH = 3;

/** More names than this would not be read. */
const MOST_NAMES = 5;

/** A value of a body, and where it is. */
interface Member<Value = unknown> {
	path: string;
	value: Value;
}

/**
 * @param path where records were expected
 * @returns a sentence that names what the body contains instead, with a space before it; `''` when
 *   the body is empty
 */
export function whatIsThere(path: string, body: unknown): string {
	const arrays = arraysIn(body);
	const similar = similarTo(path, arrays);
	if (similar !== undefined) return ` Did you mean "${similar}"?`;
	const names = isRecord(body) ? Object.keys(body).slice(0, MOST_NAMES) : [];
	const isEmpty = names.length === 0 || membersOf(body).some((member) => member.path === path);
	if (arrays.length > 0 || isEmpty) return arrayInstead(body);
	return ` The response contains no array, only ${names.map((name) => `"${name}"`).join(', ')}.`;
}

/** @returns the sentence about the arrays that the body contains, `''` when there is none */
export function arrayInstead(body: unknown): string {
	const arrays = arraysIn(body);
	if (arrays[0]?.path === '') return ' The body itself is the array: clear the path.';
	const names = arrays
		.map(({ path, value }) => `"${path}" (${countOf(value.length, 'element')})`)
		.join(', ');
	if (arrays.length < 2) return names && ` An array is at ${names}.`;
	return ` Arrays are at ${names}.`;
}

function arraysIn(body: unknown): Array<Member<unknown[]>> {
	if (Array.isArray(body)) return [{ path: '', value: body }];
	const arrays = membersOf(body).flatMap(({ path, value }) =>
		Array.isArray(value) ? [{ path, value: [...value] }] : [],
	);
	return arrays.slice(0, MOST_NAMES);
}

/** @returns the members of a body outside of arrays, the outer ones first */
function membersOf(body: unknown, depth = DEPTH, parent = ''): Member[] {
	if (!isRecord(body) || depth === 0) return [];
	const members = Object.entries(body).map(([name, value]) => ({ path: parent + name, value }));
	return [
		...members,
		...members.flatMap(({ path, value }) => membersOf(value, depth - 1, `${path}.`)),
	];
}

/** @returns the path that was most likely meant by a misspelled one */
function similarTo(path: string, members: readonly Member[]): string | undefined {
	const wanted = plain(lastOf(path));
	const found =
		members.find((member) => plain(member.path) === plain(path)) ??
		members.find((member) => plain(lastOf(member.path)) === wanted) ??
		members.find((member) => isSimilar(plain(lastOf(member.path)), wanted));
	return found?.path;
}

/** Whether two names differ in one place, by two letters at most, short ones by one. */
export function isSimilar(one: string, other: string): boolean {
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	let [start, end] = [0, 0];
	while (start < short.length && short[start] === long[start]) start++;
	while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
	return start + end > 0 && long.length - start - end <= (long.length > 4 ? 2 : 1);
}

/** Links to pages that are not the next one: `_links.self.href`. */
const OTHER_PAGE = /(?:^|\.)(?:first|last|prev|previous|self)(?:\.|$)/i;

/** One end of a page, where its parent names the other one, too: cursors of records that were read. */
const PAGE_END = /^(?:after|after_?cursor|end_?cursor)$/i;
const PAGE_START = /^(?:before|before_?cursor|start_?cursor)$/;

/**
 * @returns where the values may be whose path was not found, as a sentence with a space before it;
 *   `''` when nothing looks like it
 */
export function insteadOf(dataset: Dataset, response: PageResponse, metadata: Metadata): string {
	const instead = findInstead(dataset, response, metadata);
	return instead === undefined ? '' : ` Did you mean "${instead}"?`;
}

function findInstead(
	{ pagingScheme, property }: Dataset,
	response: PageResponse,
	metadata: Metadata,
): string | undefined {
	if (pagingScheme?.type === 'graphqlConnections') {
		const { pageInfo } = pagingScheme.response;
		const objects = membersOf(response.body).filter(
			({ value }) => isRecord(value) && 'hasNextPage' in value,
		);
		return objects.find(({ path }) => path !== pageInfo)?.path;
	}
	const { moreRecords, lastPage } = pagingScheme?.response ?? {};
	const path = moreRecords ?? lastPage;
	if (path !== undefined && readPath(path, response) === undefined) {
		const flag = flagOf(metadata, property);
		// A flag that is true where the other one is false would be no help.
		if (flag?.isLast === (lastPage !== undefined)) return flag.fact.path;
		return similarMember(path, response, (value) => typeof value === 'boolean');
	}
	if (pagingScheme?.pageUntil !== 'reachTotalCount') return undefined;
	const { totalCount, totalPages } = pagingScheme.response;
	const found = totalPages === undefined ? totalOf(metadata, property) : metadata.totalPages[0];
	const configured = totalCount ?? totalPages ?? '';
	const instead = found?.fact.path ?? similarMember(configured, response, isDigits);
	return instead === configured ? undefined : instead;
}

function isDigits(value: unknown): boolean {
	return /^\d+$/.test(String(value));
}

function similarMember(
	path: string,
	{ body }: PageResponse,
	isWanted: (value: unknown) => boolean,
): string | undefined {
	return similarTo(
		path,
		membersOf(body).filter(({ value }) => isWanted(value)),
	);
}

/**
 * @param mayBeFull whether there can be records after the page, as far as their number shows
 * @returns the path of a token that may be the one that was not found
 */
export function tokenInstead(
	path: string,
	response: PageResponse,
	{ nextUrls, tokens, nextNumbers, facts }: Metadata,
	mayBeFull: boolean,
): string | undefined {
	const link = nextUrls.find((fact) => fact.path === 'header:Link');
	if (link) return link.path;
	// Short names are similar to many others.
	const isText = (value: unknown) => typeof value === 'string' && value !== '';
	const similar = path.length > 5 ? similarMember(path, response, isText) : undefined;
	if (similar !== undefined && !OTHER_PAGE.test(similar)) return similar;
	const instead = [...nextUrls, ...tokens, ...nextNumbers.map(({ fact }) => fact)][0];
	if (!instead) return undefined;
	const siblings = instead.path.slice(0, -(instead.keys.at(-1)?.length ?? 0));
	const isEnd =
		PAGE_END.test(lastOf(instead.path)) &&
		facts.some(
			(fact) => fact.path.startsWith(siblings) && PAGE_START.test(lastOf(fact.path).toLowerCase()),
		);
	return isEnd && !mayBeFull ? undefined : instead.path;
}
