import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../shared/count';
import { batchNote, inBatches } from '../../../shared/node/batches';
import { addPlanHint, problemRows, readDryRun } from '../../../shared/node/dryRun';
import { InputItem } from '../../../shared/node/inputItem';
import { toNumber } from '../../../shared/node/parameters';
import { batchSizeOption, optionsCollection } from '../../../shared/node/properties/options';
import { controlLocator } from '../../../shared/node/properties/controlLocator';
import { incompleteListOption } from '../../../shared/node/properties/incompleteList';
import { defineResource } from '../../../shared/node/resource';
import { forAllItems } from '../../../shared/node/run';
import type { Operation, OperationResult } from '../../../shared/node/types';
import { assignScopes, toRequestItem } from '../../../shared/service/api/scopedControls';
import { Lists } from './directory';
import type { Tally } from './pairing';
import { pairAnswer, toRequest } from './pairing';
import { excessRemovals, isChange, planChanges, previewChange } from './plan';
import type { Assignment, Mode, Row } from './rows';
import { mergeAssignments, MODES, resolveRows, rowReader } from './rows';

const DEFAULT_BATCH_SIZE = 100;
const DEFAULT_REMOVE_AT_MOST = 100;

/** Assigns controls to scopes (scoped-controls, `POST /v1/scopeassignments`). */
const assign: Operation = {
	properties: [
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Add',
					value: 'add',
					description: 'Keep the present scopes of each control and add the listed ones',
				},
				{
					name: 'Remove',
					value: 'remove',
					description: 'Keep the present scopes of each control except the listed ones',
				},
				{
					name: 'Replace',
					value: 'replace',
					description: 'Replace all scopes of each control with the listed ones',
				},
			],
			default: 'replace',
			description: 'What to do with the scopes that a control has already',
		},
		{
			displayName:
				'Replace removes scopes that are not listed in this run. Items with the same control are combined first. In a loop, each iteration replaces the assignments of the one before.',
			name: 'wholeSetNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { mode: ['replace'] } },
		},
		controlLocator({
			displayName: 'Control',
			name: 'controlId',
			required: true,
			description:
				'Control to assign, usually an expression with the ID or identifier from each input item',
		}),
		{
			displayName: 'Scope Names or IDs',
			name: 'scopeIds',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getScopes' },
			default: [],
			description:
				'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
			hint: 'An expression can return IDs, paths (EMEA / Germany), or unique names: as an array, or as text with commas, semicolons, or line breaks between them',
		},
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether to only list the scopes of each control before and after. If this is on for one item, nothing is written for any item.',
		},
		optionsCollection([
			{
				displayName: 'Allow Removing All Assignments',
				name: 'allowRemovingAll',
				type: 'boolean',
				default: false,
				description:
					'Whether Replace accepts items without scopes. If no item lists a scope for a control, all of its assignments are removed.',
			},
			incompleteListOption,
			batchSizeOption(DEFAULT_BATCH_SIZE, 'controls'),
			{
				displayName: 'Removal Limit',
				name: 'removeAtMost',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: DEFAULT_REMOVE_AT_MOST,
				description:
					'Max number of assignments that Remove may remove in a run. If there are more, nothing is written.',
			},
		]),
	],
	run: async function* (context, itemCount) {
		try {
			const mode = readMode(context);
			const isDryRun = readDryRun(context);
			const results = forAllItems<Row>({
				read: rowReader(context, mode),
				send: (_context, entries) => {
					const rows = entries.map(({ input }) => input);
					return assignRows(context, rows, mode, isDryRun);
				},
			})(context, itemCount);
			yield* isDryRun ? problemsAsRows(context, results) : results;
		} catch (error) {
			yield { items: [...Array(itemCount).keys()], error };
		}
	},
};

/** @throws UserError for a value that is not in the menu, which only an expression can have */
function readMode(context: IExecuteFunctions): Mode {
	const value = context.getNodeParameter('mode', 0, 'replace');
	const mode = MODES.find((known) => known === value);
	if (mode) return mode;
	throw new UserError('Mode must be add, remove, or replace', {
		description: 'Select Add, Remove, or Replace in Mode.',
	});
}

