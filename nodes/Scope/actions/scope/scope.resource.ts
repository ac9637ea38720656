import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isDataObject, setMember } from '../../../shared/basics/values';
import { runOrPreview, withDryRun } from '../../../shared/node/dryRun';
import { filtersCollection, getManyOperation, readFilter } from '../../../shared/node/getMany';
import { forAllItems, forEachInput } from '../../../shared/node/run';
import { InputItem, type Operation } from '../../../shared/node/operation';
import { numberOf, toChoice, toJsonObject, toText } from '../../../shared/node/parameters';
import {
	ownerLocator,
	pathOf,
	scopeField,
	scopeLocator,
} from '../../../shared/node/properties/locators';
import { defineResource } from '../../../shared/node/resource';
import { createScope, listScopes, updateScope } from '../../../shared/service/api/scopedControls';
import { userError } from '../../../shared/service/errors';
import { previewScopeChange, type ScopeChange, sendChanges } from './bulkPatches';
import {
	batchSizeOption,
	collection,
	concurrentRequestsOption,
	dryRunProperties,
	jsonField,
	listField,
	noticeField,
	optionsCollection,
	textField,
} from '../../../shared/node/properties/fields';

/** Creates a scope (scoped-controls, `POST /v1/scopes`). */
const create: Operation = {
	properties: [
		textField('Name', 'name', 'Name of the new scope, such as a business unit or region', {
			required: true,
			placeholder: 'e.g. Berlin',
		}),
		ownerLocator(
			'Owner of the new scope, by user ID. The list has the owners of existing scopes.',
			true,
		),
		additionalFields('What the scope is for', [
			scopeLocator({
				displayName: 'Parent Scope',
				name: 'parentId',
				description:
					'Scope to create the new one under. Without a parent, the scope is created at the top level.',
			}),
		]),
		optionsCollection([concurrentRequestsOption]),
	],
	run: forEachInput(
		(item) => {
			// Added but empty is a mistake: the scope would silently end up at the top level.
			const parentId =
				'parentId' in item.collection('additionalFields')
					? item.requiredText('additionalFields.parentId', 'Parent Scope')
					: '';
			return {
				name: item.requiredText('name', 'Name'),
				owner: item.requiredText('owner', 'Owner'),
				description: item.text('additionalFields.description', 'Description'),
				...(parentId && { parentId }),
			};
		},
		async (scope, { client }) =>
			await createScope(client, scope, 'Check with Get Many before you create the scope again.'),
		(_, { index }) => `item ${index}`,
	),
};

/** Lists scopes (scoped-controls, `GET /v1/scopes`). */
const getMany = getManyOperation({
	fields: [
		filtersCollection([
			statusField('Only return scopes with this status. By default, all scopes are returned.'),
		]),
	],
	read: (item) => readFilter(item, 'status', 'Status'),
	list: async (client, status) => await listScopes(client, status || undefined),
	// The path in text, as the rows of the tree have it, in the first column; the service has the names only.
	output: async (_item, scope) =>
		'pathNames' in scope ? Object.assign({ path: '' }, scope, { path: pathOf(scope) }) : scope,
});

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
const updateFields: INodeProperties = {
	...collection('Update Fields', 'updateFields', 'Add Field', [
		jsonField(
			'Custom Fields',
			'customFields',
			'Custom fields to update and their new values, as a JSON object',
			{ default: '{}' },
		),
		descriptionField('What the scope is for. Leave empty to clear the current text.'),
		textField('Name', 'name', 'New name of the scope', { placeholder: 'e.g. Berlin' }),
		ownerLocator('New owner, by user ID. The list has the owners of existing scopes.'),
		statusField(
			'Archiving a scope also removes its control assignments, and reactivating it does not restore them',
		),
	]),
	description: 'Fields that you do not add stay unchanged',
};

function statusField(description: string): INodeProperties {
	return listField('Status', 'status', 'active', description, [
		['Active', 'active'],
		['Archived', 'archived'],
	]);
}

