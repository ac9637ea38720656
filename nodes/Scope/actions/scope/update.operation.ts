import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/forEachItem';
import { concurrentRequestsOption } from '../../../shared/node/properties/concurrentRequests';
import { optionsCollection } from '../../../shared/node/properties/options';
import { updateScope } from '../../../shared/service/api/scopes';
import { scopeLocator, scopeOf } from '../../../shared/node/properties/scopeLocator';
import { readScopeChanges, updateFields } from './scopeChanges';

const properties: INodeProperties[] = [
	scopeLocator({
		displayName: 'Scope',
		name: 'scopeId',
		required: true,
		description: 'Scope to update',
	}),
	updateFields,
	optionsCollection([concurrentRequestsOption]),
];

/** Changes a scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`). */
export const update: Operation = {
	properties,
	run: forEachItem(async (item) => {
		return await updateScope(item.client, scopeOf(item), readScopeChanges(item));
	}, scopeOf),
};
