import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import {
	byLabel,
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/fields';
import {
	filtersCollection,
	getManyOperation,
	readFilter,
	recordForModel,
} from '../../../shared/node/getMany';
import { defineResource } from '../../../shared/node/resource';
import type { InputItem } from '../../../shared/node/inputItem';
import { toJsonObject } from '../../../shared/node/parameters';
import { forEachInput } from '../../../shared/node/run';
import type { Operation } from '../../../shared/node/types';
import { createVendor, searchVendors } from '../../../shared/service/api/thirdPartyRisk';
import { archive, remove, replace, update } from './change.operation';
import { vendorLocator, vendorOf, vendorsOf } from './findVendor';
import { idempotencyKeys, idempotencyOption, ifCreationIsOpen } from './idempotency';
import { upsert } from './upsert.operation';
import { excludeOption, vendorFieldProperties, vendorOutputOptions } from './vendorFieldProperties';
import {
	outputOptions,
	readVendorFields,
	toOutput,
	toOutputVendor,
	vendorIn,
} from './vendorFields';

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

const conditions: INodeProperties[] = [
	textFilter('Domain', 'domain', 'e.g. acme.example'),
	textFilter('External ID', 'external_id', 'e.g. V-00005'),
	textFilter('Name', 'name', 'e.g. Acme'),
	textFilter('Owner Email', 'owner_email', 'e.g. pat@example.com'),
	textFilter('Risk Rating', 'risk_rating', 'e.g. high'),
	{
		displayName: 'Search Term',
		name: 'query',
		type: 'string',
		default: '',
		placeholder: 'e.g. bank',
		description: 'Only return vendors whose name contains this text',
	},
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		options: [
			{ name: 'Active', value: 'active' },
			{ name: 'Archived', value: 'archived' },
		],
		default: 'active',
		description: 'Only return vendors with this status',
	},
	textFilter('Tag', 'tag', 'e.g. gdpr'),
];

const filterJson: INodeProperties = {
	displayName: 'Filter (JSON)',
	name: 'filter',
	type: 'json',
	default: '{}',
	description:
		'Search conditions of the service, sent unchanged as a JSON object. {} returns all vendors, newest first.',
};

function textFilter(displayName: string, name: string, placeholder: string): INodeProperties {
	const description = `Only return vendors with this ${displayName.toLowerCase().replace(' id', ' ID')}`;
	return { displayName, name, type: 'string', default: '', placeholder, description };
}

/**
 * Reads the body of a search.
 *
 * @returns the conditions of the form and those in JSON; `{}` for all vendors
 * @throws UserError naming the field when one cannot be read, is empty, or is in both
 */
function readVendorFilter(item: InputItem): IDataObject {
	// An expression may return nothing.
	const value = item.collection('filters').filter || '{}';
	const filter = { ...toJsonObject(value, 'Filter (JSON)', '{"status": "active"}') };
	for (const { name, displayName } of conditions) {
		const text = readFilter(item, name, displayName, ADVICE);
		if (text === '') continue;
		if (Object.hasOwn(filter, name)) {
			throw new UserError(`Both ${displayName} and Filter (JSON) filter by "${name}"`, {
				description: `Remove ${displayName} from Filters, or "${name}" from Filter (JSON).`,
			});
		}
		filter[name] = text;
	}
	return filter;
}

const ADVICE = 'For a filter that may be empty, use Filter (JSON).';

/** Lists vendors (third-party-risk, `POST /tprm-api/vendors/search`). */
const getMany = getManyOperation({
	// The specification leaves the conditions open: these are the ones that `docs/open-points.md` assumes.
	fields: [filtersCollection(byLabel([...conditions, filterJson]))],
	options: vendorOutputOptions,
	read: readVendorFilter,
	list: searchVendors,
	output: toOutput,
});

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
