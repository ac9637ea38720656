import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { setMember } from '../../../shared/basics/values';
import {
	byLabel,
	concurrentRequestsOption,
	jsonField,
	listField,
	optionsCollection,
	textField,
} from '../../../shared/node/properties/fields';
import {
	filtersCollection,
	getManyOperation,
	readFilter,
	recordForModel,
} from '../../../shared/node/getMany';
import { defineResource } from '../../../shared/node/resource';
import type { InputItem, Operation } from '../../../shared/node/operation';
import { toJsonObject } from '../../../shared/node/parameters';
import { forEachInput } from '../../../shared/node/run';
import { listSearch } from '../../../shared/node/properties/locators';
import { createVendor, searchVendors, vendorId } from '../../../shared/service/api/thirdPartyRisk';
import { userError } from '../../../shared/service/errors';
import { archive, readId, remove, replace, update } from './change.operation';
import { vendorsOf } from './findVendor';
import { upsert } from './upsert.operation';
import {
	excludeOption,
	idempotencyOption,
	vendorFieldProperties,
	vendorLocator,
	vendorOutputOptions,
} from './vendorFieldProperties';
import {
	idempotencyKeys,
	outputOptions,
	readVendorFields,
	settingOf,
	toOutput,
	vendorIn,
} from './vendorFields';

/** Fills the vendor list: every vendor by its name; archived ones are marked. */
export const searchVendorList = listSearch(async (client) =>
	(await searchVendors(client)).records.map((vendor) => {
		const value = vendorId(vendor);
		const name = String(vendor.name ?? value);
		return { name: vendor.status === 'archived' ? `${name} (archived)` : name, value };
	}),
);

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

/** Gets single vendors, all of them with one search. */
const get: Operation = {
	properties: [vendorLocator('Vendor to get'), optionsCollection(vendorOutputOptions)],
	run: forEachInput(readId, async ({ id }, item) => {
		const vendors = await vendorsOf(item);
		const vendor = await toOutput(item, vendors.get(id), vendors.response);
		return recordForModel(item, vendor);
	}),
};

const conditions: INodeProperties[] = [
	textFilter('Domain', 'domain', 'e.g. acme.example'),
	textFilter('External ID', 'external_id', 'e.g. V-00005'),
	textFilter('Name', 'name', 'e.g. Acme'),
	textFilter('Owner Email', 'owner_email', 'e.g. pat@example.com'),
	textFilter('Risk Rating', 'risk_rating', 'e.g. high'),
	textField('Search Term', 'query', 'Only return vendors whose name contains this text', {
		placeholder: 'e.g. bank',
	}),
	listField('Status', 'status', 'active', 'Only return vendors with this status', [
		['Active', 'active'],
		['Archived', 'archived'],
	]),
	textFilter('Tag', 'tag', 'e.g. gdpr'),
];

function textFilter(displayName: string, name: string, placeholder: string): INodeProperties {
	const description = `Only return vendors with this ${displayName.toLowerCase().replace(' id', ' ID')}`;
	return textField(displayName, name, description, { placeholder });
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
		const text = readFilter(
			item,
			name,
			displayName,
			'For a filter that may be empty, use Filter (JSON).',
		);
		if (text === '') continue;
		if (Object.hasOwn(filter, name)) {
			throw userError(
				`Both ${displayName} and Filter (JSON) filter by "${name}"`,
				`Remove ${displayName} from Filters, or "${name}" from Filter (JSON).`,
			);
		}
		setMember(filter, name, text);
	}
	return filter;
}

/** Lists vendors (third-party-risk, `POST /tprm-api/vendors/search`). */
const getMany = getManyOperation({
	// The specification leaves the conditions open: these are the ones that `docs/open-points.md` assumes.
	fields: [
		filtersCollection(
			byLabel([
				...conditions,
				jsonField(
					'Filter (JSON)',
					'filter',
					'Search conditions of the service as a JSON object, sent unchanged with the other filters',
					{ default: '{}' },
				),
			]),
		),
	],
	options: vendorOutputOptions,
	read: readVendorFilter,
	list: searchVendors,
	output: toOutput,
});

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
