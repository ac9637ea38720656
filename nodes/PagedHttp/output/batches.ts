import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isRecord, toItemJson, toRecord } from '../../shared/json';
import { InputItem } from '../../shared/node/inputItem';
import { toNumber, toText } from '../../shared/node/parameters';
import type { OutputRecord } from '../../shared/node/types';
import { DEFAULT_BATCH_SIZE } from '../properties/output';
import { runSubWorkflow } from './subWorkflow';
import type { Done, RecordOutput } from './types';
import { untilFailure } from './untilFailure';

const BATCH_SIZE = { fallback: DEFAULT_BATCH_SIZE, min: 1 };

/** What the caller knows of a run, and wants to know. */
export interface BatchRun {
	/** What the run continues; `null` when it starts from the beginning. */
	resume: unknown;
	/** Called when every page added until then is done. */
	onDone?: () => void | Promise<void>;
}

/**
 * One run of a sub-workflow per batch, one after the other. A batch ends with a page, so that the
 * run can be continued after it.
 *
 * @throws UserError naming the field that is wrong
 */
export function toBatches(
	context: IExecuteFunctions,
	itemIndex: number,
	{ resume: start, onDone }: BatchRun,
): RecordOutput {
	const { options } = new InputItem(context, itemIndex);
	const workflowId = readWorkflowId(context, itemIndex);
	const size = toNumber(options.batchSize, 'Batch Size', BATCH_SIZE);
	const resumeField = toText(options.resumeField, 'Resume Field');
	const handedOn: OutputRecord[] = [];
	const done: Done = { batches: 0, pages: 0, items: 0, resume: start ?? null };
	let records: IDataObject[] = [];
	let pages = 0;
	const attempt = untilFailure();

	const handOn = async (resume: unknown) => {
		const number = done.batches + 1;
		const batch = resumeField === '' ? records : withResume(records, resumeField, resume, number);
		const range = { from: done.items + 1, to: done.items + records.length };
		const executionId = await runSubWorkflow(context, workflowId, {
			number,
			which:
				range.from === range.to ? `record ${range.to}` : `records ${range.from} to ${range.to}`,
			records: batch,
		});
		done.batches = number;
		done.items = range.to;
		handedOn.push({
			json: { batch: number, records: records.length, executionId },
			metadata: { subExecution: { executionId, workflowId } },
		});
		records = [];
	};
	const finish = async (resume: unknown) => {
		await attempt(async () => {
			if (records.length > 0) await handOn(resume);
		});
		done.pages = pages;
		done.resume = resume;
		await onDone?.();
	};
	return {
		done,
		async add(page) {
			for (const item of page.items) records.push(toItemJson(item));
			pages++;
			if (records.length >= size) await finish(page.resume());
		},
		async end(resume) {
			await finish(resume);
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
	throw new UserError(`The first record of batch ${batch} has a field "${name}" of its own`, {
		description:
			'Choose another name for Resume Field under Options: the resume object would replace the value of the record.',
	});
}

/** @throws UserError when no workflow is selected */
function readWorkflowId(context: IExecuteFunctions, itemIndex: number): string {
	const value: unknown = context.getNodeParameter('workflowId', itemIndex, '');
	const id = toText(isRecord(value) ? value.value : value, 'Workflow');
	if (id !== '') return id;
	throw new UserError('Workflow is empty', {
		description:
			'Select the workflow that gets the batches. It starts with the trigger When Executed by Another Workflow.',
	});
}
