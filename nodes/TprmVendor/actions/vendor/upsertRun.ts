import type { IDataObject } from 'n8n-workflow';

import { toRecord } from '../../../shared/json';
import { createVendor, updateVendor, vendorId } from '../../../shared/service/api/vendors';
import { toNodeError } from '../../../shared/service/errors';
import { IF_UPSERT_IS_OPEN } from './openCreation';
import { ambiguous, isRefusal, unknownId, unknownOutcome, withoutId } from './upsertFailure';
import type { Match, Upserted, VendorInput } from './upsertTypes';

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

/**
 * Applies items one after the other, so that a later item finds the vendor that an earlier one has
 * created.
 */
export class UpsertRun {
	/** Items whose creation may or may not have come through, by what they match. */
	private readonly unsettled = new Map<string, number>();

	constructor(readonly index: VendorIndex) {}

	/**
	 * @throws UserError when it is not clear which vendor is meant
	 * @throws ServiceError when the service refuses the change
	 */
	async apply(input: VendorInput): Promise<Upserted> {
		const { item, match, body } = input;
		const existing = this.index.find(match);
		if (!existing) return await this.create(input);
		const id = vendorId(existing);
		if (id === '') throw withoutId(match);
		const response = await updateVendor(item.client, id, body);
		return { action: 'updated', response, sent: { id, ...body } };
	}

	private async create({ item, match, body, key }: VendorInput): Promise<Upserted> {
		const { field, value } = match;
		if (field === 'id') throw unknownId(value);
		const name = JSON.stringify([field, value]);
		const before = this.unsettled.get(name);
		if (before !== undefined) throw unknownOutcome(value, before);
		try {
			const response = await createVendor(item.client, body, key, IF_UPSERT_IS_OPEN);
			this.index.add(match, toRecord(response.body));
			return { action: 'created', response, sent: body };
		} catch (error) {
			if (!isRefusal(error)) this.unsettled.set(name, item.index);
			throw toNodeError(error, item.context.getNode(), item.index);
		}
	}
}
