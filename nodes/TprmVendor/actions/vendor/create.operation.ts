import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { idempotencyOptions, KeysInUse, readIdempotencyKey } from './idempotency';
import { finishOne, vendorOutputOptions } from '../output';
import { readVendorFields, vendorFields } from './vendorFields';
import { createVendor } from '../../../shared/service/api/writeVendor';

const properties: INodeProperties[] = [
	...vendorFields,
	optionsCollection([...idempotencyOptions, ...vendorOutputOptions]),
];

/** Creates a vendor (third-party-risk, `POST /tprm-api/vendors`). */
export const create: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['vendor'], operation: ['create'] } },
		properties,
	),
	run: (context, itemCount) => {
		const keys = new KeysInUse();
		return forEachItem(async (_, itemIndex) => {
			const { body } = readVendorFields(context, itemIndex);
			const key = readIdempotencyKey(context, itemIndex, body);
			keys.claim(key, body, itemIndex);
			const limits = readLimits(context, itemIndex);
			const response = await createVendor(context, body, key, limits, itemIndex);
			return await finishOne(context, itemIndex, response, body);
		})(context, itemCount);
	},
};
