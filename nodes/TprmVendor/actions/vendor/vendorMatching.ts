import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/ids';
import { memberOf } from '../../../shared/basics/members';
import { nameFold } from '../../../shared/basics/nameFolds';
import { plainBlanks } from '../../../shared/basics/visible';
import { userError } from '../../../shared/n8n/nodeErrors';
import { hostKey } from '../../../shared/node/cells/hosts';
import { similarFold } from '../../../shared/node/cells/similarNames';
import { oncePerRun } from '../../../shared/node/oncePerRun';
import { searchVendors } from '../../../shared/service/api/vendors';
import type { ServiceResponse } from '../../../shared/service/call';
import type { RecordList } from '../../../shared/service/recordList';
import type { OrganizationDates } from '../organizationDates';

/** How a vendor is recognized: a field and its value as text. */
export interface Match {
	field: string;
	value: string;
	ignoreCase: boolean;
	/** Whether values that a person may take for the same match, too. */
	isLoose?: boolean;
	/** Whether the values are domains or URLs, which match as the host that they name. */
	isHost?: boolean;
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
	readonly records: IDataObject[];
	/** The answer of the search, for its response details. */
	readonly response: ServiceResponse;

	/** @param dates how those of the vendors are written */
	constructor(
		private readonly list: RecordList,
		readonly dates: OrganizationDates,
	) {
		({ records: this.records, response: this.response } = list);
	}

	/** @returns the vendors that match, in the order of the search */
	find(match: Match): readonly IDataObject[] {
		return this.index(match).vendors.get(matchKey(match)) ?? [];
	}

	/** @throws UserError when the search has no such vendor; the message says if it was incomplete */
	get(id: string): IDataObject {
		const [vendor] = this.find({ field: 'id', value: id, ignoreCase: false });
		if (vendor) return vendor;
		const { doubt } = this.list;
		if (doubt !== undefined) {
			throw userError(
				`The vendor ${id} may be among those that were not returned`,
				`Use the Paged HTTP node to read the others. The service ${doubt}.`,
			);
		}
		throw userError(
			`No vendor found with the ID ${id}`,
			'Check the ID in this item, or select the vendor from the list. Archived vendors can be read, deleted ones cannot.',
		);
	}

	/** @returns an index of its own with vendors of its own, for a plan */
	copy(): VendorIndex {
		const records = this.records.map((vendor) => ({ ...vendor }));
		return new VendorIndex({ ...this.list, records }, this.dates);
	}

	/** Remembers a vendor that was created, by every field that items match. */
	add(match: Match, vendor: IDataObject): void {
		// The service may have changed the value that was sent.
		this.index(match).vendors.set(matchKey(match), [vendor]);
		this.records.push(vendor);
		for (const known of this.byField.values()) insert(known, vendor);
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
export const vendorsOf = oncePerRun(
	async ({ client }) => new VendorIndex(await searchVendors(client), await client.credential()),
);

/** @returns a value as it is compared; `''` for what cannot identify a vendor */
export function matchText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? plainBlanks(String(value)) : '';
}

/** @returns the text under which a value is found */
export function matchKey({ field, value, ignoreCase, isLoose, isHost }: Match): string {
	const spelled = isHost === true ? hostKey(value) : value;
	const name = isLoose === true ? similarFold(spelled) : nameFold(ignoreCase)(spelled);
	return field === 'id' ? idKey(name) : name;
}

function insert({ match, vendors }: FieldIndex, vendor: IDataObject): void {
	const key = matchKey({ ...match, value: matchText(memberOf(vendor, match.field)) });
	const others = vendors.get(key);
	if (key !== '' && !others) vendors.set(key, [vendor]);
	else if (others && !others.includes(vendor)) others.push(vendor);
}

/** @returns the same text for items that are about the same vendor */
export function vendorKeyOf(match: Match): string {
	return JSON.stringify([match.field, matchKey(match)]);
}
