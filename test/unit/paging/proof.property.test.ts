import fc from 'fast-check';

import { DatasetError, forEachPage, paginate } from '../../../nodes/shared/paging';
import { detectDataset } from '../../../nodes/shared/paging/detect/detectDataset';
import { amount } from '../../helpers/amounts';
import { read, rows, serve, URL_ROWS } from './fakeServer';
import { answer, anyApi } from './truthfulApi';

/**
 * APIs that say nothing untrue, read with any settings of the form, right or wrong: what a run claims is so.
 */

const names = (...right: string[]) => fc.constantFrom(...right, 'misspelled');

const anySettings = fc.oneof(
	fc.record({
		type: fc.constant('pageBased'),
		request: fc.record(
			{
				pageParameter: names('page'),
				pageStartingValue: fc.constantFrom(0, 1),
				limitParameter: names('size'),
				limitValue: fc.constantFrom(2, 5, 20, 100),
			},
			{ requiredKeys: ['pageParameter', 'pageStartingValue'] },
		),
	}),
	fc.record({
		type: fc.constant('offsetAndLimit'),
		request: fc.record(
			{
				offsetParameter: names('offset'),
				offsetStartingValue: fc.constant(0),
				limitParameter: names('size'),
				limitValue: fc.constantFrom(2, 5, 20, 100),
			},
			{ requiredKeys: ['offsetParameter', 'offsetStartingValue', 'limitValue'] },
		),
	}),
	fc.record({
		type: fc.constant('nextToken'),
		tokenType: fc.constantFrom('token', 'url'),
		request: fc.record({ tokenParameter: names('cursor') }),
	}),
);

const anyEnd = fc.oneof(
	fc.constant({ pageUntil: 'noDataLeft' }),
	fc
		.constantFrom('total', 'meta.total_count', 'count', 'per_page', 'remaining')
		.map((totalCount) => ({
			pageUntil: 'reachTotalCount',
			response: { totalCount },
		})),
	fc.constantFrom('total_pages', 'page').map((totalPages) => ({
		pageUntil: 'reachTotalCount',
		response: { totalPages },
	})),
	fc.constantFrom('has_more', 'is_last').map((moreRecords) => ({
		pageUntil: 'noDataLeft',
		response: { moreRecords },
	})),
	fc.constantFrom('next_cursor', 'links.next', 'next', 'page').map((nextToken) => ({
		pageUntil: 'noNextToken',
		response: { nextToken },
	})),
);

test('what a run claims to have read is the whole list, once', async () => {
	let claims = 0;
	await fc.assert(
		fc.asyncProperty(anyApi, anySettings, anyEnd, async (api, { request, ...scheme }, end) => {
			// That there is a page before the first one is said by nobody.
			fc.pre(!('pageStartingValue' in request && request.pageStartingValue > api.first));
			const server = serve((asked) => answer(api, asked));
			const pagingScheme = { ...scheme, request, ...end };
			const dataset = { url: URL_ROWS, method: 'GET', property: 'items', pagingScheme };
			const options = { verifiesEnd: true, limits: { maxPages: 60 } };
			const result = await read(dataset, server, options).catch(ifUnfit);
			if (!result) return fc.pre(false);
			const { proof } = result.summary;
			if (proof === null) return;
			claims++;
			expect({ proof, items: result.items }).toEqual({ proof, items: rows(0, api.count) });
		}),
		{ numRuns: amount(1_000, 5_000) },
	);
	expect(claims).toBeGreaterThan(50);
});

test('Automatic reads the whole list, or gives up', async () => {
	await fc.assert(
		fc.asyncProperty(anyApi, async (api) => {
			// A cursor that no parameter takes may be taken for the number of a page.
			fc.pre(api.by === 'cursor' || !api.says.includes('next_cursor'));
			const { send } = serve((request) => answer(api, request));
			const found = await detectDataset(URL_ROWS, { send }).catch(() => undefined);
			if (!found) return;
			const options = { send: found.replay, isProven: true, verifiesEnd: true };
			const items: unknown[] = [];
			const run = paginate(found.dataset, options);
			const { incomplete } = await forEachPage(run, (page) => void items.push(...page.items));
			expect({ incomplete, items }).toEqual({ incomplete: [], items: rows(0, api.count) });
		}),
		{ numRuns: amount(300, 2_000) },
	);
});

/** @returns nothing, for settings that do not fit each other */
function ifUnfit(error: unknown): undefined {
	if (!(error instanceof DatasetError)) throw error;
}
