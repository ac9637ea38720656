import type { PagingScheme } from '../dataset/types';
import { describeValue } from '../pagingErrors';
import { readPath } from '../path';
import { toFlag } from '../response/flags';
import { PAGE_INFO } from './token';
import { failure, noDataAt, type Strategy } from './types';

/** What a connection has to return. */
const SELECT = `Select hasNextPage and endCursor in the query, and check ${PAGE_INFO}.`;

/**
 * Lets a flag in each response decide whether there are more pages: that of a connection, or, beyond
 * the specification, any.
 */
export function withFlag(strategy: Strategy, { response, pageUntil }: PagingScheme): Strategy {
	const { moreRecords, lastPage, pageInfo } = response;
	const path = pageInfo === undefined ? (moreRecords ?? lastPage) : `${pageInfo}.hasNextPage`;
	if (path === undefined) return strategy;
	const isLast = lastPage !== undefined;
	const name = pageInfo
		? PAGE_INFO
		: `pagingScheme.response.${isLast ? 'lastPage' : 'moreRecords'}`;
	const field = `${name} "${path}"`;

	const decide: Strategy['next'] = (context) => {
		const { page, records } = context;
		const value = readPath(path, context.response);
		if (value === undefined && records === 0 && pageUntil === 'noDataLeft')
			return { kind: 'end', stopReason: 'noDataLeft' };
		const step = strategy.next(context);
		const { total } = step;
		if (value === undefined) return { ...noDataAt(field, page), total };
		const isSet = toFlag(value, true);
		if (isSet === undefined) {
			return failure(
				`${field} contains ${describeValue(value)}, not true or false.`,
				pageInfo ? SELECT : `Set ${name} to the path of the flag itself, or clear it.`,
			);
		}
		// Under noDataLeft the empty page of a connection decides, if there is a cursor to request it with.
		const isOpen = pageInfo !== undefined && pageUntil === 'noDataLeft' && step.kind !== 'end';
		if (isSet === isLast && !isOpen) return { kind: 'end', stopReason: 'noNextPage', total };
		// The flag says that there are more pages, but nothing else leads to the next one.
		if (step.kind === 'end' && step.stopReason === 'noNextToken') {
			return failure(
				`Page ${page} reports more pages by ${field}, but doesn't include a next page.`,
				pageInfo ? SELECT : 'Compare pagingScheme.response.nextToken with a response of the API.',
			);
		}
		if (step.kind !== 'end' || step.stopReason !== 'reachTotalCount') return step;
		return {
			...step,
			notice: `${field} reports more pages after page ${page}, although the total was reached; reading stopped there.`,
		};
	};
	return { ...strategy, next: decide };
}
