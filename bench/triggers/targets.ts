import { createHmac, randomBytes } from 'node:crypto';

import type { Database } from '../../sandbox/server/queue/postgres';
import { eventWorkflow } from '../../sandbox/server/eventWorkflow';
import { plainWebhookWorkflow } from '../../sandbox/server/queue/workflows';
import type { SentRequest } from '../queue/load';
import { BODY_BYTES, signedEvent } from '../queue/load';

/** In the credential of the trigger, and in the workflow that verifies by hand. */
export const SIGNING_SECRET = 'whsec_bench';

const SECRET = 'whsec_bench_of_the_others';

export const WEBHOOK = "n8n's Webhook";
export const OURS = 'TPRM Trigger';
/** As the others do: they run an event as often as it is sent. */
export const OURS_REPEATED = 'TPRM Trigger without Deduplicate';
/** What users build who verify signatures without a trigger that does. */
export const BY_HAND = 'Webhook, Crypto, and If';

/** A trigger that is measured. */
export interface Target {
	name: string;
	id: string;
	/** Below `/webhook/`. */
	path: string;
	workflow: { id: string; [field: string]: unknown };
	/** n8n registers it with a service of its own, which is not there: it is entered into the database. */
	node?: string;
	genuine: () => SentRequest;
	/** Absent where nothing is verified. */
	forged?: () => SentRequest;
}

/** Credentials that n8n wants to be selected; nothing is sent with them. */
export const CREDENTIALS = ['githubApi', 'stripeApi', 'typeformApi'].map((type) => ({
	id: type,
	name: type,
	type,
	data: { server: 'http://127.0.0.1:9', user: 'bench', accessToken: 'none', secretKey: 'none' },
}));

const ours: Target = {
	name: OURS,
	id: 'bench-tprm',
	path: 'bench-tprm/webhook',
	workflow: eventWorkflow('bench-tprm'),
	genuine: () => signedEvent(SIGNING_SECRET),
	forged: () => signedEvent('whsec_of_someone_else'),
};

const oursRepeated: Target = {
	...ours,
	name: OURS_REPEATED,
	id: 'bench-tprm-again',
	path: 'bench-tprm-again/webhook',
	workflow: eventWorkflow('bench-tprm-again', { deduplicate: false }),
};

const webhook: Target = {
	name: WEBHOOK,
	id: 'bench-webhook',
	path: 'bench-webhook',
	workflow: plainWebhookWorkflow('bench-webhook'),
	genuine: () => signedEvent(SIGNING_SECRET),
};

/**
 * Verifies the text that JSON.stringify makes of the parsed body, as users do: it matches only what was
 * sent in the same form.
 */
const byHand: Target = {
	name: BY_HAND,
	id: 'bench-by-hand',
	path: 'bench-by-hand',
	workflow: byHandWorkflow('bench-by-hand'),
	genuine: () => signedEvent(SIGNING_SECRET),
	forged: () => signedEvent('whsec_of_someone_else'),
};

function byHandWorkflow(id: string) {
	const steps = [
		{
			...{ name: 'Webhook', type: 'webhook', typeVersion: 2, webhookId: id },
			parameters: { httpMethod: 'POST', path: id, responseMode: 'responseNode', options: {} },
		},
		{
			...{ name: 'Crypto', type: 'crypto', typeVersion: 1 },
			parameters: {
				...{ action: 'hmac', type: 'SHA256', secret: SIGNING_SECRET, encoding: 'hex' },
				...{ dataPropertyName: 'signature' },
				value: "={{ $json.headers['x-service-timestamp'] }}.{{ JSON.stringify($json.body) }}",
			},
		},
		{
			...{ name: 'If', type: 'if', typeVersion: 2.2 },
			parameters: {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					conditions: [
						{
							id: 'signature',
							leftValue: '=v1={{ $json.signature }}',
							rightValue: "={{ $json.headers['x-service-signature'] }}",
							operator: { type: 'string', operation: 'equals' },
						},
					],
					combinator: 'and',
				},
				options: {},
			},
		},
		...[200, 401].map((responseCode) => ({
			...{ name: `Respond ${responseCode}`, type: 'respondToWebhook', typeVersion: 1.1 },
			parameters: { respondWith: 'noData', options: { responseCode } },
		})),
	];
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	return {
		...{ id, name: BY_HAND, active: false },
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
		nodes: steps.map(({ type, ...step }, index) => ({
			...step,
			type: `n8n-nodes-base.${type}`,
			id: `${id}-${index}`,
			position: [220 * index, 0],
		})),
		connections: {
			Webhook: { main: [to('Crypto')] },
			Crypto: { main: [to('If')] },
			If: { main: [to('Respond 200'), to('Respond 401')] },
		},
	};
}

