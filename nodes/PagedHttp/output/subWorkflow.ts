import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { textsOf } from '../../shared/service/errors';

/** Records that a sub-workflow gets together. */
export interface Batch {
	/** Counted from 1. */
	number: number;
	/** Which records of the run these are, in words. */
	which: string;
	records: IDataObject[];
}

/**
 * Runs a sub-workflow to its end, with an item per record.
 *
 * @param workflowId as n8n stores it
 * @returns the ID of its execution
 * @throws UserError naming the batch when it fails, or waits for something
 */
export async function runSubWorkflow(
	context: IExecuteFunctions,
	workflowId: string,
	{ number, which, records }: Batch,
): Promise<string> {
	const place = `batch ${number} (${which})`;
	const parentExecution = {
		executionId: context.getExecutionId(),
		workflowId: context.getWorkflow().id ?? '',
		shouldResume: false,
	};
	const { executionId, waitTill } = await withoutWaiting(context)
		.executeWorkflow({ id: workflowId }, toItems(records), undefined, {
			parentExecution,
			executionMode: context.getMode(),
		})
		.catch((error: unknown) => {
			throw toBatchError(error, place, workflowId);
		});
	if (!waitTill) return executionId;
	throw new UserError(`The sub-workflow waits for something in ${place}`, {
		description: `A batch counts as done when the sub-workflow has ended. Remove what waits from it, such as Wait or an approval. It is still waiting: stop its execution, or the records of this batch may be processed twice.
execution: ${executionId}, workflow: ${workflowId}`,
	});
}

const toItems = (records: IDataObject[]) => records.map((json) => ({ json }));

function toBatchError(error: unknown, place: string, workflowId: string): UserError {
	const { message, description } = textsOf(error);
	const { executionId } = isRecord(error) ? error : {};
	const lines = [
		description,
		'Correct the sub-workflow, or the records. What it did with this batch before the error is not undone.',
		`${executionId === undefined ? '' : `execution: ${String(executionId)}, `}workflow: ${workflowId}`,
	];
	return new UserError(`The sub-workflow failed in ${place}: ${message}`, {
		description: lines.filter(Boolean).join('\n'),
	});
}

/**
 * n8n puts an execution to wait for a sub-workflow that waits. This one goes on: it would read
 * everything again when it is woken.
 */
function withoutWaiting(context: IExecuteFunctions): IExecuteFunctions {
	return new Proxy(context, {
		get: (target, name, receiver): unknown =>
			name === 'putExecutionToWait' || name === 'setMetadata'
				? async () => {}
				: Reflect.get(target, name, receiver),
	});
}
