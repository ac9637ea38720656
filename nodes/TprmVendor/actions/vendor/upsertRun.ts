import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { toRecord } from '../../../shared/json';
import type { InputItem } from '../../../shared/node/inputItem';
import { vendorId } from '../../../shared/service/api/thirdPartyRisk';
import type { ServiceResponse } from '../../../shared/service/call';
import { ServiceError, toNodeError } from '../../../shared/service/errors';
import { hasFields } from './vendorFields';
import type { Match, VendorIndex } from './vendorIndex';
import { matchKey } from './vendorIndex';

/** One input item, read and checked. */
export interface VendorInput {
	item: InputItem;
	match: Match;
	/** Sent to the service. */
	body: IDataObject;
	/** Idempotency key, should the vendor be created. */
	key: string;
}

/** What a run does to vendors: to those of the service, or with Dry Run to none. */
export interface VendorWriter {
	create: (input: VendorInput) => Promise<ServiceResponse>;
	/** @param id `''` for a vendor without one */
	update: (input: VendorInput, id: string, before: IDataObject) => Promise<ServiceResponse>;
}

/** What became of one item. */
export interface Upserted {
	action: 'created' | 'updated' | 'unchanged';
	/** The vendor before; `null` if it was created. */
	before: IDataObject | null;
	/** The vendor as the service returns it; what was sent where it returns nothing. */
	after: IDataObject;
	response: ServiceResponse;
}

/** Max vendors listed in a message; the others are only counted. */
const MAX_NAMED = 5;

/**
 * Applies items one after the other, so that a later item finds the vendor as an earlier one has left
 * it.
 */
export class UpsertRun {
	/** Vendors with a change that may or may not have come through. */
	private readonly unconfirmed = new Set<IDataObject>();
	/** Items whose creation may or may not have come through, by what they match. */
	private readonly unsettled = new Map<string, number>();

	constructor(
		readonly index: VendorIndex,
		private readonly writer: VendorWriter,
	) {}

	/**
	 * @throws UserError when it is not clear which vendor is meant
	 * @throws ServiceError when the service refuses the change
	 */
	async apply(input: VendorInput): Promise<Upserted> {
		const { item, match, body } = input;
		const [known, ...others] = this.index.find(match);
		if (!known) return await this.create(input);
		if (others.length > 0) throw ambiguous(match, [known, ...others]);
		const before = { ...known };
		if (!this.unconfirmed.has(known) && (await hasFields(item, before, body)))
			return { action: 'unchanged', before, after: before, response: this.index.response };
		const id = vendorId(before);
		this.unconfirmed.add(known);
		const response = await this.writer.update(input, id, before);
		this.unconfirmed.delete(known);
		const after = toVendor(response, { id, ...body });
		Object.assign(known, body, after);
		return { action: 'updated', before, after, response };
	}

	private async create(input: VendorInput): Promise<Upserted> {
		const { item, match, body } = input;
		const { field, value } = match;
		if (field === 'id') {
			throw new UserError(`No vendor found with the ID ${value}`, {
				description:
					'Choose another Match Field. The service assigns the IDs of new vendors, so none can be created with this ID.',
			});
		}
		const name = JSON.stringify([field, matchKey(match)]);
		const unsettled = this.unsettled.get(name);
		if (unsettled !== undefined) {
			throw new UserError(`Item ${unsettled} may already have created "${value}"`, {
				description:
					'Run the workflow again: it finds the vendor if it was created. This item was skipped to prevent a duplicate.',
			});
		}
		try {
			const response = await this.writer.create(input);
			const after = toVendor(response, body);
			this.index.set(match, { ...body, ...after });
			return { action: 'created', before: null, after, response };
		} catch (error) {
			if (!isRefusal(error)) this.unsettled.set(name, item.index);
			throw toNodeError(error, item.context.getNode(), item.index);
		}
	}
}

function toVendor({ body }: ServiceResponse, sent: IDataObject): IDataObject {
	return body === undefined ? sent : toRecord(body);
}

/** @returns whether the service has said that it did not create anything */
function isRefusal(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.mayHaveActed) return false;
	const status = error.details.httpStatus;
	return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/** Several vendors match, so that it is not clear which one to update. */
function ambiguous({ field, value }: Match, vendors: IDataObject[]): UserError {
	const ids = vendors
		.slice(0, MAX_NAMED)
		.map((vendor) =>
			vendor.status === 'archived' ? `${vendorId(vendor)} (archived)` : vendorId(vendor),
		);
	if (vendors.length > MAX_NAMED) ids.push(`and ${vendors.length - MAX_NAMED} more`);
	return new UserError(`Found ${vendors.length} vendors with "${value}" as ${field}`, {
		description: `Choose a Match Field that is different for every vendor, or merge these vendors in the service: ${ids.join(', ')}.`,
	});
}
