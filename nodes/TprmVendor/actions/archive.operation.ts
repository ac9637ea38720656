import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../shared/execution/operation';
import { forEachItem } from '../../shared/execution/operation';
import { requiredText } from '../../shared/execution/parameters';
import { optionsCollection, readLimits } from '../../shared/execution/requestOptions';
import { serviceRequest } from '../../shared/transport/request';
import { finishOne, vendorOutputOptions } from './output';
import { vendorLocator } from './vendorLocator';
import { vendorPath } from './vendorRequest';

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
