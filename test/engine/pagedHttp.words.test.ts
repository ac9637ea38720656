import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp, type PagedRun, QUERY, runPaged } from '../helpers/pagedHttp';

/** What a user reads names what that user filled in: labels of the form, or fields of the dataset. */
const harness = harnessForAll();

const listeners = new Listeners();
afterAll(() => listeners.close());

/** Everything of a run that is there to be read, and not what the server sent. */
function read({ result, summaries }: PagedRun): string {
	const error = result.error as { message?: string; description?: string } | undefined;
	const shown = summaries.flatMap(({ warnings, notes, error }) => {
		const { message, description } = (error ?? {}) as IDataObject;
		return [
			...((warnings ?? []) as string[]),
			...((notes ?? []) as string[]),
			message,
			description,
		];
	});
	const hints = result.hints(NODE).map(({ message }) => message);
	return [error?.message, error?.description, ...shown, ...hints].filter(Boolean).join('\n');
}

const NAMES =
	/\b(pagingScheme|dataset|property|method|totalCount|limitValue|nextToken|prefetch|maxPages|pageUntil|noDataLeft|tokenType|body\.\w+|response\.\w+|request\.\w+|url is|into url)\b/;

const SMALL = '/sample/pages?records=150';
const broken = (kind: string) => `/sample/broken/${kind}`;
const form = (url: string, more: IDataObject, options: IDataObject = {}) => ({
	type: 'pagedHttp',
	parameters: {
		source: 'fields',
		returnAll: true,
		url,
		property: 'items',
		schemeType: 'pageBased',
		limitParameter: 'pageSize',
		...more,
		options,
	},
});
const tokens = { schemeType: 'nextToken', cursorParameter: 'token', limitParameter: '' };
const counted = { pageUntil: 'reachTotalCount', totalCount: 'total' };
const connection = {
	schemeType: 'graphqlConnections',
	query: QUERY,
	limitParameter: 'first',
	property: 'data.vendors.nodes',
	pageInfo: 'data.vendors.pageInfo',
};

describe('the words of the form', () => {
	it.each<[string, ReturnType<typeof form>, string[]]>([
		[
			'Records Path leads to an object',
			form(broken('object-property'), {}),
			['Records Path "items" contains an object', 'Records Path must be the path of the array'],
		],
		[
			'fewer records than the total',
			form(broken('total-numeric-text'), { ...counted, limitValue: 200 }),
			['more than 100 records: set Page Size to 100.'],
		],
		[
			'the next URL is relative to something else',
			form(`${broken('url-other-path')}?page=1`, {
				...tokens,
				...{ tokenType: 'url', cursorPath: 'next' },
			}),
			[
				'Next Path "next" contains relative URLs',
				'set Next URL Base Path (Options > Paging Details) to its path',
			],
		],
		[
			'Page Info Path leads to nothing',
			form('/sample/graphql', { ...connection, pageInfo: 'data.none' }),
			['Page Info Path "data.none.hasNextPage" was not found on page 1'],
		],
		[
			'Variables that paging fills in',
			form('/sample/graphql', { ...connection, variables: '{ "after": "x" }' }),
			['Variables contains after, which is ignored'],
		],
		[
			'prefetch with tokens',
			form(broken('token-null'), { ...tokens, cursorPath: 'next' }, { prefetch: 4 }),
			['Prefetch has no effect here'],
		],
		[
			'no base URL',
			form(SMALL, { baseUrl: '' }),
			[`URL is the relative path ${SMALL}, but no base URL is set`],
		],
		[
			'no Total Path',
			form(SMALL, { ...counted, totalCount: '={{ "" }}' }),
			['Total Path is missing', 'set Stop When to No Data Left.'],
		],
	])('%s', async (_what, node, says) => {
		for (const onError of ['fail', 'keep']) {
			const options = { ...node.parameters.options, onError };
			const parameters = { ...node.parameters, options };
			const text = read(await runPaged(harness, { ...node, parameters }));
			for (const part of says) expect(text).toContain(part);
			expect(text).not.toMatch(NAMES);
		}
	});
});

it('a pasted dataset is in the words of the dataset', async () => {
	const text = read(await runPaged(harness, pagedHttp(pageBased(SMALL, ''))));
	expect(text).toContain('pagingScheme.response.totalCount is missing');
	expect(text).toContain('set pagingScheme.pageUntil to noDataLeft');
	const list = read(await runPaged(harness, pagedHttp([])));
	expect(list).toContain('Saved Setup must be an object, not an array.');
	const options = { maxPages: 0 };
	expect(read(await runPaged(harness, pagedHttp(pageBased(SMALL), options)))).toContain(
		'Max Pages must be',
	);
});

it('fields that a pasted dataset should not have keep their names', async () => {
	const dataset = { ...pageBased(SMALL), prefetch: 4 };
	const { summary } = await runPaged(harness, pagedHttp(dataset));
	expect(summary.warnings).toEqual(['prefetch is not a paging field; it is ignored.']);
});

it('what the server says stays as it is', async () => {
	const fault = { kind: 'status', status: 400 } as const;
	const said = async (node: Parameters<typeof runPaged>[1]) => {
		harness.service.faults.add({ fault, path: /sample/ });
		const [message = ''] = read(await runPaged(harness, node)).split('\n');
		return message;
	};
	const inForm = await said(form(SMALL, {}));
	expect(inForm).toBe(await said(pagedHttp(pageBased(SMALL))));
	expect(inForm).toContain('The service was told to answer 400');
});

it('the values of a field are called as in the form', async () => {
	const text = read(await runPaged(harness, form(SMALL, { pageUntil: 'never' })));
	expect(text).toContain('Set Stop When to No Data Left or Total Reached.');
});

it('a path of the response that is called like a field stays a path', async () => {
	const url = await listeners.http((_request, response) => {
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify({ body: { query: [{ id: 1 }, { id: 2 }] } }));
	});
	const text = read(await runPaged(harness, form(url, { property: 'query' })));
	expect(text).toContain('Records Path "query" was not found on page 1');
	expect(text).toContain('Did you mean "body.query"?');
});
