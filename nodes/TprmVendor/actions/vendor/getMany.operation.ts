import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { filtersCollection, getManyOperation, readFilter } from '../../../shared/node/getMany';
import type { InputItem } from '../../../shared/node/inputItem';
import { toJsonObject } from '../../../shared/node/parameters';
import { byLabel } from '../../../shared/node/properties/fields';
import { searchVendors } from '../../../shared/service/api/thirdPartyRisk';
import { vendorOutputOptions } from './vendorFieldProperties';
import { toOutput } from './vendorFields';

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
 * @returns the conditions in JSON, and those of the form, which count if both have one; `{}` for all vendors
 * @throws UserError naming the field when one cannot be read or is empty
 */
function readVendorFilter(item: InputItem): IDataObject {
	// An expression may return nothing.
	const value = item.collection('filters').filter || '{}';
	const filter = { ...toJsonObject(value, 'Filter (JSON)', '{"status": "active"}') };
	for (const { name, displayName } of conditions) {
		const text = readFilter(item, name, displayName, ADVICE);
		if (text !== '') filter[name] = text;
	}
	return filter;
}

const ADVICE = 'For a filter that may be empty, use Filter (JSON).';

/** Lists vendors (third-party-risk, `POST /tprm-api/vendors/search`). */
export const getMany = getManyOperation({
	// The specification leaves the conditions open: these are the ones that `docs/open-points.md` assumes.
	fields: [filtersCollection(byLabel([...conditions, filterJson]))],
	options: vendorOutputOptions,
	read: readVendorFilter,
	list: searchVendors,
	output: toOutput,
});
