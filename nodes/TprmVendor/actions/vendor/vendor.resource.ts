import { defineResource } from '../../../shared/node/resource';
import { archive } from './archive.operation';
import { create } from './create.operation';
import { remove } from './delete.operation';
import { get } from './get.operation';
import { getMany } from './getMany.operation';
import { replace } from './replace.operation';
import { sync } from './sync.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

/** The resource Vendor and its operations. */
export const vendor = defineResource('vendor', 'Vendor', 'getMany', {
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
	sync: {
		name: 'Sync',
		action: 'Sync vendors with a table',
		description:
			'Make the register match a table such as a CSV import: create, update, and, if wanted, archive vendors',
		operation: sync,
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
