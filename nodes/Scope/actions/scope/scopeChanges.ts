import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { jsonValue, toText } from '../../../shared/node/parameters';
import { isDataObject } from '../../../shared/json';

/** What can be changed about a scope (scoped-controls, `PATCH /v1/scopes/{scopeId}`). */
export const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: 'Fields that are not added here stay as they are',
	options: [
		{
			displayName: 'Custom Fields',
			name: 'customFields',
			type: 'json',
			default: '{}',
			description: 'Custom fields and their new values as a JSON object',
		},
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			description: 'What the scope stands for. Empty text clears it.',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Berlin',
			description: 'New name of the scope',
		},
		{
			displayName: 'Owner',
			name: 'owner',
			type: 'string',
			default: '',
			placeholder: 'e.g. user-17',
			description: 'User ID of the new owner',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Active', value: 'active' },
				{ name: 'Archived', value: 'archived' },
			],
			default: 'active',
			description:
				'Archiving a scope also removes its assignments of controls, and nothing brings these back',
		},
	],
};

/** Fields that a scope cannot be without. */
const NEVER_EMPTY = ['name', 'owner', 'status'];

/**
 * Reads Update Fields of an item.
 *
 * @returns the body of a PATCH: only the fields the user added
 * @throws UserError when there is none, or one of them has no usable value
 */
export function readScopeChanges(item: InputItem): IDataObject {
	const { customFields, ...texts } = item.collection('updateFields');
	const changes: IDataObject = {};
	for (const [name, value] of Object.entries(texts)) {
		// An expression that gave nothing does not clear the field.
		if (value === undefined || value === null) continue;
		const label = name.charAt(0).toUpperCase() + name.slice(1);
		const text = toText(value, label);
		if (text === '' && NEVER_EMPTY.includes(name)) {
			throw new UserError(`${label} is empty`, {
				description: `Enter a value for ${label}, or remove the field from Update Fields to leave it as it is.`,
			});
		}
		changes[name] = text;
	}
	if (customFields !== undefined && customFields !== null)
		changes.customFields = readCustomFields(customFields);
	if (Object.keys(changes).length === 0) {
		throw new UserError('Nothing to update', {
			description: 'Add at least one field under Update Fields.',
		});
	}
	return changes;
}

function readCustomFields(value: unknown): IDataObject {
	const fields = jsonValue(value, 'Custom Fields');
	if (isDataObject(fields)) return fields;
	throw new UserError('Custom Fields is not a JSON object', {
		description: 'Enter an object with the name and value of each field, e.g. {"region": "north"}.',
	});
}
