import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { searchOwners, searchScopes } from '../shared/node/properties/locators';
import { propertiesOf, subtitleOf } from '../shared/node/resource';
import { runNode } from '../shared/node/runNode';
import { scope } from './actions/scope/scope.resource';
import { tree } from './actions/tree/tree.resource';

const RESOURCES = { scope, tree };

/** GRC Scope: organizational units and their hierarchy (scoped-controls). */
export class Scope implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'GRC Scope',
		name: 'scope',
		icon: { light: 'file:scope.svg', dark: 'file:scope.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(RESOURCES),
		description:
			'Create, list, update, and archive organizational scopes, and sync their hierarchy',
		defaults: { name: 'GRC Scope' },
		builderHint: {
			searchHint:
				'For an org chart from a table or an HR system, use resource tree, operation sync, first with dryRun true to see the plan, then with false.',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'grcOAuth2Api', required: true }],
		properties: propertiesOf(RESOURCES),
	};

	methods = { listSearch: { searchOwners, searchScopes } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runNode(this, RESOURCES);
	}
}
