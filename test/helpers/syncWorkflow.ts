import { randomUUID } from 'node:crypto';

import type { IDataObject, INode } from 'n8n-workflow';

import type { Engine, RunOptions, WorkflowFile, WorkflowResult } from '../../sandbox/engine/engine';

/** Runs of a workflow, as its trigger starts them. */
export class Runs {
	/** What n8n keeps of the workflow between them. */
	staticData: IDataObject = {};
	/** No other test has a workflow with this ID, nor has another process. */
	workflowId = randomUUID();

	constructor(private readonly engine: Engine) {}

	async run(file: WorkflowFile, options: RunOptions = {}): Promise<WorkflowResult> {
		const { staticData, workflowId } = this;
		const all = { mode: 'trigger', staticData, workflowId, ...options } as const;
		return this.keep(await this.engine.run(file, all));
	}

	/** Goes on as after n8n was killed: with what was stored before, in a process that knows nothing of it. */
	restart(staticData: IDataObject): void {
		this.staticData = staticData;
		this.workflowId = randomUUID();
	}

	/** Keeps what a run has left that was started in another way. */
	keep(result: WorkflowResult): WorkflowResult {
		this.staticData = result.staticData;
		return result;
	}
}

const OURS = 'n8n-nodes-grc-tprm.pagedHttp';

/** A node of a workflow, as little of it as a test has to say. */
export type Step = Partial<INode> & { name: string; parameters: IDataObject };

/** @returns a node that reads new and changed records */
export function reader(dataset: unknown, more: IDataObject = {}, options: IDataObject = {}): Step {
	const parameters = {
		authentication: 'none',
		source: 'dataset',
		dataset: JSON.stringify(dataset),
		readMode: 'changes',
		countAsDone: 'confirmed',
		recordKey: 'id',
		...more,
		options: { prefetch: 1, changeField: 'change', ...options },
	};
	return { name: 'Read', type: OURS, parameters };
}

export const confirm: Step = { name: 'Confirm', type: OURS, parameters: { operation: 'confirm' } };

export const forget: Step = { name: 'Forget', type: OURS, parameters: { operation: 'forget' } };

/** A node that does something with the records. */
export const work: Step = { name: 'Work', type: 'n8n-nodes-base.noOp', parameters: {} };

/** The same node while it cannot do it. */
export const broken: Step = {
	name: 'Work',
	type: 'n8n-nodes-base.stopAndError',
	parameters: { errorMessage: 'The target is down' },
};

/** @returns a workflow of these nodes, one after the other */
export function chain(...steps: Step[]): WorkflowFile {
	const start: Step = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const all = [start, ...steps];
	const nodes = all.map((step, index): INode => ({
		id: `id-${step.name}`,
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [index * 200, 0],
		...step,
		parameters: step.parameters,
	}));
	const connections: WorkflowFile['connections'] = {};
	for (const [index, { name }] of all.slice(1).entries()) {
		const from = all[index]?.name ?? '';
		connections[from] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	}
	return { name: 'Sync', nodes, connections, pinData: {} };
}

/** @returns a node of n8n; its name is its type, with a space and more where there are several */
export function nodeOf(
	name: string,
	parameters: Step['parameters'] = {},
	more: Pick<Partial<Step>, 'typeVersion' | 'onError' | 'alwaysOutputData'> = {},
): Step {
	return { name, type: `n8n-nodes-base.${name.replace(/ .*/, '')}`, parameters, ...more };
}

export type Link = [from: string, output: number, to: string, input?: number];

/** @returns a workflow that begins with its first node, with these links */
export function graph(steps: Step[], ...links: Link[]): WorkflowFile {
	const file = chain(...steps);
	file.connections = {
		Start: { main: [[{ node: steps[0]?.name ?? '', type: 'main', index: 0 }]] },
	};
	for (const [from, output, to, index = 0] of links) {
		const { main = [] } = (file.connections[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output]?.push({ node: to, type: 'main', index });
		file.connections[from] = { main };
	}
	return file;
}

/** @returns a workflow that another one can run */
export function subWorkflow(...steps: Step[]): WorkflowFile {
	const file = chain(...steps);
	for (const step of file.nodes) {
		if (step.name !== 'Start') continue;
		step.type = 'n8n-nodes-base.executeWorkflowTrigger';
		step.parameters = { inputSource: 'passthrough' };
	}
	return file;
}
