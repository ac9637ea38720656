import type { PagingScheme } from '../dataset/types';
import { field, fieldText } from '../fieldText';
import { describeValue } from '../pagingErrors';
import { isNull, readPath } from '../path';
import { toFlag } from '../response/flags';
import { NEXT_TOKEN, PAGE_INFO } from './token';
import { endWithError, noDataAt, type Strategy } from './types';

/** What a connection has to return. */
const SELECT = fieldText`Select hasNextPage and endCursor in the query, and check ${PAGE_INFO}.`;

/**
 * Lets a flag in each response decide whether there are more pages: that of a connection,
 *
 *     { "data": { "vendors": { "pageInfo": { "hasNextPage": true, "endCursor": "abc" } } } }
 *
 * or, beyond the specification, any: `{ "has_more": true }`, `{ "is_last": false }`.
 */
export function withFlag(strategy: Strategy, { response, pageUntil }: PagingScheme): Strategy {
	const { moreRecords, lastPage, pageInfo } = response;
	const path = pageInfo === undefined ? (moreRecords ?? lastPage) : `${pageInfo}.hasNextPage`;
	if (path === undefined) return strategy;
	const isLast = lastPage !== undefined;
	const name = pageInfo
		? PAGE_INFO
		: field(`pagingScheme.response.${isLast ? 'lastPage' : 'moreRecords'}`);
	const place = fieldText`${name} "${path}"`;

	const decide: Strategy['next'] = (context) => {
		const { page, records } = context;
		const value = readPath(path, context.response);
		if (value === undefined && records === 0 && pageUntil === 'noDataLeft')
			return { kind: 'end', stopReason: 'noDataLeft' };
		const step = strategy.next(context);
		const { total } = step;
		// A page before this one had it, or reading had stopped there.
		if (isNull(path, context.response) && page > 1 && !isLast)
			return { kind: 'end', stopReason: 'noNextPage', total };
		// Some servers leave out what is false: then what else leads to the next page decides.
		if (value === undefined && page > 1 && records > 0 && pageInfo === undefined) return step;
		if (value === undefined) return { ...noDataAt(place, page), total };
		const isSet = toFlag(value, true);
		if (isSet === undefined) {
			return endWithError(
				fieldText`${place} contains ${describeValue(value)}, not true or false.`,
				pageInfo ? SELECT : fieldText`Set ${name} to the path of the flag itself, or clear it.`,
			);
		}
		// Under noDataLeft the empty page of a connection decides, if there is a cursor to request it with.
		const isOpen = pageInfo !== undefined && pageUntil === 'noDataLeft' && step.kind !== 'end';
		if (isSet === isLast && !isOpen) return { kind: 'end', stopReason: 'noNextPage', total };
		// The flag says that there are more pages, but nothing else leads to the next one.
		if (step.kind === 'end' && step.stopReason === 'noNextToken') {
			return endWithError(
				fieldText`Page ${page} reports more pages by ${place}, but doesn't include a next page.`,
				pageInfo ? SELECT : fieldText`Compare ${NEXT_TOKEN} with a response of the API.`,
			);
		}
		return step;
	};
	return { ...strategy, next: decide };
}
