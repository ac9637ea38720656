import { PAGES_BY_NUMBER } from '../../sandbox/engine/httpRequestPages';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';

/** A node of a measured workflow. */
export interface Step {
	name: string;
	type: string;
	typeVersion?: number;
	parameters: object;
	credentials?: object;
	onError?: string;
}

/** A workflow that its webhook starts and that responds when it has ended. */
export interface BenchWorkflow {
	id: string;
	name: string;
	active: boolean;
	settings: object;
	nodes: object[];
	connections: object;
	/** The nodes whose time counts. */
	measured: string[];
	/** Whether n8n stores the data of its runs. */
	isStored: boolean;
}

export const GRC = { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } };

/**
 * Makes a workflow of steps one after the other. Those named `Items` only make the input, and do not
 * count.
 *
 * @param id also the path of its webhook
 * @param options.isStored whether n8n keeps the data of the run, as it does by default
 * @param options.connections others than one after the other
 */
export function benchWorkflow(
	id: string,
	steps: Step[],
	{ isStored = true, connections }: { isStored?: boolean; connections?: object } = {},
): BenchWorkflow {
	const webhook: Step & { webhookId: string } = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: id,
		parameters: {
			...{ httpMethod: 'POST', path: id, responseMode: 'lastNode', responseData: 'noData' },
			options: {},
		},
	};
	const all = [webhook, ...steps];
	return {
		...{ id, name: id, active: false, isStored },
		settings: {
			executionOrder: 'v1',
			saveDataSuccessExecution: isStored ? 'all' : 'none',
			saveDataErrorExecution: 'all',
		},
		nodes: all.map((step, index) => ({
			typeVersion: 1,
			...step,
			id: `${id}-${index}`,
			position: [220 * index, 0],
		})),
		connections: connections ?? inARow(all.map(({ name }) => name)),
		measured: steps.map(({ name }) => name).filter((name) => name !== 'Items'),
	};
}

/** @returns connections from each node to the next */
export function inARow(names: string[]): Record<string, object> {
	return Object.fromEntries(
		names
			.slice(0, -1)
			.map((from, index) => [
				from,
				{ main: [[{ node: names[index + 1], type: 'main', index: 0 }]] },
			]),
	);
}

/** Makes the items of the request that starts the workflow. */
export const ITEMS: Step = {
	name: 'Items',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'body.items', options: {} },
};

/** As short as a workflow can be: what it would do with its records is not ours. */
export const SUB_WORKFLOW = {
	...{ id: 'bench-sub', name: 'Sub', active: false },
	settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	nodes: [
		{
			...{ id: 'sub-0', name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger' },
			...{ typeVersion: 1.1, position: [0, 0], parameters: { inputSource: 'passthrough' } },
		},
		{
			...{ id: 'sub-1', name: 'End', type: 'n8n-nodes-base.noOp', typeVersion: 1 },
			...{ position: [220, 0], parameters: {} },
		},
	],
	connections: inARow(['Start', 'End']),
};

/** Paged HTTP as a user sets it up for a list with page numbers; the request says the URL. */
export function pagedHttp(more: object = {}, options: object = {}): Step {
	return {
		name: 'Paged HTTP',
		type: 'n8n-nodes-grc-tprm.pagedHttp',
		parameters: {
			...{ authentication: 'none', source: 'fields', url: '={{ $json.body.url }}' },
			...{ schemeType: 'pageBased', method: 'GET', property: 'items', pageParameter: 'page' },
			...{ pageStartingValue: 1, pageUntil: 'noDataLeft', returnAll: true },
			...more,
			options: { maxPages: 10_000, ...options },
		},
	};
}

/** n8n's HTTP Request with its own pagination, and Split Out, which makes items of the pages. */
export const HTTP_REQUEST_PAGES: Step[] = [
	{
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: '={{ $json.body.url }}',
			options: PAGES_BY_NUMBER,
		},
	},
	{
		name: 'Split Out',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'items', options: {} },
	},
];
