import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forModel } from '../../../shared/node/forModel';
import { forEachItem } from '../../../shared/node/run';
import { optionsCollection } from '../../../shared/node/properties/options';
import { getScopeTree } from '../../../shared/service/api/scopes';
import { flattenTree } from './flattenTree';

const properties: INodeProperties[] = [
	{
		displayName: 'Only Active',
		name: 'onlyActive',
		type: 'boolean',
		default: true,
		description: 'Whether to exclude archived scopes',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Nested',
				value: 'nested',
				description: 'Return one item: the root scope with its children nested inside',
			},
			{
				name: 'Rows',
				value: 'rows',
				description: 'Return one item per scope with its depth, path and parent, parents first',
			},
		],
		default: 'rows',
		description: 'How to return the tree',
	},
	optionsCollection(),
];

/** Reads the hierarchy of scopes (scoped-controls, `POST /v1/scopes/tree`). */
export const get: Operation = {
	properties,
	run: forEachItem(async (item) => {
		const onlyActive = item.boolean('onlyActive', 'Only Active', true);
		const root = await getScopeTree(item.client, onlyActive);
		if (item.value('output') === 'nested') return root;
		const rows = flattenTree(root);
		return forModel(item, rows, rows.length);
	}),
};
