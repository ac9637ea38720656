import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import { forAllItems } from '../../../shared/node/run';
import { optionsCollection } from '../../../shared/node/properties/options';
import { toOutput, vendorOutputOptions } from '../output';
import { VendorIndex } from './vendorIndex';
import { vendorLocator } from './vendorLocator';

const properties: INodeProperties[] = [
	vendorLocator('Vendor to get'),
	optionsCollection(vendorOutputOptions),
];

/** One input item, read and checked. */
interface Wanted {
	item: InputItem;
	id: string;
}

/** Gets single vendors, all of them with one search. */
export const get: Operation = {
	properties,
	run: forAllItems<Wanted>({
		read: (item) => ({ item, id: item.requiredText('vendorId', 'Vendor') }),
		send: findVendors,
	}),
};

async function* findVendors(
	_context: IExecuteFunctions,
	entries: Array<BatchEntry<Wanted>>,
): AsyncGenerator<OperationResult> {
	const [first] = entries;
	if (!first) return;
	const present = await VendorIndex.read(first.input.item.client);
	for (const { itemIndex, input } of entries) {
		const items = [itemIndex];
		try {
			const records = await toOutput(input.item, [present.get(input.id)], present.response);
			yield { items, records: records.map((json) => ({ json })) };
		} catch (error) {
			yield { items, error };
		}
	}
}
