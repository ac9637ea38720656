import type { IDataObject } from 'n8n-workflow';

import { parametersOf } from '../../sandbox/designs/form';
import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import type { RealServer } from '../../sandbox/servers/start';
import { startServer } from '../../sandbox/servers/start';
import { describeError } from '../helpers/httpRequest';

/** More requests than this are not sent to find out how a server pages. */
const MOST_REQUESTS = 32;

let harness: Harness;
beforeAll(async () => {
	harness = await Harness.start();
});
afterAll(async () => await harness.stop());

/** A list, and the paging that the documentation of its server describes. */
interface List {
	server: string;
	/** What the server is started with. */
	options?: { count?: number } & IDataObject;
	/** What a user pastes. */
	path: string;
	/** What a user enters in the form, where that is not the path. */
	form?: IDataObject;
	pagingScheme: IDataObject;
}

const onePage = { type: 'onePage' };
const byUrl = (nextToken: string) => ({
	type: 'nextToken',
	tokenType: 'url',
	request: {},
	response: { nextToken },
	pageUntil: 'noNextToken',
});
const counted = (type: string, request: object, response?: object) => ({
	type,
	request: { limitValue: 10, ...request },
	...(response ? { response, pageUntil: 'reachTotalCount' } : { pageUntil: 'noDataLeft' }),
});
const pages = (pageParameter: string, limitParameter: string, response: object) =>
	counted('pageBased', { pageParameter, pageStartingValue: 1, limitParameter }, response);
const offsets = (offsetParameter: string, limitParameter: string, response?: object, start = 0) =>
	counted(
		'offsetAndLimit',
		{ offsetParameter, offsetStartingValue: start, limitParameter },
		response,
	);

const TOTAL_HEADER = { totalCount: 'header:X-Total-Count' };
const vendors = { url: '/vendors' };
const inData = { ...vendors, property: 'data' };
const inResources = { url: '/scim/v2/Users', property: 'Resources' };
const inResults = { ...vendors, property: 'results' };
const scim = offsets('startIndex', 'count', { totalCount: 'totalResults' }, 1);
const feathers = offsets('$skip', '$limit', { totalCount: 'total' });
const hapi = pages('page', 'limit', { totalCount: 'meta.totalCount' });

const query = (after: string) =>
	`{vendors(first:10${after}){edges{node{id,name}},pageInfo{hasNextPage,endCursor}}}`;
const GRAPHQL = `query ($first: Int, $after: String) ${query('').replace('10', '$first, after: $after')}`;
const connection = {
	type: 'graphqlConnections',
	request: { limitParameter: 'first', limitValue: 10 },
	response: { pageInfo: 'data.vendors.pageInfo' },
	pageUntil: 'noNextPage',
};

const READ: List[] = [
	{
		server: 'jsonServer',
		path: '/vendors?_page=1',
		form: vendors,
		pagingScheme: pages('_page', '_limit', TOTAL_HEADER),
	},
	{
		server: 'jsonServer',
		path: '/vendors?_limit=10',
		form: vendors,
		pagingScheme: offsets('_start', '_limit', TOTAL_HEADER),
	},
	{ server: 'jsonServer', path: '/vendors', pagingScheme: onePage },
	{
		server: 'jsonServer1',
		path: '/vendors?_page=1',
		form: inData,
		pagingScheme: pages('_page', '_per_page', { totalPages: 'pages' }),
	},
	{
		server: 'jsonServer1',
		path: '/vendors?_start=0&_limit=10',
		form: vendors,
		pagingScheme: offsets('_start', '_limit'),
	},
	{ server: 'jsonServer1', path: '/vendors', pagingScheme: onePage },
	{ server: 'feathers', path: '/vendors', form: inData, pagingScheme: feathers },
	{ server: 'feathers', path: '/vendors?$limit=5', form: inData, pagingScheme: feathers },
	{
		server: 'feathers',
		options: { count: 20 },
		path: '/vendors',
		form: inData,
		pagingScheme: feathers,
	},
	{ server: 'feathers', path: '/everything', pagingScheme: onePage },
	{ server: 'scimmy', path: '/scim/v2/Users', form: inResources, pagingScheme: scim },
	{ server: 'scimmy', path: '/scim/v2/Users?count=10', form: inResources, pagingScheme: scim },
	{ server: 'loopback', path: '/vendors', pagingScheme: onePage },
	{
		server: 'loopback',
		path: '/vendors?filter[limit]=10',
		form: vendors,
		pagingScheme: offsets('filter[skip]', 'filter[limit]'),
	},
	{
		server: 'hapiPagination',
		path: '/vendors',
		form: inResults,
		pagingScheme: byUrl('meta.next'),
	},
	{
		server: 'hapiPagination',
		options: { location: 'header' },
		path: '/vendors',
		form: vendors,
		pagingScheme: byUrl('header:Link'),
	},
	// Its links are to a host that is not the server's.
	{
		server: 'hapiPagination',
		options: { isProxied: true },
		path: '/vendors',
		form: inResults,
		pagingScheme: hapi,
	},
];

