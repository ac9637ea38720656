import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isDataObject } from '../../../shared/basics/guards';
import { idKey } from '../../../shared/basics/ids';
import { memberOf, setMember } from '../../../shared/basics/members';
import { userError } from '../../../shared/n8n/nodeErrors';
import { isByHand } from '../../../shared/node/cells/byHand';
import { identityText } from '../../../shared/node/cells/identifying';
import { toCellText, toChoice, toJsonObject, toText } from '../../../shared/node/coerce';
import { clearsEmptyCells, emptyCellsOption } from '../../../shared/node/properties/emptyCells';
import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, FailedResult, Operation } from '../../../shared/node/operation';
import { pathOf } from '../../../shared/node/properties/locators';
import { concurrentRequestsOption } from '../../../shared/node/properties/requests';
import { updateScope } from '../../../shared/service/api/scopes';
import type { ServiceClient } from '../../../shared/service/client';
import type { Step } from '../../../shared/writes/step';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { isSameMember, scopeEvidence } from './scopeEvidence';
import { STATUSES } from './scopeFields';
import { ScopeState } from './scopeState';

/** One scope and the changes of an input item to it. */
export interface ScopeChange {
	/** Made before anything is sent: limits that cannot be used are known by then. */
	client: ServiceClient;
	id: string;
	/** Body of a PATCH; nothing in it where all cells of the item are empty. */
	patch: IDataObject;
	/** Why, where the changes do not say it. */
	why?: string;
}

/**
 * Reads which scope an item changes, and how.
 *
 * @returns as `patch` only the fields the user added, without those whose cells are empty, unless these clear
 * @throws UserError when there is no scope or no field, or one of them has no usable value
 */
export function readScopeChange(item: InputItem): ScopeChange {
	const id = identityText(item.requiredText('scopeId', 'Scope'), 'Scope');
	const { customFields, ...texts } = item.collection('updateFields');
	const entered = item.value('updateFields', {}, { rawExpressions: true });
	const patch: IDataObject = {};
	let hasEmptyCells = false;
	for (const [name, given] of Object.entries(texts)) {
		// Inside a collection, n8n leaves a locator whole.
		const value = isDataObject(given) && given.__rl === true ? given.value : given;
		// A column that is missing is no empty cell.
		if (value === undefined) continue;
		const label = name.charAt(0).toUpperCase() + name.slice(1);
		const text = readField(name, value, label);
		const isCell = !isByHand(isDataObject(entered) ? memberOf(entered, name) : undefined);
		// A scope cannot be without the others.
		const isCleared = name === 'description' && clearsEmptyCells(item.options);
		if (text === '' && isCell && !isCleared) {
			hasEmptyCells = true;
			continue;
		}
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
	if (Object.keys(patch).length === 0 && !hasEmptyCells) {
		throw userError(
			'Nothing to update',
			'Add at least one field under Update Fields. If its value is an expression, it returned nothing for this item.',
		);
	}
	return { client: item.client, id, patch };
}

/** @throws UserError when it has no usable value, or what identifies a scope or a user does not */
function readField(name: string, value: unknown, label: string): string {
	if (name === 'description') return toCellText(value, label);
	return identityText(toText(value, label), label);
}

/** Members of Options of operations that change fields of scopes. */
export const changeOptions = [concurrentRequestsOption, emptyCellsOption];

/** Makes an operation that changes a scope with each item (scoped-controls, `PATCH /v1/scopes/{scopeId}`). */
export function changeOperation(
	form: INodeProperties[],
	read: (item: InputItem) => ScopeChange,
	options: INodeProperties[],
): Operation {
	return writingOperation({
		...{ form, options },
		removes: true,
		writesTo: 'scopes',
		reader: () => read,
		plan: async (entries, { first, mustKnow }) => {
			const { present, steps } = await planChanges(entries, first, mustKnow);
			return { steps, population: present.population, isSame: isSameMember };
		},
	});
}

/**
 * Decides what the items of a run do to the scopes that they name, each after those before it.
 *
 * @returns the steps, and the scopes as they are, kept up to date while they are written
 */
export async function planChanges(
	entries: Array<BatchEntry<ScopeChange>>,
	first: InputItem,
	mustKnow: boolean,
): Promise<{ present: ScopeState; steps: Array<Step | FailedResult> }> {
	const archives = entries.some(({ input }) => input.patch.status === 'archived');
	const present = await ScopeState.read(first, mustKnow, archives);
	const planned = present.copy();
	const steps = entries.map((entry): Step | FailedResult => {
		try {
			const { id, patch } = entry.input;
			if (mustKnow || planned.isNoId(id)) planned.get(id);
			const step = decide(entry, planned, present);
			planned.leave(id, patch);
			return step;
		} catch (error) {
			return { items: [entry.itemIndex], error };
		}
	});
	return { present, steps };
}

const EMPTY_CELLS = 'all of its cells are empty';

function decide(entry: BatchEntry<ScopeChange>, state: ScopeState, present: ScopeState): Step {
	const { itemIndex, input } = entry;
	const { client, id, patch, why } = input;
	const before = state.of(id);
	// As the service writes it: another letter case of an ID may be unknown to it.
	const ownId = before ? String(before.id) : id;
	const told = scopeEvidence({
		...{ id: ownId, patch, before, assignments: state.assignmentsOf(id) },
		...(why !== undefined && { why }),
	});
	const owner = 'owner' in told.changes && before ? present.ownerWarnings(patch.owner) : [];
	const sibling = 'name' in told.changes && before ? present.siblingWarnings(id, patch.name) : [];
	const evidence = { ...told, warnings: [...told.warnings, ...sibling, ...owner] };
	const step = {
		...{ items: [itemIndex], records: [idKey(id)], evidence },
		again: () => decide(entry, present, present),
	};
	const key = idKey(id);
	const isSame = evidence.action === 'unchanged';
	const isEmpty = Object.keys(patch).length === 0;
	if (isEmpty) return { ...step, evidence: { ...evidence, why: EMPTY_CELLS } };
	if (isSame && !state.unconfirmed.has(key))
		return { ...step, evidence: { ...evidence, why: 'already up to date' } };
	const send = async () => {
		present.unconfirmed.add(key);
		const { record, response } = await updateScope(client, ownId, patch, evidence.record);
		present.unconfirmed.delete(key);
		present.leave(id, patch);
		// A scope with another name has another path.
		const identity = 'pathNames' in record ? { path: pathOf(record) } : {};
		return { record, response, identity };
	};
	if (!isSame) return { ...step, send };
	const open = { action: 'updated' as const, why: 'an earlier row may have changed it' };
	return { ...step, evidence: { ...evidence, ...open }, send };
}
