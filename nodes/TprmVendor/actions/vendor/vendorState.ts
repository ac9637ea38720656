import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/ids';
import type { InputItem } from '../../../shared/node/inputItem';
import { searchVendors } from '../../../shared/service/api/vendors';
import { ServiceError } from '../../../shared/service/serviceError';
import type { OrganizationDates } from '../organizationDates';
import { KnownFields } from './knownFields';
import { VendorIndex } from './vendorMatching';

/** The vendors that items name by their IDs, as they are, or as a plan leaves them. */
export class VendorState {
	/** Indexes of the items that archived or deleted a vendor, by {@link idKey}. */
	readonly ended = new Map<string, number>();
	/** Vendors with a change that may or may not have come through. */
	readonly unconfirmed = new Set<string>();

	/** @param index nothing where the service refused to list its vendors */
	constructor(
		readonly index: VendorIndex | undefined,
		readonly dates: OrganizationDates,
	) {}

	/**
	 * Reads all vendors with one search, since the specification shows no endpoint for a single one.
	 *
	 * @param mustKnow whether nothing is done without the list; else rows say what is not known
	 */
	static async read({ client }: InputItem, mustKnow: boolean): Promise<VendorState> {
		const dates = await client.credential();
		const vendors = await searchVendors(client).catch((error: unknown) => {
			if (mustKnow || !(error instanceof ServiceError) || !error.isRefusal) throw error;
			return undefined;
		});
		return new VendorState(vendors && new VendorIndex(vendors, dates), dates);
	}

	/** @returns a state of its own, for a plan */
	copy(): VendorState {
		return new VendorState(this.index?.copy(), this.dates);
	}

	/** @returns what the vendors show about the fields that a vendor can have */
	knownFields(): KnownFields {
		return new KnownFields(this.index?.records ?? []);
	}

	/** @returns a vendor as it is; nothing where the service did not return it */
	of(id: string): IDataObject | undefined {
		const [vendor] = this.index?.find({ field: 'id', value: id, ignoreCase: false }) ?? [];
		return vendor;
	}

	/** Remembers how a vendor was left: what follows is measured by that. */
	leave(id: string, after: IDataObject | null, itemIndex: number, isEnd: boolean): void {
		Object.assign(this.of(id) ?? {}, after);
		if (isEnd) this.ended.set(idKey(id), itemIndex);
		else this.ended.delete(idKey(id));
	}
}