/** Nothing says whether these are all, or how the next ones are requested. */
const NOT_CERTAIN: Array<List & { advice: string }> = [
	...['jsonServer1', 'loopback'].map((server) => ({
		server,
		options: { count: 20 },
		path: '/vendors',
		pagingScheme: onePage,
		advice: 'set Paging Scheme to One Page',
	})),
	{
		server: 'feathers',
		options: { count: 20 },
		path: '/everything',
		pagingScheme: onePage,
		advice: 'set Paging Scheme to One Page',
	},
	{
		server: 'loopback',
		path: '/vendors?filter={"limit":10}',
		form: vendors,
		pagingScheme: counted('offsetAndLimit', {
			offsetParameter: 'filter',
			offsetStartingValue: 0,
			valueTemplate: '{"limit":{size},"skip":{position}}',
		}),
		advice: 'fill in Paging Scheme and its parameters',
	},
	{
		server: 'graphqlRelay',
		path: `/graphql?query=${query('')}`,
		form: {
			url: '/graphql',
			method: 'POST',
			property: 'data.vendors.edges',
			body: { query: GRAPHQL },
		},
		pagingScheme: connection,
		advice:
			'set Records Path to data.vendors.edges, and fill in Paging Scheme (GraphQL Connection), Page Info Path (data.vendors.pageInfo), and Query',
	},
];

const named = <T extends List>(lists: T[]) =>
	lists.map((list) => {
		const { server, path, options = {} } = list;
		return [[server, path, JSON.stringify(options)].join(' ').replace(' {}', ''), list] as const;
	});

let server: RealServer;
/** Requests of a search that are sent once more: a server may fail once. */
const MOST_REPEATED = 3;

afterEach(async () => await server.stop());

/** Reads with Paged HTTP; a record of GraphQL is in a node of its own. */
async function read(parameters: IDataObject) {
	const before = (await server.seen()).length;
	const result = await harness.run({
		type: 'pagedHttp',
		parameters: {
			authentication: 'none',
			baseUrl: server.url,
			returnAll: true,
			...parameters,
		},
	});
	const [summary] = result.json(NODE, 1);
	const requests = (await server.seen()).slice(before);
	const failed = requests.filter(({ status }) => status >= 500).map(({ path }) => path);
	return {
		ids: result.json(NODE).map(({ id, node }) => Number(id ?? (node as IDataObject).id)),
		error: result.error && describeError(result.error),
		doubts: [summary?.warnings, summary?.incomplete].flat(),
		pages: Number(summary?.pages),
		requests: requests.length,
		// What a server fails at is asked once more at most, and only a few times in a search.
		isRepeated: failed.length > new Set(failed).size + MOST_REPEATED,
	};
}

const readAutomatically = async ({ path }: List) =>
	await read({ source: 'automatic', url: server.url + path });

async function readByForm({ path, form, pagingScheme }: List) {
	const dataset = { url: path, method: 'GET', property: '', ...form, pagingScheme };
	const { form: fields, options } = parametersOf(dataset);
	return await read({ ...(fields as IDataObject), options: options });
}

const all = ({ options: { count = 23 } = {} }: List) => ({
	ids: Array.from({ length: count }, (_, index) => index + 1),
	error: undefined,
	doubts: [],
	isRepeated: false,
});

describe.each(named(READ))('%s', (_name, list) => {
	beforeEach(async () => (server = await startServer(list.server, list.options ?? {})));

	it('is read from its URL alone', async () => {
		const { pages, requests, ...found } = await readAutomatically(list);
		expect(found).toEqual(all(list));
		expect(requests).toBeLessThanOrEqual(MOST_REQUESTS + pages);
	});

	it('is read by the form', async () => {
		expect(await readByForm(list)).toMatchObject(all(list));
	});
});

describe.each(named(NOT_CERTAIN))('%s', (_name, list) => {
	beforeEach(async () => (server = await startServer(list.server, list.options ?? {})));

	it('is an error that says what to enter, and what is entered then reads it', async () => {
		const { ids, error, requests, isRepeated } = await readAutomatically(list);
		expect({ ids, isRepeated }).toEqual({ ids: [], isRepeated: false });
		expect(error).toContain(list.advice);
		expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
		expect(await readByForm(list)).toMatchObject(all(list));
	});
});
