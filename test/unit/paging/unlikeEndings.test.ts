import type { PageResponse } from '../../../nodes/shared/paging';
import {
	connection,
	endingWith,
	graphql,
	nextUrls,
	offsets,
	pageBased,
	parameter,
	rows,
	serve,
	tokens,
} from './fakeServer';
import { readBy } from './detect/neverShort';
import { readJudged } from './incompleteOf';

/** Answers with a status of success that are no pages of the list: a run must not end there in silence. */

type Said = Partial<PageResponse>;

/** @returns a server with two full pages, each with these members, and an answer in place of page 3 */
const then = (last: Said, members: object = {}) =>
	serve((request) => {
		const page = Number(parameter(request, 'page'));
		const items = rows((page - 1) * 100, page * 100);
		return page < 3 ? { body: { items, ...members } } : last;
	});

/** Both one by one and ahead. */
const PREFETCH = [1, 4];

describe('an ending that looks unlike the pages before it', () => {
	test.each<[last: object, words: string, members?: object]>([
		[{ errcode: 40001, errmsg: 'access_token expired', items: [] }, 'access_token expired'],
		[{ code: 401, message: 'expired', items: [] }, 'expired'],
		[{ code: 401, message: 'expired', items: [] }, 'expired', { code: 200, message: 'ok' }],
		[
			{ items: [], message: 'Signature mismatch' },
			'Signature mismatch',
			{ message: 'Vendors retrieved' },
		],
		[{ code: 5003, msg: 'not allowed', items: [] }, 'not allowed', { code: 0, msg: 'ok' }],
		[{ errcode: 42001, errmsg: 'expired', items: [] }, 'expired', { errcode: 0, errmsg: 'ok' }],
		[{ status: 500, items: [] }, '"status": 500'],
		[{ fault: { faultstring: 'denied', detail: { code: 'x.y' } } }, 'denied'],
		[{ title: 'Unauthorized', status: 401, detail: 'Sign in again' }, 'Sign in again'],
		[{ Message: 'An error has occurred.' }, 'An error has occurred.'],
		[{ message: 'Internal server error', items: [] }, 'Internal server error'],
		[{ result: 'maintenance', reason: 'back at noon', items: [] }, 'back at noon'],
		[{ items: [], meta: { notice: 'Your plan allows two pages' } }, 'Your plan allows two pages'],
		[{ Error: { Code: 'SlowDown', Message: 'Reduce your request rate' } }, 'Reduce your'],
		[{ items: [], state: 'ERROR' }, 'ERROR', { state: 'OK' }],
		[{ items: [], messages: [{ text: 'session gone' }] }, 'session gone'],
		[{ items: [], outage: 'Back after 2026-01-01' }, 'Back after'],
		[{ items: [], exception: 'TimeoutException' }, 'TimeoutException'],
		[{ items: [], message: 'quota used up' }, 'quota used up', { message: 'success' }],
		[{ items: [], code: 'RATE_LIMITED' }, 'RATE_LIMITED', { code: 'OK' }],
		[{ statusCode: 503, headers: {}, body: '{"message":"down"}' }, '"statusCode": 503'],
	])('%j is an error', async (body, words, members = {}) => {
		for (const prefetch of PREFETCH) {
			const { summary, items } = await readJudged(pageBased(), then({ body }, members), {
				limits: { prefetch },
			});
			expect(items).toHaveLength(200);
			expect(summary).toMatchObject({ stopReason: 'error', resume: { position: 3 } });
			expect(String(Object(summary.error).message)).toContain(words);
			expect(String(Object(summary.error).message)).toContain('page 3');
		}
	});

	test('so is another status, and a list inside of an error', async () => {
		const dataset = { ...pageBased(), property: 'data.items' };
		const server = serve((request) =>
			parameter(request, 'page') === '1'
				? { body: { data: { items: rows(0, 100) } } }
				: { body: { statusCode: 429, message: 'Too many requests', data: { items: [] } } },
		);
		const { summary } = await readJudged(dataset, server);
		expect(summary).toMatchObject({ stopReason: 'error', items: 100 });
		const other = await readJudged(pageBased(), then({ status: 203, body: { items: [] } }));
		expect(other.summary).toMatchObject({ stopReason: 'error', items: 200 });
		expect(String(Object(other.summary.error).message)).toContain('203');
	});

	test.each<[string, object, object]>([
		['a token', tokens(), { next: 't' }],
		['a next URL', nextUrls(), { next: '?page=2' }],
		[
			'a flag',
			tokens('next', { response: { nextToken: 'next', moreRecords: 'more' } }),
			{
				...{ next: 't', more: true },
			},
		],
	])('so it is after %s', async (_what, dataset, members) => {
		const server = serve((_request, count) => ({
			body:
				count === 1
					? { items: rows(0, 100), ...members }
					: { items: [], code: 40101, message: 'session gone', more: false },
		}));
		const { summary } = await readJudged(dataset, server);
		expect(summary).toMatchObject({ stopReason: 'error', items: 100, resume: { skip: 0 } });
	});

	test.each<[last: object, members?: object]>([
		[{ items: [] }, { next: 'x', message: 'ok', code: 200 }],
		[{ items: [], message: 'No more results' }],
		[{ items: [], message: 'You have reached the end of the list.' }],
		[{ items: [], detail: 'That page contains no results' }],
		[{ items: [], info: 'There are no further records for this filter.' }],
		[{ items: [], message: 'Nothing found' }, { message: 'ok' }],
		[{ items: [], message: 'No vendors found' }, { message: 'Vendors retrieved' }],
		[{ items: [], status: 'empty', message: 'Page 3 does not exist' }],
		[{ items: [], links: {}, meta: { previous: '/rows?page=2', next: null } }],
		[{ items: [], links: { self: '/rows?page=3', prev: '/rows?page=2' }, last: true, empty: true }],
		[{ items: [], has_more: false, total: 200, total_pages: 2, page: 3, count: 0, took: 4 }],
		[{ items: [], previous_cursor: 'abc', requestId: 'r-17', date: '2026-01-01T10:00:00Z' }],
		[{ items: [], errors: [], error: null, warnings: [], errorCode: '0', errorMessage: '' }],
		[{ items: [], errorCode: '00000', errorMsg: 'done' }],
		[
			{ items: [], code: 0, message: '没有更多数据' },
			{ code: 0, message: '成功' },
		],
		[{ items: [], success: true, message: 'Keine weiteren Zeilen' }, { success: true }],
		[
			{ items: [], code: 204, message: 'No Content' },
			{ code: 200, message: 'OK' },
		],
		[{ items: [], aggregations: { byKind: { buckets: [] } }, facets: { a: 0 } }],
		[{ items: [], info: 'Last page reached' }],
		[{ items: [], code: 'NO_DATA' }, { code: 'OK' }],
		[{ items: [], query: { text: 'open vendors', from: 200 } }],
		[{ items: [], facets: [{ name: 'by kind of vendor', values: [] }] }],
		[{ items: [], suggestions: ['check the spelling'] }],
		[{ message: 'No more records' }],
		[{ items: null }],
		[{ items: null, message: 'no data' }],
		[{ items: [], end: 'true', cached: true, server: 'eu-2' }],
		[{ items: [], message: 'Not Found' }],
		[{ items: [], message: 'not_found' }],
		[{ items: [], message: 'keine Daten' }],
		[{ items: [], message: 'Keine weiteren Einträge vorhanden' }],
		[{ items: [], message: 'Sin resultados' }],
		[{ items: [], message: 'Aucun résultat' }],
		[{ items: [], message: '查询成功' }],
		[{ items: [], message: 'Consulta realizada com sucesso' }],
		[{ items: {} }],
		[{ items: '' }],
	])('%j is the end', async (body, members = {}) => {
		for (const prefetch of PREFETCH) {
			const { summary, items } = await readJudged(pageBased(), then({ body }, members), {
				limits: { prefetch },
			});
			expect(items).toHaveLength(200);
			expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [], resume: null });
		}
	});

	test('members that come and go on pages with records are no sign', async () => {
		const server = serve((request) => {
			const page = Number(parameter(request, 'page'));
			if (page > 3) return { body: { items: [], hint: 'See the documentation of this list' } };
			const hint = page === 2 ? { hint: 'Ask for more fields' } : {};
			return { body: { items: rows(page * 100, page * 100 + 100), ...hint } };
		});
		const { summary } = await readJudged(pageBased(), server);
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', items: 300, warnings: [] });
	});

	test('an empty page with a token is not the end, whatever it says', async () => {
		const server = serve((_request, count) => ({
			body: [
				{ items: rows(0, 5), next: 'a' },
				{ items: [], next: 'b', message: 'still searching your data' },
				{ items: rows(5, 9) },
			][count - 1],
		}));
		const { summary } = await readJudged(tokens(), server);
		expect(summary).toMatchObject({ stopReason: 'noNextToken', items: 9, warnings: [] });
	});

	test('what the configuration calls the end is the end', async () => {
		const body = { code: 404, message: 'nope', items: [] };
		const { summary } = await readJudged(endingWith([404], pageBased()), then({ body }));
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [] });
		const open = await readJudged(pageBased(), then({ body }));
		expect(open.summary.error).toMatchObject({
			fix: expect.stringContaining('add 404 to pagingScheme.endStatuses'),
		});
	});

	test.each([
		{ items: [], message: 'Nicht angemeldet' },
		{ items: [], isSuccess: false },
		{ items: [], errcode: 1, errmsg: 'expired' },
	])('a run that continues knows what pages look like: %j', async (body) => {
		const server = then({ body }, { took: 3 });
		const first = await readJudged(pageBased(), server, { limits: { maxPages: 2 } });
		const { resume } = first.summary;
		expect(JSON.stringify(resume).length).toBeLessThan(500);
		const second = await readJudged(pageBased(), server, { resume });
		expect(second.summary).toMatchObject({ stopReason: 'error', resume: { position: 3 } });
	});

	test('a run that continues takes a member that it knows for what it was', async () => {
		const server = then(
			{ body: { items: [], message: 'Fetched 0 of 200' } },
			{ message: 'Fetched' },
		);
		const first = await readJudged(pageBased(), server, { limits: { maxPages: 2 } });
		const { resume } = first.summary;
		const second = await readJudged(pageBased(), server, { resume });
		expect(second.summary).toMatchObject({ stopReason: 'noDataLeft', incomplete: [] });
	});

	test('a run that continues knows what errors are called', async () => {
		const server = then({ body: { items: [], errcode: 40001, errmsg: 'expired' } });
		const first = await readJudged(pageBased(), server, { limits: { maxPages: 2 } });
		const second = await readJudged(pageBased(), server, { resume: first.summary.resume });
		expect(second.summary).toMatchObject({ stopReason: 'error', resume: { position: 3 } });
	});
});

