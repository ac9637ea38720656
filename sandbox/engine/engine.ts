import './environment';

import { randomUUID } from 'node:crypto';

import { ExecutionLifecycleHooks, LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
	ILoadOptionsFunctions,
	INodeExecutionData,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
	ResourceMapperFields,
	IRun,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeHelpers, setGlobalState, Workflow } from 'n8n-workflow';

import { startBinaryStorage } from './binaryStorage';
import type { CredentialStore } from './credentialsHelper';
import { SandboxCredentialsHelper } from './credentialsHelper';
import { SandboxDataTables } from './dataTables';
import { startDeduplication } from './deduplication';
import { LoadedPackages } from './nodeTypes';
import { SubWorkflows } from './subWorkflows';
import type { WorkflowFile } from './workflowFile';

export type { WorkflowFile };

/** What came out of a workflow. */
export class WorkflowResult {
	/** @param staticData what n8n has stored of the workflow's static data after the run */
	constructor(
		readonly run: IRun,
		readonly staticData: IDataObject = {},
	) {}

	get status(): string {
		return this.run.status;
	}

	/** The error that stopped the workflow, with the members that n8n shows. */
	get error() {
		return this.run.data.resultData.error;
	}

	/** @returns the items of a node's output in its last run */
	items(nodeName: string, output = 0): INodeExecutionData[] {
		return this.lastRun(nodeName)?.data?.main?.[output] ?? [];
	}

	json(nodeName: string, output = 0): IDataObject[] {
		return this.items(nodeName, output).map(({ json }) => json);
	}

	hints(nodeName: string) {
		return this.lastRun(nodeName)?.hints ?? [];
	}

	private lastRun(nodeName: string): ITaskData | undefined {
		return this.run.data.resultData.runData[nodeName]?.at(-1);
	}
}

/** How a workflow is run. */
export interface RunOptions {
	mode?: WorkflowExecuteMode;
	signal?: AbortSignal;
	executionId?: string;
	staticData?: IDataObject;
	/** As n8n gives one to each workflow; the name by default. */
	workflowId?: string;
}

/** n8n stores static data at the end of a run, and only if a top-level member was assigned. */
function storedBy(
	{ staticData }: Workflow,
	mode: WorkflowExecuteMode,
	before: IDataObject,
): IDataObject {
	const isStored = mode !== 'manual' && staticData['__dataChanged'] === true;
	return isStored ? (JSON.parse(JSON.stringify(staticData)) as IDataObject) : before;
}

function isPinnedTrigger(
	{ nodes, nodeTypes }: Workflow,
	file: WorkflowFile,
	name: string,
): boolean {
	const { type = '', typeVersion, disabled } = nodes[name] ?? {};
	if (disabled === true || !file.pinData?.[name]) return false;
	return nodeTypes.getByNameAndVersion(type, typeVersion).description.group.includes('trigger');
}

/** Runs workflows on n8n's engine in this process, with the built package and n8n's own nodes. */
export class Engine {
	/** Workflows that a node of another workflow can run. */
	readonly subWorkflows = new SubWorkflows(() => ({
		workflow: (file) => this.workflow(file),
		additionalData: (...parts) => this.additionalData(...parts),
	}));

	private readonly dataTables = new SandboxDataTables();

	private constructor(
		readonly packages: LoadedPackages,
		readonly credentials: CredentialStore,
	) {}

	static async load(): Promise<Engine> {
		// For each item n8n works out the local time, which takes ten times as long where summer time is.
		setGlobalState({ defaultTimezone: 'UTC' });
		await startBinaryStorage();
		await startDeduplication();
		return new Engine(await LoadedPackages.load(), new Map());
	}

	/** @param id under which nodes of a workflow refer to it */
	setCredential(id: string, data: ICredentialDataDecryptedObject): void {
		this.credentials.set(id, data);
	}

