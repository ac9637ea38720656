import type { IDataObject } from 'n8n-workflow';

import { dryRunProperty, readDryRun } from '../../../shared/node/dryRun';
import type { InputItem } from '../../../shared/node/inputItem';
import type { Operation } from '../../../shared/node/types';
import type { ServiceResponse } from '../../../shared/service/call';
import { toOutputVendor } from '../output';
import { forEachVendor, withId } from './findVendor';
import { hasFields } from './vendorFields';

/** What an item does to a vendor, or would do. */
export interface Change<After = IDataObject | null> {
	action: 'created' | 'updated' | 'replaced' | 'archived' | 'deleted' | 'unchanged';
	/** `null` for a vendor that does not exist yet. */
	before: IDataObject | null;
	/** `null` for a vendor that would be deleted. */
	after: After;
	/** For the response details. */
	response: ServiceResponse;
}

/** Says what an item would make of the vendor as it is; throws what is wrong with the item. */
type Plan = (item: InputItem) => (before: IDataObject) => Pick<Change, 'action' | 'after'>;

/**
 * Adds Dry Run to an operation on single vendors. With it, the vendors are read with one search, and
 * nothing else is sent.
 *
 * @param plan reads an item before anything is sent
 */
export function withDryRun(plan: Plan, { properties, run }: Operation): Operation {
	const preview = forEachVendor(plan, async ({ item, id }, vendors, change) => {
		const before = vendors.get(id);
		const { action, after } = change(before);
		const isSame = after !== null && (await hasFields(item, before, after));
		const { response } = vendors;
		const shown = { action: isSame ? 'unchanged' : action, before, after, response } as const;
		const output = await toPreview(item, shown);
		if (after) vendors.set(withId(id), after);
		else vendors.forget(id);
		return output;
	});
	return {
		properties: [...properties.slice(0, -1), dryRunProperty, ...properties.slice(-1)],
		run: async function* (context, itemCount) {
			let chosen = run;
			try {
				if (readDryRun(context)) chosen = preview;
			} catch (error) {
				return yield { items: [...Array(itemCount).keys()], error };
			}
			yield* chosen(context, itemCount);
		},
	};
}

/** @returns the output item for a change that is not made */
export async function toPreview(
	item: InputItem,
	{ action, before, after, response }: Change,
): Promise<IDataObject> {
	return await toOutputVendor(item, { action, id: before?.id ?? null, before, after }, response);
}
