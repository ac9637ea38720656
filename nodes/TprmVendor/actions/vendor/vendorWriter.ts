import type { IDataObject } from 'n8n-workflow';

import { userError } from '../../../shared/n8n/nodeErrors';
import { createVendor, updateVendor, vendorId } from '../../../shared/service/api/vendors';
import type { ServiceResponse } from '../../../shared/service/call';
import { ServiceError, toNodeError } from '../../../shared/service/serviceError';
import { ambiguousMatch } from './matchWarnings';
import type { VendorInput } from './upsertRow';
import { type VendorChange, type VendorIndex, vendorKeyOf } from './vendorMatching';
import { vendorIn } from './vendorOutput';

/** Creates or updates the vendors of input items; a later item finds the vendor as an earlier one has left it. */
export class VendorWriter {
	/** Items whose creation may or may not have come through, by what they match. */
	private readonly unsettled = new Map<string, number>();

	/** @param isDryRun writes nothing, and answers as the service is expected to */
	constructor(
		private readonly vendors: VendorIndex,
		private readonly isDryRun: boolean,
	) {}

	/**
	 * Applies one item.
	 *
	 * @throws UserError when it is not clear which vendor is meant
	 * @throws ServiceError when the service refuses the change
	 */
	async apply(input: VendorInput): Promise<VendorChange<IDataObject>> {
		const { vendors, isDryRun } = this;
		const { item, match, body, wanted } = input;
		const [known, ...others] = vendors.find(match);
		if (!known) return await this.create(input);
		if (others.length > 0) throw ambiguousMatch(match, [known, ...others]);
		const send = async () =>
			isDryRun
				? { status: 200, headers: {}, body: { ...known, ...body } }
				: await updateVendor(item.client, vendorId(known), body);
		return await vendors.change(known, body, send, wanted);
	}

	private async create(input: VendorInput): Promise<VendorChange<IDataObject>> {
		const { item, match, body } = input;
		if (match.field === 'id') {
			throw userError(
				`No vendor found with the ID ${match.value}`,
				'Choose another Match Field. The service assigns the IDs of new vendors, so none can be created with this ID.',
			);
		}
		const name = vendorKeyOf(match);
		const earlier = this.unsettled.get(name);
		if (earlier !== undefined) {
			throw userError(
				`Row ${earlier + 1} may already have created "${match.value}"`,
				'Run the workflow again: it finds the vendor if it was created. This row was skipped to prevent a duplicate.',
			);
		}
		try {
			const response = await this.sendNew(input);
			const after = vendorIn(response, body);
			this.vendors.add(match, { ...body, ...after });
			return { action: 'created', before: null, after, response };
		} catch (error) {
			if (!(error instanceof ServiceError && error.isRefusal)) this.unsettled.set(name, item.index);
			throw toNodeError(error, item.context.getNode(), item.index);
		}
	}

	private async sendNew({ item, body, key }: VendorInput): Promise<ServiceResponse> {
		if (this.isDryRun) return { status: 200, headers: {}, body };
		return await createVendor(
			item.client,
			body,
			key,
			'Search for the vendor with Get Many before you run the node again: once the search finds it, the next run updates it instead of creating a duplicate.',
		);
	}
}
