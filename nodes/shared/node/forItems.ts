import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { idKey } from '../basics/ids';
import { InputItem } from './inputItem';
import { skipsOthers } from './onError';
import type { BatchEntry, DoneResult, FailedResult, Operation, OutputRecord } from './operation';
import { runTasks, withOthers } from './tasks';

/**
 * Reads all input items before the first request is sent, so that requests can span items and bad
 * input stops the run before anything has changed.
 *
 * @param batch.read reads the parameters of one item; throws what is wrong with them
 * @param batch.send gets every item that could be read
 */
export function forAllItems<Input, Result extends { items: number[] } = DoneResult>(batch: {
	read: (item: InputItem) => Input;
	send: (
		entries: Array<BatchEntry<Input>>,
		context: IExecuteFunctions,
	) => AsyncIterable<Result | FailedResult>;
}): (context: IExecuteFunctions, itemCount: number) => AsyncGenerator<Result | FailedResult> {
	return async function* (context, itemCount) {
		const entries: Array<BatchEntry<Input>> = [];
		const failures: FailedResult[] = [];
		for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
			try {
				entries.push({ itemIndex, input: batch.read(new InputItem(context, itemIndex)) });
			} catch (error) {
				failures.push({ items: [itemIndex], error });
			}
		}
		yield* skipsOthers(context) ? withOthers(failures) : failures;

		const open = new Set(entries.map(({ itemIndex }) => itemIndex));
		if (open.size === 0) return;
		try {
			for await (const result of batch.send(entries, context)) {
				for (const item of result.items) open.delete(item);
				yield result;
			}
		} catch (error) {
			// What stops the batch as a whole belongs to every item that has no result yet.
			yield { items: [...open], error };
		}
	};
}

/**
 * Runs a function once for every input item, after all items were read: what is wrong with one of them
 * is known before anything is sent.
 *
 * @param read reads everything that the item says; throws what is wrong with it
 * @param send gets what was read, and returns the output of the item: a record, or several
 * @param recordOf the record that an item changes: different ones are changed at once, up to Concurrent
 *   Requests. Without it, the items run one after the other
 */
export function forEachInput<Input>(
	read: (item: InputItem) => Input,
	send: (input: Input, item: InputItem) => Promise<IDataObject | IDataObject[]>,
	recordOf?: (input: Input, item: InputItem) => string,
): Operation['run'] {
	return forEachInputWithFiles(
		read,
		async (input, item) => [await send(input, item)].flat().map((json) => ({ json })),
		recordOf,
	);
}

/** {@link forEachInput} for operations whose output has files. */
export function forEachInputWithFiles<Input>(
	read: (item: InputItem) => Input,
	send: (input: Input, item: InputItem) => Promise<OutputRecord[]>,
	recordOf: (input: Input, item: InputItem) => string = () => '',
): Operation['run'] {
	return forAllItems({
		read: (item) => ({ item, client: item.client, input: read(item) }),
		send: (entries, context) =>
			runTasks(
				context,
				entries.map(({ itemIndex, input: { item, input } }) => {
					const items = [itemIndex];
					const run = async () => [{ items, records: await send(input, item) }];
					return { items, records: [idKey(recordOf(input, item))], run };
				}),
			),
	});
}
