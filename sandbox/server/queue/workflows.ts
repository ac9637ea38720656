import { CREDENTIAL_ID } from '../../engine/serviceCredential';
import { REDIS_CREDENTIAL_ID } from './cluster';
import { eventWorkflow } from '../eventWorkflow';

interface Step {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: Record<string, unknown>;
	webhookId?: string;
}

const TRIGGER = 'TPRM Trigger';
const GRC = { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } };

/** What lets an event through once. */
export type Recipe = 'none' | 'removeDuplicates' | 'redis';

/** @returns a workflow whose steps run one after the other */
function inARow(id: string, name: string, steps: Step[]) {
	return {
		id,
		name,
		active: false,
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
		nodes: steps.map((step, index) => ({
			...step,
			id: `${id}-${index}`,
			position: [220 * index, 0],
		})),
		connections: Object.fromEntries(
			steps.slice(0, -1).map(({ name: from }, index) => {
				const node = steps[index + 1]?.name ?? '';
				return [from, { main: [[{ node, type: 'main', index: 0 }]] }];
			}),
		),
	};
}

/**
 * @param target what it calls once per event that the recipe lets through
 * @returns a workflow that acts on every event
 */
export function actingWorkflow(id: string, recipe: Recipe, target: string) {
	const [trigger] = eventWorkflow(id).nodes;
	if (!trigger) throw new Error('The workflow has no trigger');
	return inARow(id, `Acts on every event (${recipe})`, [
		{ ...trigger, parameters: trigger.parameters },
		...recipeSteps(recipe),
		{
			name: 'Act',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url: `=${target}/${recipe}/{{ $('${TRIGGER}').first().json.id }}`,
				options: {},
			},
		},
	]);
}

function recipeSteps(recipe: Recipe): Step[] {
	switch (recipe) {
		case 'none':
			return [];
		case 'removeDuplicates':
			return [
				{
					name: 'Remove Duplicates',
					type: 'n8n-nodes-base.removeDuplicates',
					typeVersion: 2,
					parameters: {
						operation: 'removeItemsSeenInPreviousExecutions',
						logic: 'removeItemsWithAlreadySeenKeyValues',
						dedupeValue: '={{ $json.id }}',
						options: {},
					},
				},
			];
		case 'redis':
			return [
				{
					name: 'Count',
					type: 'n8n-nodes-base.redis',
					typeVersion: 1,
					parameters: {
						operation: 'incr',
						key: '=handled:{{ $json.id }}',
						expire: true,
						ttl: 604_800,
					},
					credentials: { redis: { id: REDIS_CREDENTIAL_ID, name: 'Redis' } },
				},
				{
					name: 'First',
					type: 'n8n-nodes-base.filter',
					typeVersion: 2.2,
					parameters: {
						conditions: {
							options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
							combinator: 'and',
							conditions: [
								{
									id: 'first',
									leftValue: '={{ Object.values($json)[0] }}',
									rightValue: 1,
									operator: { type: 'number', operation: 'equals' },
								},
							],
						},
						options: {},
					},
				},
			];
	}
}

/** @returns n8n's own Webhook and nothing else, to compare with */
export function plainWebhookWorkflow(id: string) {
	return inARow(id, 'Webhook', [
		start(id),
		{ name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
	]);
}

/** @returns a workflow that reads a paged list */
export function readWorkflow(id: string, records: number) {
	return inARow(id, `Read ${id}`, [start(id), read(records, 100)]);
}

/**
 * @param records how many vendors it reads and creates
 * @returns a workflow that reads a paged list, and creates a vendor for each record
 */
export function syncWorkflow(id: string, records: number, pageSize = 10) {
	return inARow(id, `Sync ${id}`, [
		start(id),
		read(records, pageSize),
		{
			name: 'Create',
			type: 'n8n-nodes-grc-tprm.tprmVendor',
			typeVersion: 1,
			parameters: {
				resource: 'vendor',
				operation: 'create',
				fieldsFrom: 'rows',
				fields: {
					field: [
						{ name: 'external_id', value: `=${id}:{{ $json.id }}` },
						{ name: 'name', value: '={{ $json.name }}' },
					],
				},
				options: {},
			},
			credentials: GRC,
		},
	]);
}

function start(id: string): Step {
	return {
		name: 'Start',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: id,
		parameters: { path: id, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
	};
}

function read(records: number, pageSize: number): Step {
	return {
		name: 'Read',
		type: 'n8n-nodes-grc-tprm.pagedHttp',
		typeVersion: 1,
		parameters: {
			authentication: 'grcOAuth2Api',
			source: 'fields',
			url: `/sample/tokens?records=${records}`,
			schemeType: 'nextToken',
			method: 'GET',
			property: 'items',
			tokenType: 'token',
			cursorParameter: 'pageToken',
			limitParameter: 'pageSize',
			limitValue: pageSize,
			pageUntil: 'noNextToken',
			cursorPath: 'nextPageToken',
			returnAll: true,
			options: {},
		},
		credentials: GRC,
	};
}
