import { until } from '../../sandbox/server/until';
import type { Database } from '../../sandbox/server/queue/postgres';

const STILL_MS = 30_000;
const STILL_WITHIN_MS = 30 * 60_000;

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
 * Waits until nothing moves any more: what is still in progress then was in the hands of a process that was
 * killed.
 */
export async function standstill(database: Database, workflowId: string): Promise<void> {
	let last = '';
	let since = Date.now();
	await until(
		async () => {
			const rows = await database.query(`
				select status, count(*) from execution_entity
				where "workflowId" = '${workflowId}' group by status order by status`);
			const seen = JSON.stringify(rows);
			if (seen !== last) since = Date.now();
			last = seen;
			// What was not queued is listed as crashed within a minute.
			const isStill = Date.now() - since > STILL_MS && !rows.some(([status]) => status === 'new');
			return { is: isStill, seen };
		},
		'the executions to end',
		STILL_WITHIN_MS,
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
