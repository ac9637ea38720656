import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { forEditor } from '../n8n/nodeErrors';
import { isTool } from '../n8n/tool';
import { toNodeError } from '../service/serviceError';
import { toChoice } from './coerce';
import { failedItems, type OrderedItem } from './failedItems';
import { stopsOnError } from './onError';
import type { Operation, OperationResult, WrittenRecord } from './operation';
import { othersNotes } from './othersNotes';
import { progressNote } from './progressNote';
import type { Resources } from './resource';
import { rowNote } from './rowNote';
import { writtenNote } from './writtenNote';

/**
 * The `execute` of every node: finds the chosen operation and runs it over the input items.
 *
 * @param resources the node's resources by the value of the parameter Resource
 * @returns the node's single output, in a list
 */
export async function runNode(
	context: IExecuteFunctions,
	resources: Resources,
): Promise<INodeExecutionData[][]> {
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
	const written: WrittenRecord[] = [];
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
					...writtenNote(context, written),
					(result.progressNote ?? progressNote)([...done], itemCount, result),
				];
				throw forEditor(error, ...notes.flatMap((note) => note ?? []));
			}
			for (const failed of failedItems(result, error, itemCount)) outputs[0]?.push(failed);
		} else {
			for (const item of result.items) done.add(item);
			if (result.written !== undefined) written.push(result.written);
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

function pair(items: number[]): IPairedItemData | IPairedItemData[] {
	const pairs = items.map((item) => ({ item }));
	const [only] = pairs;
	return pairs.length === 1 && only ? only : pairs;
}