/** One of n8n's own triggers that verify signatures. */
function verifying(
	name: string,
	type: string,
	credential: string,
	parameters: object,
	sign: (secret: string) => SentRequest,
): Target {
	// Of the 16 characters that an id may have, `bench-typeform` has 14.
	const id = `bench-${type.replace('Trigger', '')}`;
	const nodes = [
		{
			...{ id: `${id}-trigger`, name, type: `n8n-nodes-base.${type}`, typeVersion: 1 },
			...{ position: [0, 0], webhookId: id, parameters },
			credentials: { [credential]: { id: credential, name: credential } },
		},
		{
			...{ id: `${id}-end`, name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion: 1 },
			...{ position: [220, 0], parameters: {} },
		},
	];
	const connections = { [name]: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } };
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'all' };
	return {
		...{ name, id, path: `${id}/webhook`, node: name },
		workflow: { id, name, active: false, settings, nodes, connections },
		genuine: () => sign(SECRET),
		forged: () => sign('whsec_of_someone_else'),
	};
}

/** @returns a body of the same size for all, with an id of its own */
function bodyWith(event: object): string {
	const id = `evt_${randomBytes(12).toString('hex')}`;
	const room = BODY_BYTES - JSON.stringify({ ...event, id, notes: '' }).length;
	return JSON.stringify({ ...event, id, notes: 'x'.repeat(room) });
}

function request(body: string, header: string, value: string): SentRequest {
	return { body, headers: { 'content-type': 'application/json', [header]: value } };
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);

const repository = (value: string) => ({ __rl: true, mode: 'name', value });

export const TARGETS: Target[] = [
	webhook,
	ours,
	oursRepeated,
	byHand,
	verifying(
		'Github Trigger',
		'githubTrigger',
		'githubApi',
		{ owner: repository('bench'), repository: repository('bench'), events: ['*'], options: {} },
		(secret) => {
			const body = bodyWith({ action: 'opened' });
			const signature = `sha256=${hmac(secret, body).digest('hex')}`;
			return request(body, 'x-hub-signature-256', signature);
		},
	),
	verifying('Stripe Trigger', 'stripeTrigger', 'stripeApi', { events: ['*'] }, (secret) => {
		const body = bodyWith({ type: 'customer.created' });
		const time = Math.floor(Date.now() / 1000);
		const signature = hmac(secret, `${time}.${body}`).digest('hex');
		return request(body, 'stripe-signature', `t=${time},v1=${signature}`);
	}),
	verifying(
		'Typeform Trigger',
		'typeformTrigger',
		'typeformApi',
		{ formId: 'bench', simplifyAnswers: false, onlyAnswers: false },
		(secret) => {
			const body = bodyWith({ form_response: { definition: { fields: [] }, answers: [] } });
			const signature = `sha256=${hmac(secret, body).digest('base64')}`;
			return request(body, 'typeform-signature', signature);
		},
	),
];

/** Does what publishing would do, had the service of the trigger registered its webhook. */
export async function enter({ query }: Database, { id, path, node }: Target): Promise<void> {
	const staticData = JSON.stringify({ [`node:${node}`]: { webhookSecret: SECRET } });
	await query(`
		insert into workflow_history ("versionId", "workflowId", nodes, connections, authors)
			select "versionId", id, nodes, connections, 'bench' from workflow_entity where id = '${id}'
			on conflict do nothing;
		update workflow_entity
			set active = true, "activeVersionId" = "versionId", "staticData" = '${staticData}'
			where id = '${id}';
		insert into workflow_published_version ("workflowId", "publishedVersionId")
			select id, "versionId" from workflow_entity where id = '${id}'
			on conflict do nothing;
		insert into webhook_entity ("workflowId", "webhookPath", method, node)
			values ('${id}', '${path}', 'POST', '${node}');`);
}
