import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../../../shared/ids';
import { toRecord } from '../../../shared/json';
import type { VendorList } from '../../../shared/service/api/vendors';
import { vendorId } from '../../../shared/service/api/vendors';
import type { ServiceResponse } from '../../../shared/service/call';
import { toNodeError } from '../../../shared/service/errors';
import { ambiguous, isRefusal, unknownId, unknownOutcome } from './upsertFailure';
import type { Index, Match, MatchBy, Upserted, VendorInput, VendorWriter } from './upsertTypes';
import { fieldAt, hasFields } from './vendorFields';

/**
 * The vendors of one search, found by the value of a field.
 *
 * Values are compared as text without blanks around them, with letter case unless the item says
 * otherwise. Archived vendors are found like others: they keep their data, and a second vendor beside
 * one would be a duplicate.
 */
export class VendorIndex {
	private readonly byField = new Map<string, { match: MatchBy; index: Index }>();
	/** Fields that no vendor of the search has. */
	private readonly missing = new Set<string>();
	/** Vendors that were created after the search. */
	private readonly created: IDataObject[] = [];

	constructor(private readonly vendors: IDataObject[]) {}

	/**
	 * @returns the one vendor that matches, `undefined` when there is none
	 * @throws UserError naming the vendor ids when several match
	 */
	find(match: Match): IDataObject | undefined {
		const [first, ...others] = this.index(match).get(folded(match)) ?? [];
		if (first && others.length > 0) throw ambiguous(match, [first, ...others]);
		return first;
	}

	/** Makes a vendor known that was created after the search, by every field that items match. */
	add(match: Match, vendor: IDataObject): void {
		// The service may have changed the value that was sent.
		this.index(match).set(folded(match), [vendor]);
		this.created.push(vendor);
		for (const known of this.byField.values()) insert(known.index, vendor, known.match);
	}

	/** @returns whether no vendor of the search has the field, as when its name is mistyped */
	lacks(field: string): boolean {
		return this.missing.has(field);
	}

	private index({ field, ignoreCase }: MatchBy): Index {
		const name = JSON.stringify([field, ignoreCase]);
		const known = this.byField.get(name);
		if (known) return known.index;
		const index: Index = new Map();
		const match = { field, ignoreCase };
		for (const vendor of [...this.vendors, ...this.created]) insert(index, vendor, match);
		const isKnown = this.vendors.some((vendor) => fieldAt(vendor, field) !== undefined);
		if (this.vendors.length > 0 && !isKnown) this.missing.add(field);
		this.byField.set(name, { match, index });
		return index;
	}
}

function insert(index: Index, vendor: IDataObject, { field, ignoreCase }: MatchBy): void {
	const key = folded({ field, ignoreCase, value: matchText(fieldAt(vendor, field)) });
	const others = index.get(key);
	if (!others) {
		if (key !== '') index.set(key, [vendor]);
	} else if (!others.includes(vendor)) others.push(vendor);
}

/** @returns a value as it is compared; `''` for what cannot identify a vendor */
export function matchText(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

function folded({ field, value, ignoreCase }: Match): string {
	if (ignoreCase) return value.toLowerCase();
	return field === 'id' ? idKey(value) : value;
}

/**
 * Applies items one after the other, so that a later item finds the vendor as an earlier one has left
 * it.
 */
export class UpsertRun {
	readonly index: VendorIndex;
	/** Vendors with a change that may or may not have come through. */
	private readonly unconfirmed = new Set<IDataObject>();
	/** Items whose creation may or may not have come through, by what they match. */
	private readonly unsettled = new Map<string, number>();

	constructor(
		private readonly list: VendorList,
		private readonly writer: VendorWriter,
	) {
		this.index = new VendorIndex(list.vendors);
	}

	/**
	 * @throws UserError when it is not clear which vendor is meant
	 * @throws ServiceError when the service refuses the change
	 */
	async apply(input: VendorInput): Promise<Upserted> {
		const { item, match, body } = input;
		const known = this.index.find(match);
		if (!known) return await this.create(input);
		const before = { ...known };
		if (!this.unconfirmed.has(known) && (await hasFields(item, before, body)))
			return { action: 'unchanged', before, vendor: before, response: this.list.response };
		const id = vendorId(before);
		this.unconfirmed.add(known);
		const response = await this.writer.update(input, id, before);
		this.unconfirmed.delete(known);
		const vendor = toVendor(response, { id, ...body });
		Object.assign(known, body, vendor);
		return { action: 'updated', before, vendor, response };
	}

	private async create(input: VendorInput): Promise<Upserted> {
		const { item, match, body } = input;
		const { field, value } = match;
		if (field === 'id') throw unknownId(value);
		const name = JSON.stringify([field, folded(match)]);
		const unsettled = this.unsettled.get(name);
		if (unsettled !== undefined) throw unknownOutcome(value, unsettled);
		try {
			const response = await this.writer.create(input);
			const vendor = toVendor(response, body);
			this.index.add(match, { ...body, ...vendor });
			return { action: 'created', before: null, vendor, response };
		} catch (error) {
			if (!isRefusal(error)) this.unsettled.set(name, item.index);
			throw toNodeError(error, item.context.getNode(), item.index);
		}
	}
}

function toVendor({ body }: ServiceResponse, sent: IDataObject): IDataObject {
	return body === undefined ? sent : toRecord(body);
}
