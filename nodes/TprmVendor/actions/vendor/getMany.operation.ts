import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { hintAtIncompleteList } from '../../../shared/node/properties/incompleteList';
import { limitProperties } from '../../../shared/node/properties/limit';
import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/forEachItem';
import { jsonValue } from '../../../shared/node/parameters';
import { optionsCollection } from '../../../shared/node/properties/options';
import { isDataObject } from '../../../shared/json';
import { toOutput } from '../output';
import { vendorOutputOptions } from '../outputOptions';
import { searchVendors } from '../../../shared/service/api/vendors';

const properties: INodeProperties[] = [
	...limitProperties,
	{
		displayName: 'Filter (JSON)',
		name: 'filter',
		type: 'json',
		default: '{}',
		description:
			'Search conditions of the service, sent unchanged as a JSON object. {} returns all vendors, newest first.',
	},
	optionsCollection(vendorOutputOptions),
];

/** Lists vendors (third-party-risk, `POST /tprm-api/vendors/search`). */
export const getMany: Operation = {
	properties,
	run: forEachItem(async (item) => {
		const filter = readFilter(item.value('filter', '{}'));
		const limit = item.recordLimit;
		const { vendors, doubt, response } = await searchVendors(item.client, filter);
		if (doubt !== undefined && limit > vendors.length) hintAtIncompleteList(item.context, doubt);
		return await toOutput(item, vendors.slice(0, limit), response);
	}),
};

function readFilter(value: unknown): IDataObject {
	if (value === undefined || value === null || value === '') return {};
	const filter = jsonValue(value, 'Filter (JSON)');
	if (isDataObject(filter)) return filter;
	throw new UserError('Filter (JSON) must be a JSON object', {
		description: 'Enter an object with conditions, or {} for all vendors.',
	});
}
