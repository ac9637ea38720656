import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { getScopes, searchControls } from '../shared/node/properties/locators';
import { propertiesOf, subtitleOf } from '../shared/node/resource';
import { runNode } from '../shared/node/runNode';
import { scopeAssignment } from './actions/scopeAssignment/scopeAssignment.resource';

const RESOURCES = { scopeAssignment };

/** GRC Scope Assignment: which controls apply to which scopes (scoped-controls). */
export class ScopeAssignment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'GRC Scope Assignment',
		name: 'scopeAssignment',
		icon: { light: 'file:scopeAssignment.svg', dark: 'file:scopeAssignment.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(RESOURCES),
		description: 'Assign controls to scopes in bulk',
		defaults: { name: 'GRC Scope Assignment' },
		builderHint: {
			searchHint:
				'Mode add keeps the current scopes of a control; replace removes all others. For a table with a column for each scope, set tableLayout to matrix. Run it with dryRun true first.',
		},
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'grcOAuth2Api', required: true }],
		properties: propertiesOf(RESOURCES),
	};

	methods = { listSearch: { searchControls }, loadOptions: { getScopes } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runNode(this, RESOURCES);
	}
}
