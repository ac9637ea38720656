import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { toRecord } from '../../../shared/json';
import type { InputItem } from '../../../shared/node/inputItem';
import { createVendor, updateVendor, vendorId } from '../../../shared/service/api/vendors';
import type { ServiceResponse } from '../../../shared/service/call';
import { ServiceError, toNodeError } from '../../../shared/service/errors';

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

/** One input item, read and checked. */
export interface VendorInput {
	item: InputItem;
	match: Match;
	/** What goes to the service. */
	body: IDataObject;
	/** Idempotency key, should the vendor be created. */
	key: string;
}

/** What became of one item. */
export interface Upserted {
	action: 'created' | 'updated';
	response: ServiceResponse;
	/** Stands for an answer without a body. */
	sent: IDataObject;
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
	 * @throws UserError when it cannot be told which vendor is meant
	 * @throws ServiceError when the service refuses the change
	 */
	async apply(input: VendorInput): Promise<Upserted> {
		const { item, match, body } = input;
		const existing = this.index.find(match);
		if (!existing) return await this.create(input);
		const id = vendorId(existing);
		if (id === '') {
			throw new UserError(`The vendor with "${match.value}" as ${match.field} came without an id`, {
				description:
					'It cannot be changed without one. Use Get Many to see what the service sends.',
			});
		}
		const response = await updateVendor(item.client, id, body);
		return { action: 'updated', response, sent: { id, ...body } };
	}

	private async create({ item, match, body, key }: VendorInput): Promise<Upserted> {
		const { field, value } = match;
		if (field === 'id') {
			throw new UserError(`There is no vendor with the id ${value}`, {
				description:
					'New vendors get their id from the service, so none can be created under this one. Choose another Match Field.',
			});
		}
		const name = JSON.stringify([field, value]);
		const before = this.unsettled.get(name);
		if (before !== undefined) {
			throw new UserError(`Whether item ${before} has created "${value}" is not known`, {
				description:
					'Creating it for this item as well could create a duplicate. Run the workflow again: the search finds the vendor if it is there.',
			});
		}
		try {
			const response = await createVendor(item.client, body, key);
			this.index.add(match, toRecord(response.body));
			return { action: 'created', response, sent: body };
		} catch (error) {
			if (!isRefusal(error)) this.unsettled.set(name, item.index);
			throw toNodeError(error, item.context.getNode(), item.index);
		}
	}
}

/** @returns whether the service has said that it did not create anything */
function isRefusal(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.mayHaveActed) return false;
	const status = error.details.httpStatus;
	return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
