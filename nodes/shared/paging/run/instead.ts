import { isRecord } from '../../json';
import type { Dataset } from '../dataset/types';
import { readPath } from '../response/path';
import { lastOf, named, plain } from '../response/names';
import { flagIn, hasNextLink, isPageEnd, nextIn, totalIn } from '../response/signs';
import { membersOf, similarTo } from '../response/suggestion';
import type { PageResponse } from '../types';

/** Members that say how many pages there are. */
const PAGES = named('totalPages', 'pageCount', 'pages', 'numPages', 'pageTotal', 'lastPage');

/** Links to pages that are not the next one: `_links.self.href`. */
const OTHER_PAGE = /(?:^|\.)(?:first|last|prev|previous|self)(?:\.|$)/i;

/**
 * @returns where the values may be whose path was not found, as a sentence with a space before it;
 *   `''` when nothing looks like it
 */
export function insteadOf(dataset: Dataset, response: PageResponse): string {
	const instead = findInstead(dataset, response);
	return instead === undefined ? '' : ` Did you mean "${instead}"?`;
}

function findInstead(
	{ pagingScheme, property }: Dataset,
	response: PageResponse,
): string | undefined {
	if (pagingScheme?.type === 'graphqlConnections') {
		const { pageInfo } = pagingScheme.response;
		const objects = membersOf(response.body).filter(
			({ value }) => isRecord(value) && 'hasNextPage' in value,
		);
		return objects.find(({ path }) => path !== pageInfo)?.path;
	}
	const { moreRecords, lastPage } = pagingScheme?.response ?? {};
	const flag = moreRecords ?? lastPage;
	if (flag !== undefined && !readPath(flag, response).found) {
		return flagInstead(flag, lastPage !== undefined, property, response);
	}
	if (pagingScheme?.pageUntil !== 'reachTotalCount') return undefined;
	const { totalCount, totalPages } = pagingScheme.response;
	const instead =
		totalPages === undefined
			? (totalIn(response, '')?.path ?? similarNumber(totalCount, response))
			: pagesInstead(totalPages, response);
	return instead === (totalCount ?? totalPages) ? undefined : instead;
}

/** @param isLast whether it is true on the last page: its opposite would be no help */
function flagInstead(
	path: string,
	isLast: boolean,
	property: string,
	response: PageResponse,
): string | undefined {
	const sign = flagIn(response, property);
	if (sign && (sign.value !== sign.hasMore) === isLast) return sign.path;
	const flags = membersOf(response.body).filter(({ value }) => typeof value === 'boolean');
	return similarTo(
		path,
		flags.map((flag) => flag.path),
	);
}

function pagesInstead(path: string, response: PageResponse): string | undefined {
	const numbers = numbersIn(response);
	return numbers.find((number) => PAGES.has(plain(lastOf(number)))) ?? similarTo(path, numbers);
}

function similarNumber(path: string | undefined, response: PageResponse): string | undefined {
	return path === undefined ? undefined : similarTo(path, numbersIn(response));
}

function numbersIn({ body }: PageResponse): string[] {
	return membersOf(body)
		.filter(({ value }) => /^\d+$/.test(String(value)))
		.map(({ path }) => path);
}

/**
 * @param mayBeFull whether there can be records after the page, as far as their number shows
 * @returns the path of a token that may be the one that was not found
 */
export function tokenInstead(
	path: string,
	response: PageResponse,
	mayBeFull: boolean,
): string | undefined {
	if (hasNextLink(response)) return 'header:Link';
	const texts = membersOf(response.body).filter(
		({ path: candidate, value }) =>
			typeof value === 'string' && value !== '' && !OTHER_PAGE.test(candidate),
	);
	// Short names are similar to many others.
	const similar =
		path.length > 5
			? similarTo(
					path,
					texts.map((text) => text.path),
				)
			: undefined;
	const instead = similar ?? nextIn(response, true);
	const isEnd = instead !== undefined && !mayBeFull && isPageEnd(instead, response);
	return isEnd ? undefined : instead;
}
