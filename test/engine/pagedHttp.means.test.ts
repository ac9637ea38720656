import type { RequestListener } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { graphql, nextToken, offsets, pagedHttp, QUERY, runPaged } from '../helpers/pagedHttp';

/** Means that few APIs need, from the form and from a dataset to the request as the API sees it. */

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

interface Seen {
	path: string;
	query: Record<string, string>;
	body: unknown;
}

/** An API that answers JSON, and remembers what it was asked. */
async function serve(answer: (seen: Seen, origin: string, count: number) => unknown) {
	const requests: Seen[] = [];
	const listener: RequestListener = (request, response) => {
		let text = '';
		request.on('data', (part: Buffer) => (text += part.toString()));
		request.on('end', () => {
			const { pathname, searchParams } = new URL(request.url ?? '', origin);
			const body: unknown = text === '' ? undefined : JSON.parse(text);
			const seen = { path: pathname, query: Object.fromEntries(searchParams), body };
			requests.push(seen);
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify(answer(seen, origin, requests.length)));
		});
	};
	const origin: string = await listeners.http(listener);
	return { origin, requests };
}

const inForm = (form: IDataObject, options: IDataObject = {}, more: IDataObject = {}) => ({
	type: 'pagedHttp' as const,
	parameters: {
		authentication: 'none',
		source: 'fields',
		property: 'items',
		returnAll: true,
		...form,
		options: { prefetch: 1, maxWait: 0, ...options },
		...more,
	},
});

const two = (page: number, next: unknown) => ({ items: [{ id: page }], next });

describe('Keep Parameters', () => {
	const url = '/rows?api-version=7&fields=id%2Cname&size=5';
	const byForm = inForm(
		{ url, schemeType: 'nextToken', tokenType: 'url', cursorPath: 'next' },
		{ keepParameters: 'api-version, fields' },
	);
	const dataset = nextToken(url, 'url', 'next', { keepParameters: ['api-version', 'fields'] });

	it.each([
		// A next URL that numbers its page gets what it lacks there, whether it is named or not.
		['the form', byForm, { size: '5' }],
		['a dataset', pagedHttp(dataset), {}],
	])('are added to each next URL that lacks them, from %s', async (_what, node, more) => {
		const { origin, requests } = await serve(({ query }, self) => {
			const page = Number(query.p ?? 1);
			const more = page === 2 ? '&fields=all' : '';
			return two(page, page < 3 ? `${self}/rows?p=${page + 1}${more}` : null);
		});
		const parameters = { ...node.parameters, baseUrl: origin };
		const { items, summary } = await runPaged(harness, { ...node, parameters });
		expect(items).toEqual([1, 2, 3]);
		expect(summary).toMatchObject({ warnings: [], incomplete: [] });
		expect(requests.map(({ query }) => query)).toEqual([
			{ 'api-version': '7', fields: 'id,name', size: '5' },
			{ p: '2', 'api-version': '7', fields: 'id,name', ...more },
			{ p: '3', fields: 'all', 'api-version': '7', ...more },
		]);
	});

	it('a name that the URL does not have is a warning with the label of the form', async () => {
		const { origin } = await serve(() => two(1, null));
		const options = { keepParameters: 'api-version,locale' };
		const form = { url, schemeType: 'nextToken', tokenType: 'url', cursorPath: 'next' };
		const node = inForm(form, options, { baseUrl: origin });
		expect((await runPaged(harness, node)).summary.warnings).toEqual([
			'Keep Parameters (Options > Paging Details) contains locale, which is not in the query of the first URL.',
		]);
	});
});

describe('Parameters In: Query', () => {
	const body = { filter: 'open' };
	const scheme = offsets('/rows');
	const dataset = {
		...scheme,
		method: 'POST',
		property: 'items',
		body,
		pagingScheme: { ...scheme.pagingScheme, parametersIn: 'query' },
	};
	const byForm = inForm(
		{
			url: '/rows',
			schemeType: 'offsetAndLimit',
			method: 'POST',
			body: JSON.stringify(body),
			limitParameter: 'limit',
		},
		{ parametersIn: 'query' },
	);

	it.each([
		['the form', byForm],
		['a dataset', pagedHttp(dataset)],
	])(
		'sends the parameters of a POST in its query, and its body unchanged, from %s',
		async (_what, node) => {
			const { origin, requests } = await serve(({ query }) => ({
				items: query.offset === '0' ? Array.from({ length: 100 }, (_, id) => ({ id })) : [],
			}));
			const parameters = { ...node.parameters, baseUrl: origin };
			const { items } = await runPaged(harness, { ...node, parameters });
			expect(items).toHaveLength(100);
			expect(requests).toEqual([
				{ path: '/rows', query: { offset: '0', limit: '100' }, body },
				{ path: '/rows', query: { offset: '100', limit: '100' }, body },
			]);
		},
	);
});

