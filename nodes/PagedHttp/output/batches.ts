import type { IDataObject, IExecuteFunctions, UserError } from 'n8n-workflow';

import { isRecord, toItemJson, toRecord } from '../../shared/basics/guards';
import { linesOfHtml } from '../../shared/n8n/html';
import { userError } from '../../shared/n8n/nodeErrors';
import { withoutWaiting } from '../../shared/n8n/subWorkflow';
import { numberOf, toText } from '../../shared/node/coerce';
import type { InputItem } from '../../shared/node/inputItem';
import type { OutputRecord } from '../../shared/node/operation';
import { textsOf } from '../../shared/service/serviceError';
import { recordsPerBatch } from '../properties';
import type { OutputRun, Done, RecordOutput } from './recordOutput';

/**
 * One run of a sub-workflow per batch, one after the other. A batch ends with a page, so that the
 * run can be continued after it.
 *
 * @throws UserError naming the field that is wrong
 */
export function toBatches(item: InputItem, { resume: start, onDone }: OutputRun): RecordOutput {
	const { context, options } = item;
	const workflowId = readWorkflowId(item);
	const size = numberOf(options, recordsPerBatch);
	const resumeField = toText(options.resumeField, 'Resume Field');
	const done: Done = { batches: 0, pages: 0, items: 0, resume: start };
	const handedOn: OutputRecord[] = [];
	let records: IDataObject[] = [];
	let pages = 0;

	const handOn = async (resume: unknown) => {
		if (records.length > 0) {
			const number = done.batches + 1;
			const to = done.items + records.length;
			const batch = resumeField === '' ? records : withResume(records, resumeField, resume, number);
			const place = `batch ${number} (records ${done.items + 1} to ${to})`;
			const executionId = await runSubWorkflow(context, workflowId, batch, place);
			done.batches = number;
			done.items = to;
			handedOn.push({
				json: { batch: number, records: records.length, executionId },
				metadata: { subExecution: { executionId, workflowId } },
			});
			records = [];
		}
		done.pages = pages;
		done.resume = resume;
		onDone?.();
	};
	return {
		done,
		async add(page) {
			for (const item of page.items) records.push(toItemJson(item));
			pages++;
			if (records.length >= size) await handOn(page.resume());
		},
		async end(resume) {
			await handOn(resume);
			return handedOn;
		},
		discard: () => handedOn,
	};
}

/** @throws UserError when the first record has a field of this name */
function withResume(
	[first = {}, ...others]: IDataObject[],
	name: string,
	resume: unknown,
	batch: number,
): IDataObject[] {
	if (!Object.hasOwn(first, name))
		return [{ ...first, ...toRecord({ [name]: resume }) }, ...others];
	throw userError(
		`The first record of batch ${batch} already has a field "${name}"`,
		'Choose another name for Resume Field under Options > Batches: the resume object would replace the value of the record.',
	);
}

/** @throws UserError when no workflow is selected */
function readWorkflowId(item: InputItem): string {
	const value = item.value('workflowId', '');
	const id = toText(isRecord(value) ? value.value : value, 'Workflow');
	if (id !== '') return id;
	throw userError(
		'Workflow is empty',
		'Select the workflow that gets the batches. It starts with the trigger When Executed by Another Workflow.',
	);
}

/**
 * Runs a sub-workflow to its end, with an item per record.
 *
 * @param workflowId as n8n stores it
 * @param place which batch these records are, in words
 * @returns the ID of its execution
 * @throws UserError naming the batch when it fails, or is waiting
 */
async function runSubWorkflow(
	context: IExecuteFunctions,
	workflowId: string,
	records: IDataObject[],
	place: string,
): Promise<string> {
	const parentExecution = {
		executionId: context.getExecutionId(),
		workflowId: context.getWorkflow().id ?? '',
		shouldResume: false,
	};
	const items = records.map((json) => ({ json }));
	const { executionId, waitTill } = await withoutWaiting(context)
		.executeWorkflow({ id: workflowId }, items, undefined, {
			parentExecution,
			executionMode: context.getMode(),
		})
		.catch((error: unknown) => {
			throw toBatchError(error, place, workflowId);
		});
	if (!waitTill) return executionId;
	throw userError(
		`The sub-workflow is waiting in ${place}`,
		`A batch is processed when its sub-workflow has ended: remove nodes that wait, such as Wait or an approval. Stop the execution that is still waiting, or its records may be processed twice.`,
		`execution: ${executionId}, workflow: ${workflowId}`,
	);
}

function toBatchError(error: unknown, place: string, workflowId: string): UserError {
	const { message, description } = textsOf(error);
	const { executionId } = isRecord(error) ? error : {};
	// Of our own nodes, it is laid out for the editor.
	const said = linesOfHtml(description.join('\n'));
	return userError(
		`The sub-workflow failed in ${place}: ${message}`,
		...said,
		'Correct the sub-workflow, or the records. What it did with this batch before the error is not undone.',
		`${executionId === undefined ? '' : `execution: ${String(executionId)}, `}workflow: ${workflowId}`,
	);
}
