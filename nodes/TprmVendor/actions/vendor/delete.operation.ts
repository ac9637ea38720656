import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { requiredText } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { serviceRequest } from '../../../shared/service/request';
import { detailsOption, responseDetails } from '../output';
import { vendorLocator } from './vendorLocator';
import { vendorPath } from '../../../shared/service/api/vendors';

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
