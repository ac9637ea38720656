import type { IDataObject, INode } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import type { Harness } from '../../sandbox/engine/harness';
import type { Service } from '../../sandbox/service/service';
import type { Vendor } from '../../sandbox/service/vendorFields';

/** @returns one of the vendors that the service starts with, by its place in the list, from 0 */
export function vendorAt({ vendors }: Service, index: number): Vendor {
	const vendor = [...vendors.byId.values()][index];
	if (!vendor) throw new Error(`no vendor ${index}`);
	return vendor;
}

/** Runs an operation of the resource Vendor. */
export async function runVendor(
	harness: Harness,
	operation: string,
	parameters: IDataObject = {},
	items?: IDataObject[],
	settings: Partial<INode> = {},
): Promise<WorkflowResult> {
	return await harness.run(
		{ type: 'tprmVendor', parameters: { resource: 'vendor', operation, ...parameters }, settings },
		items,
	);
}