async function* assignRows(
	context: IExecuteFunctions,
	rows: Row[],
	mode: Mode,
	isDryRun: boolean,
): AsyncGenerator<OperationResult> {
	const needsPresent = isDryRun || mode !== 'replace';
	const first = new InputItem(context, rows[0]?.itemIndex ?? 0);
	const lists = new Lists(first, needsPresent);

	await resolveRows(context, rows, lists);
	const { assignments, refusals } = mergeAssignments(rows, mode === 'replace');
	yield* refusals;
	if (!needsPresent) return yield* sendAssignments(context, assignments, lists);

	const { changes, refusals: uncertain } = await planChanges(assignments, mode, lists);
	const excess = mode === 'remove' ? excessRemovals(changes, readRemoveAtMost(context)) : undefined;
	if (isDryRun) {
		yield* uncertain;
		for (const change of changes) {
			const json = await previewChange(change, lists);
			yield { items: change.assignment.items, records: [{ json }] };
		}
		if (excess) yield { items: [], error: excess };
		return;
	}
	const obstacle = uncertain[0]?.error ?? excess;
	if (obstacle) throw obstacle;
	for (const { assignment } of changes.filter((change) => !isChange(change))) {
		const json = { ...toRequestItem(toRequest(assignment)), action: 'unchanged' };
		yield { items: assignment.items, records: [{ json }] };
	}
	const changed = changes.filter(isChange).map(({ assignment }) => assignment);
	yield* sendAssignments(context, changed, lists);
}

/** @param results of a dry run; an error of the service stays one */
async function* problemsAsRows(
	context: IExecuteFunctions,
	results: AsyncIterable<OperationResult>,
): AsyncGenerator<OperationResult> {
	let errors = 0;
	for await (const result of results) {
		const isProblem = 'error' in result && result.error instanceof UserError;
		const rows = isProblem ? problemRows(result) : [];
		errors += rows.length;
		yield* isProblem ? rows : [result];
	}
	addPlanHint(context, errors);
}

function readRemoveAtMost(context: IExecuteFunctions): number {
	const { removeAtMost } = new InputItem(context, 0).options;
	return toNumber(removeAtMost, 'Removal Limit', { fallback: DEFAULT_REMOVE_AT_MOST, min: 0 });
}

async function* sendAssignments(
	context: IExecuteFunctions,
	assignments: Assignment[],
	lists: Lists,
): AsyncGenerator<OperationResult> {
	const batchSize = new InputItem(context, 0).batchSize(DEFAULT_BATCH_SIZE);
	const batches = inBatches(assignments, batchSize);
	const tally: Tally = { asked: 0, unconfirmed: 0 };
	const applied: number[] = [];
	for (const [index, batch] of batches.entries()) {
		const [firstItem = 0] = batch[0]?.items ?? [];
		try {
			const { client } = new InputItem(context, firstItem);
			const answer = await assignScopes(client, batch.map(toRequest));
			applied.push(index);
			yield* pairAnswer(batch, answer, lists, tally);
		} catch (error) {
			const items = batch.flatMap((assignment) => assignment.items);
			yield { items, error, note: batchNote(index, batches.length, items, applied) };
		}
	}
	if (tally.unconfirmed > 0) addHint(context, tally);
}

function addHint(context: IExecuteFunctions, { asked, unconfirmed }: Tally): void {
	const all = countOf(asked, 'assignment');
	const what =
		unconfirmed === asked
			? `The service confirmed none of ${all}.`
			: `The service did not confirm ${unconfirmed} of ${all}.`;
	context.addExecutionHints({
		message: `${what} Their items have "confirmed": false or an error. Use GRC Control > Get Many with Expand Scopes to see what is assigned.`,
		type: 'warning',
		location: 'outputPane',
	});
}

/** The resource Scope Assignment and its operations. */
export const scopeAssignment = defineResource('scopeAssignment', 'assign', {
	assign: {
		name: 'Assign',
		action: 'Assign controls to scopes',
		description: 'Set, add, or remove the scopes of each control',
		operation: assign,
	},
});
