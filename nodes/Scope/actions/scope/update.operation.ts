import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { requiredText } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { patchScope } from '../../../shared/service/api/patchScope';
import { scopeLocator } from '../../../shared/node/properties/scopeLocator';
import { readScopeChanges, updateFields } from './scopeChanges';

const properties: INodeProperties[] = [
	scopeLocator({
		displayName: 'Scope',
		name: 'scopeId',
		required: true,
		description: 'Scope to change',
	}),
	updateFields,
	optionsCollection(),
];

/** Changes a scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`). */
export const update: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['scope'], operation: ['update'] } },
		properties,
	),
	run: forEachItem(async (context, itemIndex) => {
		const scopeId = requiredText(context, 'scopeId', 'Scope', itemIndex);
		const changes = readScopeChanges(context, itemIndex);
		const limits = readLimits(context, itemIndex);
		return await patchScope(context, scopeId, changes, limits, itemIndex);
	}),
};
