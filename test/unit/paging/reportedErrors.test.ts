import { PagingError } from '../../../nodes/shared/paging';
import {
	endingWith,
	nextUrls,
	pageBased,
	parameter,
	rows,
	serve,
	tokens,
	URL_ROWS,
} from './fakeServer';
import { readJudged } from './incompleteOf';

const GO_ON =
	'Check the request, then run the node again, or continue from the resume point in the summary if there is one.';

describe('a response with status 200 that reports an error', () => {
	test.each<[body: object, words: string]>([
		[{ ok: false, error: 'not_authed' }, 'not_authed'],
		[{ success: false, message: 'Invalid key' }, 'Invalid key'],
		[
			{ success: false, errors: [{ code: 5, message: 'Invalid key' }], result: null },
			'Invalid key',
		],
		[{ errors: [{ message: 'a' }, { detail: 'b' }, { status: 5 }, 'd'] }, 'a; b; d'],
		[{ errors: [{ status: 5 }, { status: 6 }] }, '{"status":5}; {"status":6}'],
		[{ errors: [{ field: 'name', message: 'is empty' }] }, 'name: is empty'],
		[{ errors: { name: ['is empty'] } }, 'name: is empty'],
		[{ error: 'invalid_token', error_description: 'It has expired' }, 'It has expired'],
		[{ error: 'Bad filter', title: 'Vendors' }, 'Bad filter'],
		[{ ok: false, description: 'Chat is closed' }, 'Chat is closed'],
		[{ errors: 'Bad filter' }, 'Bad filter'],
		[{ error: { code: 7, message: 'Bad filter' } }, 'Bad filter'],
		[{ error: 'Bad filter', items: [] }, 'Bad filter'],
		[{ status: 'error', message: 'Bad filter' }, 'Bad filter'],
		[{ error: true, message: 'Quota exceeded', items: [] }, 'Quota exceeded'],
	])('%j', async (body, words) => {
		const { summary, items } = await readJudged(
			pageBased(),
			serve(() => ({ body })),
		);
		expect(items).toEqual([]);
		expect(summary).toMatchObject({ stopReason: 'error', resume: { position: 1 }, incomplete: [] });
		expect(summary.error).toBeInstanceOf(PagingError);
		expect(summary.error).toMatchObject({
			message: `The API returned an error instead of page 1: ${words}`,
			fix: GO_ON,
		});
	});

	test.each([
		[{ ok: true, error: null, errors: [] }],
		[{ error: '', errors: null, status: 'ok' }],
		[{ error: {}, success: true }],
		[{ error: { code: 0, message: 'fine' } }],
		[{ error: 'none', errors: ['ok'] }],
		[{ errors: {} }],
	])('%j reports none', async (more) => {
		const server = serve((_request, count) => ({
			body: { items: count === 1 ? rows(0, 5) : [], ...more },
		}));
		const { summary } = await readJudged(pageBased(), server);
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', warnings: [] });
	});

	test('a later page keeps the pages before it', async () => {
		const server = serve((_request, count) => ({
			body: count === 1 ? { items: rows(0, 100) } : { items: [], error: 'time-out' },
		}));
		const { summary } = await readJudged(pageBased(), server);
		expect(summary).toMatchObject({ stopReason: 'error', items: 100, resume: { position: 2 } });
	});

	test('beside records it is a reason to doubt them', async () => {
		const body = { items: rows(0, 5), next: null, errors: [{ message: 'shard 3 failed' }] };
		const { incomplete, items } = await readJudged(
			tokens(),
			serve(() => ({ body })),
		);
		expect(items).toHaveLength(5);
		expect(incomplete).toEqual([
			'Page 1 contains an error besides its records, some of which may be missing: shard 3 failed',
		]);
	});

	test('an endpoint that lists errors can be read', async () => {
		const server = serve((_request, count) => ({
			body: { errors: count === 1 ? [{ message: 'disk full' }] : [] },
		}));
		const { summary } = await readJudged(pageBased(undefined, {}, { property: 'errors' }), server);
		expect(summary).toMatchObject({ stopReason: 'noDataLeft', items: 1, warnings: [] });
	});
});

describe('404 Ends Paging', () => {
	test('does not excuse a page that the server itself has named', async () => {
		const server = serve((_request, count) =>
			count === 1
				? { body: { items: rows(0, 5), next: `${URL_ROWS}?p=2`, token: 'A' } }
				: { status: 404 },
		);
		for (const dataset of [nextUrls(), tokens('token')]) {
			server.seen.length = 0;
			const { summary } = await readJudged(dataset, server);
			expect(summary).toMatchObject({ stopReason: 'error', items: 5, resume: { skip: 0 } });
			expect(summary.error).toMatchObject({
				message: 'The API returned status 404 for page 2.',
				fix: GO_ON,
			});
		}
	});

	test('ends numbered pages, unless the total says otherwise', async () => {
		const server = serve((request) =>
			Number(parameter(request, 'page')) < 3
				? {
						body: {
							items: rows(
								Number(parameter(request, 'page')) * 100,
								100 + Number(parameter(request, 'page')) * 100,
							),
							total: 250,
						},
					}
				: { status: 404 },
		);
		const { summary, incomplete } = await readJudged(endingWith([404], pageBased()), server);
		expect(summary.stopReason).toBe('noDataLeft');
		expect(incomplete).toEqual([
			'200 records were read, fewer than the 250 that the API reported in "total".',
		]);
	});
});

describe('an error on a later numbered page', () => {
	const endingIn = (body: object) =>
		serve((request) => ({
			body: Number(parameter(request, 'page')) < 2 ? { items: rows(0, 100) } : body,
		}));

	test.each(['No more results.', 'Page 2 not found', 'Offset out of range', 'no data found'])(
		'"%s" is the end of the pages',
		async (message) => {
			const server = endingIn({ success: false, message, items: [] });
			const { summary } = await readJudged(pageBased(), server);
			expect(summary.stopReason).toBe('noDataLeft');
		},
	);

	test.each(['Tenant not found', 'no data source configured', 'Value out of range for column x'])(
		'"%s" is an error',
		async (message) => {
			const server = endingIn({ success: false, message, items: [] });
			const { summary } = await readJudged(pageBased(), server);
			expect(summary).toMatchObject({ stopReason: 'error', items: 100 });
		},
	);

	test('is a reason to doubt beside records, whatever it says', async () => {
		const body = { items: rows(100, 150), errors: [{ message: 'Shard 2 not found' }] };
		const server = serve((request) => {
			const page = Number(parameter(request, 'page'));
			return { body: page < 2 ? { items: rows(0, 100) } : page < 3 ? body : { items: [] } };
		});
		const { incomplete } = await readJudged(pageBased(), server);
		expect(incomplete).toEqual([expect.stringContaining('Shard 2 not found')]);
	});
});
