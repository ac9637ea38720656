import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeTypes,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import type { DeliveryFault, N8nLine } from './deliveryFault';
import type { Engine, WorkflowFile } from './engine';
import { WorkflowResult } from './engine';

/** One row of n8n's list of executions. */
export interface Execution {
	id: string;
	workflow: string;
	mode: WorkflowExecuteMode;
	/** What the trigger passed to the workflow. */
	input: IDataObject[];
	/** The process that started it, counted from 1. */
	process: number;
	finished: Promise<{ failed: boolean; result?: WorkflowResult }>;
}

/** The executions that webhooks started. */
export class Executions {
	readonly list: Execution[] = [];
	/** Stores a run before n8n continues, which takes a moment; a test may make it wait. */
	store: () => Promise<void> = async () => await delay(2);
	/** The process that is alive, counted from 1. */
	process = 1;

	constructor(
		private readonly engine: Engine,
		private readonly nodeTypes: INodeTypes,
		private readonly database: Map<string, string>,
		private readonly line: N8nLine,
	) {}

	async finished(): Promise<void> {
		await Promise.all(this.list.map(async ({ finished }) => await finished));
	}

	/** @returns a workflow with the static data of the database, or with the given one */
	workflow(file: WorkflowFile, staticData = this.load(file.name)): Workflow {
		return new Workflow({
			id: file.name,
			name: file.name,
			nodes: file.nodes,
			connections: file.connections,
			active: true,
			nodeTypes: this.nodeTypes,
			settings: { executionOrder: 'v1', ...file.settings },
			...(staticData && { staticData }),
		});
	}

	/** Starts a run, which n8n stores before it continues. */
	async start(
		file: WorkflowFile,
		node: INode,
		mode: WorkflowExecuteMode,
		data: INodeExecutionData[][],
		receiving: Workflow,
		fault: DeliveryFault,
	): Promise<Execution> {
		// n8n 2.x builds a second workflow around the same static data, which takes its mark of change
		// away. Not so where there was none yet: then it builds it around nothing.
		const isShared = this.line === '2.x' && this.database.has(file.name);
		if (isShared) this.workflow(file, receiving.staticData);
		const { process } = this;
		await this.store();
		if (process !== this.process) throw new Error('The process is gone');
		if (fault === 'startFails') throw new Error('There was a problem executing the workflow');

		const id = randomUUID();
		const execution: Execution = {
			id,
			workflow: file.name,
			mode,
			input: (data[0] ?? []).map(({ json }) => json),
			process,
			finished: this.run(id, file, node, mode, data),
		};
		this.list.push(execution);
		return execution;
	}

	/** n8n lists a failed execution when a webhook throws. */
	addFailed(file: WorkflowFile, mode: WorkflowExecuteMode): void {
		const finished = Promise.resolve({ failed: true });
		const { process } = this;
		this.list.push({ id: randomUUID(), workflow: file.name, mode, input: [], process, finished });
	}

	private async run(
		id: string,
		file: WorkflowFile,
		node: INode,
		mode: WorkflowExecuteMode,
		data: INodeExecutionData[][],
	): Promise<{ failed: boolean; result: WorkflowResult }> {
		const workflow = this.workflow(file);
		const runData = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: data }, source: null }] },
		});
		const additionalData = this.engine.additionalData(file, mode, id);
		await workflow.expression.acquireIsolate();
		try {
			const execution = new WorkflowExecute(additionalData, mode, runData);
			const result = new WorkflowResult(await execution.processRunExecutionData(workflow));
			await this.saveStaticData(workflow, mode);
			return { failed: result.error !== undefined, result };
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	/** At the end of a run, n8n writes the static data that the run changed, with all that it loaded. */
	private async saveStaticData(
		{ id, staticData }: Workflow,
		mode: WorkflowExecuteMode,
	): Promise<void> {
		if (staticData.__dataChanged !== true || mode === 'manual') return;
		// It writes other things about the run before: what the webhook writes comes first.
		await delay(2);
		this.database.set(id, JSON.stringify(staticData));
	}

	private load(workflowId: string): IDataObject | undefined {
		const text = this.database.get(workflowId);
		return text === undefined ? undefined : (JSON.parse(text) as IDataObject);
	}
}
