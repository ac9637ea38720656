import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { toRecord } from '../../../shared/json';
import type { InputItem } from '../../../shared/node/inputItem';
import { createVendor, updateVendor, vendorId } from '../../../shared/service/api/vendors';
import type { ServiceResponse } from '../../../shared/service/client';
import { ServiceError, toNodeError } from '../../../shared/service/errors';
import type { Match, VendorIndex } from './vendorIndex';

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
