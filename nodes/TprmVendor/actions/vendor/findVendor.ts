import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../shared/ids';
import type { InputItem } from '../../../shared/node/inputItem';
import { checkIncompleteList } from '../../../shared/node/properties/incompleteList';
import { idLocator, listSearch } from '../../../shared/node/properties/locator';
import { forAllItems } from '../../../shared/node/run';
import type { Operation } from '../../../shared/node/types';
import type { RecordList } from '../../../shared/service/api/answers';
import { searchVendors, vendorId } from '../../../shared/service/api/thirdPartyRisk';
import type { ServiceClient } from '../../../shared/service/send';
import { fieldAt } from './vendorFields';

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
	(await searchVendors(client)).records.map(toEntry),
);

function toEntry(vendor: IDataObject): { name: string; value: string } {
	const value = vendorId(vendor);
	const name = String(vendor.name ?? value);
	return { name: vendor.status === 'archived' ? `${name} (archived)` : name, value };
}

/** One input item about one vendor. */
interface Chosen {
	item: InputItem;
	id: string;
}

/**
 * Runs a function for the vendor of every item; one search finds all of them.
 *
 * @param plan reads what else the item says, before anything is sent
 */
export function forEachVendor<Plan>(
	plan: (item: InputItem) => Plan,
	execute: (chosen: Chosen, vendors: VendorIndex, planned: Plan) => Promise<IDataObject>,
): Operation['run'] {
	return forAllItems<Chosen & { planned: Plan }>({
		read: (item) => ({ item, id: vendorOf(item), planned: plan(item) }),
		send: async function* (_context, entries) {
			let vendors: VendorIndex | undefined;
			for (const { itemIndex, input } of entries) {
				const items = [itemIndex];
				vendors ??= await VendorIndex.read(input.item.client);
				try {
					const json = await execute(input, vendors, input.planned);
					yield { items, records: [{ json }] };
				} catch (error) {
					yield { items, error };
				}
			}
		},
	});
}

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
	/** No vendor of the search has the field. */
	isMissing: boolean;
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
	/** Vendors that were created after the search. */
	private readonly created: IDataObject[] = [];

	private constructor(private readonly list: RecordList) {}

	/** @throws ServiceError when the service refuses */
	static async read(client: ServiceClient): Promise<VendorIndex> {
		return new VendorIndex(await searchVendors(client));
	}

	/**
	 * For a decision that a wrong list would make wrong: a missing vendor would be created again.
	 *
	 * @throws UserError when the search did not return all vendors, unless the item's options allow that
	 */
	static async readAll(item: InputItem): Promise<VendorIndex> {
		const list = await searchVendors(item.client);
		if (!list.isList) {
			throw new UserError('The service did not return a list of vendors', {
				description:
					'Check the output of Get Many, and Base URL in the credential. Nothing was written, because vendors that exist would be created again.',
			});
		}
		if (list.doubt !== undefined) checkIncompleteList(item, list.doubt);
		return new VendorIndex(list);
	}

	/** The answer of the search, for its response details. */
	get response(): RecordList['response'] {
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
		const { doubt } = this.list;
		if (doubt !== undefined) {
			throw new UserError(`The vendor ${id} may be among those that were not returned`, {
				description: `Use the Paged HTTP node to read the others. The service ${doubt}.`,
			});
		}
		throw new UserError(`No vendor found with the ID ${id}`, {
			description:
				'Check the ID in this item, or select the vendor from the list. Archived vendors can be read, deleted ones cannot.',
		});
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
	lacks(match: Match): boolean {
		return this.index(match).isMissing;
	}

	private index({ field, ignoreCase }: Match): FieldIndex {
		const name = JSON.stringify([field, ignoreCase]);
		const known = this.byField.get(name);
		if (known) return known;
		const { records } = this.list;
		const isKnown = records.some((vendor) => fieldAt(vendor, field) !== undefined);
		const isMissing = records.length > 0 && !isKnown;
		const index: FieldIndex = { match: { field, ignoreCase }, vendors: new Map(), isMissing };
		for (const vendor of [...records, ...this.created]) insert(index, vendor);
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
