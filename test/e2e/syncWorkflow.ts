/** A workflow as n8n imports it. */
export interface SyncWorkflow {
	id: string;
	name: string;
	active: boolean;
	settings: object;
	nodes: Array<{ name: string } & Record<string, unknown>>;
	connections: Record<string, { main: object[][] }>;
}

/** The reader of the workflow, as the test looks it up. */
export const READ = 'Read';

/**
 * @param url address of the list, of the target and of the server that hears of the end
 * @param isConfirmed whether a second node marks the records; else the run does that succeeds
 * @returns a workflow that a webhook starts: it reads new and changed records, hands each of them on,
 *   confirms those that the target took, and says so
 */
export function syncWorkflow(id: string, url: string, isConfirmed = true): SyncWorkflow {
	const dataset = {
		url: `${url}/list`,
		method: 'GET',
		property: 'items',
		pagingScheme: {
			type: 'pageBased',
			request: { pageParameter: 'page', pageStartingValue: 1 },
			pageUntil: 'noDataLeft',
		},
	};
	const ours = { type: 'n8n-nodes-grc-tprm.pagedHttp', typeVersion: 1 };
	const http = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };
	const post = (path: string, more: object = {}) => ({
		method: 'POST',
		url: `${url}/${path}`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify({ run: $execution.id, record: $json }) }}',
		options: { batching: { batch: { batchSize: 1, batchInterval: 0 } } },
		...more,
	});
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: id,
			parameters: { httpMethod: 'POST', path: id, responseMode: 'onReceived', options: {} },
		},
		{
			...ours,
			name: READ,
			parameters: {
				authentication: 'none',
				source: 'dataset',
				dataset: JSON.stringify(dataset),
				readMode: 'changes',
				countAsDone: isConfirmed ? 'confirmed' : 'succeeded',
				recordKey: { __rl: true, mode: 'path', value: 'id' },
				options: {
					changes: { settings: { changeField: 'change' } },
					speed: { settings: { prefetch: 1 } },
				},
			},
		},
		{ ...http, name: 'Hand On', onError: 'continueErrorOutput', parameters: post('target') },
		...(isConfirmed ? [{ ...ours, name: 'Confirm', parameters: { operation: 'confirm' } }] : []),
		{ ...http, name: 'After', executeOnce: true, parameters: post('after') },
	];
	const names = nodes.map(({ name }) => name);
	const links = names.slice(1).map((node, index) => {
		const main = [[{ node, type: 'main', index: 0 }]];
		return [names[index] ?? '', { main }] as const;
	});
	return {
		id,
		name: 'Data sync',
		active: false,
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
		nodes: nodes.map((node, index) => ({
			id: `${id}-${index}`,
			position: [index * 220, 0],
			...node,
		})),
		connections: Object.fromEntries(links),
	};
}
