import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/forEachItem';
import { concurrentRequestsOption } from '../../../shared/node/properties/concurrentRequests';
import { optionsCollection } from '../../../shared/node/properties/options';
import { updateVendor } from '../../../shared/service/api/vendors';
import { toOutputVendor } from '../output';
import { vendorOutputOptions } from '../outputOptions';
import { readVendorFields } from './vendorFields';
import { vendorFieldProperties } from './vendorFieldProperties';
import { vendorLocator, vendorOf } from './vendorLocator';

const properties: INodeProperties[] = [
	vendorLocator('Vendor to update. Fields that are not sent stay unchanged.'),
	...vendorFieldProperties,
	optionsCollection([concurrentRequestsOption, ...vendorOutputOptions]),
];

/** Changes single fields of a vendor (third-party-risk, PATCH of the vendor resource). */
export const update: Operation = {
	properties,
	run: forEachItem(async (item) => {
		const id = vendorOf(item);
		const { body } = readVendorFields(item);
		const response = await updateVendor(item.client, id, body);
		return await toOutputVendor(item, response, { id, ...body });
	}, vendorOf),
};
