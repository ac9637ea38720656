import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { requiredText } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { finishOne, vendorOutputOptions } from '../output';
import { readVendorFields, vendorFields } from './vendorFields';
import { vendorLocator } from './vendorLocator';
import { changeVendor } from '../../../shared/service/api/writeVendor';

const properties: INodeProperties[] = [
	vendorLocator('Vendor to change. Fields that are not sent stay as they are.'),
	...vendorFields,
	optionsCollection(vendorOutputOptions),
];

/** Changes single fields of a vendor (third-party-risk, PATCH of the vendor resource). */
export const update: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['vendor'], operation: ['update'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const id = requiredText(context, 'vendorId', 'Vendor', itemIndex);
		const { body } = readVendorFields(context, itemIndex);
		const limits = readLimits(context, itemIndex);
		const response = await changeVendor(context, 'PATCH', id, body, limits, itemIndex);
		return await finishOne(context, itemIndex, response, { id, ...body });
	}),
};
