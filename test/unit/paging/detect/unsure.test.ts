import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import type { PageRequest, PagingOptions } from '../../../../nodes/shared/paging';
import { MOST_REQUESTS } from '../../../../nodes/shared/paging/detect/recorder';
import { parameter, rows, serve } from '../fakeServer';

/** Lists that could be read short, or wrong, without a word: an error is right there. */

const URL_LIST = 'https://api.test/list';

type Answer = Parameters<typeof serve>[0];

/** @returns the message of the error; what was found, where there is none */
async function refusal(answer: Answer, url = URL_LIST): Promise<string> {
	const found = detectDataset(url, { send: serve(answer).send });
	return await found.then(
		({ source, evidence }) => 'found ' + JSON.stringify({ source, evidence }),
		({ message }: Error) => message,
	);
}

/** A server whose parameter counts pages of 5 from 0, although its name sounds like an offset. */
function byPages(name: string, total: number, beside: (page: number) => object = () => ({})) {
	return (request: PageRequest) => {
		const page = Number(parameter(request, name) ?? 0);
		return { body: { ...beside(page), items: rows(page * 5, Math.min(page * 5 + 5, total)) } };
	};
}

describe('an offset that counts pages', () => {
	test.each([
		['of which page 5 is empty', byPages('start', 23)],
		['of which page 5 has records', byPages('start', 60)],
	])('%s', async (_what, answer) => {
		expect(await refusal(answer)).toContain('is not certain');
	});

	test.each([23, 60])(
		'which the response repeats is a page number, for %i records',
		async (total) => {
			const { send } = serve(byPages('offset', total, (offset) => ({ offset })));
			const { source } = await detectDataset(URL_LIST, { send });
			expect(source).toMatchObject({
				pagingScheme: {
					type: 'pageBased',
					request: { pageParameter: 'offset', pageStartingValue: 0 },
					pageUntil: 'noDataLeft',
				},
			});
		},
	);
});

test.each([
	['of which either can be the records', { users: rows(0, 5), groups: rows(0, 3) }],
	['with names that lists of records have', { items: rows(0, 5), results: rows(5, 10) }],
])('a response with two lists %s', async (_what, body) => {
	const message = await refusal(() => ({ body }));
	expect(message).toContain('more than one array that may contain the records');
});

test('a cursor by which the page before page one has other records is named', async () => {
	const message = await refusal((request) => {
		const cursor = parameter(request, 'cursor');
		if (cursor === 'before') return { body: { items: rows(90, 95) } };
		if (cursor === 'after') return { body: { items: rows(5, 10) } };
		return { body: { items: rows(0, 5), next_cursor: 'after', prev_cursor: 'before' } };
	});
	expect(message).toContain('next_cursor as cursor (the page before page one has other records)');
});

test('nothing is sent but GET, and not without an end', async () => {
	const server = serve((request) =>
		request.url === URL_LIST || parameter(request, 'cursor') === 'b'
			? { body: { items: rows(0, 5), next_cursor: 'b' } }
			: { status: 400 },
	);
	await expect(detectDataset(URL_LIST, { send: server.send })).rejects.toThrow('is not certain');
	expect(new Set(server.seen.map(({ method }) => method))).toEqual(new Set(['GET']));
	expect(server.seen).toHaveLength(MOST_REQUESTS);
});

