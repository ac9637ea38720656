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

interface Place {
	path: string;
	value: unknown;
}

/**
 * @param path where records were expected
 * @returns a sentence that names what the body contains instead, with a space before it; `''` when
 *   the body is empty
 */
export function whatIsThere(path: string, body: unknown): string {
	const arrays = arraysIn(body);
	const similar = similarTo(
		path,
		arrays.map((array) => array.path),
	);
	if (similar !== undefined) return ` Did you mean "${similar}"?`;
	if (arrays.length > 0) return nameArrays(arrays);
	const names = isRecord(body) ? Object.keys(body).slice(0, MOST_NAMES) : [];
	if (names.length === 0 || isEmptyAt(path, body)) return '';
	return ` The response contains no array, only ${names.map((name) => `"${name}"`).join(', ')}.`;
}

/** @returns the sentence about the arrays that the body contains, `''` when there is none */
export function arrayInstead(body: unknown): string {
	const arrays = arraysIn(body);
	return arrays.length === 0 ? '' : nameArrays(arrays);
}

/** @returns the path that was most likely meant by a misspelled one */
export function similarTo(path: string, paths: readonly string[]): string | undefined {
	const wanted = plain(path);
	const last = plain(lastOf(path));
	const most = last.length > 4 ? 2 : 1;
	return (
		paths.find((candidate) => plain(candidate) === wanted) ??
		paths.find((candidate) => plain(lastOf(candidate)) === last) ??
		paths.find((candidate) => {
			const other = plain(lastOf(candidate));
			return distance(last, other) <= most || isPlural(last, other) || isPlural(other, last);
		})
	);
}

/** @returns the members of a body outside of arrays, the outer ones first */
export function membersOf(body: unknown, depth = DEPTH, path = ''): Place[] {
	if (!isRecord(body) || depth === 0) return [];
	const members = Object.entries(body).map(([name, value]) => ({
		path: path === '' ? name : `${path}.${name}`,
		value,
	}));
	return [
		...members,
		...members.flatMap((member) => membersOf(member.value, depth - 1, member.path)),
	];
}

function arraysIn(body: unknown): Array<{ path: string; value: unknown[] }> {
	if (Array.isArray(body)) return [{ path: '', value: body }];
	const arrays = membersOf(body).flatMap(({ path, value }) =>
		Array.isArray(value) ? [{ path, value: [...value] }] : [],
	);
	return arrays.slice(0, MOST_NAMES);
}

function nameArrays(arrays: Array<{ path: string; value: unknown[] }>): string {
	const [first] = arrays;
	if (first?.path === '') return ' The body itself is the array: clear the path.';
	const names = arrays.map(({ path, value }) => `"${path}" (${countOf(value.length, 'element')})`);
	return arrays.length === 1
		? ` An array is at ${names.join('')}.`
		: ` Arrays are at ${names.join(', ')}.`;
}

function isEmptyAt(path: string, body: unknown): boolean {
	return membersOf(body).some((member) => member.path === path);
}

/** A plural in -s is one letter away. */
function isPlural(one: string, many: string): boolean {
	return one !== '' && many === `${one}es`;
}

/** @returns how many letters have to be added, removed, replaced or swapped; two texts of any length */
function distance(from: string, to: string): number {
	if (Math.abs(from.length - to.length) > 2) return Infinity;
	let [older, row] = [new Array<number>(), Array.from({ length: to.length + 1 }, (_, at) => at)];
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
			let least = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
			if (from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
				least = Math.min(least, (older[j - 2] ?? 0) + 1);
			}
			next.push(least);
		}
		[older, row] = [row, next];
	}
	return row[to.length] ?? Infinity;
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
	if (path !== undefined && !readPath(path, response).found) {
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
	const members = membersOf(body).filter(({ value }) => isWanted(value));
	return similarTo(
		path,
		members.map((member) => member.path),
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
