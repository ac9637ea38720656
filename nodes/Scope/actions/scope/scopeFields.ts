import type { INodeProperties } from 'n8n-workflow';

import { jsonField, listField, textField } from '../../../shared/forms/fields';
import { collection } from '../../../shared/forms/groups';
import { ownerLocator } from '../../../shared/node/properties/locators';
import { batchSizeOption } from '../../../shared/node/properties/requests';

/** @returns the collection Additional Fields, with Description among its members */
export function additionalFields(text: string, others: INodeProperties[] = []): INodeProperties {
	return collection('Additional Fields', 'additionalFields', 'Add Field', [
		descriptionField(text),
		...others,
	]);
}

function descriptionField(description: string): INodeProperties {
	return textField('Description', 'description', description, { typeOptions: { rows: 3 } });
}

/** What can be changed about a scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`). */
export const updateFields: INodeProperties = {
	...collection('Update Fields', 'updateFields', 'Add Field', [
		jsonField(
			'Custom Fields',
			'customFields',
			'Custom fields to update and their new values, as a JSON object',
			{ default: '{}' },
		),
		descriptionField(
			'What the scope is for. Leave it empty to clear the current text. Empty cells of a column leave it as it is: see Empty Cells under Options.',
		),
		textField('Name', 'name', 'New name of the scope', { placeholder: 'e.g. Berlin' }),
		ownerLocator('New owner, by user ID. The list has the owners of existing scopes.'),
		statusField(
			'Archiving a scope also removes its control assignments, and reactivating it does not restore them',
		),
	]),
	description: 'Fields that you do not add stay unchanged, as do those whose cell is empty',
};

/** The status of a scope: as a filter, or as the one it is to have. */
export function statusField(description: string): INodeProperties {
	return listField('Status', 'status', 'active', description, [
		['Active', 'active'],
		['Archived', 'archived'],
	]);
}

/** By the text of an expression, in small letters. */
export const STATUSES = { active: 'active', archived: 'archived' };

/** The specification gives no limit; a thousand ids are about 40 kB. */
export const batchSize = batchSizeOption(1000, 'scopes');
