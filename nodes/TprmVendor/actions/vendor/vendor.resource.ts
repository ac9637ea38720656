import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/fields';
import { recordForModel } from '../../../shared/node/getMany';
import { defineResource } from '../../../shared/node/resource';
import type { InputItem } from '../../../shared/node/inputItem';
import { forEachInput } from '../../../shared/node/run';
import type { Operation } from '../../../shared/node/types';
import { createVendor } from '../../../shared/service/api/thirdPartyRisk';
import { archive, remove, replace, update } from './change.operation';
import { vendorLocator, vendorOf, vendorsOf } from './findVendor';
import { getMany } from './getMany.operation';
import { idempotencyKeys, idempotencyOption, ifCreationIsOpen } from './idempotency';
import { upsert } from './upsert.operation';
import { excludeOption, vendorFieldProperties, vendorOutputOptions } from './vendorFieldProperties';
import { outputOptions, readVendorFields, toOutputVendor, vendorIn } from './vendorFields';

/** Creates a vendor (third-party-risk, `POST /tprm-api/vendors`). */
const create: Operation = {
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
			return { body, key: keyOf(item, body), ifOpen: ifCreationIsOpen(item) };
		};
		return forEachInput(
			read,
			async ({ body, key, ifOpen }, item) => {
				const response = await createVendor(item.client, body, key, ifOpen);
				return await toOutputVendor(item, vendorIn(response, body), response);
			},
			({ key }) => key,
		)(context, itemCount);
	},
};

/** Gets single vendors, all of them with one search. */
const get: Operation = {
	properties: [vendorLocator('Vendor to get'), optionsCollection(vendorOutputOptions)],
	run: forEachInput(vendorOf, async (id, item) => {
		const vendors = await vendorsOf(item);
		const vendor = await toOutputVendor(item, vendors.get(id), vendors.response);
		return recordForModel(item, vendor);
	}),
};

/** The resource Vendor and its operations. */
export const vendor = defineResource('vendor', 'create', {
	archive: {
		name: 'Archive',
		action: 'Archive a vendor',
		description: 'Archive a vendor and keep all of its data',
		operation: archive,
	},
	create: {
		name: 'Create',
		action: 'Create a vendor',
		description: 'Create a vendor',
		operation: create,
	},
	delete: {
		name: 'Delete',
		action: 'Delete a vendor',
		description: 'Permanently delete a vendor and all of its data',
		operation: remove,
	},
	get: {
		name: 'Get',
		action: 'Get a vendor',
		description: 'Get one vendor by its ID',
		operation: get,
	},
	getMany: {
		name: 'Get Many',
		action: 'Get many vendors',
		description: 'List all vendors, or those that match a filter',
		operation: getMany,
	},
	replace: {
		name: 'Replace',
		action: 'Replace a vendor',
		description: 'Replace all fields of a vendor: writable fields that are not sent are cleared',
		operation: replace,
	},
	update: {
		name: 'Update',
		action: 'Update a vendor',
		description: 'Update individual fields of a vendor',
		operation: update,
	},
	upsert: {
		name: 'Create or Update',
		action: 'Create or update a vendor',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		operation: upsert,
	},
});
