// Names as APIs write them, without separators. cspell:disable
import { isRecord } from '../../basics/guards';
import { memberFold, mostSimilar } from '../../basics/nameFolds';
import { countOf } from '../../basics/countOf';
import type { Dataset } from '../dataset/types';
import { field, type FieldText, fieldText } from '../fieldText';
import { isNull } from '../path';
import { wholeNumbers, type Fact, objectOf } from '../response/facts';
import { toFlag } from '../response/flags';
import { lastNameOf } from '../response/memberNames';
import type { Metadata } from '../response/metadata';
import { flagOf, totalOf } from '../response/moreSigns';

/** How far below the body arrays are looked for. */
const DEEPEST_SHOWN = 3;

/** How many names a sentence lists: more would not be read. */
const MOST_LISTED_NAMES = 5;

/**
 * @param path where records were expected
 * @returns a sentence that names what the body contains instead, with a space before it; `''` when
 *   the body is empty
 */
export function whatIsThere(path: string, body: unknown): string {
	const arrays = arrayPaths(body);
	const similar = similarPath(path, arrays);
	if (arrays[0]?.path === '') return ' The body itself is the array: clear the path.';
	if (similar !== undefined) return ` Did you mean "${similar}"?`;
	const found = arrays.map((one) => `"${one.path}" (${countOf(one.length, 'element')})`);
	if (found.length > 0)
		return ` Arrays in the response: ${found.slice(0, MOST_LISTED_NAMES).join(', ')}.`;
	const names = isRecord(body) && !isNull(path, { body }) ? Object.keys(body) : [];
	const only = names.slice(0, MOST_LISTED_NAMES).map((name) => `"${name}"`);
	return only.length === 0 ? '' : ` The response contains no array, only ${only.join(', ')}.`;
}

/** @returns the arrays of a body outside of others */
function arrayPaths(value: unknown, keys: string[] = []): Array<{ path: string; length: number }> {
	if (Array.isArray(value)) return [{ path: keys.join('.'), length: value.length }];
	if (!isRecord(value) || keys.length === DEEPEST_SHOWN) return [];
	return Object.entries(value).flatMap(([key, member]) => arrayPaths(member, [...keys, key]));
}

/** @returns the path that was most likely meant by a misspelled one: `data.Items` by `data.item` */
function similarPath(path: string, members: ReadonlyArray<{ path: string }>): string | undefined {
	const wanted = memberFold(path);
	const found =
		members.find((member) => memberFold(member.path) === wanted) ??
		mostSimilar(lastNameOf(path), members, (member) => lastNameOf(member.path));
	return found?.path;
}

/**
 * @returns where the values may be whose path was not found, as a sentence with a space before it;
 *   `''` when nothing looks like it
 */
export function insteadOf({ pagingScheme }: Dataset, metadata: Metadata): string {
	const { moreRecords, lastPage, pageInfo, totalCount, totalPages } = pagingScheme?.response ?? {};
	const { facts } = metadata;
	const connection = facts.find(({ name }) => name === 'hasnextpage');
	const flag = flagOf(metadata);
	// A flag that is true where the other one is false would be no help.
	const isUsable = flag?.isLast === (lastPage !== undefined);
	const flags = facts.filter(({ value }) => toFlag(value) !== undefined);
	const places: Array<[string | undefined, string | undefined, readonly Fact[]]> = [
		[pageInfo, connection && objectOf(connection), []],
		[moreRecords ?? lastPage, isUsable ? flag.path : undefined, flags],
		[totalPages, metadata.totalPages[0]?.path, wholeNumbers(facts)],
		[totalCount, totalOf(metadata)?.path, wholeNumbers(facts)],
	];
	for (const [configured, found, alike] of places) {
		if (configured === undefined || facts.some(({ path }) => path === configured)) continue;
		const path = found ?? similarPath(configured, alike);
		if (path !== undefined && path !== configured) return ` Did you mean "${path}"?`;
	}
	return '';
}

/** Shorter paths, such as `next`, are similar to too many others. */
const SHORTEST_TELLING = 6;

/** Links to pages that are not the next one: `_links.self.href`. */
const OTHER_PAGE = /(?:^|\.)(?:first|last|prev|previous|self)(?:\.|$)/i;

/**
 * The last record of a page, if the first one stands beside it: `{ "startCursor": "a", "endCursor": "z" }`
 * is about the records that were read, and says nothing of a next page.
 */
const PAGE_END = /^(?:after|aftercursor|endcursor)$/;

const PAGE_START = /^(?:before|beforecursor|startcursor)$/;

/**
 * @param mayBeFull whether there can be records after the page, as far as their number shows
 * @returns the path of a token that may be the one that was not found
 */
export function tokenInstead(
	path: string,
	{ nextUrls, tokens, facts }: Metadata,
	mayBeFull: boolean,
): string | undefined {
	// In a list of links, all have the same names: `links[rel=next].href`.
	const isOwnText = ({ path: at, value }: Fact) =>
		typeof value === 'string' && value !== '' && !at.includes('[');
	const isTelling = path.length >= SHORTEST_TELLING;
	const similar = isTelling ? similarPath(path, facts.filter(isOwnText)) : undefined;
	const [instead] = [...nextUrls, ...tokens];
	if (!instead) return similar === undefined || OTHER_PAGE.test(similar) ? undefined : similar;
	const isStart = (fact: Fact) =>
		PAGE_START.test(fact.name) && objectOf(fact) === objectOf(instead);
	const isEnd = PAGE_END.test(instead.name) && facts.some(isStart);
	return isEnd && !mayBeFull ? undefined : instead.path;
}

/** @returns what a server seems to ignore that returns the first page again, with a space before it */
export function ignoredBy({ pagingScheme: scheme }: Dataset): FieldText {
	if (scheme?.type === 'graphqlConnections')
		return ' The query has to pass after: $after to the connection.';
	const [sent] = Object.entries(scheme?.request ?? {}).filter(
		([field, name]) => /^(page|offset|token)Parameter$/.test(field) && name !== undefined,
	);
	if (!sent) return '';
	const [name, value] = sent;
	return fieldText` The API seems to ignore ${field(`pagingScheme.request.${name}`)} "${String(value)}".`;
}
