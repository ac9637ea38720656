import { Agent } from 'node:http';
import path from 'node:path';

import axios from 'axios';
import type { IRunExecutionData } from 'n8n-workflow';

import { publish } from '../../sandbox/server/activation';
import { CURRENT } from '../../sandbox/server/lines';
import { readRunData } from '../../sandbox/server/runData';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { startTemporary } from '../../sandbox/server/temporary';
import { until } from '../../sandbox/server/until';
import { IS_TRY, round } from './compare';
import { memoryOf, resetPeak } from './memory';
import type { BenchWorkflow } from './workflows';

/** What n8n may use to settle before its memory is taken as that of an idle process. */
const SETTLE_MS = IS_TRY ? 0 : 3_000;

/** One run of a workflow. */
export interface Run {
	/** From the request that started it to the response, in milliseconds. */
	wallMs: number;
	/** What n8n recorded for the measured nodes; NaN where it stores no data. */
	nodeMs: number;
	/** Items that the last measured node returned, with the same exception. */
	items: number;
}

/** Memory of the n8n process, resident, in MiB. */
export interface Memory {
	idleMib: number;
	/** The most during the run, above that. */
	grownMib: number;
}

async function isReady(url: string): Promise<boolean> {
	try {
		return (await fetch(`${url}/healthz/readiness`)).ok;
	} catch {
		return false;
	}
}

/** What a part of the benchmark needs of n8n. */
export type Settings = NonNullable<Parameters<typeof startTemporary>[2]> & {
	/** Workflows that are not measured. */
	more?: Array<{ id: string }>;
};

/** Runs something with a real n8n that has the package and some workflows. */
export async function withN8n<T>(
	workflows: BenchWorkflow[],
	settings: Settings,
	use: (n8n: N8n) => Promise<T>,
): Promise<T> {
	const { more = [], ...others } = settings;
	const files = workflows.map(({ measured: _, isStored: __, ...file }) => file);
	const instance = await startTemporary(CURRENT, [...files, ...more], others);
	try {
		for (const { id } of [...more, ...workflows]) await publish(instance, id);
		return await use(new N8n(instance));
	} finally {
		await instance.stop();
	}
}

/** A real n8n whose workflows are run and measured one at a time. */
export class N8n {
	constructor(private readonly instance: TemporaryInstance) {}

	get version(): string {
		return this.instance.server.line.version;
	}

	/** Where n8n keeps community packages. */
	get packageFolder(): string {
		return path.join(this.instance.server.userFolder, '.n8n', 'nodes');
	}

	/**
	 * Runs a workflow to its end.
	 *
	 * @param body of the request that starts it
	 * @throws Error when the run fails
	 */
	async run(workflow: BenchWorkflow, body: object): Promise<Run> {
		const url = `${this.instance.server.url}/webhook/${workflow.id}`;
		// Of its own, since a blocked n8n resets open ones; and without fetch's limit of 5 minutes.
		const connection = { httpAgent: new Agent({ keepAlive: false }), proxy: false } as const;
		// n8n responds before its webhooks are registered.
		const { wallMs, said } = await until(async () => {
			const start = performance.now();
			const answer = await axios.post<string>(url, body, {
				...connection,
				...{ responseType: 'text', maxBodyLength: Infinity, validateStatus: () => true },
			});
			const said = `${answer.status} ${answer.data}`;
			const seen = { wallMs: round(performance.now() - start), said };
			return { is: answer.status !== 404, seen };
		}, `the webhook of ${workflow.id}`);
		if (!said.startsWith('200')) throw new Error(`${workflow.id}: ${said}`);
		if (!workflow.isStored) return { wallMs, nodeMs: NaN, items: NaN };
		const { resultData } = await this.takeExecution(workflow.id);
		const runs = workflow.measured.map((name) => resultData.runData[name] ?? []);
		return {
			wallMs,
			nodeMs: runs.flat().reduce((sum, { executionTime }) => sum + executionTime, 0),
			items: (runs.at(-1) ?? []).reduce((sum, { data }) => sum + (data?.main?.[0]?.length ?? 0), 0),
		};
	}

	/**
	 * Measures how much more memory a run needs than n8n has before it.
	 *
	 * @param idleMib what it has before, where that is known from earlier
	 */
	async memoryOf(run: () => Promise<unknown>, idleMib?: number): Promise<Memory> {
		const idle = idleMib ?? (await this.idleMib());
		resetPeak(this.pid);
		await run();
		return { idleMib: round(idle, 1), grownMib: round(memoryOf(this.pid).peak - idle, 1) };
	}

	/** @returns the memory of n8n once it has settled */
	async idleMib(): Promise<number> {
		await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
		return memoryOf(this.pid).now;
	}

	/** @returns why a run failed: n8n ended, as it does without memory, or something else */
	endOf(error: unknown): string {
		const { server } = this.instance;
		const [outOfMemory] = /JavaScript heap out of memory/.exec(server.logTail()) ?? [];
		return outOfMemory ?? (error instanceof Error ? error.message : String(error));
	}

	/** Starts n8n again, so that nothing is left of the runs before; not in a try, whose memory says nothing. */
	async restart(): Promise<void> {
		if (IS_TRY) return;
		await this.instance.server.stop();
		await this.instance.server.start();
	}

	/** @returns how long n8n takes to start, in milliseconds */
	async timeStart(): Promise<number> {
		const { server } = this.instance;
		await server.stop();
		const start = performance.now();
		const started = server.start();
		// More often than the server looks, since the difference is small.
		while (!(await isReady(server.url))) await new Promise((resolve) => setTimeout(resolve, 5));
		const ms = performance.now() - start;
		await started;
		return ms;
	}

	private get pid(): number {
		const { pid } = this.instance.server;
		if (pid === undefined) throw new Error('n8n has ended');
		return pid;
	}

	/** @returns what n8n stored of the only run of a workflow, which is deleted there */
	private async takeExecution(workflowId: string): Promise<IRunExecutionData> {
		const { rest } = this.instance;
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const execution = await until(async () => {
			const { results } = await rest.call<{ results: Array<{ id: string; status: string }> }>(
				'GET',
				`/rest/executions?limit=1&filter=${filter}`,
			);
			const [seen] = results;
			return { is: seen !== undefined && !['new', 'running'].includes(seen.status), seen };
		}, `the run of ${workflowId} to be stored`);
		const id = execution?.id ?? '';
		const { data } = await rest.call<{ data: string }>('GET', `/rest/executions/${id}`);
		const stored = readRunData(data) as IRunExecutionData;
		if (stored.resultData.error) throw new Error(stored.resultData.error.message);
		await rest.call('POST', '/rest/executions/delete', { ids: [id] });
		return stored;
	}
}
