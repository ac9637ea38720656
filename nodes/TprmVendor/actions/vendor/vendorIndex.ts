import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { vendorId } from '../../../shared/service/api/vendors';

/** How a vendor is recognized: a field and its value as text. */
export interface Match {
	field: string;
	value: string;
}

/**
 * The vendors of one search, found by the value of a field.
 *
 * Values are compared as text without blanks around them, with letter case. Archived vendors are
 * found like others: they keep their data, and a second vendor beside one would be a duplicate.
 */
export class VendorIndex {
	private readonly byField = new Map<string, Map<string, IDataObject[]>>();
	/** Fields that no vendor of the search has. */
	private readonly missing = new Set<string>();

	constructor(private readonly vendors: IDataObject[]) {}

	/**
	 * @returns the one vendor that matches, `undefined` when there is none
	 * @throws UserError naming the vendor ids when several match
	 */
	find({ field, value }: Match): IDataObject | undefined {
		const [first, ...others] = this.index(field).get(value) ?? [];
		if (first && others.length > 0) throw ambiguous({ field, value }, [first, ...others]);
		return first;
	}

	/** Makes a vendor known that was created after the search. */
	add({ field, value }: Match, vendor: IDataObject): void {
		this.index(field).set(value, [vendor]);
	}

	/** @returns whether no vendor of the search has the field, as when its name is mistyped */
	lacks(field: string): boolean {
		return this.missing.has(field);
	}

	private index(field: string): Map<string, IDataObject[]> {
		const known = this.byField.get(field);
		if (known) return known;
		const index = new Map<string, IDataObject[]>();
		for (const vendor of this.vendors) {
			const value = matchText(vendor[field]);
			const others = index.get(value);
			if (others) others.push(vendor);
			else if (value !== '') index.set(value, [vendor]);
		}
		const isKnown = this.vendors.some((vendor) => field in vendor);
		if (this.vendors.length > 0 && !isKnown) this.missing.add(field);
		this.byField.set(field, index);
		return index;
	}
}

/** @returns a value as it is compared; `''` for what cannot identify a vendor */
export function matchText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

/** So many vendors are named in a message; more are only counted. */
const MAX_NAMED = 5;

function ambiguous({ field, value }: Match, vendors: IDataObject[]): UserError {
	const ids = vendors
		.slice(0, MAX_NAMED)
		.map((vendor) =>
			vendor.status === 'archived' ? `${vendorId(vendor)} (archived)` : vendorId(vendor),
		);
	if (vendors.length > MAX_NAMED) ids.push(`and ${vendors.length - MAX_NAMED} more`);
	return new UserError(`${vendors.length} vendors have "${value}" as ${field}`, {
		description: `It is not clear which one is meant: ${ids.join(', ')}. Choose a Match Field that is different for every vendor, or merge these vendors in the service.`,
	});
}
