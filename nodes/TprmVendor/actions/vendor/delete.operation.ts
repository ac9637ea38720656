import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { deleteVendor } from '../../../shared/service/api/thirdPartyRisk';
import { detailsOption, responseDetails } from '../output';
import { withDryRun } from './dryRun';
import { vendorLocator, vendorOf } from './vendorLocator';

const properties: INodeProperties[] = [
	{
		displayName:
			'Delete permanently removes the vendor and all of its data. To keep the data, use Archive.',
		name: 'deleteNotice',
		type: 'notice',
		default: '',
	},
	vendorLocator('Vendor to delete, with all of its data'),
	optionsCollection([concurrentRequestsOption, detailsOption]),
];

/** Deletes a vendor permanently (third-party-risk, `DELETE /tprm-api/vendors/{id}`). */
export const remove: Operation = withDryRun(() => () => ({ action: 'deleted', after: null }), {
	properties,
	run: forEachItem(async (item) => {
		const id = vendorOf(item);
		const response = await deleteVendor(item.client, id);
		return { deleted: true, id, ...responseDetails(item, response) };
	}, vendorOf),
});
