import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { Engine } from '../../sandbox/engine/engine';
import type { WorkflowFile, WorkflowResult } from '../../sandbox/engine/engine';
import { serviceCredential } from '../../sandbox/engine/serviceCredential';
import type { Service, ServiceOptions } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

/** Id of the credential that every node of a test workflow uses. */
export const CREDENTIAL_ID = 'grc';

/** The node under test, as little of it as a test has to say. */
export interface NodeUnderTest {
	/** `scope` for our own nodes, or a full type such as `n8n-nodes-base.httpRequest`. */
	type: string;
	parameters: IDataObject;
	settings?: Partial<INode>;
}

/** The built package on n8n's engine, the reference service behind it, and a credential for both. */
export class Harness {
	private constructor(
		readonly engine: Engine,
		readonly service: Service,
	) {}

	static async start(options?: ServiceOptions): Promise<Harness> {
		const harness = new Harness(await Engine.load(), await startService(options));
		harness.setCredential();
		return harness;
	}

	async stop(): Promise<void> {
		await this.service.close();
	}

	/** @param changes fields that differ from those of a good credential */
	setCredential(changes: IDataObject = {}): void {
		this.engine.setCredential(CREDENTIAL_ID, {
			...serviceCredential(this.service),
			...(changes as Record<string, string>),
		});
	}

	/**
	 * Runs one node on some input items.
	 *
	 * @param items what the node gets; one empty item by default
	 */
	async run(
		node: NodeUnderTest,
		items: IDataObject[] = [{}],
		options: Parameters<Engine['run']>[1] = {},
	): Promise<WorkflowResult> {
		return await this.engine.run(singleNode(node, items), options);
	}

	/** Opens a list of several in the editor of a node of ours. */
	async loadOptions(type: string, method: string, parameters: IDataObject = {}) {
		const file = singleNode({ type, parameters }, []);
		return await this.engine.loadOptions(file, NODE, method);
	}

	/** Opens a list in the editor of a node of ours. */
	async listSearch(type: string, method: string, filter?: string, page?: string) {
		const file = singleNode({ type, parameters: {} }, []);
		return await this.engine.listSearch(file, NODE, method, filter, page);
	}
}

/** Name of the node under test in its workflow. */
export const NODE = 'Under Test';

/** @returns a workflow that hands the items to the node */
export function singleNode(node: NodeUnderTest, items: IDataObject[]): WorkflowFile {
	const type = node.type.includes('.') ? node.type : `n8n-nodes-grc-tprm.${node.type}`;
	const start: INode = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const underTest: INode = {
		id: 'node',
		name: NODE,
		type,
		typeVersion: 1,
		position: [200, 0],
		parameters: node.parameters as INode['parameters'],
		credentials: { grcOAuth2Api: { id: CREDENTIAL_ID, name: 'GRC' } },
		...node.settings,
	};
	return {
		name: 'Test',
		nodes: [start, underTest],
		connections: { Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		pinData: { Start: items.map((json): INodeExecutionData => ({ json })) },
	};
}

/** @returns the messages of the error items of a node that was set to continue */
export function errorMessages(items: IDataObject[]): string[] {
	return items.flatMap(({ error }) => (error ? [String((error as IDataObject).message)] : []));
}