	/**
	 * Runs a workflow from its trigger to the end.
	 *
	 * @param options.signal cancels the execution, as the Stop button does
	 * @param options.executionId the same id again is a retry within one execution
	 * @param options.staticData what n8n has stored of the workflow's static data before the run
	 */
	async run(file: WorkflowFile, options: RunOptions = {}): Promise<WorkflowResult> {
		const { mode = 'manual', signal, staticData = {} } = options;
		const workflow = this.workflow(file, staticData, options.workflowId);
		this.subWorkflows.setOwn(workflow.id, file);
		const additionalData = this.additionalData(file, mode, options.executionId ?? randomUUID());
		// A trigger that has pinned data comes first, also one that waits for a webhook.
		const pinned = Object.keys(workflow.nodes).find((name) =>
			isPinnedTrigger(workflow, file, name),
		);
		const startNode = pinned === undefined ? workflow.getStartNode() : workflow.nodes[pinned];
		await workflow.expression.acquireIsolate();
		try {
			const execution = new WorkflowExecute(additionalData, mode).run({
				workflow,
				...(startNode && { startNode }),
				...(file.pinData && { pinData: file.pinData }),
			});
			signal?.addEventListener('abort', () => execution.cancel(), { once: true });
			return new WorkflowResult(await execution, storedBy(workflow, mode, staticData));
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	/**
	 * Continues a failed execution with the node that failed, as Retry does: with the data of that
	 * execution, a new id, and the static data of the workflow as the caller passes it.
	 */
	async retry(
		file: WorkflowFile,
		{ run: { data } }: WorkflowResult,
		options: RunOptions = {},
	): Promise<WorkflowResult> {
		const { mode = 'retry', staticData = {} } = options;
		const workflow = this.workflow(file, staticData, options.workflowId);
		const additionalData = this.additionalData(file, mode, options.executionId ?? randomUUID());
		// As n8n reads it from its database.
		const failed = structuredClone(data);
		delete failed.resultData.error;
		for (const entry of failed.executionData?.nodeExecutionStack ?? []) {
			entry.node = workflow.getNode(entry.node.name) ?? entry.node;
		}
		failed.resultData.runData[failed.resultData.lastNodeExecuted ?? '']?.pop();
		await workflow.expression.acquireIsolate();
		try {
			const execution = new WorkflowExecute(additionalData, mode, failed);
			const run = await execution.processRunExecutionData(workflow);
			return new WorkflowResult(run, storedBy(workflow, mode, staticData));
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	/**
	 * Continues an execution that waits for a person, as the link in a message does: without pinned
	 * data, and with the static data of the workflow as the caller passes it.
	 *
	 * @param answer items of the node that waits
	 */
	async resume(
		file: WorkflowFile,
		{ run: { data } }: WorkflowResult,
		answer: INodeExecutionData[],
		options: RunOptions = {},
	): Promise<WorkflowResult> {
		const { mode = 'trigger', staticData = {} } = options;
		const workflow = this.workflow(file, staticData, options.workflowId);
		const additionalData = this.additionalData(file, mode, options.executionId ?? randomUUID());
		const waiting = structuredClone(data);
		delete waiting.waitTill;
		delete waiting.resultData.pinData;
		for (const [index, entry] of (waiting.executionData?.nodeExecutionStack ?? []).entries()) {
			const node = workflow.getNode(entry.node.name) ?? entry.node;
			// The node has asked already: what it gets now is its output.
			entry.node = index === 0 ? { ...node, disabled: true } : node;
			if (index === 0) entry.data = { main: [answer] };
		}
		waiting.resultData.runData[waiting.resultData.lastNodeExecuted ?? '']?.pop();
		await workflow.expression.acquireIsolate();
		try {
			const execution = new WorkflowExecute(additionalData, mode, waiting);
			const run = await execution.processRunExecutionData(workflow);
			return new WorkflowResult(run, storedBy(workflow, mode, staticData));
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	/** @returns the node as n8n shows it in the panel, or as a tool of an agent for a name with Tool */
	nodeType(type: string): INodeType {
		return this.packages.getByNameAndVersion(type);
	}

	/**
	 * Fills a list in the editor: calls a `listSearch` method of a workflow's node.
	 *
	 * @param nodeName the node whose field is opened
	 */
	async listSearch(
		file: WorkflowFile,
		nodeName: string,
		method: string,
		filter?: string,
		page?: string,
	): Promise<INodeListSearchResult> {
		const { context, type } = this.editorContext(file, nodeName);
		const search = type.methods?.listSearch?.[method];
		if (!search) throw new Error(`${type.description.name} has no list ${method}`);
		return await search.call(context, filter, page);
	}

	/** Fills a list in the editor: calls a `loadOptions` method of a workflow's node. */
	async loadOptions(
		file: WorkflowFile,
		nodeName: string,
		method: string,
	): Promise<INodePropertyOptions[]> {
		const { context, type } = this.editorContext(file, nodeName);
		const load = type.methods?.loadOptions?.[method];
		if (!load) throw new Error(`${type.description.name} has no list ${method}`);
		return await load.call(context);
	}

	/** Fills a list of fields to map: calls a `resourceMapping` method of a workflow's node. */
	async mapFields(
		file: WorkflowFile,
		nodeName: string,
		method: string,
	): Promise<ResourceMapperFields> {
		const { context, type } = this.editorContext(file, nodeName);
		const load = type.methods?.resourceMapping?.[method];
		if (!load) throw new Error(`${type.description.name} has no list ${method}`);
		return await load.call(context);
	}

	private editorContext(file: WorkflowFile, nodeName: string) {
		const workflow = this.workflow(file);
		const node = workflow.getNode(nodeName);
		if (!node) throw new Error(`The workflow has no node "${nodeName}"`);
		const additionalData = this.additionalData(file, 'internal', randomUUID());
		const type = this.packages.getByNameAndVersion(node.type);
		additionalData.currentNodeParameters = this.shownParameters(workflow, node, type);
		const context = new LoadOptionsContext(workflow, node, additionalData, '');
		return { context: context as ILoadOptionsFunctions, type };
	}

	/** The parameters that the editor sends when it asks for a list: with defaults, and expressions evaluated. */
	private shownParameters(
		workflow: Workflow,
		node: INode,
		{ description }: INodeType,
	): INodeParameters {
		const { properties } = description;
		const all = NodeHelpers.getNodeParameters(
			...([properties, node.parameters, true, false, node, description] as const),
		);
		const { expression } = workflow;
		const evaluate = expression.getParameterValue.bind(expression);
		const evaluated = Object.entries(all ?? {}).map(([name, value]) => {
			try {
				return [name, evaluate(value, null, 0, 0, node.name, [], 'manual', {})] as const;
			} catch {
				return [name, null] as const;
			}
		});
		return Object.fromEntries<INodeParameters[string]>(evaluated);
	}

	private workflow(
		file: WorkflowFile,
		staticData: IDataObject = {},
		id: string = file.name,
	): Workflow {
		return new Workflow({
			id,
			name: file.name,
			nodes: file.nodes,
			connections: file.connections,
			active: false,
			nodeTypes: this.packages,
			// A copy, as from the database.
			staticData: structuredClone(staticData),
			settings: { executionOrder: 'v1', ...file.settings },
		});
	}

	/** What n8n's server hands to an execution; the parts that no node of ours reaches are absent. */
	additionalData(
		file: WorkflowFile,
		mode: WorkflowExecuteMode,
		executionId: string,
	): IWorkflowExecuteAdditionalData {
		const url = 'http://127.0.0.1/';
		const workflowData = {
			...file,
			id: file.name,
			active: false,
			isArchived: false,
			activeVersionId: null,
			createdAt: new Date(),
			updatedAt: new Date(),
		};
		const present: Partial<IWorkflowExecuteAdditionalData> = {
			credentialsHelper: new SandboxCredentialsHelper(
				this.credentials,
				this.packages.credentialType,
				this.packages,
			),
			hooks: new ExecutionLifecycleHooks(mode, executionId, workflowData),
			executionId,
			executeWorkflow: this.subWorkflows.execute,
			'data-table': this.dataTables,
			// The runs of sub-workflows are not stored.
			getRunExecutionData: async () => undefined,
			currentNodeExecutionIndex: 0,
			restApiUrl: url,
			instanceBaseUrl: url,
			formBaseUrl: url,
			formWaitingBaseUrl: url,
			formTestBaseUrl: url,
			webhookBaseUrl: url,
			webhookWaitingBaseUrl: url,
			webhookTestBaseUrl: url,
			variables: {},
		};
		return present as IWorkflowExecuteAdditionalData;
	}
}
