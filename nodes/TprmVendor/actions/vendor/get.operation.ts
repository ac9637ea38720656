import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../shared/ids';
import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import { forAllItems } from '../../../shared/node/run';
import { optionsCollection } from '../../../shared/node/properties/options';
import { searchVendors, vendorId } from '../../../shared/service/api/vendors';
import { toOutput } from '../output';
import { vendorOutputOptions } from '../outputOptions';
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

/**
 * Gets single vendors. The specification shows no endpoint for one, so that all items share one search
 * (third-party-risk, `POST /tprm-api/vendors/search`).
 */
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
	const { vendors, doubt, response } = await searchVendors(first.input.item.client);
	// Reversed, so that the first of several vendors with one id stays.
	const byId = new Map(
		vendors.map((vendor) => [idKey(vendorId(vendor)), vendor] as const).reverse(),
	);
	for (const { itemIndex, input } of entries) {
		const items = [itemIndex];
		try {
			const vendor = byId.get(idKey(input.id));
			if (!vendor) throw notFound(input.id, doubt);
			const records = await toOutput(input.item, [vendor], response);
			yield { items, records: records.map((json) => ({ json })) };
		} catch (error) {
			yield { items, error };
		}
	}
}

/** @param doubt why the search may not have returned all vendors */
function notFound(id: string, doubt: string | undefined): UserError {
	if (doubt !== undefined) {
		return new UserError(`The vendor ${id} may be among those that were not returned`, {
			description: `Use the Paged HTTP node to read the others. The service ${doubt}.`,
		});
	}
	return new UserError(`No vendor found with the ID ${id}`, {
		description:
			'Check the ID in this item, or select the vendor from the list. Archived vendors can be read, deleted ones cannot.',
	});
}
