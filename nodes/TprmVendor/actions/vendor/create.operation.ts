import type { INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { KeysInUse, idempotencyOptions, ifCreationIsOpen, readIdempotencyKey } from './idempotency';
import { createVendor } from '../../../shared/service/api/thirdPartyRisk';
import { toOutputVendor, vendorOutputOptions } from '../output';
import { readVendorFields } from './vendorFields';
import { vendorFieldProperties } from './vendorFieldProperties';

const properties: INodeProperties[] = [
	...vendorFieldProperties(),
	optionsCollection([concurrentRequestsOption, ...idempotencyOptions, ...vendorOutputOptions]),
];

/** Creates a vendor (third-party-risk, `POST /tprm-api/vendors`). */
export const create: Operation = {
	properties,
	run: (context, itemCount) => {
		const keys = new KeysInUse();
		return forEachItem(async (item) => {
			const { body } = readVendorFields(item);
			const key = readIdempotencyKey(item, body);
			if (item.options.ownIdempotencyKey !== undefined) keys.claim(key, body, item.index);
			const ifOpen = ifCreationIsOpen(item.options);
			const response = await createVendor(item.client, body, key, ifOpen);
			return await toOutputVendor(item, response, body);
		}, vendorInTheMaking)(context, itemCount);
	},
};

/**
 * The vendor that an item creates, as far as other items could create the same one.
 *
 * @throws UserError like {@link readIdempotencyKey}
 */
function vendorInTheMaking(item: InputItem): string {
	const { idempotency, ownIdempotencyKey } = item.options;
	const isAutomatic = (idempotency ?? 'automatic') === 'automatic' && !ownIdempotencyKey;
	if (isAutomatic) return `item ${item.index}`;
	return readIdempotencyKey(item, readVendorFields(item).body);
}
