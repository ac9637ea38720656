import type { IDataObject } from 'n8n-workflow';

import type { Service, ServiceOptions } from '../service/service';
import { startService } from '../service/service';
import type { WorkflowResult } from './engine';
import { Engine } from './engine';
import {
	CREDENTIAL_ID,
	MAIL_CREDENTIAL_ID,
	mailCredential,
	serviceCredential,
} from './serviceCredential';
import type { NodeUnderTest } from './singleNode';
import { NODE, singleNode } from './singleNode';

/** The built package on n8n's engine, the reference service behind it, and a credential for both. */
export class Harness {
	private constructor(
		readonly engine: Engine,
		readonly service: Service,
	) {}

	static async start(options?: ServiceOptions): Promise<Harness> {
		const harness = new Harness(await Engine.load(), await startService(options));
		harness.setCredential();
		harness.engine.setCredential(MAIL_CREDENTIAL_ID, mailCredential(harness.service));
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

	/** Opens a list of fields to map in the editor of a node of ours. */
	async mapFields(type: string, method: string, parameters: IDataObject = {}) {
		const file = singleNode({ type, parameters }, []);
		return await this.engine.mapFields(file, NODE, method);
	}

	/** Opens a list in the editor of a node of ours. */
	async listSearch(
		type: string,
		method: string,
		filter?: string,
		page?: string,
		parameters: IDataObject = {},
	) {
		const file = singleNode({ type, parameters }, []);
		return await this.engine.listSearch(file, NODE, method, filter, page);
	}
}

/** @returns the messages of the error items of a node that was set to continue */
export function errorMessages(items: IDataObject[]): string[] {
	return items.flatMap(({ error }) => (error ? [String((error as IDataObject).message)] : []));
}
