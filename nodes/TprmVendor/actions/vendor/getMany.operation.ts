import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { forModel } from '../../../shared/node/forModel';
import { limitProperties } from '../../../shared/node/properties/limit';
import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import { optionsCollection } from '../../../shared/node/properties/options';
import { toOutput } from '../output';
import { vendorOutputOptions } from '../outputOptions';
import { searchVendors } from '../../../shared/service/api/vendors';
import { readVendorFilter, vendorFilterProperties } from './vendorFilters';

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
		const { vendors, doubt, response } = await searchVendors(item.client, filter);
		if (doubt !== undefined && limit > vendors.length) hintAtMissing(item.context, doubt);
		const output = await toOutput(item, vendors.slice(0, limit), response);
		return forModel(item, output, vendors.length);
	}),
};

function hintAtMissing(context: IExecuteFunctions, doubt: string): void {
	context.addExecutionHints({
		message: `The service ${doubt}. Use the Paged HTTP node to read the others.`,
		type: 'warning',
		location: 'outputPane',
	});
}
