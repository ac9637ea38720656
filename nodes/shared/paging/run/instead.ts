import { isRecord } from '../../json';
import type { Dataset } from '../dataset/types';
import type { Metadata } from '../response/metadata/metadata';
import { flagOf, totalOf } from '../response/metadata/more';
import { lastOf } from '../response/metadata/names';
import { readPath } from '../response/path';
import { membersOf, similarTo } from '../response/suggestion';
import type { PageResponse } from '../types';

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
