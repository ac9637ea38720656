import { attemptsFor, type FirstResponse, seenIn, URL_LIST } from './firstPage';

/** @returns the parameters that would send a token or next number, the likeliest first */
function parametersFor(response: FirstResponse): string {
	return attemptsFor(response)
		.flatMap((attempt) => / as (\S+)$/.exec(attempt)?.[1] ?? [])
		.join(' ');
}

/** The parameters that known APIs have for a token of this name, then spellings of its own name. */
test.each(
	Object.entries({
		next: 'cursor next offset from after page page_token pageToken start token next_token starting_after continuation page-token next-token',
		next_page: 'page next_page page_token pageToken cursor next next-page page-token',
		nextPageToken: 'pageToken page_token nextPageToken next_page_token page-token next-page-token',
		next_token:
			'nextToken next_token pagination_token token pageToken page_token next-token pagination-token page-token',
		next_cursor:
			'cursor start_cursor next_cursor nextCursor page_cursor after start-cursor next-cursor page-cursor',
		nextPageCursor: 'cursor pageCursor page_cursor nextPageCursor page-cursor next-page-cursor',
		cursor:
			'cursor page[cursor] page_cursor pageCursor start_cursor after next_cursor page-cursor start-cursor next-cursor',
		endCursor:
			'after pageCursor cursor page[after] endCursor afterCursor page-cursor end-cursor after-cursor',
		after_cursor:
			'page[after] after after_cursor cursor starting_after after-cursor starting-after',
		after: 'after page[after] page[cursor] cursor starting_after offset starting-after',
		next_marker: 'marker next_marker next-marker',
		next_start: 'start offset next_start next-start',
		next_batch: 'from since next_batch batch next-batch',
		next_id: 'cursor after start_id from_id next_id since_id id start-id from-id next-id since-id',
		next_key:
			'pagination.key key next_key start_key pageFromKey from_key after next-key start-key page-from-key from-key',
		next_max_id: 'max_id next_max_id max-id next-max-id',
		token: 'token pageToken page_token pagination_token cursor page-token pagination-token',
		nextCursorMark: 'cursorMark nextCursorMark cursor-mark next-cursor-mark',
		starting_after: 'starting_after startingAfter after starting-after',
		continue: 'continue',
		nextSkipToken:
			'$skiptoken $skipToken skipToken nextSkipToken $skip-token skip-token next-skip-token',
		'@odata.skipToken':
			'$skipToken $skiptoken skipToken @odata.skipToken $skip-token skip-token @odata.skip-token',
		scroll_id: 'scroll_id scrollId scroll scroll-id',
		bookmark: 'bookmark',
		NextToken:
			'NextToken Token nextToken next_token pagination_token token pageToken page_token next-token pagination-token page-token',
		_next_page_token:
			'pageToken page_token nextPageToken next_page_token _next_page_token page-token next-page-token -next-page-token',
	}),
)('%s is sent as %s', (name, parameters) => {
	expect(parametersFor({ beside: { [name]: 'abc' } })).toBe(parameters);
});

test.each([
	[
		'X-Next-Cursor',
		'cursor start_cursor next_cursor nextCursor page_cursor after start-cursor next-cursor page-cursor',
	],
	[
		'x-ms-continuationtoken',
		'continuationToken continuation_token x-ms-continuationtoken msContinuationtoken ms_continuationtoken continuation-token ms-continuationtoken',
	],
	['opc-next-page', 'page next_page page_token pageToken cursor next next-page page-token'],
	['CB-After', 'after page[after] page[cursor] cursor starting_after offset starting-after'],
])('the header %s is sent as %s', (name, parameters) => {
	expect(parametersFor({ headers: { [name]: 'abc' } })).toBe(parameters);
});

describe('where the token is', () => {
	test.each([
		['pagination', 'cursor', 'pagination[cursor] pagination[after]'],
		['page', 'next_cursor', 'page[cursor] page[after] page[cursor]'],
		['meta', 'cursor', 'meta[cursor]'],
	])('in an object %s, %s is also sent as %s', (parent, name, parameters) => {
		const all = parametersFor({ beside: { [parent]: { [name]: 'abc' } } }).split(' ');
		for (const one of parameters.split(' ')) expect(all).toContain(one);
	});

	test('every member of an object "continue" is a token', () => {
		expect(parametersFor({ beside: { continue: { gapcontinue: 'abc' } } })).toBe(
			'gapcontinue continue[gapcontinue]',
		);
	});
});

describe('what the URL shows', () => {
	test.each([
		['?next=&limit=5', { next: 'abc' }, /^next cursor /],
		['?pageToken=', { next_page_token: 'abc' }, /^pageToken /],
		['?page-size=5', { next: 'abc' }, /^page-token next-token starting-after cursor /],
	])('%s', (query, beside, parameters) => {
		expect(parametersFor({ url: `${URL_LIST}${query}`, beside })).toMatch(parameters);
	});
});

describe('a number of the next page', () => {
	test.each([
		[
			'after the page number',
			{ page: 1, next: 2 },
			/^page pageNumber page_number cursor next offset/,
		],
		['by its name', { next_page: 2 }, /^page pageNumber page_number next_page page_token/],
		[
			'an offset by its name',
			{ next_offset: 5 },
			/^offset next_offset start next-offset skip startIndex from$/,
		],
		[
			'where the next page starts',
			{ nextPageStart: 5 },
			/^start pageStart nextPageStart page-start next-page-start offset skip startIndex from$/,
		],
		[
			'an offset by the number of records',
			{ next: 5 },
			/^cursor next offset from after page page_token pageToken start token$/,
		],
		[
			'a time',
			{ next: 1_000_000_000 },
			/^until before max_id since after to from cursor next offset$/,
		],
		['hardly a time', { next: 999_999_999 }, /^cursor next/],
		['none, as it is 0', { next_offset: 0 }, /^$/],
	])('%s', (_what, beside, parameters) => {
		expect(parametersFor({ beside })).toMatch(parameters);
	});

	test('ends with an empty page, but an offset with a missing one', () => {
		const until = (beside: Record<string, unknown>) =>
			seenIn({ beside }).candidates[0]?.dataset.pagingScheme;
		expect(until({ next_page: 2 })).toMatchObject({ pageUntil: 'noDataLeft' });
		expect(until({ next_offset: 5 })).toMatchObject({ pageUntil: 'noNextToken' });
	});
});
