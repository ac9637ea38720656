import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import { optionsCollection } from '../../../shared/node/properties/options';
import { KeysInUse, readIdempotencyKey } from './idempotency';
import { idempotencyOptions } from './idempotencyOptions';
import { createVendor } from '../../../shared/service/api/vendors';
import { toOutputVendor } from '../output';
import { vendorOutputOptions } from '../outputOptions';
import { readVendorFields } from './vendorFields';
import { vendorFieldProperties } from './vendorFieldProperties';

const properties: INodeProperties[] = [
	...vendorFieldProperties(),
	optionsCollection([...idempotencyOptions, ...vendorOutputOptions]),
];

/** Creates a vendor (third-party-risk, `POST /tprm-api/vendors`). */
export const create: Operation = {
	properties,
	run: (context, itemCount) => {
		const keys = new KeysInUse();
		return forEachItem(async (item) => {
			const { body } = readVendorFields(item);
			const key = readIdempotencyKey(item, body);
			keys.claim(key, body, item.index);
			return await toOutputVendor(item, await createVendor(item.client, body, key), body);
		})(context, itemCount);
	},
};
