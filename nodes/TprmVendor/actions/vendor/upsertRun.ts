import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { toRecord } from '../../../shared/json';
import type { RequestLimits, ServiceResponse } from '../../../shared/service/request';
import { ServiceError } from '../../../shared/service/serviceError';
import { toNodeError } from '../../../shared/service/thrown';
import type { Match, VendorIndex } from './vendorIndex';
import { vendorId } from '../../../shared/service/api/vendors';
import { changeVendor, createVendor } from '../../../shared/service/api/writeVendor';

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

	constructor(
		private readonly context: IExecuteFunctions,
		readonly index: VendorIndex,
	) {}

	/**
	 * @throws UserError when it cannot be told which vendor is meant
	 * @throws ServiceError when the service refuses the change
	 */
	async apply(
		wish: { match: Match; body: IDataObject; key: string; limits: RequestLimits },
		itemIndex: number,
	): Promise<Upserted> {
		const { match, body, limits } = wish;
		const existing = this.index.find(match);
		if (!existing) return await this.create(wish, itemIndex);
		const id = vendorId(existing);
		if (id === '') {
			throw new UserError(`The vendor with "${match.value}" as ${match.field} came without an id`, {
				description:
					'It cannot be changed without one. Use Get Many to see what the service sends.',
			});
		}
		const response = await changeVendor(this.context, 'PATCH', id, body, limits, itemIndex);
		return { action: 'updated', response, sent: { id, ...body } };
	}

	private async create(
		{ match, body, key, limits }: Parameters<UpsertRun['apply']>[0],
		itemIndex: number,
	): Promise<Upserted> {
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
					'Creating it for this item as well could double it. Run the workflow again: the search finds the vendor if it is there.',
			});
		}
		try {
			const response = await createVendor(this.context, body, key, limits, itemIndex);
			this.index.add(match, toRecord(response.body));
			return { action: 'created', response, sent: body };
		} catch (error) {
			if (!isRefusal(error)) this.unsettled.set(name, itemIndex);
			throw toNodeError(error, this.context.getNode(), itemIndex);
		}
	}
}

/** @returns whether the service has said that it did not create anything */
function isRefusal(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.mayHaveActed) return false;
	const status = error.details.httpStatus;
	return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
