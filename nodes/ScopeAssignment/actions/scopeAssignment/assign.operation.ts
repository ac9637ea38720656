import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { batchNote, inBatches } from '../../../shared/node/batches';
import { batchSizeOption, readBatchSize } from '../../../shared/node/properties/batchSize';
import { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import { forAllItems } from '../../../shared/node/run';
import { toBoolean } from '../../../shared/node/parameters';
import { optionsCollection } from '../../../shared/node/properties/options';
import { controlLocator } from '../../../shared/node/properties/controlLocator';
import type { ScopeAssignment } from '../../../shared/service/api/assignments';
import { assignScopes, toRequestItem } from '../../../shared/service/api/assignments';
import type { Assignment, AssignmentInput } from './assignments';
import { idKey, itemsBehind, mergeAssignments } from './assignments';
import { readScopeIds } from './scopeIds';

const DEFAULT_BATCH_SIZE = 100;

const properties: INodeProperties[] = [
	{
		displayName:
			'Assign replaces all scopes of a control: scopes that are not listed in this run are removed. Items with the same control are combined first. In a loop, each iteration replaces the assignments of the one before.',
		name: 'wholeSetNotice',
		type: 'notice',
		default: '',
	},
	controlLocator({
		displayName: 'Control',
		name: 'controlId',
		required: true,
		description: 'Control to assign, usually an expression with the ID from each input item',
	}),
	{
		displayName: 'Scope Names or IDs',
		name: 'scopeIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getScopes' },
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		hint: 'An expression can return an array of IDs, or text with IDs separated by commas',
	},
	optionsCollection([
		{
			displayName: 'Allow Removing All Assignments',
			name: 'allowRemovingAll',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow items without scopes. If no item lists a scope for a control, all of its assignments are removed.',
		},
		batchSizeOption(DEFAULT_BATCH_SIZE, 'controls'),
	]),
];

/** Assigns controls to scopes (scoped-controls, `POST /v1/scopeassignments`). */
export const assign: Operation = {
	properties,
	run: forAllItems<AssignmentInput>({ read: readAssignment, send: sendAssignments }),
};

/** Keeps what is wrong with the scopes beside the control, since it concerns the control's other items too. */
function readAssignment(item: InputItem): AssignmentInput {
	const controlId = item.requiredText('controlId', 'Control');
	try {
		const scopeIds = readScopeIds(item.value('scopeIds', []));
		const { allowRemovingAll } = item.options;
		const canBeEmpty = toBoolean(allowRemovingAll, 'Allow Removing All Assignments', false);
		if (scopeIds.length > 0 || canBeEmpty) return { controlId, scopeIds };
		return { controlId, scopeIds, refusal: noScopes(controlId) };
	} catch (error) {
		return { controlId, scopeIds: [], refusal: toUserError(error) };
	}
}

function noScopes(controlId: string): UserError {
	return new UserError(`No scopes are listed for the control ${controlId}`, {
		description:
			'Enter at least one scope, or turn on Allow Removing All Assignments under Options. The item was not sent, because it would remove all assignments of the control.',
	});
}

function toUserError(error: unknown): UserError {
	if (error instanceof UserError) return error;
	return new UserError(error instanceof Error ? error.message : String(error));
}

async function* sendAssignments(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<AssignmentInput>>,
): AsyncGenerator<OperationResult> {
	const { assignments, refusals } = mergeAssignments(entries);
	yield* refusals;

	const batches = inBatches(
		assignments,
		readBatchSize(new InputItem(context, 0), DEFAULT_BATCH_SIZE),
	);
	for (const [index, batch] of batches.entries()) {
		try {
			yield* pairControls(batch, await sendBatch(context, batch));
		} catch (error) {
			const items = batch.flatMap((assignment) => assignment.items);
			yield { items, error, note: batchNote(index, batches.length, items) };
		}
	}
}

async function sendBatch(context: IExecuteFunctions, batch: Assignment[]): Promise<IDataObject[]> {
	const [firstItem = 0] = batch[0]?.items ?? [];
	return await assignScopes(new InputItem(context, firstItem).client, batch.map(toRequest));
}

function toRequest({ controlId, scopes }: Assignment): ScopeAssignment {
	return { controlId, scopeIds: [...scopes.values()].map(({ id }) => id) };
}

/** Pairs each derived control with the items it results from; every item has an output. */
function* pairControls(batch: Assignment[], controls: IDataObject[]): Generator<OperationResult> {
	const byControl = new Map(batch.map((assignment) => [idKey(assignment.controlId), assignment]));
	const answered = new Set<number>();
	for (const json of controls) {
		const items = itemsBehind(json, byControl);
		for (const item of items) answered.add(item);
		yield { items, records: [{ json }] };
	}
	for (const assignment of batch) {
		const items = assignment.items.filter((item) => !answered.has(item));
		if (items.length > 0)
			yield { items, records: [{ json: toRequestItem(toRequest(assignment)) }] };
	}
}
