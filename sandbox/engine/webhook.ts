import './environment';

import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import type { Request, Response } from 'express';
import express from 'express';
import type { INodeType, INodeTypes, Workflow, WorkflowActivateMode } from 'n8n-workflow';

import type { DeliveryFault, N8nLine } from './deliveryFault';
import type { Engine, WorkflowFile } from './engine';
import type { N8nRequest } from './webhookBody';
import { EarlyAnswer, parseBody, prepareRequest } from './webhookBody';
import { Executions } from './webhookExecutions';
import type { Registration } from './webhookNodes';
import { WebhookNodes } from './webhookNodes';

/** How a workflow was activated; the defaults are those of a person who does it. */
export interface Activation {
	by?: WorkflowActivateMode;
	/** The test URL: the workflow is open in the editor and listens for one event. */
	isTest?: boolean;
}

/**
 * The part of n8n's server that receives webhooks, with real HTTP in front and n8n's own engine
 * behind. It follows n8n 2.41.1 step by step, its handling of static data included: loaded for each
 * delivery, written whole at the answer if it is marked as changed.
 */
export class WebhookServer {
	readonly executions: Executions;
	private readonly nodes: WebhookNodes;
	/** Static data by workflow, as text, as n8n's database stores it. */
	readonly database = new Map<string, string>();
	/** Asked once for each delivery. */
	fault: () => DeliveryFault = () => 'none';
	/** Loads node types again, by full name, without the memory of an earlier process. */
	loadTypes: () => Record<string, INodeType> = () => ({});
	private readonly registrations = new Map<string, Registration>();
	private readonly replaced = new Map<string, INodeType>();
	private readonly handling = new Set<Promise<void>>();

	private constructor(
		private readonly engine: Engine,
		readonly line: N8nLine,
		private readonly server: Server,
	) {
		this.executions = new Executions(engine, this.nodeTypes, this.database, line);
		this.nodes = new WebhookNodes(engine, this.nodeTypes);
	}

	static async start(engine: Engine, line: N8nLine = '2.x'): Promise<WebhookServer> {
		const app = express().disable('x-powered-by');
		const server = createServer(app);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const receiver = new WebhookServer(engine, line, server);
		app.post('/*path', (request, response) => receiver.track(receiver.handle(request, response)));
		return receiver;
	}

	/** Address without a trailing slash. */
	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	get logger() {
		return this.nodes.logger;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise<void>((resolve) => this.server.close(() => resolve()));
		await this.executions.finished();
	}

	/**
	 * Activates the webhook of a workflow, as switching it to active does.
	 *
	 * @returns the URL that a sender needs
	 * @throws what the node's `create` throws; the webhook answers 404 then
	 */
	async activate(file: WorkflowFile, { by, isTest = false }: Activation = {}): Promise<string> {
		const node = this.nodes.triggerOf(file);
		const path = this.nodes.pathOf(file, node, isTest);
		const activation = by ?? (isTest ? 'manual' : 'activate');
		const hooks: Registration = { file, node, mode: isTest ? 'manual' : 'trigger' };
		const workflow = this.executions.workflow(file);
		await this.nodes.runHooks(workflow, hooks, activation, 'checkExists', 'create');
		this.registrations.set(path, { file, node, mode: isTest ? 'manual' : 'webhook' });
		return this.url + path;
	}

	async deactivate(file: WorkflowFile): Promise<void> {
		const node = this.nodes.triggerOf(file);
		const workflow = this.executions.workflow(file);
		await this.nodes.runHooks(workflow, { file, node, mode: 'trigger' }, 'update', 'delete');
		this.registrations.delete(this.nodes.pathOf(file, node, false));
	}

	/**
	 * A new process: what was in memory is gone and open connections break. Runs that were started
	 * continue, as they do on the workers of a queue.
	 */
	restart(): void {
		this.executions.process++;
		this.server.closeAllConnections();
		for (const [name, type] of Object.entries(this.loadTypes())) this.replaced.set(name, type);
	}

	/** Settles when nothing is left to do for any delivery, what n8n 1.x does after its answer included. */
	async idle(): Promise<void> {
		while (this.handling.size > 0) await Promise.all(this.handling);
	}

	private track(handled: Promise<void>): void {
		this.handling.add(handled);
		void handled.finally(() => this.handling.delete(handled));
	}

	private readonly nodeTypes: INodeTypes = {
		getByName: (name) => this.replaced.get(name) ?? this.engine.packages.getByName(name),
		getByNameAndVersion: (name, version) =>
			this.replaced.get(name) ?? this.engine.packages.getByNameAndVersion(name, version),
		getKnownTypes: () => ({}),
	};

	private async handle(incoming: Request, response: Response): Promise<void> {
		const fault = this.fault();
		if (fault === 'resetBefore') return void incoming.socket.destroy();
		if (fault === 'badGateway') return void response.status(502).send('Bad gateway');
		const { process } = this.executions;
		try {
			const registration = this.registrations.get(incoming.path);
			if (!registration) throw new EarlyAnswer(404, 'The requested webhook is not registered.');
			const request = prepareRequest(incoming);
			await parseBody(request);
			const send = await this.deliver(registration, request, response, fault);
			if (process !== this.executions.process) return void response.destroy();
			if (fault === 'dies') return this.restart();
			if (fault === 'answerLost') incoming.socket.destroy();
			await send();
		} catch (error) {
			const status = error instanceof EarlyAnswer ? error.status : 500;
			const { message } = error as Error;
			if (!response.headersSent) response.status(status).json({ code: 0, message });
		}
	}

	/** @returns what sends the answer, once static data is written */
	private async deliver(
		{ file, node, mode }: Registration,
		request: N8nRequest,
		response: Response,
		fault: DeliveryFault,
	): Promise<() => Promise<void>> {
		const workflow = this.executions.workflow(file);
		await workflow.expression.acquireIsolate();
		try {
			const respond = (status: number, body?: unknown) => async () => {
				await this.saveStaticData(workflow);
				if (status !== 0) response.status(status).json(body);
			};
			const result = await this.nodes.runWebhook(workflow, { file, node, mode }, request, response);
			if (result instanceof Error) {
				this.executions.addFailed(file, mode);
				return respond(500, { code: 0, message: `Workflow Webhook Error: ${result.message}` });
			}
			if (result.workflowData === undefined && result.noWebhookResponse === true) return respond(0);
			if (result.workflowData === undefined) return respond(200, result.webhookResponse);

			const start = async () =>
				await this.executions.start(file, node, mode, result.workflowData ?? [], workflow, fault);
			// The node has answered by itself, and starts a run all the same.
			if (result.noWebhookResponse === true) {
				await start();
				return respond(0);
			}
			if (this.nodes.responseMode(workflow, node, mode) === 'lastNode') {
				const { failed } = await (await start()).finished;
				return respond(failed ? 500 : 200, failed ? { message: 'Error in workflow' } : undefined);
			}
			if (this.line === '2.x') {
				await start();
				return respond(200);
			}
			return async () => {
				await respond(200)();
				await start().catch(() => undefined);
			};
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	private async saveStaticData(workflow: Workflow): Promise<void> {
		if (workflow.staticData.__dataChanged !== true) return;
		const text = JSON.stringify(workflow.staticData);
		await delay(1);
		this.database.set(workflow.id, text);
	}
}
