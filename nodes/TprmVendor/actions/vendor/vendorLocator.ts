import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { idLocator, searchPage } from '../../../shared/node/properties/locator';
import { searchVendors, vendorId } from '../../../shared/service/api/thirdPartyRisk';
import type { ServiceClient } from '../../../shared/service/send';

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
export async function searchVendorList(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const read = async (client: ServiceClient) => (await searchVendors(client)).vendors.map(toEntry);
	return await searchPage(this, read, filter, paginationToken);
}

function toEntry(vendor: IDataObject): { name: string; value: string } {
	const value = vendorId(vendor);
	const name = String(vendor.name ?? value);
	return { name: vendor.status === 'archived' ? `${name} (archived)` : name, value };
}
