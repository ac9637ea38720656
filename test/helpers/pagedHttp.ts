import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import type { Harness } from '../../sandbox/engine/harness';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { NODE } from '../../sandbox/engine/singleNode';
import type { LoggedRequest, RequestLog } from '../../sandbox/service/requestLog';
import { nextRound } from './fakeClock';

/** What came out of a Paged HTTP node, and what the server saw of it. */
export interface PagedRun {
	result: WorkflowResult;
	/** Ids of the records, in order; other items as they are. */
	items: unknown[];
	/** Of the first input item. */
	summary: IDataObject;
	summaries: IDataObject[];
	requests: LoggedRequest[];
}

/** @returns a node that reads a dataset with all its pages, one by one, unless the options say otherwise */
export function pagedHttp(
	dataset: unknown,
	options: IDataObject = {},
	more: IDataObject = {},
	settings: NodeUnderTest['settings'] = {},
): NodeUnderTest {
	const parameters = {
		authentication: 'none',
		source: 'dataset',
		dataset: JSON.stringify(dataset),
		returnAll: true,
		options: { prefetch: 1, ...options },
		...more,
	};
	return { type: 'pagedHttp', parameters, settings };
}

/** Runs the node against the reference service, whose address completes relative URLs. */
export async function runPaged(
	harness: Harness,
	node: NodeUnderTest,
	items: IDataObject[] = [{}],
	options: Parameters<Harness['run']>[2] = {},
): Promise<PagedRun> {
	harness.service.log.clear();
	const parameters = { baseUrl: harness.service.url, ...node.parameters };
	const result = await harness.run({ ...node, parameters }, items, options);
	// n8n does not cancel requests with a credential when the run that sent them has ended.
	await quiet(harness.service.log);
	const summaries = result.json(NODE, 1);
	return {
		result,
		items: result.json(NODE).map((json) => json.id ?? json),
		summary: summaries[0] ?? {},
		summaries,
		requests: harness.service.log.find(undefined, /\/sample\//),
	};
}

/** Rounds of the event loop within which a request that is on its way arrives. */
const QUIET_ROUNDS = 25;

/** Waits until every request was answered and no other one arrives. */
async function quiet(log: RequestLog): Promise<void> {
	for (let rounds = 0; rounds < QUIET_ROUNDS; rounds++) {
		if (log.open > 0) rounds = 0;
		await nextRound();
	}
}

/** @returns a parameter of every request: from the query of a GET, from the body of a POST */
export function asked(requests: LoggedRequest[], name: string): unknown[] {
	return requests.map(({ method, query, body }) => {
		const { paging, variables, ...members } = (body ?? {}) as Record<string, object>;
		return method === 'GET' ? query[name] : { ...members, ...paging, ...variables }[name];
	});
}

/** @returns the ids of the sample records `from` to `to - 1` */
export function ids(from: number, to: number): string[] {
	return Array.from(
		{ length: to - from },
		(_, index) => `smp_${String(from + index + 1).padStart(6, '0')}`,
	);
}

const byUrl = (url: string) => ({ url, method: 'GET', property: 'items' });

/** @returns a pageBased dataset; stops at the total where a path to it is given */
export function pageBased(
	url: string,
	totalCount?: string,
	request: object = {},
	more: object = {},
) {
	return {
		...byUrl(url),
		pagingScheme: {
			type: 'pageBased',
			request: {
				pageParameter: 'page',
				pageStartingValue: 1,
				limitParameter: 'pageSize',
				limitValue: 100,
				...request,
			},
			...(totalCount === undefined
				? { pageUntil: 'noDataLeft' }
				: { response: { totalCount }, pageUntil: 'reachTotalCount' }),
		},
		...more,
	};
}

/** @returns an offsetAndLimit dataset; stops at the total where a path to it is given */
export function offsets(url: string, totalCount?: string, request: object = {}) {
	return {
		...byUrl(url),
		property: 'data',
		pagingScheme: {
			type: 'offsetAndLimit',
			request: {
				offsetParameter: 'offset',
				offsetStartingValue: 0,
				limitParameter: 'limit',
				limitValue: 100,
				...request,
			},
			...(totalCount === undefined
				? { pageUntil: 'noDataLeft' }
				: { response: { totalCount }, pageUntil: 'reachTotalCount' }),
		},
	};
}

/** @returns a nextToken dataset with tokens or with URLs */
export function nextToken(
	url: string,
	tokenType: 'token' | 'url',
	nextToken: string,
	request: object = {},
	more: object = {},
) {
	return {
		...byUrl(url),
		pagingScheme: {
			type: 'nextToken',
			tokenType,
			request,
			response: { nextToken },
			pageUntil: 'noNextToken',
		},
		...more,
	};
}

export const QUERY = `query ($first: Int!, $after: String, $country: String) {
	vendors(first: $first, after: $after, country: $country) {
		nodes { id name }
		pageInfo { endCursor hasNextPage }
	}
}`;

/** @returns a graphqlConnections dataset */
export function graphql(url = '/sample/graphql', scheme: object = {}, more: object = {}) {
	return {
		url,
		method: 'POST',
		property: 'data.vendors.nodes',
		body: { query: QUERY, variables: { country: 'DE' } },
		pagingScheme: {
			type: 'graphqlConnections',
			request: { limitParameter: 'first', limitValue: 100 },
			response: { pageInfo: 'data.vendors.pageInfo' },
			pageUntil: 'noNextPage',
			...scheme,
		},
		...more,
	};
}
