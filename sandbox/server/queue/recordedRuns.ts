import { readRunData } from '../runData';
import { until } from '../until';
import type { Cluster } from './cluster';
import type { Database } from './postgres';

const RELEASE_EVERY_MS = 10_000;
const ENDED_WITHIN_MS = 30 * 60_000;

/** A run as n8n's database has it. */
export interface RecordedRun {
	id: string;
	status: string;
	/** Id of the run that this one repeats; empty for one that an event started. */
	retryOf: string;
	/** Id of the event that started it. */
	eventId: string;
}

/** The states of runs that have not ended, as far as n8n knows. */
const IN_PROGRESS = ['new', 'running'];

/** @returns every run of a workflow, by n8n's database */
export async function recordedRuns(database: Database, workflowId: string): Promise<RecordedRun[]> {
	const rows = await database.query(`
		select execution.id, execution.status, execution."retryOf",
			substring(stored.data from 'evt_[0-9a-f]{24}')
		from execution_entity execution
		left join execution_data stored on stored."executionId" = execution.id
		where execution."workflowId" = '${workflowId}'`);
	return rows.map(([id = '', status = '', retryOf = '', eventId = '']) => ({
		id,
		status,
		retryOf,
		eventId,
	}));
}

/** @returns how many runs have not ended */
export async function runsInProgress(
	database: Pick<Database, 'query'>,
	workflowIds: string[],
): Promise<number> {
	const list = (texts: string[]) => texts.map((text) => `'${text}'`).join(', ');
	const [row] = await database.query(`
		select count(*) from execution_entity
		where "workflowId" in (${list(workflowIds)}) and status in (${list(IN_PROGRESS)})`);
	return Number(row?.[0]);
}

/**
 * Waits until every run has ended, or is listed as crashed because its process was killed: after a minute,
 * when its lock is gone, plus the one until n8n looks.
 */
export async function runsEnded(cluster: Cluster, workflowIds: string[]): Promise<void> {
	let released = Date.now();
	await until(
		async () => {
			if (Date.now() - released > RELEASE_EVERY_MS) {
				await cluster.releaseOrphans();
				released = Date.now();
			}
			const seen = await runsInProgress(cluster.database, workflowIds);
			return { is: seen === 0, seen };
		},
		'the executions to end',
		ENDED_WITHIN_MS,
	);
}

/** @returns the events that started more than one run, not counting repeats by hand */
export function startedTwice(runs: RecordedRun[]): string[] {
	const seen = new Set<string>();
	const twice = new Set<string>();
	for (const { eventId, retryOf } of runs) {
		if (retryOf !== '') continue;
		if (seen.has(eventId)) twice.add(eventId);
		seen.add(eventId);
	}
	return [...twice];
}

/** @returns why runs of these workflows failed, with how many of them did for that reason */
export async function failures(
	{ query }: Pick<Database, 'query'>,
	workflowIds: string[],
): Promise<Map<string, number>> {
	const list = workflowIds.map((id) => `'${id}'`).join(', ');
	const rows = await query(`
		select execution.status, stored.data from execution_entity execution
		left join execution_data stored on stored."executionId" = execution.id
		where execution."workflowId" in (${list}) and execution.status <> 'success'`);
	const reasons = new Map<string, number>();
	for (const [status = '', data = ''] of rows) {
		const { resultData } = (data === '' ? {} : readRunData(data)) as StoredData;
		const [message = ''] = (resultData?.error?.message ?? 'no error').split('\n');
		const reason = `${status} in ${resultData?.lastNodeExecuted ?? 'no node'}: ${message}`;
		reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
	}
	return reasons;
}

/** The part of what n8n stores of an execution that says why it failed. */
interface StoredData {
	resultData?: { lastNodeExecuted?: string; error?: { message?: string } };
}
