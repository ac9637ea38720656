import type { INodeProperties } from 'n8n-workflow';

import { forModel } from '../../../shared/node/getMany';
import {
	modelProperties,
	optionsCollection,
	switchField,
} from '../../../shared/node/properties/fields';
import { returnFields, returnFieldsOption } from '../../../shared/node/lists';
import { defineResource } from '../../../shared/node/resource';
import { forEachInput } from '../../../shared/node/run';
import type { Operation } from '../../../shared/node/types';
import { flattenTree, getScopeTree } from '../../../shared/service/api/scopedControls';
import { sync } from './sync.operation';

const onlyActive = switchField('Only Active', 'onlyActive', 'Whether to exclude archived scopes', {
	default: true,
});

const properties: INodeProperties[] = [
	onlyActive,
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
	...modelProperties,
	optionsCollection([{ ...returnFieldsOption, displayOptions: { show: { '/output': ['rows'] } } }]),
];

/** Reads the hierarchy of scopes (scoped-controls, `POST /v1/scopes/tree`). */
const get: Operation = {
	properties,
	run: forEachInput(
		(item) => ({
			isActive: item.switch(onlyActive),
			shape: item.value('output') === 'nested' ? undefined : returnFields(item),
		}),
		async ({ isActive, shape }, item) => {
			const root = await getScopeTree(item.client, isActive);
			const rows = shape ? flattenTree(root).map(shape) : [root];
			return forModel(item, rows, rows.length);
		},
	),
};

/** The resource Scope Tree and its operations. */
export const tree = defineResource('tree', 'get', {
	get: {
		name: 'Get',
		action: 'Get the scope tree',
		description: 'Get the scope hierarchy, nested or as rows',
		operation: get,
	},
	sync: {
		name: 'Sync',
		action: 'Sync the org chart',
		description: 'Make the scope hierarchy match a table, such as an org chart',
		operation: sync,
	},
});
