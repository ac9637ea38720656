import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { setMember } from '../../../shared/basics/members';
import { jsonField, listField, textField } from '../../../shared/forms/fields';
import { byLabel } from '../../../shared/forms/groups';
import { userError } from '../../../shared/n8n/nodeErrors';
import { toJsonObject } from '../../../shared/node/coerce';
import { filtersCollection, readFilter } from '../../../shared/node/filters';
import { getManyOperation } from '../../../shared/node/getMany';
import type { InputItem } from '../../../shared/node/inputItem';
import { searchVendors } from '../../../shared/service/api/vendors';
import { vendorOutputOptions } from './vendorOptions';
import { outputOf } from './vendorOutput';

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
export const getMany = getManyOperation({
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
	output: outputOf,
});
