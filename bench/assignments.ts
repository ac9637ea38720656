import { fork } from 'node:child_process';
import path from 'node:path';

import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { Engine } from '../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../sandbox/engine/serviceCredential';
import { singleNode } from '../sandbox/engine/singleNode';
import { sampleScopes } from '../sandbox/service/sampleData';
import { stableId } from '../sandbox/service/stableId';
import { measureRequestTime } from './support/requestTime';
import { writeResults } from './support/results';

const PAIRS = [1_000, 10_000, 100_000];
const SCOPES_PER_CONTROL = 5;

/** How the GRC Scope Assignment node's own time grows with the number of control/scope pairs. */
async function main() {
	const controls = Math.max(...PAIRS) / SCOPES_PER_CONTROL;
	const child = fork(path.join(__dirname, 'support/serviceProcess.ts'), [String(controls)], {
		execArgv: ['--import', 'tsx'],
	});
	try {
		const service = await new Promise<{ url: string; client: { id: string; secret: string } }>(
			(resolve, reject) => {
				child.once('message', (message) => resolve(message as never));
				child.once('error', reject);
			},
		);
		const engine = await Engine.load();
		engine.setCredential(CREDENTIAL_ID, {
			baseUrl: service.url,
			clientId: service.client.id,
			clientSecret: service.client.secret,
		});
		const requestTime = measureRequestTime();
		await run(engine, requestTime, 100);
		const figures = [];
		for (const pairs of PAIRS) figures.push(await run(engine, requestTime, pairs));
		report(figures);
	} finally {
		child.disconnect();
	}
}

type Figures = Awaited<ReturnType<typeof run>>;

async function run(engine: Engine, requestTime: () => number, pairs: number) {
	const scopes = sampleScopes().filter(({ status }) => status === 'active');
	const items = Array.from({ length: pairs }, (_, i): IDataObject => ({
		control: stableId('bench control', String(Math.floor(i / SCOPES_PER_CONTROL))),
		scope: scopes[i % SCOPES_PER_CONTROL]?.id,
	}));
	const parameters = {
		resource: 'scopeAssignment',
		operation: 'assign',
		controlId: { __rl: true, mode: 'id', value: '={{ $json.control }}' },
		scopeIds: '={{ $json.scope }}',
		options: {},
	};
	requestTime();
	const start = performance.now();
	const result = await engine.run(singleNode({ type: 'scopeAssignment', parameters }, items));
	const totalMs = performance.now() - start;
	if (result.error) throw result.error;
	const requestMs = requestTime();
	return { pairs, totalMs, requestMs, ownMicrosPerPair: ((totalMs - requestMs) / pairs) * 1000 };
}

function report(figures: Figures[]) {
	const base = figures[0]?.ownMicrosPerPair ?? 1;
	const table = new Table({
		head: ['pairs', 'total ms', 'in requests ms', 'own µs per pair', 'ratio to the first'],
		style: { head: [], border: [] },
	});
	const rows = figures.map((row) => ({ ...row, ratio: row.ownMicrosPerPair / base }));
	for (const { pairs, totalMs, requestMs, ownMicrosPerPair, ratio } of rows) {
		table.push([
			pairs,
			totalMs.toFixed(0),
			requestMs.toFixed(0),
			ownMicrosPerPair.toFixed(1),
			ratio.toFixed(2),
		]);
	}
	console.log(
		'GRC Scope Assignment: own time, requests aside. Linear growth keeps the ratio near 1.',
	);
	console.log(table.toString());
	writeResults('assignments', rows);
}

void main();
