import type { IDataObject } from 'n8n-workflow';

import { isDataObject } from '../../../shared/basics/guards';
import { idKey } from '../../../shared/basics/ids';
import { canonicalJson } from '../../../shared/basics/json';
import { setMember } from '../../../shared/basics/members';
import { userError } from '../../../shared/n8n/nodeErrors';
import { toChoice, toJsonObject, toText } from '../../../shared/node/coerce';
import { incompleteNote } from '../../../shared/node/incompleteList';
import type { InputItem } from '../../../shared/node/inputItem';
import { oncePerRun } from '../../../shared/node/oncePerRun';
import type { OperationResult } from '../../../shared/node/operation';
import { addWarning } from '../../../shared/node/warnings';
import { listScopes, updateScope } from '../../../shared/service/api/scopes';
import { STATUSES } from './scopeFields';

/** One scope and the changes of an input item to it. */
export interface ScopeChange {
	id: string;
	patch: IDataObject;
	/** Makes the output of the scope as it is afterwards, which is the output by default. */
	output?: (record: IDataObject) => OperationResult;
	/** Called when the service has made the change. */
	onChanged?: () => void;
}

/** The scopes by {@link idKey}. */
const scopesOf = oncePerRun(async ({ context, client }) => {
	const { records, doubt } = await listScopes(client);
	if (doubt !== undefined) addWarning(context, incompleteNote(doubt));
	return new Map(records.map((scope) => [idKey(String(scope.id)), { ...scope }]));
});

/**
 * @returns a change that is not made; a later item finds the scope as this one would leave it
 * @throws UserError when there is no such scope
 */
export async function previewScopeChange(
	{ id, patch }: ScopeChange,
	item: InputItem,
): Promise<IDataObject> {
	const scope = (await scopesOf(item)).get(idKey(id));
	if (!scope) {
		throw userError(
			`The service did not return a scope with the ID "${id}"`,
			'Check the ID in this item. The scope may have been deleted.',
		);
	}
	const before = { ...scope };
	const after = { ...Object.assign(scope, patch) };
	const isSame = canonicalJson(before) === canonicalJson(after);
	const done = patch.status === 'archived' ? 'archived' : 'updated';
	return { action: isSame ? 'unchanged' : done, id, before, after };
}

/**
 * Reads which scope an item changes, and how.
 *
 * @returns as `patch` the body of a PATCH: only the fields the user added
 * @throws UserError when there is no scope or no field, or one of them has no usable value
 */
export function readScopeChange(item: InputItem): ScopeChange {
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
export const changing = {
	preview: previewScopeChange,
	send: async ({ id, patch }: ScopeChange, { client }: InputItem) =>
		await updateScope(client, id, patch),
};
