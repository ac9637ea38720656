import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { countOf } from '../../../shared/count';
import { batchNote, inBatches } from '../../../shared/node/batches';
import { readDryRun } from '../../../shared/node/dryRun';
import { InputItem } from '../../../shared/node/inputItem';
import { toNumber } from '../../../shared/node/parameters';
import { readBatchSize } from '../../../shared/node/properties/batchSize';
import { forAllItems } from '../../../shared/node/run';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import { assignScopes, toRequestItem } from '../../../shared/service/api/assignments';
import type { Assignment } from './assignments';
import { mergeAssignments } from './assignments';
import { previewChange, problemsAsRows } from './dryRun';
import { Lists } from './lists';
import type { Tally } from './pairing';
import { pairAnswer, toRequest } from './pairing';
import type { Mode } from './plan';
import { excessRemovals, isChange, MODES, planChanges } from './plan';
import { DEFAULT_BATCH_SIZE, DEFAULT_REMOVE_AT_MOST, properties } from './properties';
import type { Row } from './rows';
import { resolveRows, rowReader } from './rows';

/** Assigns controls to scopes (scoped-controls, `POST /v1/scopeassignments`). */
export const assign: Operation = {
	properties,
	run: async function* (context, itemCount) {
		try {
			const mode = readMode(context);
			const isDryRun = readDryRun(context);
			const results = forAllItems<Row>({
				read: rowReader(context, mode),
				send: (_context, rows) => assignRows(context, rows, mode, isDryRun),
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
	rows: Array<BatchEntry<Row>>,
	mode: Mode,
	isDryRun: boolean,
): AsyncGenerator<OperationResult> {
	const needsPresent = isDryRun || mode !== 'replace';
	const first = new InputItem(context, rows[0]?.itemIndex ?? 0);
	const lists = new Lists(first, needsPresent);

	const resolved = await resolveRows(context, rows, lists);
	yield* resolved.refusals;
	const { assignments, refusals } = mergeAssignments(resolved.entries, mode === 'replace');
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

function readRemoveAtMost(context: IExecuteFunctions): number {
	const { removeAtMost } = new InputItem(context, 0).options;
	return toNumber(removeAtMost, 'Removal Limit', { fallback: DEFAULT_REMOVE_AT_MOST, min: 0 });
}

async function* sendAssignments(
	context: IExecuteFunctions,
	assignments: Assignment[],
	lists: Lists,
): AsyncGenerator<OperationResult> {
	const batchSize = readBatchSize(new InputItem(context, 0), DEFAULT_BATCH_SIZE);
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
