import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { getScopes } from '../shared/node/properties/locators';
import { propertiesOf, subtitleOf } from '../shared/node/resource';
import { runNode } from '../shared/node/runNode';
import { control } from './actions/control/control.resource';

const RESOURCES = { control };

/**
 * GRC Control: the scope-aware listing of controls (scoped-controls). It creates nothing, since
 * derived controls come from assignments only.
 */
export class Control implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'GRC Control',
		name: 'control',
		icon: { light: 'file:control.svg', dark: 'file:control.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf(RESOURCES),
		description: 'List controls and the scopes they are assigned to',
		defaults: { name: 'GRC Control' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'grcOAuth2Api', required: true }],
		properties: propertiesOf(RESOURCES),
	};

	methods = { loadOptions: { getScopes } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runNode(this, RESOURCES);
	}
}