describe('page 1', () => {
	const only = (said: Said) => serve((_request, count) => (count === 1 ? said : { body: {} }));

	test.each<[body: unknown, words: string]>([
		[{ errcode: 40001, errmsg: 'access_token expired', items: [] }, 'access_token expired'],
		[{ errcode: 40001, errmsg: 'access_token expired' }, 'access_token expired'],
		[{ code: 401, message: 'expired', items: [] }, 'expired'],
		[{ statusCode: 429, message: 'Too many requests', items: [] }, 'Too many requests'],
		[{ status: 500, items: [] }, '"status": 500'],
		[{ fault: { faultstring: 'denied' } }, 'denied'],
		[{ type: 'about:blank', title: 'Forbidden', status: 403, detail: 'No access' }, 'No access'],
		[{ code: 40101, msg: 'token gone', items: [] }, 'token gone'],
		[{ items: [], meta: { error_code: 17, error_message: 'no' } }, 'no'],
		[{ Errors: ['gone'], items: [] }, 'gone'],
		[{ items: [], message: 'Unauthorized' }, 'Unauthorized'],
		[{ items: [], detail: 'Not authenticated' }, 'Not authenticated'],
		[{ items: [], isSuccess: false }, '"isSuccess": false'],
		[{ items: [], succeeded: 'false', message: 'no session' }, 'no session'],
		[{ items: [], code: 'INVALID_TOKEN' }, 'INVALID_TOKEN'],
		[{ items: [], ret: -1, msg: 'x' }, 'x'],
		[{ items: [], meta: { message: 'Access token expired' } }, 'Access token expired'],
		[{ items: [], msg: 'Permission denied for this key' }, 'Permission denied'],
	])('%j is an error', async (body, words) => {
		const { summary } = await readJudged(pageBased(), only({ body }));
		expect(summary).toMatchObject({ stopReason: 'error', items: 0, resume: { position: 1 } });
		expect(String(Object(summary.error).message)).toContain(words);
	});

	test.each([
		[{ items: [], code: 200, message: 'ok' }],
		[{ items: [], code: 20000, message: 'success' }],
		[{ items: [], errcode: 0, errmsg: 'ok' }],
		[{ items: [], errorCode: '00000', errorMsg: 'done' }],
		[{ items: [], status: 200, error: null, errors: [] }],
		[{ items: [], status: 'active', message: 'No vendors yet' }],
		[{ items: [], errorCount: 0, failed: 0 }],
		[{ items: [], err_code: 200, err_msg: 'success' }],
		[{ items: [], status: 'expired' }],
		[{ items: [], message: 'No expired contracts' }],
		[{ items: [], message: 'No failed jobs' }],
		[{ items: [], query: { state: 'pending' }, message: '查询成功' }],
		[{ items: [], ready: true }],
		[{ items: [], filters: { state: 'running' } }],
	])('%j is an empty list', async (body) => {
		const { summary } = await readJudged(pageBased(), only({ body }));
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [], items: 0 });
	});

	const SAID: Array<[body: object, words: string]> = [
		[{ items: [], message: 'access token is no longer valid' }, 'access token is no longer valid'],
		[{ items: [], message: 'Your trial has ended on 2026-01-01', total: 0 }, 'trial has ended'],
		[{ items: [], detail: 'Please sign in again' }, 'Please sign in again'],
		[{ items: [], reason: 'quota used up' }, 'quota used up'],
		[
			{ items: [], meta: { message: 'service is being maintained' } },
			'service is being maintained',
		],
		[{ items: [], notice: 'Your plan has no access to this list' }, 'Your plan has no access'],
		[{ items: [], warnings: ['shard 2 was not reached'] }, 'shard 2 was not reached'],
		[{ items: [], messages: [{ text: 'session gone' }] }, 'session gone'],
		[{ items: [], message: 'No response from upstream' }, 'No response from upstream'],
		[{ items: [], message: 'Vendors could not be retrieved' }, 'could not be retrieved'],
		[{ items: [], msg: 'expired' }, 'expired'],
		[{ items: null, message: 'access token is no longer valid' }, 'no longer valid'],
		[{ message: 'access token is no longer valid' }, 'no longer valid'],
	];

	test.each(SAID)(
		'without records is not believed where the API says why: %j',
		async (body, words) => {
			const total = pageBased('total');
			for (const dataset of [pageBased(), tokens(), total]) {
				const { summary } = await readJudged(
					dataset,
					serve(() => ({ body })),
				);
				expect(summary).toMatchObject({ items: 0, proof: null });
				expect(summary.incomplete.join()).toContain(words);
			}
			const automatic = await readBy(() => body);
			expect(automatic.incomplete.join() + automatic.refusal).toContain(words);
		},
	);

	const EMPTY: Array<[body: object]> = [
		[{ items: [], message: 'ok' }],
		[{ items: [], message: 'OK.' }],
		[{ items: [], message: 'No records found' }],
		[{ items: [], message: 'No vendors match your filter' }],
		[{ items: [], message: 'Your search did not match any vendors' }],
		[{ items: [], message: 'No vendors yet.' }],
		[{ items: [], message: 'Keine Einträge' }],
		[{ items: [], message: 'Vendors retrieved' }],
		[{ items: [], message: 'Vendors were loaded successfully' }],
		[{ items: [], message: 'Query executed', total: 0 }],
		[{ items: [], message: 'Anything else', code: 200 }],
		[{ items: [], messages: [], warnings: [], detail: '' }],
		[{ items: [], title: 'Open vendors', description: 'All open vendors of the team' }],
		[{ items: [], note: 'Data as of yesterday', help: 'See the manual' }],
		[{ items: [], query: { message: 'from the search form' } }],
		[{ items: [], requestId: 'r 17', server: 'eu 2', detail: '2026-01-01 10:00' }],
	];

	test.each(EMPTY)('without records is an empty list: %j', async (body) => {
		for (const dataset of [pageBased(), tokens()]) {
			const { summary } = await readJudged(
				dataset,
				serve(() => ({ body })),
			);
			expect(summary).toMatchObject({ items: 0, warnings: [], incomplete: [] });
		}
		expect(await readBy(() => body)).toMatchObject({ refusal: '', incomplete: [] });
	});

	test('without records is no reason where a later page has the same words beside records', async () => {
		const server = serve((request) => {
			const at = Number(parameter(request, 'page'));
			return { body: { items: at === 2 ? rows(0, 5) : [], total: 200, message: 'part of a list' } };
		});
		const dataset = pageBased('total');
		const { summary } = await readJudged(dataset, server);
		expect(summary.items).toBe(5);
		expect(summary.incomplete.join()).not.toContain('part of a list');
	});

	test('with records is a page, whatever stands beside them', async () => {
		for (const more of [
			{ code: 200, message: 'ok' },
			{ status: 500 },
			{ errcode: 0, errmsg: 'x' },
		]) {
			const server = serve((_request, count) => ({
				body: { items: count === 1 ? rows(0, 5) : [], ...more },
			}));
			const { summary } = await readJudged(pageBased(), server);
			expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [], items: 5 });
		}
	});

	test.each([
		{ status: 'pending' },
		{ state: 'RUNNING' },
		{ ready: false },
		{ complete: false },
		{ jobComplete: false },
		{ meta: { status: 'in progress' } },
		{ status: 'QUEUED', message: 'ok' },
	])('without records is not ready where it says so: %j', async (more) => {
		const server = serve(() => ({ body: { items: [], ...more } }));
		for (const dataset of [pageBased(), tokens()]) {
			const { summary } = await readJudged(dataset, server);
			expect(summary).toMatchObject({ stopReason: 'error', items: 0 });
			expect(summary.error).toMatchObject({
				fix: expect.stringContaining('Run the node again later'),
			});
		}
	});

	test.each([[{ status: 'pending' }], [{ items: [] }], [undefined]])(
		'with status 202 and %j is no page',
		async (body) => {
			const server = serve(() => ({ status: 202, body }));
			const { summary } = await readJudged(pageBased(), server);
			expect(summary).toMatchObject({ stopReason: 'error', resume: { position: 1 } });
			expect(summary.error).toMatchObject({
				message: expect.stringMatching(/^The API returned status 202 for page 1/),
				fix: expect.stringContaining('Run the node again later'),
			});
		},
	);
});

