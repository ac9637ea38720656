import { listSearch } from '../../../shared/node/properties/locators';
import { searchVendors, vendorId } from '../../../shared/service/api/vendors';

/** Fills the vendor list: every vendor by its name; archived ones are marked. */
export const searchVendorList = listSearch(async (client) =>
	(await searchVendors(client)).records.map((vendor) => {
		const value = vendorId(vendor);
		const name = String(vendor.name ?? value);
		return { name: vendor.status === 'archived' ? `${name} (archived)` : name, value };
	}),
);
