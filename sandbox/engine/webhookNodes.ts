import { HookContext, WebhookContext } from 'n8n-core';
import type { Response } from 'express';
import type {
	IHookFunctions,
	INode,
	INodeTypes,
	IWebhookData,
	IWebhookFunctions,
	IWebhookResponseData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { isNodeClassInstance, NodeHelpers, Workflow } from 'n8n-workflow';

import type { Engine, WorkflowFile } from './engine';
import type { N8nRequest } from './webhookBody';

/** A webhook of a node in a workflow, and whether it is the test URL's or the production one's. */
export interface Registration {
	file: WorkflowFile;
	node: INode;
	mode: WorkflowExecuteMode;
}

/** Calls the webhook methods of nodes in n8n's own contexts. */
export class WebhookNodes {
	constructor(
		private readonly engine: Engine,
		private readonly types: INodeTypes,
	) {}

	/** n8n's logger, which nodes write to. */
	get logger(): IHookFunctions['logger'] {
		const file = { name: '', nodes: [], connections: {} };
		const node = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };
		const workflow = new Workflow({ ...file, active: false, nodeTypes: this.types });
		const additionalData = this.engine.additionalData(file, 'internal', '');
		return new HookContext(workflow, node as INode, additionalData, 'internal', 'init').logger;
	}

	/** @returns what the node answers, or what it threw */
	async runWebhook(
		workflow: Workflow,
		{ file, node, mode }: Registration,
		request: N8nRequest,
		response: Response,
	): Promise<IWebhookResponseData | Error> {
		const data = { ...this.engine.additionalData(file, mode, '') };
		const additionalData = { ...data, httpRequest: request, httpResponse: response };
		const webhook = this.webhookData(file, node, additionalData, mode === 'manual');
		const type = this.types.getByNameAndVersion(node.type, node.typeVersion);
		const context = new WebhookContext(
			workflow,
			node,
			additionalData,
			mode,
			webhook,
			[],
			null,
		) as IWebhookFunctions;
		try {
			if (!type.webhook) throw new Error('Node does not have any webhooks defined');
			if (isNodeClassInstance(type) && type.webhook) return await type.webhook(context);
			return await type.webhook.call(context);
		} catch (error) {
			return error as Error;
		}
	}

	responseMode(workflow: Workflow, node: INode, mode: WorkflowExecuteMode): unknown {
		const [webhook] = this.types.getByNameAndVersion(node.type).description.webhooks ?? [];
		const value = webhook?.responseMode ?? 'onReceived';
		return workflow.expression.getSimpleParameterValue(node, value, mode, {});
	}

	/** Calls hooks one after the other until one returns true. */
	async runHooks(
		workflow: Workflow,
		{ file, node, mode }: Registration,
		activation: WorkflowActivateMode,
		...names: Array<'checkExists' | 'create' | 'delete'>
	): Promise<void> {
		const additionalData = this.engine.additionalData(file, mode, '');
		const webhook = this.webhookData(file, node, additionalData, mode === 'manual');
		const type = this.types.getByNameAndVersion(node.type, node.typeVersion);
		await workflow.expression.acquireIsolate();
		try {
			const context = () =>
				new HookContext(
					workflow,
					node,
					additionalData,
					mode,
					activation,
					webhook,
				) as IHookFunctions;
			for (const name of names) {
				if (await type.webhookMethods?.default?.[name]?.call(context())) return;
			}
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	private webhookData(
		file: WorkflowFile,
		node: INode,
		workflowExecuteAdditionalData: IWebhookData['workflowExecuteAdditionalData'],
		isTest: boolean,
	): IWebhookData {
		const type = this.types.getByNameAndVersion(node.type, node.typeVersion);
		const [webhookDescription] = type.description.webhooks ?? [];
		if (!webhookDescription) throw new Error(`${node.type} has no webhook`);
		return {
			httpMethod: 'POST',
			node: node.name,
			path: this.pathOf(file, node, isTest),
			webhookDescription,
			workflowId: file.name,
			workflowExecuteAdditionalData,
			isTest,
		};
	}

	/** @returns path of the URL, with a leading slash */
	pathOf(file: WorkflowFile, node: INode, isTest: boolean): string {
		const path = NodeHelpers.getNodeWebhookPath(encodeURIComponent(file.name), node, 'webhook');
		return `/${isTest ? 'webhook-test' : 'webhook'}/${path}`;
	}

	triggerOf(file: WorkflowFile): INode {
		const node = file.nodes.find(
			({ type }) => this.types.getByNameAndVersion(type).webhook !== undefined,
		);
		if (!node) throw new Error('The workflow has no node with a webhook');
		return node;
	}
}