describe('a page that may be incomplete', () => {
	const reading = async (members: (page: number) => object) =>
		await readJudged(
			pageBased(),
			serve((request) => {
				const page = Number(parameter(request, 'page'));
				return {
					body: { items: page < 4 ? rows(page * 100, page * 100 + 100) : [], ...members(page) },
				};
			}),
		);

	test.each<[sign: string, usual: object, wrong: object]>([
		['timed_out', { timed_out: false }, { timed_out: true }],
		['_shards.failed', { _shards: { total: 5, failed: 0 } }, { _shards: { total: 5, failed: 2 } }],
		['incomplete_results', { incomplete_results: false }, { incomplete_results: true }],
		['partial', {}, { partial: true }],
		['meta.isPartial', { meta: {} }, { meta: { isPartial: true } }],
		['complete', { complete: true }, { complete: false }],
		['errorCount', { errorCount: 0 }, { errorCount: 3 }],
	])('"%s" says it', async (sign, usual, wrong) => {
		const { incomplete, summary } = await reading((page) => (page === 2 ? wrong : usual));
		expect(summary).toMatchObject({ items: 300, stopReason: 'noDataLeft' });
		expect(incomplete).toEqual([expect.stringContaining(`"${sign}"`)]);
		expect(incomplete[0]).toContain('Page 2');
		// Also on the page that ends the list.
		const last = await reading((page) => (page === 4 ? wrong : usual));
		expect(last.incomplete).toHaveLength(1);
	});

	test.each<[object]>([
		[{ timed_out: true }],
		[{ incomplete_results: true }],
		[{ _shards: { total: 5, failed: 2 } }],
	])('%j says it on page 1, too', async (wrong) => {
		const { incomplete } = await reading((page) => (page === 1 ? wrong : {}));
		expect(incomplete).toHaveLength(1);
	});

	test.each<[before: object, after: object]>([
		[
			{ first: true, last: false, empty: false },
			{ first: false, last: true, empty: true },
		],
		[{ cached: false }, { cached: true }],
		[{ stats: { failed: 0, passed: 9 } }, { stats: { failed: 4, passed: 5 } }],
		[{ complete: false }, { complete: true }],
		[{ truncated: true }, { truncated: false }],
		[{ failed: 3 }, { failed: 4 }],
	])('%j and then %j do not', async (before, after) => {
		const { summary } = await reading((page) => (page === 1 ? before : after));
		expect(summary).toMatchObject({ warnings: [], items: 300 });
	});
});

