import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { requiredText } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { patchScope } from '../../../shared/service/api/patchScope';
import { scopeLocator } from '../../../shared/node/properties/scopeLocator';

const properties: INodeProperties[] = [
	{
		displayName:
			'Archiving a scope also removes every assignment of controls to it. Nothing brings these assignments back but assigning them again.',
		name: 'archiveNotice',
		type: 'notice',
		default: '',
	},
	scopeLocator({
		displayName: 'Scope',
		name: 'scopeId',
		required: true,
		description: 'Scope to archive. Its assignments are removed.',
	}),
	optionsCollection(),
];

/** Archives a scope and with it its assignments (scoped-controls, States and transitions). */
export const archive: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['scope'], operation: ['archive'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const scopeId = requiredText(context, 'scopeId', 'Scope', itemIndex);
		const limits = readLimits(context, itemIndex);
		return await patchScope(context, scopeId, { status: 'archived' }, limits, itemIndex);
	}),
};
