import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../shared/execution/operation';
import { forEachItem } from '../../shared/execution/operation';
import { requiredText } from '../../shared/execution/parameters';
import { optionsCollection, readLimits } from '../../shared/execution/requestOptions';
import { patchScope } from '../../shared/scopes/patchScope';
import { scopeLocator } from '../../shared/scopes/scopeLocator';
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
