import { noticeField } from '../../../shared/forms/fields';
import { identityText } from '../../../shared/node/cells/identifying';
import { scopeField } from '../../../shared/node/properties/locators';
import { concurrentRequestsOption } from '../../../shared/node/properties/requests';
import { changeOperation } from './scopeChange';

/** Archives a scope and with it its assignments (scoped-controls, States and transitions). */
export const archive = changeOperation(
	[
		noticeField(
			'archiveNotice',
			'Archiving a scope also removes all of its control assignments. Reactivating the scope does not restore them: you have to assign the controls again.',
		),
		scopeField('Scope to archive'),
	],
	(item) => ({
		client: item.client,
		id: identityText(item.requiredText('scopeId', 'Scope'), 'Scope'),
		patch: { status: 'archived' },
		why: 'in the input of Archive',
	}),
	[concurrentRequestsOption],
);
