import type { IDataObject } from 'n8n-workflow';

import { Engine } from '../../sandbox/engine/engine';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import { collectGarbage } from './heap';

const PAGE = 1_000;
const MIB = 2 ** 20;

/** What one process measures. */
export interface MemoryCase {
	output: 'items' | 'file' | 'batches';
	records: number;
	/** Address of the list. */
	url: string;
}

/** Memory in MiB, resident set. */
export interface MemoryFigures {
	seconds: number;
	cpuSeconds: number;
	idleMib: number;
	grownMib: number;
}

const PARAMETERS: Record<MemoryCase['output'], IDataObject> = {
	items: {},
	file: { fileFormat: 'csv' },
	batches: { workflowId: 'sub' },
};

/** Reads a list on n8n's engine, and measures how much more memory the process has meanwhile. */
async function measure({ output, records, url }: MemoryCase): Promise<MemoryFigures> {
	const engine = await Engine.load();
	let handedOn = 0;
	engine.subWorkflows.set('sub', subWorkflow(), ({ items }) => void (handedOn += items.length));
	const read = async (count: number) => {
		handedOn = 0;
		const dataset = {
			url: `${url}/rows/${count}/${PAGE}`,
			method: 'GET',
			property: 'items',
			pagingScheme: {
				type: 'pageBased',
				request: { pageParameter: 'page', pageStartingValue: 1 },
				pageUntil: 'noDataLeft',
			},
		};
		const parameters = {
			authentication: 'none',
			source: 'dataset',
			dataset: JSON.stringify(dataset),
			output,
			...PARAMETERS[output],
			returnAll: true,
			options: { prefetch: 1, maxPages: 10_000 },
		};
		const result = await engine.run(singleNode({ type: 'pagedHttp', parameters }, [{}]));
		if (result.error) throw result.error;
		const [first] = result.json(NODE);
		const counts = { items: result.items(NODE).length, file: first?.records, batches: handedOn };
		if (counts[output] !== count) throw new Error(`${String(counts[output])} of ${count} records`);
	};
	// What the first runs load and compile stays, however many records there are.
	for (let round = 0; round < 5; round++) await read(10_000);
	collectGarbage();
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	const idle = process.memoryUsage.rss();
	let peak = idle;
	const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
	const timer = setInterval(look, 5);
	const startCpu = process.cpuUsage();
	const start = performance.now();
	await read(records);
	const seconds = (performance.now() - start) / 1000;
	const { user, system } = process.cpuUsage(startCpu);
	clearInterval(timer);
	look();
	return {
		seconds,
		cpuSeconds: (user + system) / 1e6,
		idleMib: idle / MIB,
		grownMib: (peak - idle) / MIB,
	};
}

/** As short as a workflow can be: what it would do with its records is not ours. */
function subWorkflow() {
	const node = (name: string, type: string, parameters = {}) => ({
		...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion: 1, parameters },
		position: [0, 0] as [number, number],
	});
	return {
		name: 'Sub',
		nodes: [
			node('Start', 'executeWorkflowTrigger', { inputSource: 'passthrough' }),
			node('End', 'noOp'),
		],
		connections: { Start: { main: [[{ node: 'End', type: 'main' as const, index: 0 }]] } },
	};
}

process.once('message', (one: MemoryCase) => {
	void measure(one).then((figures) => {
		process.send?.(figures);
		process.disconnect();
	});
});
