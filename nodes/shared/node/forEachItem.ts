import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../ids';
import { InputItem } from './inputItem';
import { ParameterTable } from './parameterColumn';
import { runTasks } from './run';
import type { Operation, OutputRecord, Task } from './types';

/**
 * Runs a function once for every input item.
 *
 * @param execute returns the output of one item: a record, or several
 * @param recordOf the record that an item changes: different ones are changed at once, up to Concurrent
 *   Requests. Without it, the items run one after the other
 */
export function forEachItem(
	execute: (item: InputItem) => Promise<IDataObject | IDataObject[]>,
	recordOf?: (item: InputItem) => string,
): Operation['run'] {
	return forEachItemWithFiles(
		async (item) => [await execute(item)].flat().map((json) => ({ json })),
		recordOf,
	);
}

/** {@link forEachItem} for operations whose output has files. */
export function forEachItemWithFiles(
	execute: (item: InputItem) => Promise<OutputRecord[]>,
	recordOf: (item: InputItem) => string = () => '',
): Operation['run'] {
	return async function* (context, itemCount) {
		const all = [...Array(itemCount).keys()];
		const parameters = new ParameterTable(context);
		const tasks = function* (): Generator<Task> {
			for (const index of all) {
				const item = new InputItem(context, index, parameters);
				const items = [index];
				const run = async () => [{ items, records: await execute(item) }];
				yield { items, records: recordsOf(item, recordOf), run };
			}
		};
		try {
			yield* runTasks(context, tasks());
		} catch (error) {
			yield { items: all, error };
		}
	};
}

/** An item that names no record fails when it runs, and does not have to wait for that. */
function recordsOf(item: InputItem, recordOf: (item: InputItem) => string): string[] {
	try {
		return [idKey(recordOf(item))];
	} catch {
		return [];
	}
}
