import type { IDataObject } from 'n8n-workflow';

import type { Engine } from '../../sandbox/engine/engine';
import type { NodeUnderTest } from '../../sandbox/engine/singleNode';
import { singleNode } from '../../sandbox/engine/singleNode';
import { collectGarbage, heapMegabytes, samplePeakHeap } from './heap';

/**
 * Measures one run of a node.
 *
 * @param requestTime of `measureRequestTime`
 * @param makeItems makes the input items, whose memory is measured apart
 * @returns times in milliseconds, and memory in megabytes above what was in use before: of the items,
 *   of the items and the output, and the most during the run
 */
export async function measureRun(
	engine: Engine,
	requestTime: () => number,
	node: NodeUnderTest,
	makeItems: () => IDataObject[],
) {
	collectGarbage();
	const emptyHeap = heapMegabytes();
	const items = makeItems();
	collectGarbage();
	const itemsMb = heapMegabytes() - emptyHeap;
	requestTime();
	const peakHeap = samplePeakHeap();
	const startCpu = process.cpuUsage();
	const start = performance.now();
	const result = await engine.run(singleNode(node, items));
	const totalMs = performance.now() - start;
	const cpu = process.cpuUsage(startCpu);
	const peakMb = peakHeap() - emptyHeap;
	const requestMs = requestTime();
	if (result.error) throw result.error;
	collectGarbage();
	return {
		result,
		totalMs,
		requestMs,
		cpuMs: (cpu.user + cpu.system) / 1000,
		itemsMb,
		keptMb: heapMegabytes() - emptyHeap,
		peakMb,
	};
}
