import type { ChildProcess } from 'node:child_process';

import type { IDataObject } from 'n8n-workflow';

import type { Engine } from '../../sandbox/engine/engine';
import { measureRun } from './measureRun';
import { measureRequestTime } from './requestTime';
import { ask } from './process';
import type { VendorCommand } from './vendorProcess';

/** A run of Create: how many vendors, how many requests at once, and how the service answers. */
export interface VendorCase extends VendorCommand {
	what: string;
	vendors: number;
	concurrentRequests: number;
}

const requestTime = measureRequestTime();

/**
 * Creates vendors with TPRM Vendor in a service that has none.
 *
 * @param child process of `vendorProcess.ts`
 * @throws Error if the service has more or fewer vendors afterwards
 */
export async function createVendors(engine: Engine, child: ChildProcess, one: VendorCase) {
	const { what, vendors, concurrentRequests, ...settings } = one;
	await ask(child, settings);
	const parameters = { resource: 'vendor', operation: 'create', options: { concurrentRequests } };
	const node = { type: 'tprmVendor', parameters };
	const measured = await measureRun(engine, requestTime, node, () =>
		Array.from({ length: vendors }, (_, i): IDataObject => ({
			name: `Vendor ${i}`,
			domain: `vendor-${i}.example`,
			notes: 'One of many vendors of a register that is imported.',
		})),
	);
	const { result, totalMs, cpuMs, itemsMb, keptMb, peakMb } = measured;
	const output = result.json('Under Test').length;
	const counts = await ask<{ created: number; requests: number }>(child, {
		answerMs: 0,
		faults: 0,
	} satisfies VendorCommand);
	if (counts.created !== vendors || output !== vendors) {
		throw new Error(`${counts.created} vendors and ${output} items instead of ${vendors}`);
	}
	return {
		what,
		vendors,
		concurrentRequests,
		seconds: totalMs / 1000,
		cpuMsPerVendor: cpuMs / vendors,
		requests: counts.requests,
		itemsMb,
		keptMb,
		peakMb,
	};
}
