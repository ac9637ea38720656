import type { IDataObject, INode, INodeExecutionData, IPinData } from 'n8n-workflow';

import { readExamples } from '../../sandbox/demo/examples';
import type { RunOptions, WorkflowFile, WorkflowResult } from '../../sandbox/engine/engine';
import type { Harness } from '../../sandbox/engine/harness';
import { Runs } from './syncWorkflow';

/** What a user changes in a node of a template. */
export type NodeChange = Partial<Omit<INode, 'parameters'>> & { parameters?: IDataObject };

/**
 * @param file name in the folder of examples
 * @param changes by node; parameters are merged
 * @returns the template, without the data that the sandbox pins
 */
export function template(file: string, changes: Record<string, NodeChange> = {}): WorkflowFile {
	const example = readExamples().find((candidate) => candidate.file === file);
	if (!example) throw new Error(`There is no example ${file}`);
	const { workflow } = example;
	const names = workflow.nodes.map(({ name }) => name);
	const unknown = Object.keys(changes).filter((name) => !names.includes(name));
	if (unknown.length > 0) throw new Error(`${file} has no node ${unknown.join(', ')}`);
	const nodes = workflow.nodes.map((node) => {
		const { parameters = {}, ...others } = changes[node.name] ?? {};
		const merged = { ...node.parameters, ...parameters } as INode['parameters'];
		return { ...node, ...others, parameters: others.type ? (parameters as never) : merged };
	});
	return { ...workflow, nodes, pinData: {} };
}

/** A node that fails, in the place of one whose service is down. */
export const down: NodeChange = {
	type: 'n8n-nodes-base.stopAndError',
	typeVersion: 1,
	disabled: false,
	onError: 'stopWorkflow',
	parameters: { errorMessage: 'The service is down' },
};

/** A published template that its trigger starts again and again. */
export class Published {
	private readonly runs: Runs;

	constructor(
		private readonly harness: Harness,
		public workflow: WorkflowFile,
	) {
		this.runs = new Runs(harness.engine);
	}

	/** @param pinned what nodes return whose service is not here, as with pinned data in the editor */
	async run(pinned: Record<string, IDataObject[]> = {}): Promise<WorkflowResult> {
		const pinData: IPinData = {};
		for (const [name, items] of Object.entries(pinned)) {
			pinData[name] = items.map((json) => ({ json }));
		}
		return await this.runs.run({ ...this.workflow, pinData });
	}

	/** Answers the message that a run waits for. */
	async answer(waiting: WorkflowResult, json: IDataObject): Promise<WorkflowResult> {
		const items: INodeExecutionData[] = [{ json }];
		const { staticData } = this.runs;
		const options: RunOptions = { mode: 'trigger', staticData };
		const { engine } = this.harness;
		return this.runs.keep(await engine.resume(this.workflow, waiting, items, options));
	}
}
