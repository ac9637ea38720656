import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';

import { forEditor } from '../n8n/shownErrors';
import { isTool } from '../n8n/workarounds';
import { idKey } from '../basics/values';
import { cancelSignal } from '../service/send';
import { toNodeError } from '../service/errors';
import { failedItems, type OrderedItem, othersNotes, progressNote, rowNote } from './failure';
import {
	type BatchEntry,
	type FailedResult,
	InputItem,
	type Operation,
	type OperationResult,
	type OutputRecord,
	type Task,
} from './operation';
import { toChoice } from './parameters';
import type { Resources } from './resource';

/**
 * The `execute` of every node: finds the chosen operation and runs it over the input items.
 *
 * @param resources the node's resources by the value of the parameter Resource
 * @returns the node's single output, in a list
 */
export async function runNode(context: IExecuteFunctions, resources: Resources) {
	// Both can be expressions, so that they may have any value.
	const { operations } = toChoice(context.getNodeParameter('resource', 0), 'Resource', resources);
	const { operation } = toChoice(context.getNodeParameter('operation', 0), 'Operation', operations);
	return await runOperation(context, operation);
}

/**
 * The one item loop: pairs every output item with the input items it came from and honors the
 * node's On Error setting.
 *
 * @param outputCount outputs of the node
 * @returns per output one item per record, and with "continue", or in a tool of an agent, in the first
 *   one an `{ error }` per input item that failed
 * @throws NodeApiError or NodeOperationError with the item's index, unless set to continue, or a tool
 */
export async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
	outputCount = 1,
): Promise<INodeExecutionData[][]> {
	const itemCount = context.getInputData().length;
	const outputs = Array.from({ length: outputCount }, () => new Array<OrderedItem>());
	const done = new Set<number>();
	for await (const result of resultsOf(operation.run(context, itemCount), context)) {
		const [order = Infinity] = result.items;
		if ('error' in result) {
			const error = toNodeError(result.error, context.getNode(), result.items[0]);
			// A tool of an agent has no setting On Error: the model reads what is wrong, and what to do.
			if (stopsOnError(context) && !isTool(context)) {
				const notes = [
					rowNote(result, error.message, itemCount),
					result.note,
					...othersNotes(error, result.others),
					(result.progressNote ?? progressNote)([...done], itemCount, result),
				];
				throw forEditor(error, ...notes.flatMap((note) => note ?? []));
			}
			for (const failed of failedItems(result, error, itemCount)) outputs[0]?.push(failed);
		} else {
			for (const item of result.items) done.add(item);
		}
		const pairedItem = pair(result.items);
		for (const { output = 0, ...record } of result.records ?? [])
			outputs[output]?.push({ order, item: { ...record, pairedItem } });
	}
	// Results of batches arrive in the order of their requests; users expect the order of their items.
	return outputs.map((items) => items.sort((a, b) => a.order - b.order).map(({ item }) => item));
}

/** @throws what a run throws instead of yielding it, as an error of the node */
async function* resultsOf(
	results: AsyncIterable<OperationResult>,
	context: IExecuteFunctions,
): AsyncGenerator<OperationResult> {
	try {
		yield* results;
	} catch (error) {
		throw forEditor(toNodeError(error, context.getNode()));
	}
}

function stopsOnError(context: IExecuteFunctions): boolean {
	return !context.continueOnFail() || cancelSignal(context)?.aborted === true;
}

/** Runs that only show what they would do: an error is one of their rows, and hides none of the others. */
export const dryRuns = new WeakSet<IExecuteFunctions>();

function skipsOthers(context: IExecuteFunctions): boolean {
	return stopsOnError(context) && !dryRuns.has(context);
}

function pair(items: number[]): IPairedItemData | IPairedItemData[] {
	const pairs = items.map((item) => ({ item }));
	const [only] = pairs;
	return pairs.length === 1 && only ? only : pairs;
}

/**
 * Runs tasks, up to Concurrent Requests of them at once, and yields their results in the order of the
 * tasks. Tasks that change the same record run one after the other, in that order too.
 *
 * After an error that stops the node, no task is started, and those in progress are waited for. What
 * they did is yielded before the error, which can thus say what was done.
 *
 * @param ahead how many more tasks to start: each waits by itself until there is room for its requests
 * @throws UserError when Concurrent Requests is not a number from 1 to 32
 */
export async function* runTasks(
	context: IExecuteFunctions,
	tasks: Iterable<Task>,
	ahead = 0,
): AsyncGenerator<OperationResult> {
	const most = new InputItem(context, 0).concurrentRequests + ahead;
	const waiting = tasks[Symbol.iterator]();
	const running = new Set<Promise<void>>();
	const lastOf = new Map<string, Promise<void>>();
	const results = new Map<number, OperationResult[]>();
	let isStopped = false;

	const start = ({ items, records, run }: Task, place: number) => {
		const before = records.flatMap((record) => lastOf.get(record) ?? []);
		const work = async () => {
			await Promise.all(before);
			if (isStopped) return;
			const result = await run().catch((error: unknown) => [{ items, error }]);
			results.set(place, result);
			isStopped ||= result.some(isFailed) && skipsOthers(context);
		};
		const done = work().finally(() => {
			running.delete(done);
			for (const record of records) if (lastOf.get(record) === done) lastOf.delete(record);
		});
		running.add(done);
		for (const record of records) lastOf.set(record, done);
	};

	for (let started = 0, yielded = 0; ; await Promise.race(running)) {
		for (let result; !isStopped && (result = results.get(yielded)); yielded++) {
			results.delete(yielded);
			yield* result;
		}
		while (!isStopped && running.size < most) {
			const task = waiting.next();
			if (task.done) break;
			start(task.value, started++);
		}
		if (running.size === 0) break;
	}
	const left = [...results].sort(([a], [b]) => a - b).flatMap(([, result]) => result);
	yield* left.filter((result) => !isFailed(result));
	yield* withOthers(left.filter(isFailed));
}

/** @returns the first error with the others, since a node that stops shows one only; none for none */
function withOthers([first, ...others]: FailedResult[]): FailedResult[] {
	// The same object, since callers may have kept it.
	return first ? [Object.assign(first, { others })] : [];
}

function isFailed(result: OperationResult): result is FailedResult {
	return 'error' in result;
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
		entries: Array<BatchEntry<Input>>,
		context: IExecuteFunctions,
	) => AsyncIterable<OperationResult>;
}): Operation['run'] {
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
