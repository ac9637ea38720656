import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../shared/execution/operation';
import { forEachItem } from '../../shared/execution/operation';
import { requiredText } from '../../shared/execution/parameters';
import { optionsCollection, readLimits } from '../../shared/execution/requestOptions';
import { serviceRequest } from '../../shared/transport/request';
import { detailsOption, responseDetails } from './output';
import { vendorLocator } from './vendorLocator';
import { vendorPath } from './vendorRequest';

const properties: INodeProperties[] = [
	{
		displayName:
			'Deleting a vendor removes it and everything that belongs to it for good. To keep its data, use Archive.',
		name: 'deleteNotice',
		type: 'notice',
		default: '',
	},
	vendorLocator('Vendor to delete, with everything that belongs to it'),
	optionsCollection([detailsOption]),
];

/** Removes a vendor for good (third-party-risk, `DELETE /tprm-api/vendors/{id}`). */
export const deleteVendor: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['vendor'], operation: ['delete'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const id = requiredText(context, 'vendorId', 'Vendor', itemIndex);
		const response = await serviceRequest(
			context,
			{ method: 'DELETE', path: vendorPath(id) },
			readLimits(context, itemIndex),
			itemIndex,
		);
		return { deleted: true, id, ...responseDetails(context, itemIndex, response) };
	}),
};
