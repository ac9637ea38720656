import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { updateScope } from '../../../shared/service/api/scopedControls';
import { scopeLocator, scopeOf } from '../../../shared/node/properties/scopeLocator';

const properties: INodeProperties[] = [
	{
		displayName:
			'Archiving a scope also removes all of its control assignments. Reactivating the scope does not restore them: you have to assign the controls again.',
		name: 'archiveNotice',
		type: 'notice',
		default: '',
	},
	scopeLocator({
		displayName: 'Scope',
		name: 'scopeId',
		required: true,
		description: 'Scope to archive',
	}),
	optionsCollection([concurrentRequestsOption]),
];

/** Archives a scope and with it its assignments (scoped-controls, States and transitions). */
export const archive: Operation = {
	properties,
	run: forEachItem(async (item) => {
		return await updateScope(item.client, scopeOf(item), { status: 'archived' });
	}, scopeOf),
};
