import { forEachInput } from '../../../shared/node/forItems';
import type { InputItem } from '../../../shared/node/inputItem';
import type { Operation } from '../../../shared/node/operation';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/requests';
import { createVendor } from '../../../shared/service/api/vendors';
import { idempotencyKeys, settingOf } from './idempotency';
import { vendorFieldProperties } from './vendorFieldProperties';
import { readVendorFields } from './vendorFields';
import { excludeOption, idempotencyOption, vendorOutputOptions } from './vendorOptions';
import { outputOptions, toOutput, vendorIn } from './vendorOutput';

/** Creates a vendor (third-party-risk, `POST /tprm-api/vendors`). */
export const create: Operation = {
	properties: [
		...vendorFieldProperties(),
		optionsCollection([
			concurrentRequestsOption,
			excludeOption,
			idempotencyOption,
			...vendorOutputOptions,
		]),
	],
	run: (context, itemCount) => {
		const keyOf = idempotencyKeys(context);
		const read = (item: InputItem) => {
			outputOptions(item);
			const { body } = readVendorFields(item);
			return { body, key: keyOf(item, body), ifOpen: IF_OPEN[settingOf(item)] };
		};
		return forEachInput(
			read,
			async ({ body, key, ifOpen }, item) => {
				const response = await createVendor(item.client, body, key, ifOpen);
				return await toOutput(item, vendorIn(response, body), response);
			},
			({ key }) => key,
		)(context, itemCount);
	},
};

const withSameKey = (label: string) =>
	`With Idempotency set to ${label}, you can run the node again within 24 hours: the same key returns the vendor if it exists. After 24 hours, search for the vendor with Get Many first.`;

/** What to do when it is not known whether a vendor was created, by Idempotency. */
const IF_OPEN = {
	automatic: [
		'Search for the vendor with Get Many before you create it again: with Idempotency set to Automatic, a new run can create it twice.',
		'For later runs, set Idempotency under Options to From Content. Do not change it before you repeat this run: the new key could create a duplicate.',
	].join('\n'),
	content: withSameKey('From Content'),
	own: withSameKey('Custom Key'),
};
