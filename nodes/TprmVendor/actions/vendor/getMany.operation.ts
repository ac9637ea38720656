import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isDataObject } from '../../../shared/json';
import { forEachItem } from '../../../shared/node/run';
import { forModel, readFilter } from '../../../shared/node/getMany';
import type { InputItem } from '../../../shared/node/inputItem';
import { jsonValue } from '../../../shared/node/parameters';
import { hintAtIncompleteList } from '../../../shared/node/properties/incompleteList';
import { limitProperties } from '../../../shared/node/properties/limit';
import { optionsCollection } from '../../../shared/node/properties/options';
import type { Operation } from '../../../shared/node/types';
import { searchVendors } from '../../../shared/service/api/thirdPartyRisk';
import { toOutput, vendorOutputOptions } from '../output';

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

/**
 * Which vendors to list. The specification leaves the conditions of the search open: these are the
 * ones that `docs/open-points.md` assumes, by the names that are sent.
 */
const vendorFilterProperties: INodeProperties[] = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: conditions,
	},
	{
		displayName: 'Filter (JSON)',
		name: 'filter',
		type: 'json',
		default: '{}',
		description:
			'Search conditions of the service, sent unchanged as a JSON object. {} returns all vendors, newest first.',
	},
];

function textFilter(displayName: string, name: string, placeholder: string): INodeProperties {
	const description = `Only return vendors with this ${displayName.toLowerCase().replace(' id', ' ID')}`;
	return { displayName, name, type: 'string', default: '', placeholder, description };
}

/**
 * Reads the body of a search.
 *
 * @returns the conditions of the form and those in JSON; `{}` for all vendors
 * @throws UserError naming the field when one cannot be read, is in both, or is empty
 */
function readVendorFilter(item: InputItem): IDataObject {
	const filter = readJson(item.value('filter', '{}'));
	for (const { name, displayName } of conditions) {
		const text = readFilter(
			item,
			name,
			displayName,
			'For a filter that may be empty, use Filter (JSON).',
		);
		if (text === '') continue;
		if (Object.hasOwn(filter, name)) {
			throw new UserError(`Filters and Filter (JSON) both have a condition for ${displayName}`, {
				description: 'Remove one of them: a field can only have one condition.',
			});
		}
		filter[name] = text;
	}
	return filter;
}

function readJson(value: unknown): IDataObject {
	if (value === undefined || value === null || value === '') return {};
	const filter = jsonValue(value, 'Filter (JSON)');
	if (isDataObject(filter)) return { ...filter };
	throw new UserError('Filter (JSON) must be a JSON object', {
		description: 'Enter an object with conditions, or {} for all vendors.',
	});
}

const properties: INodeProperties[] = [
	...limitProperties,
	...vendorFilterProperties,
	optionsCollection(vendorOutputOptions),
];

/** Lists vendors (third-party-risk, `POST /tprm-api/vendors/search`). */
export const getMany: Operation = {
	properties,
	run: forEachItem(async (item) => {
		const filter = readVendorFilter(item);
		const limit = item.recordLimit;
		const { records, doubt, response } = await searchVendors(item.client, filter);
		if (doubt !== undefined && limit > records.length) hintAtIncompleteList(item.context, doubt);
		const output = await toOutput(item, records.slice(0, limit), response);
		return forModel(item, output, records.length);
	}),
};
