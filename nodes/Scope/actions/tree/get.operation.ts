import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions, UserError } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { isDataObject, toRecord } from '../../../shared/json';
import { serviceRequest } from '../../../shared/service/request';
import { flattenTree } from './flattenTree';

const properties: INodeProperties[] = [
	{
		displayName: 'Only Active',
		name: 'onlyActive',
		type: 'boolean',
		default: true,
		description: 'Whether to leave archived scopes out of the tree',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Nested',
				value: 'nested',
				description: 'One item: the root with its children inside each other',
			},
			{
				name: 'Rows',
				value: 'rows',
				description: 'One item per scope with its depth, path and parent, parents first',
			},
		],
		default: 'rows',
		description: 'How the tree comes out',
	},
	optionsCollection(),
];

/** Fetches the hierarchy of scopes (scoped-controls, `POST /v1/scopes/tree`). */
export const getTree: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['tree'], operation: ['get'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const onlyActive = context.getNodeParameter('onlyActive', itemIndex) === true;
		const response = await serviceRequest(
			context,
			// A POST that reads.
			{ method: 'POST', path: '/v1/scopes/tree', body: { onlyActive }, reads: true },
			readLimits(context, itemIndex),
			itemIndex,
		);
		const { scope: root } = toRecord(response.body);
		if (!isDataObject(root)) {
			throw new UserError('The service answered without a scope tree', {
				description: 'Check Base URL in the credential: the answer has no member "scope".',
			});
		}
		return context.getNodeParameter('output', itemIndex) === 'nested' ? root : flattenTree(root);
	}),
};