describe('what leads to empty pages', () => {
	test('a cursor that leads from one to the next is not the end', async () => {
		const message = await refusal((request, count) => ({
			body:
				parameter(request, 'cursor') === undefined
					? { items: rows(0, 5), cursor: 'a' }
					: { items: [], cursor: `b${count}` },
		}));
		expect(message).toContain('cursor as cursor (the pages after page one are empty)');
	});

	test('a filter that sounds like a cursor, where likelier names were ignored', async () => {
		const message = await refusal((request) => ({
			body: {
				items: parameter(request, 'after') === undefined ? rows(0, 5) : [],
				cursor: 'abc',
			},
		}));
		expect(message).toContain('is not certain');
	});

	test('such a filter that refuses other values, where likelier names were ignored', async () => {
		const message = await refusal((request) => {
			const after = parameter(request, 'after');
			if (after !== undefined && after !== 'abc') return { status: 400 };
			return { body: after === undefined ? { items: rows(0, 5), cursor: 'abc' } : { items: [] } };
		});
		expect(message).toContain('is not certain');
	});

	/** Page two is empty by `after`, and other names are refused. */
	const after = (known: (value: string) => boolean) => (request: PageRequest) => {
		const [name, value] = Array.from(new URL(request.url).searchParams).at(0) ?? [];
		if (name === undefined) return { body: { items: rows(0, 4), cursor: 'x' } };
		return name === 'after' && known(value ?? '') ? { body: { items: [] } } : { status: 400 };
	};

	test('a cursor after which there is nothing, where all else is refused', async () => {
		const server = serve(after((value) => value === 'x'));
		const { evidence, source } = await detectDataset(URL_LIST, { send: server.send });
		expect(source).toMatchObject({ pagingScheme: { request: { tokenParameter: 'after' } } });
		expect(evidence).toContain('Page two is empty: page one has all records.');
	});

	test('a parameter after which there is nothing, whatever its value', async () => {
		const message = await refusal(after(() => true));
		expect(message).toContain('is not certain');
	});
});

describe('a list that is paged in an unknown way', () => {
	test.each([
		['a date that is not set', { next_review: null }],
		['a job that is done', { job: { done: true } }],
		['the pages of something else', { export: { has_more: false } }],
	])('%s does not make page one all of it', async (_what, beside) => {
		expect(await refusal(() => ({ body: { items: rows(0, 5), ...beside } }))).toContain(
			'is not certain',
		);
	});

	test('flags that contradict each other do not end it', async () => {
		const body = { items: rows(0, 5), has_more: false, is_last_page: false };
		expect(await refusal(() => ({ body }))).toContain('is not certain');
	});
});

test('a next URL beside a flag that is off is followed', async () => {
	const server = serve(({ url }) => ({
		body:
			url === URL_LIST
				? { items: rows(0, 5), has_more: false, next: `${URL_LIST}?page=2` }
				: { items: rows(5, 8), has_more: false, next: null },
	}));
	const { source } = await detectDataset(URL_LIST, { send: server.send });
	expect(source).toMatchObject({ pagingScheme: { response: { nextToken: 'next' } } });
});

test.each(['?from=1700000000', '?from=2024'])(
	'the time in %s is not the place of the only page',
	async (query) => {
		const body = { items: rows(0, 5), total: 23 };
		expect(await refusal(() => ({ body }), URL_LIST + query)).toContain(
			'total is 23, and the page has 5 records',
		);
	},
);

describe('a canceled run finds nothing', () => {
	/** Aborts with the request of that number. */
	async function canceledAt(request: number, body: (count: number) => object): Promise<number> {
		const controller = new AbortController();
		const server = serve((_request, count) => {
			if (count === request) controller.abort();
			return { body: body(count) };
		});
		const options: PagingOptions = { send: server.send, signal: controller.signal };
		await expect(detectDataset(URL_LIST, options)).rejects.toThrow('Reading was canceled.');
		return server.seen.length;
	}

	const linked = (count: number) => ({
		items: rows(count * 5, count * 5 + 5),
		next: `${URL_LIST}?page=${count + 1}`,
	});

	test.each([
		['with page one', 1, linked],
		['with page two', 2, linked],
		['with the only page', 1, () => ({ items: rows(0, 3), next: null })],
		['with the last parameter tried', 6, () => ({ items: rows(0, 7), truncated: false })],
	])('%s', async (_what, request, body) => {
		expect(await canceledAt(request, body)).toBe(request);
	});
});

test('the only page is not requested again after parameters were tried', async () => {
	const server = serve(() => ({ body: { items: rows(0, 7), truncated: false } }));
	const { send, source } = await detectDataset(URL_LIST, { send: server.send });
	expect(source.pagingScheme).toEqual({ type: 'onePage' });
	await send(
		{ method: 'GET', url: URL_LIST },
		{ signal: new AbortController().signal, onThrottled: async () => {} },
	);
	expect(server.seen.filter(({ url }) => url === URL_LIST)).toHaveLength(1);
});
