import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { runNode } from '../shared/node/runNode';
import { searchScopes } from '../shared/node/properties/scopeLocator';
import { operations } from './actions/operations';

/** GRC Scope: organizational units and their hierarchy (scoped-controls). */
export class Scope implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'GRC Scope',
		name: 'scope',
		icon: { light: 'file:scope.svg', dark: 'file:scope.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Create, list, change and archive organizational scopes, read and sync their hierarchy',
		defaults: { name: 'GRC Scope' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'grcOAuth2Api', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Scope', value: 'scope' },
					{ name: 'Scope Tree', value: 'tree' },
				],
				default: 'scope',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['scope'] } },
				options: [
					{
						name: 'Archive',
						value: 'archive',
						action: 'Archive a scope',
						description: 'Archive a scope and remove its assignments',
					},
					{
						name: 'Create',
						value: 'create',
						action: 'Create a scope',
						description: 'Create a scope at the top level or under another one',
					},
					{
						name: 'Get Many',
						value: 'getMany',
						action: 'Get many scopes',
						description: 'List the scopes of the organization',
					},
					{
						name: 'Update',
						value: 'update',
						action: 'Update a scope',
						description: 'Change single fields of a scope',
					},
					{
						name: 'Update Many',
						value: 'updateMany',
						action: 'Update many scopes',
						description: 'Change the scopes of all input items with as few requests as possible',
					},
				],
				default: 'create',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['tree'] } },
				options: [
					{
						name: 'Get',
						value: 'get',
						action: 'Get the scope tree',
						description: 'Read the hierarchy of scopes, nested or as rows',
					},
					{
						name: 'Sync',
						value: 'sync',
						action: 'Sync the scope tree',
						description:
							'Bring the hierarchy into line with a table of paths, as often as you like',
					},
				],
				default: 'get',
			},
			...operations.scope.archive.properties,
			...operations.scope.create.properties,
			...operations.scope.getMany.properties,
			...operations.scope.update.properties,
			...operations.scope.updateMany.properties,
			...operations.tree.get.properties,
			...operations.tree.sync.properties,
		],
	};

	methods = { listSearch: { searchScopes } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runNode(this, operations);
	}
}
