import { scopeField } from '../../../shared/node/properties/locators';
import { changeOperation, changeOptions, readScopeChange } from './scopeChange';
import { updateFields } from './scopeFields';

/** Changes single fields of a scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`). */
export const update = changeOperation(
	[scopeField('Scope to update'), updateFields],
	readScopeChange,
	changeOptions,
);
