import { showHints } from '../shared/n8n/hints';
import { InputItem } from '../shared/node/inputItem';
import type { Operation } from '../shared/node/operation';
import { runTasks } from '../shared/node/tasks';
import { readProperties } from './properties';
import { readInTurn } from './readInTurn';
import { toHints } from './report/hints';
import { SharedReads } from './sharedReads';

/** Reads all pages for each input item, several items at once. */
export const readOperation: Operation = {
	properties: readProperties,
	run: async function* (context, itemCount) {
		const most = itemCount > 1 ? new InputItem(context, 0).concurrentRequests : Infinity;
		const reads = new SharedReads(context, most);
		// Later items are ready to send when there is room. Of batches, no more pages may be kept.
		const isAhead = most > 1 && context.getNodeParameter('output', 0, 'items') !== 'batches';
		yield* runTasks(
			context,
			[...Array(itemCount).keys()].map((itemIndex) => ({
				items: [itemIndex],
				records: [],
				run: async () => await readInTurn(new InputItem(context, itemIndex), reads),
			})),
			isAhead ? most : 0,
		);
		showHints(context, ...(reads.changes?.end() ?? []), ...toHints(reads.finished));
	},
};
