import type { RestClient } from '../../sandbox/server/restClient';

/** What n8n's database says about the runs of a workflow. */
export interface RecordedRun {
	status: string;
	/** Id of the event that started it. */
	eventId: string;
}

interface ExecutionList {
	results: Array<{ id: string; status: string }>;
	/** Where the next page begins, on n8n 2.x. */
	nextCursor?: string | null;
}

const PAGE = 100;

/** @returns every recorded run of the workflow, whatever became of it */
export async function recordedRuns(rest: RestClient, workflowId: string): Promise<RecordedRun[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const runs: RecordedRun[] = [];
	let next = '';
	for (;;) {
		const { results, nextCursor } = await rest.call<ExecutionList>(
			'GET',
			`/rest/executions?limit=${PAGE}&filter=${filter}${next}`,
		);
		for (const { id, status } of results) {
			// n8n 1.x answers 500 for a run whose data it had not stored when it was killed.
			const answer = await rest.send('GET', `/rest/executions/${id}`);
			const [eventId = ''] = /evt_[0-9a-zA-Z]+/.exec(await answer.text()) ?? [];
			runs.push({ status, eventId });
		}
		const last = results.at(-1);
		if (!last || results.length < PAGE) return runs;
		// n8n 2.x hands out a cursor, 1.x wants the last id.
		next = nextCursor ? `&cursor=${encodeURIComponent(nextCursor)}` : `&lastId=${last.id}`;
	}
}
