import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../shared/ids';
import { searchVendors, vendorId } from '../../../shared/service/api/vendors';
import type { VendorList } from '../../../shared/service/api/vendors';
import type { ServiceClient } from '../../../shared/service/client';

/**
 * The vendors of one search by id. The specification shows no endpoint for a single vendor, so that
 * all items of a run share one search (third-party-risk, `POST /tprm-api/vendors/search`).
 */
export class PresentVendors {
	private readonly byId: Map<string, IDataObject>;

	private constructor(private readonly list: VendorList) {
		// Reversed, so that the first of several vendors with one id stays.
		this.byId = new Map(
			list.vendors.map((vendor) => [idKey(vendorId(vendor)), vendor] as const).reverse(),
		);
	}

	/** @throws ServiceError when the service refuses */
	static async read(client: ServiceClient): Promise<PresentVendors> {
		return new PresentVendors(await searchVendors(client));
	}

	/** The answer of the search, for its response details. */
	get response(): VendorList['response'] {
		return this.list.response;
	}

	find(id: string): IDataObject | undefined {
		return this.byId.get(idKey(id));
	}

	/** @throws UserError when the search has no such vendor; the message says if it was incomplete */
	get(id: string): IDataObject {
		const vendor = this.find(id);
		if (vendor) return vendor;
		throw notFound(id, this.list.doubt);
	}

	/** Remembers a vendor as it is after a change; `null` once it is deleted. */
	set(id: string, vendor: IDataObject | null): void {
		if (vendor) this.byId.set(idKey(id), vendor);
		else this.byId.delete(idKey(id));
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