describe('a last page without a list', () => {
	const SCIM = { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'] };

	test('is the end where the answer says so', async () => {
		const dataset = { ...offsets(), property: 'Resources' };
		const none = serve(() => ({ body: { totalResults: 0, ...SCIM } }));
		const empty = await readJudged(dataset, none);
		expect(empty.summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [] });

		const some = serve((request) => {
			const from = Number(parameter(request, 'offset'));
			const page = rows(from, Math.min(from + 100, 150));
			return {
				body: { totalResults: 150, ...SCIM, ...(page.length > 0 && { Resources: page }) },
			};
		});
		const all = await readJudged(dataset, some);
		expect(all.summary).toMatchObject({ stopReason: 'noDataLeft', items: 150, warnings: [] });
	});

	test('is the end where it is null after full pages', async () => {
		const dataset = { ...pageBased(), property: 'd.results' };
		const server = serve((request) => ({
			body: { d: { results: parameter(request, 'page') === '1' ? rows(0, 100) : null } },
		}));
		const { summary } = await readJudged(dataset, server);
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', items: 100, warnings: [] });
	});

	test.each<[property: string, full: (list: object[]) => object, last: object]>([
		['d.results', (results) => ({ d: { results } }), { d: {} }],
		['data.items', (items) => ({ data: { items } }), { data: {} }],
		['data.items', (items) => ({ data: { items } }), { data: [] }],
		['data.items', (items) => ({ data: { items } }), { data: null }],
	])('is the end where what is around it is empty: %s', async (property, full, last) => {
		const server = serve((request) => ({
			body: parameter(request, 'page') === '1' ? full(rows(0, 100)) : last,
		}));
		const { summary } = await readJudged({ ...pageBased(), property }, server);
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', items: 100, warnings: [] });
	});

	test('is no end where the page was named by the API', async () => {
		const first = connection(rows(0, 2), true, 'c');
		for (const body of [{ data: { vendors: null } }, { data: {} }, { data: null }]) {
			const server = serve((_request, count) => (count === 1 ? first : { body }));
			const { incomplete, summary } = await readJudged(graphql(), server);
			expect(summary).toMatchObject({ items: 2, stopReason: 'pathNotFound' });
			expect(incomplete.join()).toMatch(/data.vendors.nodes.* was not found on page 2/);
		}
	});

	test.each<[last: object]>([[{ items: null, next: null }], [{ items: null, total: 100 }]])(
		'is the end of named pages where the answer says so: %j',
		async (last) => {
			const server = serve((_request, count) => ({
				body: count === 1 ? { items: rows(0, 100), next: 'b' } : last,
			}));
			const { summary } = await readJudged(tokens(), server);
			expect(summary).toMatchObject({ items: 100, warnings: [] });
		},
	);

	test('is none where the answer contradicts it', async () => {
		const server = serve((request) => ({
			body:
				parameter(request, 'page') === '1' ? { items: rows(0, 100), total: 250 } : { total: 250 },
		}));
		const { incomplete } = await readJudged(pageBased(), server);
		expect(incomplete).not.toEqual([]);
		const flagged = serve((request) => ({
			body:
				parameter(request, 'page') === '1'
					? { items: rows(0, 100), has_more: true }
					: { items: null, has_more: true },
		}));
		expect((await readJudged(pageBased(), flagged)).incomplete).not.toEqual([]);
	});
});

describe('GraphQL', () => {
	const errors = [{ message: 'owner is not visible', path: ['vendors', 'nodes', 2, 'owner'] }];

	test('records beside errors of some fields are returned as incomplete', async () => {
		const server = serve((_request, count) => {
			const answer = connection(rows(count * 5, count * 5 + 5), count < 2, 'c');
			return count === 1 ? { body: { ...Object(answer.body), errors } } : answer;
		});
		const { summary, incomplete } = await readJudged(graphql(), server);
		expect(summary).toMatchObject({ items: 10, stopReason: 'noNextPage' });
		expect(incomplete).toEqual([
			'Page 1 contains an error besides its records, some of which may be missing: vendors.nodes.2.owner: owner is not visible',
		]);
	});

	test('errors without records are an error', async () => {
		for (const data of [null, { vendors: null }]) {
			const server = serve(() => ({ body: { data, errors } }));
			const { summary } = await readJudged(graphql(), server);
			expect(summary).toMatchObject({ stopReason: 'error', resume: { position: null } });
		}
	});
});
