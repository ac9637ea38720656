import { randomUUID } from 'node:crypto';

import { WorkflowExecute } from 'n8n-core';
import type {
	ExecuteWorkflowOptions,
	ExecuteWorkflowData,
	IExecuteWorkflowInfo,
	INodeExecutionData,
	IRun,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';

import type { WorkflowFile } from './workflowFile';

const TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger';
const MODE: WorkflowExecuteMode = 'integrated';

/** A run of a sub-workflow. */
export interface SubRun {
	executionId: string;
	/** What it was given. */
	items: INodeExecutionData[];
	options: ExecuteWorkflowOptions;
	run: IRun;
}

/** Called at the end of each run of a sub-workflow. */
export type OnSubRun = (run: SubRun) => void;

/** What is needed of the engine to run a sub-workflow. */
interface Parts {
	workflow(file: WorkflowFile): Workflow;
	additionalData(
		file: WorkflowFile,
		mode: WorkflowExecuteMode,
		executionId: string,
	): IWorkflowExecuteAdditionalData;
}

/** Workflows that others can run, as n8n's server would have them in its database. */
export class SubWorkflows {
	private readonly files = new Map<string, { file: WorkflowFile; onRun: OnSubRun | undefined }>();

	/** Workflows that are run, which may run themselves. */
	private readonly own = new Map<string, WorkflowFile>();

	/** @param parts of the engine, once it is there */
	constructor(private readonly parts: () => Parts) {}

	set(id: string, file: WorkflowFile, onRun?: OnSubRun): void {
		this.files.set(id, { file, onRun });
	}

	/** @param id of a workflow that is run */
	setOwn(id: string, file: WorkflowFile): void {
		this.own.set(id, file);
	}

	/** What n8n's server does for a node that runs another workflow: an execution of its own. */
	execute = async (
		{ id = '', code }: IExecuteWorkflowInfo,
		_parent: IWorkflowExecuteAdditionalData,
		options: ExecuteWorkflowOptions,
	): Promise<ExecuteWorkflowData> => {
		const { file = this.own.get(id) ?? code, onRun } = this.files.get(id) ?? {};
		if (!file) throw new Error('Workflow does not exist.');
		const start = file.nodes.find(({ type }) => type === TRIGGER);
		if (!start) throw new Error('Missing node to start execution');
		const executionId = randomUUID();
		const items = options.inputData ?? [{ json: {} }];
		const { parentExecution } = options;
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: start, data: { main: [items] }, source: null }],
			},
			...(parentExecution && { parentExecution }),
		});
		const { workflow, additionalData } = this.parts();
		const flow = workflow(file);
		const own = additionalData(file, MODE, executionId);
		await flow.expression.acquireIsolate();
		try {
			const run = await new WorkflowExecute(own, MODE, data).processRunExecutionData(flow);
			onRun?.({ executionId, items, options, run });
			return toResult(executionId, id, run);
		} finally {
			await flow.expression.releaseIsolate();
		}
	};
}

/** @throws the error of a run that has failed, with its execution */
function toResult(executionId: string, workflowId: string, run: IRun): ExecuteWorkflowData {
	const { runData, lastNodeExecuted = '', error } = run.data.resultData;
	if (run.finished === true || run.status === 'waiting') {
		const last = runData[lastNodeExecuted]?.at(-1);
		return { executionId, data: last?.data?.main ?? [null], waitTill: run.waitTill ?? null };
	}
	const { message = 'The sub-workflow has failed' } = error ?? {};
	throw Object.assign(new Error(message), { ...error, message, executionId, workflowId });
}
