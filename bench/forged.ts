import { Agent, request } from 'node:http';

import Table from 'cli-table3';
import type { INode } from 'n8n-workflow';

import { Engine } from '../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../sandbox/engine/serviceCredential';
import { triggerWorkflow } from '../sandbox/engine/triggerWorkflow';
import { WebhookServer } from '../sandbox/engine/webhook';
import { writeResults } from './support/results';

const DELIVERIES = 1_000;
const AT_ONCE = 20;
const ROUNDS = 5;
/** The goal: rejecting a forged delivery costs no more than n8n's own Webhook node. */
const MAX_RATIO = 1.1;

const PLAIN: Partial<INode> = {
	type: 'n8n-nodes-base.webhook',
	typeVersion: 1,
	parameters: { httpMethod: 'POST', path: 'plain', responseMode: 'onReceived', options: {} },
};

/** What a flood of forged deliveries costs, beside as many calls of n8n's own Webhook node. */
async function main() {
	const engine = await Engine.load();
	engine.setCredential(CREDENTIAL_ID, {
		baseUrl: 'http://127.0.0.1:9',
		clientId: 'id',
		clientSecret: 'secret',
		webhookSigningSecret: 'whsec_bench',
	});
	const server = await WebhookServer.start(engine);
	try {
		const file = triggerWorkflow({}, { name: 'Plain' });
		const [trigger, ...others] = file.nodes;
		const plain = { ...file, nodes: [{ ...trigger, ...PLAIN } as INode, ...others] };
		const urls = {
			plain: await server.activate(plain, { by: 'init' }),
			forged: await server.activate(triggerWorkflow(), { by: 'init' }),
		};
		const best = { plain: Infinity, forged: Infinity };
		// They take turns, so that a busy moment of the machine hits both.
		for (let round = 0; round < ROUNDS; round++) {
			for (const [name, status] of [
				['plain', 200],
				['forged', 401],
			] as const) {
				const start = performance.now();
				await sendMany(urls[name], status);
				best[name] = Math.min(best[name], performance.now() - start);
				await server.executions.finished();
			}
		}
		report(best.forged, best.plain);
	} finally {
		await server.stop();
	}
}

async function sendMany(url: string, expected: number): Promise<void> {
	const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
	const statuses = Array.from({ length: DELIVERIES }, async () => await send(url, agent));
	const wrong = (await Promise.all(statuses)).find((status) => status !== expected);
	agent.destroy();
	if (wrong !== undefined) throw new Error(`${url} answered ${wrong} instead of ${expected}`);
}

async function send(url: string, agent: Agent): Promise<number | undefined> {
	const headers = {
		'Content-Type': 'application/json',
		'X-Service-Timestamp': String(Math.floor(Date.now() / 1000)),
		'X-Service-Signature': `v1=${'0'.repeat(64)}`,
	};
	return await new Promise((resolve, reject) => {
		const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
			response.resume().once('end', () => resolve(response.statusCode));
		});
		outgoing.once('error', reject);
		outgoing.end(JSON.stringify({ id: 'evt_1', type: 'vendor.created', data: {} }));
	});
}

function report(forgedMs: number, plainMs: number): void {
	const ratio = forgedMs / plainMs;
	const table = new Table({
		head: [`${DELIVERIES} requests`, 'ms'],
		style: { head: [], border: [] },
	});
	table.push(['forged, to TPRM Trigger', forgedMs.toFixed(0)]);
	table.push(["plain, to n8n's Webhook", plainMs.toFixed(0)]);
	console.log(`${table.toString()}\nratio ${ratio.toFixed(2)} (at most ${MAX_RATIO})`);
	writeResults('forged', { deliveries: DELIVERIES, forgedMs, plainMs, ratio });
	if (ratio > MAX_RATIO) process.exitCode = 1;
}

void main();
