import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isDataObject } from '../../../shared/basics/values';
import { dryRunProperty, runOrPreview, withDryRun } from '../../../shared/node/dryRun';
import { forAllItems, forEachInput } from '../../../shared/node/run';
import { InputItem } from '../../../shared/node/inputItem';
import { numberOf, toChoice, toJsonObject, toText } from '../../../shared/node/parameters';
import { ownerLocator, scopeField, scopeOf } from '../../../shared/node/properties/locators';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import { updateScope } from '../../../shared/service/api/scopedControls';
import type { ScopeChange } from './bulkPatches';
import { findConflicts, groupPatches, previewScopeChange, sendBulkPatches } from './bulkPatches';
import {
	batchSizeOption,
	collection,
	concurrentRequestsOption,
	optionsCollection,
	textField,
} from '../../../shared/node/properties/fields';

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
const updateFields: INodeProperties = {
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

/** By the text of an expression, in small letters. */
const STATUSES = { active: 'active', archived: 'archived' };

/** Fields that a scope cannot be without. */
const NEVER_EMPTY = ['name', 'owner', 'status'];

/**
 * Reads which scope an item changes, and how.
 *
 * @returns as `patch` the body of a PATCH: only the fields the user added
 * @throws UserError when there is no scope or no field, or one of them has no usable value
 */
function readScopeChange(item: InputItem): ScopeChange {
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
		patch[name] = name === 'status' ? toChoice(text.toLowerCase(), label, STATUSES) : text;
	}
	if (customFields !== undefined && customFields !== null)
		patch.customFields = toJsonObject(customFields, 'Custom Fields', '{"region": "north"}');
	if (Object.keys(patch).length === 0) {
		throw new UserError('Nothing to update', {
			description:
				'Add at least one field under Update Fields. If its value is an expression, it returned nothing for this item.',
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

/** The specification gives no limit; a thousand ids are about 40 kB. */
export const batchSize = batchSizeOption(1000, 'scopes');

/** Changes many scopes with few requests (scoped-controls, `PATCH /v1/scopes`). */
export const updateMany: Operation = {
	properties: [
		scopeField(
			'Scope to update, usually an expression with the ID from each input item. Items with the same changes are sent in one request.',
		),
		updateFields,
		dryRunProperty,
		optionsCollection([batchSize, concurrentRequestsOption]),
	],
	run: runOrPreview((context, itemCount, isDryRun) =>
		forAllItems({
			read: readScopeChange,
			send: async function* (_context, entries) {
				const most = numberOf(new InputItem(context, 0).options, batchSize);
				const conflicts = findConflicts(entries);
				const inConflict = new Set(conflicts.flatMap(({ items }) => items));
				yield* conflicts;

				const agreed = entries.filter(({ itemIndex }) => !inConflict.has(itemIndex));
				if (isDryRun) return yield* previewAll(context, agreed);
				const bulks = groupPatches(agreed, most);
				for await (const result of sendBulkPatches(context, bulks)) {
					// Each item with the same scope gets it.
					if ('error' in result) yield result;
					else for (const item of result.items) yield { ...result, items: [item] };
				}
			},
		})(context, itemCount),
	),
};

async function* previewAll(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<ScopeChange>>,
): AsyncGenerator<OperationResult> {
	for (const { itemIndex, input } of entries) {
		const items = [itemIndex];
		try {
			const json = await previewScopeChange(input, new InputItem(context, itemIndex));
			yield { items, records: [{ json }] };
		} catch (error) {
			yield { items, error };
		}
	}
}
