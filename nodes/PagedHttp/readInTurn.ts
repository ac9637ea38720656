import { toChoice } from '../shared/node/coerce';
import type { InputItem } from '../shared/node/inputItem';
import type { OperationResult } from '../shared/node/operation';
import type { SimilarList } from '../shared/paging/detect/similarLists';
import { readIdOf } from '../shared/read/listId';
import { NOTHING_READ } from '../shared/read/nothingRead';
import { toShownError } from '../shared/read/readErrors';
import { ItemAdmission } from './itemAdmission';
import { ItemRead } from './itemRead';
import { toBatches } from './output/batches';
import { toFile } from './output/file';
import { toItems } from './output/items';
import { toSummary } from './report/summary';
import type { ItemStop } from './lastStop/itemStop';
import type { SharedReads } from './sharedReads';

/** The outputs by the value of the parameter Output. */
const OUTPUTS = { batches: toBatches, file: toFile, items: toItems };

/**
 * Reads all pages for one input item, when its turn has come.
 *
 * @returns the records and the summary, or the error; nothing when the node was stopped before
 */
export async function readInTurn(item: InputItem, reads: SharedReads): Promise<OperationResult[]> {
	const { context, index } = item;
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	let turn: Promise<boolean> | undefined;
	let similarList: SimilarList | undefined;
	let stop: ItemStop | undefined;
	try {
		const input = await reads.readInOrder(item);
		const toOutput = toChoice(item.value('output', 'items'), 'Output', OUTPUTS);
		if (toOutput === toBatches) turn = reads.lineUp('batches', ended);
		similarList = reads.similarListOf(input);
		await Promise.all([
			// Each read starts with what the one before it knows of the list.
			input.changes && reads.lineUp(readIdOf(input), ended),
			input.limits.interval && reads.lineUp('interval', ended),
			similarList?.firstScheme(),
		]);
		if (reads.isStopped) return [];
		stop = await reads.stops.of(item, input);
		if (stop.isDone) return [stop.doneResult()];
		const admission = new ItemAdmission(reads, turn);
		const run = new ItemRead(item, stop, reads, admission, toOutput);
		const read = await run.read(similarList);
		if (!read || (await turn) === false) return [];
		const result = await run.end(read);
		if ('error' in result) reads.stop();
		return [result];
	} catch (thrown) {
		await turn;
		reads.stop();
		const error = toShownError(thrown, context, index);
		return [{ items: [index], error, records: [toSummary({ ...NOTHING_READ, error }, false)] }];
	} finally {
		similarList?.leave();
		stop?.close();
		end();
	}
}
