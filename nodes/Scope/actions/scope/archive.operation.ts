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
			"Archiving removes the scope's assignments. Reactivating does not restore them.",
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
