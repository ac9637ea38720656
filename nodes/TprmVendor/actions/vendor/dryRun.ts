import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { dryRunProperty, readDryRun } from '../../../shared/node/dryRun';
import { forAllItems } from '../../../shared/node/run';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import type { ServiceResponse } from '../../../shared/service/call';
import { toOutput } from '../output';
import { hasFields } from './vendorFields';
import { VendorIndex, withId } from './vendorIndex';

/** What an item would do to a vendor. */
export interface Change {
	action: 'created' | 'updated' | 'replaced' | 'archived' | 'deleted' | 'unchanged';
	/** `null` for a vendor that does not exist yet. */
	before: IDataObject | null;
	/** `null` for a vendor that would be deleted. */
	after: IDataObject | null;
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
export function withDryRun(plan: Plan, operation: Operation): Operation {
	const { properties } = operation;
	const preview = previewOf(plan);
	return {
		properties: [...properties.slice(0, -1), dryRunProperty, ...properties.slice(-1)],
		run: async function* (context, itemCount) {
			let run = operation.run;
			try {
				if (readDryRun(context)) run = preview;
			} catch (error) {
				return yield { items: [...Array(itemCount).keys()], error };
			}
			yield* run(context, itemCount);
		},
	};
}

/** One input item, read and checked. */
interface Planned {
	item: InputItem;
	id: string;
	change: ReturnType<Plan>;
}

function previewOf(plan: Plan): Operation['run'] {
	return forAllItems<Planned>({
		read: (item) => ({ item, id: item.requiredText('vendorId', 'Vendor'), change: plan(item) }),
		send: previewItems,
	});
}

async function* previewItems(
	_context: IExecuteFunctions,
	entries: Array<BatchEntry<Planned>>,
): AsyncGenerator<OperationResult> {
	const [first] = entries;
	if (!first) return;
	const present = await VendorIndex.read(first.input.item.client);
	for (const { itemIndex, input } of entries) {
		const items = [itemIndex];
		try {
			const { item, id } = input;
			const before = present.get(id);
			const { action, after } = input.change(before);
			const isSame = after !== null && (await hasFields(item, before, after));
			const { response } = present;
			const change: Change = { action: isSame ? 'unchanged' : action, before, after, response };
			yield { items, records: [{ json: await toPreview(item, change) }] };
			if (after) present.set(withId(id), after);
			else present.forget(id);
		} catch (error) {
			yield { items, error };
		}
	}
}

/** @returns the output item for a change that is not made */
export async function toPreview(
	item: InputItem,
	{ action, before, after, response }: Change,
): Promise<IDataObject> {
	const record = { action, id: before?.id ?? null, before, after };
	const [output = record] = await toOutput(item, [record], response);
	return output;
}
