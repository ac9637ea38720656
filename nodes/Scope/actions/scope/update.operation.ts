import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isDataObject } from '../../../shared/basics/values';
import { withDryRun } from '../../../shared/node/dryRun';
import { forEachInput } from '../../../shared/node/run';
import type { InputItem } from '../../../shared/node/inputItem';
import { toJsonObject, toText } from '../../../shared/node/parameters';
import { ownerLocator, scopeField, scopeOf } from '../../../shared/node/properties/locators';
import type { Operation } from '../../../shared/node/types';
import { updateScope } from '../../../shared/service/api/scopedControls';
import type { ScopeChange } from './bulkPatches';
import { previewScopeChange } from './bulkPatches';
import { collection, textField } from '../../../shared/node/properties/fields';

/** The status of a scope, as a field of several forms. */
export const scopeStatus: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Active', value: 'active' },
		{ name: 'Archived', value: 'archived' },
	],
	default: 'active',
};

/** @returns the collection Additional Fields, with Description among its members */
export function additionalFields(
	description: string,
	others: INodeProperties[] = [],
): INodeProperties {
	return collection('Additional Fields', 'additionalFields', 'Add Field', [
		descriptionField(description),
		...others,
	]);
}

function descriptionField(description: string): INodeProperties {
	return textField('Description', 'description', description, { typeOptions: { rows: 3 } });
}

/** What can be changed about a scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`). */
export const updateFields: INodeProperties = {
	...collection('Update Fields', 'updateFields', 'Add Field', [
		{
			displayName: 'Custom Fields',
			name: 'customFields',
			type: 'json',
			default: '{}',
			description: 'Custom fields to update and their new values, as a JSON object',
		},
		descriptionField('What the scope is for. Leave empty to clear the current text.'),
		textField('Name', 'name', 'New name of the scope', { placeholder: 'e.g. Berlin' }),
		ownerLocator('New owner, by user ID. The list has the owners of existing scopes.'),
		{
			...scopeStatus,
			description:
				'Archiving a scope also removes its control assignments, and reactivating it does not restore them',
		},
	]),
	description: 'Fields that you do not add stay unchanged',
};

/** Fields that a scope cannot be without. */
const NEVER_EMPTY = ['name', 'owner', 'status'];

/**
 * Reads which scope an item changes, and how.
 *
 * @returns as `patch` the body of a PATCH: only the fields the user added
 * @throws UserError when there is no scope or no field, or one of them has no usable value
 */
export function readScopeChange(item: InputItem): ScopeChange {
	const scopeId = scopeOf(item);
	const { customFields, ...texts } = item.collection('updateFields');
	const patch: IDataObject = {};
	for (const [name, given] of Object.entries(texts)) {
		// Inside a collection, n8n leaves a locator whole.
		const value = isDataObject(given) && given.__rl === true ? given.value : given;
		// An expression that returned nothing does not clear the field.
		if (value === undefined || value === null) continue;
		const label = name.charAt(0).toUpperCase() + name.slice(1);
		const text = toText(value, label);
		if (text === '' && NEVER_EMPTY.includes(name)) {
			throw new UserError(`${label} is empty`, {
				description: `Enter a value for ${label}, or remove the field from Update Fields to keep its current value.`,
			});
		}
		patch[name] = text;
	}
	if (customFields !== undefined && customFields !== null)
		patch.customFields = toJsonObject(customFields, 'Custom Fields', '{"region": "north"}');
	if (Object.keys(patch).length === 0) {
		throw new UserError('Nothing to update', {
			description: 'Add at least one field under Update Fields.',
		});
	}
	return { scopeId, patch };
}

/** @returns an operation that changes one scope with each item (scoped-controls, `PATCH /v1/scopes/{scopeId}`) */
function changeOperation(
	form: INodeProperties[],
	read: (item: InputItem) => ScopeChange,
): Operation {
	const run = forEachInput(
		read,
		async ({ scopeId, patch }, { client }) => await updateScope(client, scopeId, patch),
		({ scopeId }) => scopeId,
	);
	return withDryRun({ form, read, preview: previewScopeChange, run });
}

/** Changes a scope. */
export const update = changeOperation(
	[scopeField('Scope to update'), updateFields],
	readScopeChange,
);

/** Archives a scope and with it its assignments (scoped-controls, States and transitions). */
export const archive = changeOperation(
	[
		{
			displayName:
				'Archiving a scope also removes all of its control assignments. Reactivating the scope does not restore them: you have to assign the controls again.',
			name: 'archiveNotice',
			type: 'notice',
			default: '',
		},
		scopeField('Scope to archive'),
	],
	(item) => ({ scopeId: scopeOf(item), patch: { status: 'archived' } }),
);
