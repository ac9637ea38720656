import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import { Engine } from '../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../sandbox/engine/serviceCredential';
import { singleNode } from '../sandbox/engine/singleNode';
import { collectGarbage, heapMegabytes, samplePeakHeap } from './support/heap';
import { writeResults } from './support/results';
import type { VendorCommand } from './support/vendorProcess';

/** A run of Create: how many vendors, how many requests at once, and how the service answers. */
interface Case extends VendorCommand {
	what: string;
	vendors: number;
	concurrentRequests: number;
}

const at = (concurrentRequests: number): Case => ({
	what: '20 ms per answer',
	vendors: 2_000,
	concurrentRequests,
	answerMs: 20,
	faults: 0,
});
const CASES: Case[] = [
	...[1, 4, 8, 16, 32].map(at),
	{ ...at(16), what: '30 % faults', faults: 0.3 },
	...[12_500, 25_000, 50_000].map((vendors): Case => ({
		...at(32),
		what: 'memory',
		vendors,
		answerMs: 0,
	})),
];

/** How much Concurrent Requests saves, and how the memory of a run grows with its vendors. */
async function main() {
	const child = fork(path.join(__dirname, 'support/vendorProcess.ts'), {
		execArgv: ['--import', 'tsx'],
	});
	try {
		const service = await answer<{ url: string; client: { id: string; secret: string } }>(child);
		const engine = await Engine.load();
		engine.setCredential(CREDENTIAL_ID, {
			baseUrl: service.url,
			clientId: service.client.id,
			clientSecret: service.client.secret,
		});
		await run(engine, child, { ...at(8), vendors: 500 });
		const figures: Figures[] = [];
		for (const one of CASES) {
			figures.push(await run(engine, child, one));
			process.stdout.write('.');
		}
		report(figures);
	} finally {
		child.disconnect();
	}
}

type Figures = Awaited<ReturnType<typeof run>>;

async function answer<T>(child: ChildProcess): Promise<T> {
	const [message] = (await once(child, 'message')) as [T];
	return message;
}

async function command(child: ChildProcess, settings: VendorCommand) {
	const answered = answer<{ created: number; requests: number }>(child);
	child.send(settings);
	return await answered;
}

async function run(engine: Engine, child: ChildProcess, one: Case) {
	const { what, vendors, concurrentRequests, answerMs, faults } = one;
	await command(child, { answerMs, faults });
	collectGarbage();
	const emptyHeap = heapMegabytes();
	const items = Array.from({ length: vendors }, (_, i): IDataObject => ({
		name: `Vendor ${i}`,
		domain: `vendor-${i}.example`,
		notes: 'One of many vendors of a register that is imported.',
	}));
	collectGarbage();
	const itemsMb = heapMegabytes() - emptyHeap;
	const parameters = { resource: 'vendor', operation: 'create', options: { concurrentRequests } };
	const peakHeap = samplePeakHeap();
	const startCpu = process.cpuUsage();
	const start = performance.now();
	const result = await engine.run(singleNode({ type: 'tprmVendor', parameters }, items));
	const seconds = (performance.now() - start) / 1000;
	const cpu = process.cpuUsage(startCpu);
	const peakMb = peakHeap() - emptyHeap;
	if (result.error) throw result.error;
	collectGarbage();
	const keptMb = heapMegabytes() - emptyHeap;
	const output = result.json('Under Test').length;
	const { created, requests } = await command(child, { answerMs: 0, faults: 0 });
	if (created !== vendors || output !== vendors) {
		throw new Error(`${created} vendors and ${output} items instead of ${vendors}`);
	}
	const cpuMsPerVendor = (cpu.user + cpu.system) / 1000 / vendors;
	return {
		what,
		vendors,
		concurrentRequests,
		seconds,
		cpuMsPerVendor,
		requests,
		itemsMb,
		keptMb,
		peakMb,
	};
}

function report(figures: Figures[]) {
	const [first] = figures;
	const table = new Table({
		head: [
			'what',
			'vendors',
			'at once',
			'seconds',
			'times faster',
			'CPU ms each',
			'requests',
			'items in MB',
			'in and out MB',
			'peak MB',
		],
		style: { head: [], border: [] },
	});
	const rows = figures.map((row) => ({ ...row, timesFaster: (first?.seconds ?? 0) / row.seconds }));
	for (const row of rows) {
		table.push([
			row.what,
			row.vendors,
			row.concurrentRequests,
			row.seconds.toFixed(1),
			row.what.includes('ms') ? row.timesFaster.toFixed(1) : '',
			row.cpuMsPerVendor.toFixed(2),
			row.requests,
			row.itemsMb.toFixed(1),
			row.keptMb.toFixed(1),
			row.peakMb.toFixed(1),
		]);
	}
	console.log(
		'\nTPRM Vendor, Create: time of a run by Concurrent Requests, and its memory. Every run ends with exactly its vendors. Linear growth keeps the memory per vendor the same.',
	);
	console.log(table.toString());
	writeResults('creates', rows);
}

void main();
