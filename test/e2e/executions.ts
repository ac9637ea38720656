import type { IRunExecutionData } from 'n8n-workflow';

import type { RestClient } from '../../sandbox/server/restClient';
import { readRunData } from '../../sandbox/server/runData';

/** A run of a workflow, as n8n lists it. */
export interface Execution {
	id: string;
	status: string;
	/** What started it: `webhook`, `integrated` for a sub-workflow, and others. */
	mode: string;
}

/** The states of runs that have not ended. */
export const RUNNING = ['new', 'running', 'waiting'];

/** What n8n's database says about the runs of a workflow. */
export interface RecordedRun {
	status: string;
	/** Id of the event that started it. */
	eventId: string;
}

interface ExecutionList {
	results: Execution[];
	/** Where the next page begins, on n8n 2.x. */
	nextCursor?: string | null;
}

const PAGE = 100;

/**
 * @returns every run of the workflow once, newest first, whatever became of it: n8n lists one that is just
 *   ending both as running and as ended, the latter last
 */
export async function listExecutions(rest: RestClient, workflowId: string): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const executions: Execution[] = [];
	let next = '';
	for (;;) {
		const { results, nextCursor } = await rest.call<ExecutionList>(
			'GET',
			`/rest/executions?limit=${PAGE}&filter=${filter}${next}`,
		);
		executions.push(...results);
		const last = results.at(-1);
		if (!last || results.length < PAGE || nextCursor === null) {
			return [...new Map(executions.map((execution) => [execution.id, execution])).values()];
		}
		// n8n 2.x hands out a cursor, or null on the last page; 1.x wants the last id.
		next = nextCursor ? `&cursor=${encodeURIComponent(nextCursor)}` : `&lastId=${last.id}`;
	}
}

/** @returns what n8n stored of a run */
export async function readExecution(
	rest: RestClient,
	id: string,
): Promise<{ status: string; data: IRunExecutionData }> {
	const { status, data } = await rest.call<{ status: string; data: string }>(
		'GET',
		`/rest/executions/${id}`,
	);
	return { status, data: readRunData(data) as IRunExecutionData };
}

/** By execution, as a file's n8n has stored them; they stay, and n8n takes a while to hand one out. */
const eventIds = new Map<string, string>();

/** @returns every recorded run of the workflow with the event that started it */
export async function recordedRuns(rest: RestClient, workflowId: string): Promise<RecordedRun[]> {
	const runs: RecordedRun[] = [];
	for (const { id, status } of await listExecutions(rest, workflowId)) {
		let eventId = eventIds.get(id) ?? '';
		if (eventId === '') {
			// n8n 1.x answers 500 for a run whose data it had not stored when it was killed.
			const answer = await rest.send('GET', `/rest/executions/${id}`);
			[eventId = ''] = /evt_[0-9a-zA-Z]+/.exec(await answer.text()) ?? [];
			eventIds.set(id, eventId);
		}
		runs.push({ status, eventId });
	}
	return runs;
}
