import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { InputItem } from './inputItem';
import type { BatchEntry, Operation, OperationResult, OutputRecord } from './types';

/**
 * Runs a function once for every input item, in order.
 *
 * @param execute returns the output of one item: a record, or several
 */
export function forEachItem(
	execute: (item: InputItem) => Promise<IDataObject | IDataObject[]>,
): Operation['run'] {
	return forEachItemWithFiles(async (item) =>
		[await execute(item)].flat().map((json) => ({ json })),
	);
}

/** {@link forEachItem} for operations whose output has files. */
export function forEachItemWithFiles(
	execute: (item: InputItem) => Promise<OutputRecord[]>,
): Operation['run'] {
	return async function* (context, itemCount) {
		for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
			const items = [itemIndex];
			try {
				yield { items, records: await execute(new InputItem(context, itemIndex)) };
			} catch (error) {
				yield { items, error };
			}
		}
	};
}

/**
 * Reads all input items before the first request is sent, so that requests can span items and bad
 * input stops the run before anything has changed.
 *
 * @param batch.read reads the parameters of one item; throws what is wrong with them
 * @param batch.send gets every item that could be read
 */
export function forAllItems<Input>(batch: {
	read: (item: InputItem) => Input;
	send: (
		context: IExecuteFunctions,
		entries: Array<BatchEntry<Input>>,
	) => AsyncIterable<OperationResult>;
}): Operation['run'] {
	return async function* (context, itemCount) {
		const entries: Array<BatchEntry<Input>> = [];
		for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
			try {
				entries.push({ itemIndex, input: batch.read(new InputItem(context, itemIndex)) });
			} catch (error) {
				yield { items: [itemIndex], error };
			}
		}
		if (entries.length === 0) return;

		const open = new Set(entries.map(({ itemIndex }) => itemIndex));
		try {
			for await (const result of batch.send(context, entries)) {
				for (const item of result.items) open.delete(item);
				yield result;
			}
		} catch (error) {
			// What stops the batch as a whole belongs to every item that has no result yet.
			yield { items: [...open], error };
		}
	};
}