/** By the text of an expression, in small letters. */
const STATUSES = { active: 'active', archived: 'archived' };

/**
 * Reads which scope an item changes, and how.
 *
 * @returns as `patch` the body of a PATCH: only the fields the user added
 * @throws UserError when there is no scope or no field, or one of them has no usable value
 */
function readScopeChange(item: InputItem): ScopeChange {
	const id = item.requiredText('scopeId', 'Scope');
	const { customFields, ...texts } = item.collection('updateFields');
	const patch: IDataObject = {};
	for (const [name, given] of Object.entries(texts)) {
		// Inside a collection, n8n leaves a locator whole.
		const value = isDataObject(given) && given.__rl === true ? given.value : given;
		// An expression that returned nothing does not clear the field.
		if (value === undefined || value === null) continue;
		const label = name.charAt(0).toUpperCase() + name.slice(1);
		const text = toText(value, label);
		// A scope cannot be without the others.
		if (text === '' && name !== 'description') {
			throw userError(
				`${label} is empty`,
				`Enter a value for ${label}, or remove the field from Update Fields to keep its current value.`,
			);
		}
		setMember(
			patch,
			name,
			name === 'status' ? toChoice(text.toLowerCase(), label, STATUSES) : text,
		);
	}
	if (customFields !== undefined && customFields !== null)
		patch.customFields = toJsonObject(customFields, 'Custom Fields', '{"region": "north"}');
	if (Object.keys(patch).length === 0) {
		throw userError(
			'Nothing to update',
			'Add at least one field under Update Fields. If its value is an expression, it returned nothing for this item.',
		);
	}
	return { id, patch };
}

/** Changes a scope with each item (scoped-controls, `PATCH /v1/scopes/{scopeId}`). */
const changing = {
	preview: previewScopeChange,
	send: async ({ id, patch }: ScopeChange, { client }: InputItem) =>
		await updateScope(client, id, patch),
};

const update = withDryRun({
	form: [scopeField('Scope to update'), updateFields],
	read: readScopeChange,
	...changing,
});

/** Archives a scope and with it its assignments (scoped-controls, States and transitions). */
const archive = withDryRun({
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

/** The specification gives no limit; a thousand ids are about 40 kB. */
export const batchSize = batchSizeOption(1000, 'scopes');

/** Changes many scopes with few requests (scoped-controls, `PATCH /v1/scopes`). */
const updateMany: Operation = {
	properties: [
		scopeField(
			'Scope to update, usually an expression with the ID from each input item. Items with the same changes are sent in one request.',
		),
		updateFields,
		...dryRunProperties,
		optionsCollection([batchSize, concurrentRequestsOption]),
	],
	run: runOrPreview((context, itemCount, isDryRun) =>
		forAllItems({
			read: readScopeChange,
			send: (entries) => {
				const most = numberOf(new InputItem(context, 0).options, batchSize);
				return sendChanges(context, entries, most, isDryRun);
			},
		})(context, itemCount),
	),
};

/** The resource Scope and its operations. */
export const scope = defineResource('scope', 'Scope', 'getMany', {
	archive: {
		name: 'Archive',
		action: 'Archive a scope',
		description: 'Archive a scope and remove its control assignments',
		operation: archive,
	},
	create: {
		name: 'Create',
		action: 'Create a scope',
		description: 'Create a scope at the top level or under a parent',
		operation: create,
	},
	getMany: {
		name: 'Get Many',
		action: 'Get many scopes',
		description: 'List the scopes of your organization',
		operation: getMany,
	},
	update: {
		name: 'Update',
		action: 'Update a scope',
		description: 'Update individual fields of a scope',
		operation: update,
	},
	updateMany: {
		name: 'Update Many',
		action: 'Update many scopes',
		description: 'Update the scopes of all input items with as few requests as possible',
		operation: updateMany,
	},
});
