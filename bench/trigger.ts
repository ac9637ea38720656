import { createHmac, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import Table from 'cli-table3';

import { CREDENTIAL_ID } from '../sandbox/engine/serviceCredential';
import { setActive, webhookUrl } from '../sandbox/server/activation';
import { SIGNING_SECRET } from '../sandbox/server/instance';
import { CURRENT } from '../sandbox/server/lines';
import type { TemporaryInstance } from '../sandbox/server/temporary';
import { startTemporary } from '../sandbox/server/temporary';
import { until } from '../sandbox/server/until';
import { startGithubApi } from './support/githubApi';
import { writeResults } from './support/results';

const ENGINES = ['vm', 'legacy'];
const REQUESTS = 100;
const CONNECTIONS = 4;
const PASSES = 5;
const OURS = 'TPRM Trigger';
const WEBHOOK = 'Webhook';
const GITHUB = 'GitHub Trigger';

interface Sender {
	name: string;
	status: number;
	/** @returns address and headers of a request */
	request: (body: string) => { url: string; headers: Record<string, string> };
}

/** What a delivery costs on the real n8n, beside its own Webhook node and a trigger that verifies. */
async function main(): Promise<void> {
	const figures = [];
	for (const engine of ENGINES) {
		console.log(`n8n ${CURRENT.version}, N8N_EXPRESSION_ENGINE=${engine}`);
		figures.push(...(await measureOn(engine)));
	}
	const table = new Table({
		head: ['expression engine', 'deliveries', 'per second', `of ${WEBHOOK}`, `of ${GITHUB}`],
		style: { head: [], border: [] },
	});
	for (const { engine, name, perSecond, ofWebhook, ofGithub } of figures) {
		const ratios = [ofWebhook, ofGithub].map((ratio) => ratio.toFixed(2));
		table.push([engine, name, perSecond.toFixed(0), ...ratios]);
	}
	console.log(table.toString());
	writeResults('trigger', { n8n: CURRENT.version, connections: CONNECTIONS, figures });
}

async function measureOn(engine: string) {
	const github = await startGithubApi();
	let instance: TemporaryInstance | undefined;
	try {
		instance = await startTemporary(CURRENT, [...workflows()], {
			environment: { N8N_EXPRESSION_ENGINE: engine },
		});
		await addGithubCredential(instance, github.url);
		await activate(instance, 'bench-github');
		await activate(instance, 'bench-webhook');
		await setActive(instance, 'bench-ours', true);
		const senders = sendersTo(instance, github.secret);
		const rates = new Map(senders.map(({ name }) => [name, 0]));
		// They take turns, so that what else the machine does falls on all of them; the first pass warms up.
		for (let pass = 0; pass <= PASSES; pass++) {
			for (const sender of senders) {
				const rate = await send(sender);
				await untilQuiet(instance);
				if (pass > 0) rates.set(sender.name, Math.max(rate, rates.get(sender.name) ?? 0));
			}
		}
		console.log(Object.fromEntries(rates));
		return [...rates].map(([name, perSecond]) => ({
			engine,
			name,
			perSecond,
			ofWebhook: perSecond / (rates.get(WEBHOOK) ?? NaN),
			ofGithub: perSecond / (rates.get(GITHUB) ?? NaN),
		}));
	} finally {
		await instance?.stop();
		github.close();
	}
}

function sendersTo({ server }: TemporaryInstance, githubSecret: string): Sender[] {
	const hmac = (secret: string, text: string) =>
		createHmac('sha256', secret).update(text).digest('hex');
	const ours = (secret: string) => (body: string) => {
		const timestamp = String(Math.floor(Date.now() / 1000));
		const signature = `v1=${hmac(secret, `${timestamp}.${body}`)}`;
		return {
			url: webhookUrl(server, 'bench-ours'),
			headers: { 'x-service-timestamp': timestamp, 'x-service-signature': signature },
		};
	};
	const github = (secret: string) => (body: string) => ({
		url: webhookUrl(server, 'bench-github'),
		headers: { 'x-hub-signature-256': `sha256=${hmac(secret, body)}`, 'x-github-event': 'push' },
	});
	const plain = () => ({ url: `${server.url}/webhook/bench-webhook`, headers: {} });
	return [
		{ name: WEBHOOK, status: 200, request: plain },
		{ name: GITHUB, status: 200, request: github(githubSecret) },
		{ name: OURS, status: 200, request: ours(SIGNING_SECRET) },
		{ name: `${GITHUB}, forged`, status: 401, request: github('another') },
		{ name: `${OURS}, forged`, status: 401, request: ours('another') },
	];
}

/** @returns requests per second */
async function send({ name, status, request }: Sender): Promise<number> {
	let left = REQUESTS;
	const start = performance.now();
	const connection = async () => {
		while (left-- > 0) {
			const body = JSON.stringify({
				id: `evt_${randomUUID()}`,
				type: 'vendor.created',
				data: { notes: 'x'.repeat(900) },
			});
			const { url, headers } = request(body);
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...headers },
				body,
			});
			await response.arrayBuffer();
			if (response.status !== status) throw new Error(`${name} answered ${response.status}`);
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, connection));
	return REQUESTS / ((performance.now() - start) / 1000);
}

/** Waits until no execution runs, so that none falls on the next measurement. */
async function untilQuiet({ rest }: TemporaryInstance): Promise<void> {
	const filter = encodeURIComponent(JSON.stringify({ status: ['new', 'running'] }));
	await until(async () => {
		const { results } = await rest.call<{ results: unknown[] }>(
			'GET',
			`/rest/executions?limit=1&filter=${filter}`,
		);
		return { is: results.length === 0, seen: results.length };
	}, 'the executions to end');
}

async function activate({ rest }: TemporaryInstance, id: string): Promise<void> {
	const { versionId } = await rest.call<{ versionId: string }>('GET', `/rest/workflows/${id}`);
	await rest.call('POST', `/rest/workflows/${id}/activate`, { versionId });
}

async function addGithubCredential({ server }: TemporaryInstance, url: string): Promise<void> {
	const file = path.join(server.userFolder, 'github.json');
	const data = { server: url, user: 'bench', accessToken: 'bench' };
	const credential = { id: 'bench-github', name: 'GitHub', type: 'githubApi', data };
	writeFileSync(file, JSON.stringify([credential]));
	await server.cli('import:credentials', `--input=${file}`);
}

function* workflows() {
	yield workflow('bench-webhook', {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path: 'bench-webhook' },
	});
	yield workflow('bench-github', {
		type: 'n8n-nodes-base.githubTrigger',
		typeVersion: 1,
		parameters: {
			owner: { __rl: true, mode: 'name', value: 'bench' },
			repository: { __rl: true, mode: 'name', value: 'bench' },
			events: ['*'],
			options: {},
		},
		credentials: { githubApi: { id: 'bench-github', name: 'GitHub' } },
	});
	yield workflow('bench-ours', {
		type: 'n8n-nodes-grc-tprm.tprmVendorTrigger',
		typeVersion: 1,
		parameters: { events: ['*'], acknowledge: 'onReceived', options: {} },
		credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC OAuth2 API' } },
	});
}

function workflow(id: string, trigger: object) {
	const node = (name: string, more: object) => ({
		id: `${id}-${name}`,
		name,
		position: [0, 0],
		...more,
	});
	return {
		id,
		name: id,
		active: false,
		settings: { executionOrder: 'v1' },
		nodes: [
			node('Trigger', { webhookId: id, ...trigger }),
			node('Done', { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }),
		],
		connections: { Trigger: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
	};
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
