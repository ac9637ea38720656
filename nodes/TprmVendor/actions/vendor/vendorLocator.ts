import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { idLocator, listSearch } from '../../../shared/node/properties/locator';
import { searchVendors, vendorId } from '../../../shared/service/api/thirdPartyRisk';

/** The parameter that takes one vendor. */
export function vendorLocator(description: string): INodeProperties {
	return idLocator(
		{ displayName: 'Vendor', name: 'vendorId', required: true, description },
		{ searchListMethod: 'searchVendors', what: 'vendor', placeholder: 'e.g. vnd_5f0c2b7a91d34e68' },
	);
}

/** @throws UserError when the item names no vendor */
export function vendorOf(item: InputItem): string {
	return item.requiredText('vendorId', 'Vendor');
}

/** Fills the vendor list: every vendor by its name; archived ones are marked. */
export const searchVendorList = listSearch(async (client) =>
	(await searchVendors(client)).vendors.map(toEntry),
);

function toEntry(vendor: IDataObject): { name: string; value: string } {
	const value = vendorId(vendor);
	const name = String(vendor.name ?? value);
	return { name: vendor.status === 'archived' ? `${name} (archived)` : name, value };
}
