import { withDryRun } from '../../../shared/node/dryRun';
import { scopeField } from '../../../shared/node/properties/locators';
import { changing, readScopeChange } from './scopeChange';
import { updateFields } from './scopeFields';

/** Changes single fields of a scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`). */
export const update = withDryRun({
	form: [scopeField('Scope to update'), updateFields],
	read: readScopeChange,
	...changing,
});
