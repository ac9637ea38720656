import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { requiredText } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { serviceRequest } from '../../../shared/service/request';
import { finishOne, vendorOutputOptions } from '../output';
import { vendorLocator } from './vendorLocator';
import { vendorPath } from '../../../shared/service/api/vendors';

const properties: INodeProperties[] = [
	vendorLocator('Vendor to archive. All of its data is kept.'),
	optionsCollection(vendorOutputOptions),
];

/** Archives a vendor (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archive: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['vendor'], operation: ['archive'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const id = requiredText(context, 'vendorId', 'Vendor', itemIndex);
		const response = await serviceRequest(
			context,
			{ method: 'POST', path: `${vendorPath(id)}/archive` },
			readLimits(context, itemIndex),
			itemIndex,
		);
		return await finishOne(context, itemIndex, response, { id });
	}),
};
