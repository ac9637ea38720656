import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey, looseFold, nameFold, plainBlanks } from '../../../shared/basics/text';
import { canonicalJson } from '../../../shared/basics/values';
import { describeRows } from '../../../shared/node/batches';
import { addWarning, oncePerRun } from '../../../shared/node/inputItem';
import type { InputItem } from '../../../shared/node/inputItem';
import { checkIncompleteList } from '../../../shared/node/lists';
import { idLocator, listSearch } from '../../../shared/node/properties/locators';
import type { BatchEntry } from '../../../shared/node/types';
import type { RecordList } from '../../../shared/service/api/answers';
import { searchVendors, vendorId } from '../../../shared/service/api/thirdPartyRisk';
import type { ServiceResponse } from '../../../shared/service/call';
import type { OrganizationDates } from '../organizationDates';
import { fieldAt, hasFields, vendorIn } from './vendorFields';

/** The parameter that takes one vendor. */
export function vendorLocator(description: string): INodeProperties {
	return idLocator(
		{ displayName: 'Vendor', name: 'vendorId', required: true, description },
		'searchVendors',
		'e.g. vnd_5f0c2b7a91d34e68',
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

/** What an item does to a vendor, or would do. */
export interface Change<After = IDataObject | null> {
	action: 'created' | 'updated' | 'replaced' | 'archived' | 'deleted' | 'unchanged';
	/** `null` for a vendor that does not exist yet. */
	before: IDataObject | null;
	/** `null` for a vendor that would be deleted. */
	after: After;
	/** For the response details. */
	response: ServiceResponse;
}

/** How a vendor is recognized: a field and its value as text. */
export interface Match {
	/** Name of the field; dots reach into others (`contact.email`). */
	field: string;
	value: string;
	ignoreCase: boolean;
	/** Whether values that a person may take for the same match, too. */
	isLoose?: boolean;
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
 * Values are compared as text, whatever its blanks and encoding, with letter case unless the item says
 * otherwise. Archived vendors are found, too: a second vendor beside one would be a duplicate.
 */
export class VendorIndex {
	private readonly byField = new Map<string, FieldIndex>();
	/** Vendors with a change that may or may not have come through. */
	private readonly unconfirmed = new Set<IDataObject>();
	readonly records: IDataObject[];
	/** The answer of the search, for its response details. */
	readonly response: ServiceResponse;

	private constructor(
		private readonly list: RecordList,
		/** How the dates of the vendors are written. */
		readonly dates: OrganizationDates,
	) {
		({ records: this.records, response: this.response } = list);
	}

	/** @throws ServiceError when the service refuses */
	static async read({ client }: InputItem): Promise<VendorIndex> {
		return new VendorIndex(await searchVendors(client), await client.credential());
	}

	/**
	 * For a decision that a wrong list would make wrong: a missing vendor would be created again.
	 *
	 * @throws UserError when the search did not return all vendors, unless the item's options allow that
	 */
	static async readAll(item: InputItem): Promise<VendorIndex> {
		const vendors = await VendorIndex.read(item);
		const { isList, doubt } = vendors.list;
		if (!isList) {
			throw new UserError('The service did not return a list of vendors', {
				description:
					'Check the output of Get Many, and Base URL in the credential. Nothing was written, because vendors that exist would be created again.',
			});
		}
		if (doubt !== undefined) checkIncompleteList(item, doubt);
		return vendors;
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

	/**
	 * Changes a vendor, unless it has the values already.
	 *
	 * @param known of this index, which is then as the change has left it
	 * @throws what `send` throws
	 */
	async change(
		known: IDataObject,
		sent: IDataObject,
		send: () => Promise<ServiceResponse>,
	): Promise<Change<IDataObject>> {
		const before = { ...known };
		if (!this.unconfirmed.has(known) && hasFields(before, sent, this.dates))
			return { action: 'unchanged', before, after: before, response: this.response };
		this.unconfirmed.add(known);
		const response = await send();
		this.unconfirmed.delete(known);
		const after = vendorIn(response, { id: known.id, ...sent });
		Object.assign(known, sent, after);
		return { action: 'updated', before, after, response };
	}

	/** Remembers a vendor that was created, by every field that items match. */
	add(match: Match, vendor: IDataObject): void {
		// The service may have changed the value that was sent.
		this.index(match).vendors.set(matchKey(match), [vendor]);
		this.records.push(vendor);
		for (const known of this.byField.values()) insert(known, vendor);
	}

	/** @returns whether the service has text in a field, also for what is a number in a table, such as an ID */
	hasText(field: string): boolean {
		return this.records.some((vendor) => typeof fieldAt(vendor, field) === 'string');
	}

	/** @returns whether there are vendors, and none has the field, as when its name is mistyped */
	lacks(field: string): boolean {
		return (
			this.records.length > 0 &&
			this.records.every((vendor) => fieldAt(vendor, field) === undefined)
		);
	}

	private index({ value: _value, ...match }: Match): FieldIndex {
		const name = JSON.stringify(match);
		const known = this.byField.get(name);
		if (known) return known;
		const index: FieldIndex = { match, vendors: new Map() };
		for (const vendor of this.records) insert(index, vendor);
		this.byField.set(name, index);
		return index;
	}
}

/** The vendors of the one search that all items of a run share. */
export const vendorsOf = oncePerRun(VendorIndex.read);

/** @returns what finds the vendor with an id */
export function withId(id: string): Match {
	return { field: 'id', value: id, ignoreCase: false };
}

/** @returns a value as it is compared; `''` for what cannot identify a vendor */
export function matchText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? plainBlanks(String(value)) : '';
}

/** @returns the text under which a value is found */
export function matchKey({ field, value, ignoreCase, isLoose = false }: Match): string {
	const name = isLoose ? looseFold(value) : nameFold(!ignoreCase)(value);
	return field === 'id' ? idKey(name) : name;
}

/** Rows with the same wrong value in the Match Field, such as N/A, would silently become one vendor. */
export function hintAtConflicts(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<{ match: Match; body: IDataObject }>>,
): void {
	const bodies = new Map<string, IDataObject>();
	const conflicts = entries.filter(({ input: { match, body } }) => {
		const key = JSON.stringify([match.field, matchKey(match)]);
		const before = bodies.get(key);
		const after = { ...before, ...body };
		bodies.set(key, after);
		const [earlier, later] = [{ ...body, ...before }, after].map((all) =>
			// What the match ignores is no difference.
			canonicalJson({ ...all, [match.field]: '' }),
		);
		return earlier !== later;
	});
	if (conflicts.length === 0) return;
	const rows = describeRows(conflicts.map(({ itemIndex }) => itemIndex));
	addWarning(
		context,
		`Same vendor as an earlier row, but other values: ${rows}. If these are different vendors, choose another Match Field.`,
	);
}

function insert({ match, vendors }: FieldIndex, vendor: IDataObject): void {
	const key = matchKey({ ...match, value: matchText(fieldAt(vendor, match.field)) });
	const others = vendors.get(key);
	if (key !== '' && !others) vendors.set(key, [vendor]);
	else if (others && !others.includes(vendor)) others.push(vendor);
}