describe('Allowed Hosts without a credential', () => {
	const other = async () => await serve(() => two(2, null));
	const read = async (next: string, allowedHosts: string, byForm: boolean) => {
		const { origin } = await serve(() => two(1, next));
		const form = { url: '/rows', schemeType: 'nextToken', tokenType: 'url', cursorPath: 'next' };
		const options = { allowedHosts, onError: 'keep', maxWait: 0 };
		const node = byForm
			? inForm(form, options)
			: pagedHttp(nextToken('/rows', 'url', 'next'), options);
		const parameters = { ...node.parameters, baseUrl: origin };
		return await runPaged(harness, { ...node, parameters });
	};
	const named = (origin: string) => origin.replace('127.0.0.1', 'localhost');

	it.each([
		['the form', true],
		['a dataset', false],
	])('allow next URLs on another host, from %s', async (_what, byForm) => {
		const { origin } = await other();
		const { host } = new URL(origin);
		for (const entry of [origin, host, `files.example.com, ${origin}/`]) {
			const { items, summary } = await read(`${origin}/more`, entry, byForm);
			expect(items).toEqual([1, 2]);
			expect(summary).toMatchObject({ stopReason: 'noNextToken', warnings: [] });
		}
	});

	it('take the name localhost, with or without http://', async () => {
		const origin = named((await other()).origin);
		for (const entry of [origin, new URL(origin).host]) {
			expect((await read(`${origin}/more`, entry, true)).items).toEqual([1, 2]);
		}
	});

	it('are the only ones besides that of the URL', async () => {
		const { origin, requests } = await other();
		for (const entry of ['', 'files.example.com', 'localhost']) {
			const { items, summary } = await read(`${origin}/more`, entry, true);
			expect(items).toEqual([1]);
			expect(summary.error).toMatchObject({
				message: expect.stringContaining('it was not requested'),
				description: expect.stringContaining('Allowed Hosts'),
			});
		}
		expect(requests).toEqual([]);
	});

	it.each(['*.example.com', 'https://', '[::'])('%s is an error', async (entry) => {
		const { result } = await read('https://api.example.com', entry, true);
		expect(result.error?.message).toBe(`Allowed Hosts contains ${entry}, which is not a host`);
	});
});

describe('too many requests to a GraphQL API, which answers 200', () => {
	const answer =
		(refusals: number, code: string) => (_seen: Seen, _origin: string, count: number) =>
			count <= refusals
				? { data: null, errors: [{ message: 'Too many', extensions: { code } }] }
				: {
						data: {
							vendors: { nodes: [{ id: 1 }], pageInfo: { endCursor: 'c', hasNextPage: false } },
						},
					};
	const byForm = inForm(
		{
			url: '/graphql',
			schemeType: 'graphqlConnections',
			query: QUERY,
			property: 'data.vendors.nodes',
			pageInfo: 'data.vendors.pageInfo',
			limitParameter: 'first',
			variables: '{ "country": "DE" }',
		},
		{ maxWait: 120 },
	);

	it.each([
		['the form', 'RATE_LIMITED', byForm],
		['a dataset', 'THROTTLED', pagedHttp(graphql('/graphql'))],
	])('is waited for, from %s: %s', async (_what, code, node) => {
		const { origin, requests } = await serve(answer(2, code));
		const parameters = { ...node.parameters, baseUrl: origin };
		const { items, summary } = await withFakeClock(
			async () => await runPaged(harness, { ...node, parameters }),
		);
		expect(items).toEqual([1]);
		expect(summary).toMatchObject({ warnings: [], incomplete: [], requests: 1 });
		expect(requests).toHaveLength(3);
	});
});

describe('A list whose value is none of its options', () => {
	it.each([
		['Operation', { operation: 'constructor' }, {}],
		['Paging Setup', { source: 'form' }, {}],
		['Records', { readMode: 'changed' }, {}],
		['Find Changes By', { readMode: 'changes', recordKey: 'id', findChangesBy: 'hash' }, {}],
		['Mark as Processed', { readMode: 'changes', recordKey: 'id', countAsDone: 'never' }, {}],
		['Output', { output: 'toString' }, {}],
		['On Error', {}, { onError: '={{ "continue" }}' }],
	])('is an error before any request: %s', async (label, parameters, options) => {
		const { origin, requests } = await serve(() => two(1, null));
		const { result } = await runPaged(
			harness,
			pagedHttp(nextToken(`${origin}/rows`, 'url', 'next'), options, parameters),
		);
		expect(result.error).toMatchObject({
			message: expect.stringMatching(`^${label} is .*, which is not one of its options$`),
			description: expect.stringContaining(`Select ${label} from its list`),
		});
		expect(requests).toEqual([]);
	});
});

describe('Authentication', () => {
	it.each(['oAuth2Api', '', 'constructor', '={{ null }}'])(
		'%j is none of its options: nothing is sent without the secret',
		async (authentication) => {
			const { origin, requests } = await serve(() => two(1, null));
			const { result } = await runPaged(
				harness,
				pagedHttp(nextToken(`${origin}/rows`, 'url', 'next'), {}, { authentication }),
			);
			expect(result.error).toMatchObject({
				message: expect.stringMatching(/^Authentication is .*, which is not one of its options$/),
				description: expect.stringContaining('Select Authentication from its list'),
			});
			expect(result.json(NODE)).toEqual([]);
			expect(requests).toEqual([]);
		},
	);
});
