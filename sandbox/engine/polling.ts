import { Container } from '@n8n/di';
import { PollContext, PollTriggerExecutor } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import type { Engine, WorkflowFile } from './engine';

/** What n8n does with the end of a poll. */
type PollEnd = { items: IDataObject[] } | { error: Error };

/** A published workflow that n8n polls: its static data, and what its polls have started. */
export class PollingWorkflow {
	/** What n8n has stored of the workflow's static data: as of the last start of a run. */
	stored: IDataObject = {};
	private execute: ReturnType<PollTriggerExecutor['create']> | undefined;
	private readonly ends: PollEnd[] = [];

	/**
	 * @param file a workflow whose first node polls
	 * @param budgetMs milliseconds that n8n gives a poll; its default if absent
	 */
	constructor(
		private readonly engine: Engine,
		private readonly file: WorkflowFile,
		private readonly budgetMs?: number,
	) {}

	/**
	 * Publishes the workflow, or loads it again when n8n starts: polls once, and then stores the
	 * static data.
	 *
	 * @returns records that started a run
	 * @throws what keeps the workflow from being published
	 */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<IDataObject[]> {
		const { engine, file, budgetMs } = this;
		const workflow = new Workflow({
			id: file.name,
			name: file.name,
			nodes: file.nodes,
			connections: file.connections,
			active: true,
			nodeTypes: engine.packages,
			staticData: structuredClone(this.stored),
		});
		const store = () => {
			this.stored = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		};
		const context = new PollContext(
			workflow,
			this.node,
			engine.additionalData(file, 'trigger', ''),
			'trigger',
			mode,
			(data) => {
				store();
				this.ends.push({ items: jsonOf(data) });
			},
			(error) => this.ends.push({ error }),
			undefined,
			undefined,
			undefined,
			...(budgetMs === undefined ? [] : [() => budgetMs]),
		) as IPollFunctions;
		const executor = Container.get(PollTriggerExecutor);
		this.execute = executor.create(workflow, this.node, context, () => true);
		await workflow.expression.acquireIsolate();
		try {
			await this.execute(true);
		} finally {
			await workflow.expression.releaseIsolate();
		}
		store();
		return this.started();
	}

	/**
	 * Polls as n8n does when the time has come.
	 *
	 * @returns records that started a run
	 * @throws what n8n shows in the list of executions
	 */
	async poll(): Promise<IDataObject[]> {
		if (!this.execute) throw new Error('The workflow is not active');
		await this.execute();
		return this.started();
	}

	private started(): IDataObject[] {
		return this.ends.splice(0).flatMap((end) => {
			if ('error' in end) throw end.error;
			return end.items;
		});
	}

	private get node(): INode {
		const [node] = this.file.nodes;
		if (!node) throw new Error('The workflow has no node');
		return node;
	}
}

function jsonOf([items = []]: INodeExecutionData[][]): IDataObject[] {
	return items.map(({ json }) => json);
}
