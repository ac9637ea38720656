import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../shared/ids';
import type { VendorList } from '../../../shared/service/api/thirdPartyRisk';
import { searchVendors } from '../../../shared/service/api/thirdPartyRisk';
import type { ServiceClient } from '../../../shared/service/send';
import { fieldAt } from './vendorFields';

/** How a vendor is recognized: a field and its value as text. */
export interface Match {
	/** Name of the field; dots reach into others (`contact.email`). */
	field: string;
	value: string;
	ignoreCase: boolean;
}

/** Vendors by the text of a field. */
interface FieldIndex {
	match: Omit<Match, 'value'>;
	vendors: Map<string, IDataObject[]>;
}

/**
 * The vendors of one search, found by the value of a field. The specification shows no endpoint for a
 * single vendor, so that all items of a run share one search (third-party-risk,
 * `POST /tprm-api/vendors/search`).
 *
 * Values are compared as text without blanks around them, with letter case unless the item says
 * otherwise. Archived vendors are found like others: they keep their data, and a second vendor beside
 * one would be a duplicate.
 */
export class VendorIndex {
	private readonly byField = new Map<string, FieldIndex>();
	/** Fields that no vendor of the search has. */
	private readonly missing = new Set<string>();
	/** Vendors that were created after the search. */
	private readonly created: IDataObject[] = [];

	constructor(private readonly list: VendorList) {}

	/** @throws ServiceError when the service refuses */
	static async read(client: ServiceClient): Promise<VendorIndex> {
		return new VendorIndex(await searchVendors(client));
	}

	/** The answer of the search, for its response details. */
	get response(): VendorList['response'] {
		return this.list.response;
	}

	/** @returns the vendors that match, in the order of the search */
	find(match: Match): readonly IDataObject[] {
		return this.index(match).vendors.get(matchKey(match)) ?? [];
	}

	/** @throws UserError when the search has no such vendor; the message says if it was incomplete */
	get(id: string): IDataObject {
		const [vendor] = this.find(withId(id));
		if (vendor) return vendor;
		throw notFound(id, this.list.doubt);
	}

	/** Remembers a vendor as it is after a change, by every field that items match. */
	set(match: Match, vendor: IDataObject): void {
		// The service may have changed the value that was sent.
		this.index(match).vendors.set(matchKey(match), [vendor]);
		this.created.push(vendor);
		for (const known of this.byField.values()) insert(known, vendor);
	}

	/** Forgets a vendor that was deleted, or whose values are not known any more. */
	forget(id: string): void {
		const match = withId(id);
		this.index(match).vendors.delete(matchKey(match));
	}

	/** @returns whether no vendor of the search has the field, as when its name is mistyped */
	lacks(field: string): boolean {
		return this.missing.has(field);
	}

	private index({ field, ignoreCase }: Match): FieldIndex {
		const name = JSON.stringify([field, ignoreCase]);
		const known = this.byField.get(name);
		if (known) return known;
		const { vendors } = this.list;
		const index: FieldIndex = { match: { field, ignoreCase }, vendors: new Map() };
		for (const vendor of [...vendors, ...this.created]) insert(index, vendor);
		const isKnown = vendors.some((vendor) => fieldAt(vendor, field) !== undefined);
		if (vendors.length > 0 && !isKnown) this.missing.add(field);
		this.byField.set(name, index);
		return index;
	}
}

/** @returns what finds the vendor with an id */
export function withId(id: string): Match {
	return { field: 'id', value: id, ignoreCase: false };
}

/** @returns a value as it is compared; `''` for what cannot identify a vendor */
export function matchText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

/** @returns the text under which a value is found */
export function matchKey({ field, value, ignoreCase }: Match): string {
	if (ignoreCase) return value.toLowerCase();
	return field === 'id' ? idKey(value) : value;
}

function insert({ match, vendors }: FieldIndex, vendor: IDataObject): void {
	const key = matchKey({ ...match, value: matchText(fieldAt(vendor, match.field)) });
	const others = vendors.get(key);
	if (!others) {
		if (key !== '') vendors.set(key, [vendor]);
	} else if (!others.includes(vendor)) others.push(vendor);
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
