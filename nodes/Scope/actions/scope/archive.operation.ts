import { noticeField } from '../../../shared/forms/fields';
import { withDryRun } from '../../../shared/node/dryRun';
import { scopeField } from '../../../shared/node/properties/locators';
import { changing, type ScopeChange } from './scopeChange';

/** Archives a scope and with it its assignments (scoped-controls, States and transitions). */
export const archive = withDryRun({
	form: [
		noticeField(
			'archiveNotice',
			'Archiving a scope also removes all of its control assignments. Reactivating the scope does not restore them: you have to assign the controls again.',
		),
		scopeField('Scope to archive'),
	],
	read: (item): ScopeChange => ({
		id: item.requiredText('scopeId', 'Scope'),
		patch: { status: 'archived' },
	}),
	...changing,
});
