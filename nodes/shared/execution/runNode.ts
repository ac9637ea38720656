import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toErrorJson } from '../transport/serviceError';
import { toNodeError } from '../transport/thrown';
import { cancelSignal } from '../transport/wait';
import type { Operation, OperationResult, OperationTable } from './operation';

/**
 * The `execute` of every node: finds the chosen operation and runs it over the input items.
 *
 * @param table the node's operations
 * @returns the node's single output
 */
export async function runNode(
	context: IExecuteFunctions,
	table: OperationTable,
): Promise<INodeExecutionData[][]> {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = table[String(resource)]?.[String(name)];
	if (!operation) {
		throw new NodeOperationError(
			context.getNode(),
			`There is no operation "${String(name)}" for "${String(resource)}"`,
			{ description: 'Choose Resource and Operation from their lists.' },
		);
	}
	return [await runOperation(context, operation)];
}

/**
 * The one item loop: pairs every output item with the input items it came from and honours the
 * node's On Error setting.
 *
 * @returns one item per record, and with "continue" one `{ error }` per input item that failed
 * @throws NodeApiError or NodeOperationError with the item's index, unless set to continue
 */
async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const itemCount = context.getInputData().length;
	const output: INodeExecutionData[] = [];
	let doneItems = 0;

	for await (const result of operation.run(context, itemCount)) {
		if ('records' in result) {
			doneItems += result.items.length;
			const pairedItem = pair(result.items);
			for (const record of result.records) output.push({ ...record, pairedItem });
			continue;
		}
		const error = toNodeError(result.error, context.getNode(), result.items[0]);
		if (!context.continueOnFail() || cancelSignal(context)?.aborted) {
			throw withProgress(error, doneItems, itemCount);
		}
		output.push(...failedItems(result, error));
	}
	return output;
}

function failedItems({ items }: OperationResult, error: Error): INodeExecutionData[] {
	return items.map((item) => ({ json: { error: toErrorJson(error) }, pairedItem: { item } }));
}

function pair(items: number[]): IPairedItemData | IPairedItemData[] {
	const pairs = items.map((item) => ({ item }));
	const [only] = pairs;
	return pairs.length === 1 && only ? only : pairs;
}

/** What was done before stays done, though a node that stops hands out nothing: say so. */
function withProgress<E extends { description: string | null | undefined }>(
	error: E,
	doneItems: number,
	itemCount: number,
): E {
	if (doneItems > 0) {
		const progress = `${doneItems} of ${itemCount} items were done before this one. To get their results too, set On Error under Settings to continue.`;
		error.description = [error.description, progress].filter(Boolean).join('\n');
	}
	return error;
}
