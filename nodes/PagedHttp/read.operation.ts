import type { IExecuteFunctions } from 'n8n-workflow';

import { showHints } from '../shared/n8n/hints';
import { InputItem } from '../shared/node/inputItem';
import type { Operation, OperationResult } from '../shared/node/operation';
import { runTasks } from '../shared/node/tasks';
import { ReaderTurn } from './changes/openRuns';
import { isTestRun } from './changes/testRun';
import { readProperties } from './properties';
import { readInTurn } from './readInTurn';
import { toHints } from './report/hints';
import { SharedReads } from './sharedReads';

/** Reads all pages for each input item, several items at once. */
export const readOperation: Operation = {
	properties: readProperties,
	run: async function* (context, itemCount) {
		const turn = takeTurn(context);
		if (typeof turn === 'string') {
			showHints(context, [
				`Nothing was read: ${turn}. The next run returns what is new or changed.`,
				'warning',
			]);
			return;
		}
		if (turn?.beside !== undefined)
			showHints(context, [
				`Execution ${turn.beside} of this workflow is in progress with another Paged HTTP node. n8n keeps what the last one to end has stored, so records may come again: use a workflow for each.`,
				'warning',
			]);
		try {
			yield* readItems(context, itemCount, turn);
			turn?.returns();
		} finally {
			turn?.fails();
		}
	},
};

/** @returns the turn of this execution, or why it has none; `undefined` where all may read at once */
function takeTurn(context: IExecuteFunctions): ReaderTurn | string | undefined {
	const isFree = context.getNodeParameter('readMode', 0, 'all') !== 'changes' || isTestRun(context);
	return isFree ? undefined : ReaderTurn.take(context);
}

async function* readItems(
	context: IExecuteFunctions,
	itemCount: number,
	turn: ReaderTurn | undefined,
): AsyncGenerator<OperationResult> {
	const most = itemCount > 1 ? new InputItem(context, 0).concurrentRequests : Infinity;
	const reads = new SharedReads(context, most, turn?.end);
	// Later items are ready to send when there is room. Of batches, no more pages may be kept.
	const isAhead = most > 1 && context.getNodeParameter('output', 0, 'items') !== 'batches';
	try {
		yield* runTasks(
			context,
			[...Array(itemCount).keys()].map((itemIndex) => ({
				items: [itemIndex],
				records: [],
				run: async () => await readInTurn(new InputItem(context, itemIndex), reads),
			})),
			isAhead ? most : 0,
		);
		if (reads.mayBegin) reads.stops.returns();
	} finally {
		reads.stops.save();
	}
	showHints(context, ...(reads.changes?.end() ?? []), ...toHints(reads.finished));
}
