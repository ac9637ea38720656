import type { IExecuteFunctions } from 'n8n-workflow';

import { ExecutionEnd } from '../../shared/n8n/executionEnd';
import { userError } from '../../shared/n8n/nodeErrors';
import { runDataOf } from '../../shared/n8n/runData';
import { hasStored } from './storedReads';

/** A run of a reader whose execution may be in progress. */
interface OpenRun {
	execution: string;
	end: ExecutionEnd;
	/** Whether the reader itself is at work. */
	isReading: boolean;
}

/** What this process knows of the executions of a workflow. */
interface WorkflowRuns {
	/** By the ids of the readers. */
	open: Map<string, OpenRun>;
	/** The execution that has stored something last, and when, in milliseconds since 1970. */
	stored?: { execution: string; at: number };
}

const workflows = new Map<string, WorkflowRuns>();

/** Holds off other executions of a workflow until this one is over: both would return the same records. */
export class ReaderTurn {
	private constructor(
		private readonly runs: WorkflowRuns,
		private readonly reader: string,
		private readonly run: OpenRun,
	) {}

	/**
	 * @returns the turn of this execution; why it has none
	 * @throws UserError when n8n does not hand over what a run of this process has left
	 */
	static take(context: IExecuteFunctions): ReaderTurn | string {
		const runs = runsOf(context);
		const { id } = context.getNode();
		const execution = context.getExecutionId();
		const before = runs.open.get(id);
		if (before && before.execution !== execution && !isOver(before))
			return `execution ${before.execution} of this workflow is still in progress`;
		const { stored } = runs;
		if (stored && stored.execution !== execution && stored.at > startOf(context))
			return `execution ${stored.execution} of this workflow ended after this one had started`;
		if (stored && !hasStored(context)) throw notHandedOver();
		const run = { execution, end: new ExecutionEnd(context), isReading: true };
		runs.open.set(id, run);
		return new ReaderTurn(runs, id, run);
	}

	/** How the execution ends. */
	get end(): ExecutionEnd {
		return this.run.end;
	}

	/** Another execution that is in progress with another reader of the workflow; `undefined` when there is none. */
	get beside(): string | undefined {
		const others = [...this.runs.open.values()].filter(
			(other) => other.execution !== this.run.execution && !isOver(other),
		);
		return others[0]?.execution;
	}

	/** To be called when the reader returns its records: the turn ends with the execution. */
	returns(): void {
		if (this.run.end.mark()) this.run.isReading = false;
		else this.fails();
	}

	/** To be called when the reader returns none. */
	fails(): void {
		const { open } = this.runs;
		if (this.run.isReading && open.get(this.reader) === this.run) open.delete(this.reader);
	}
}

/** Notes that n8n stores what an execution has left: one that has started before knows nothing of it. */
export function noteStored(context: IExecuteFunctions): void {
	runsOf(context).stored = { execution: context.getExecutionId(), at: Date.now() };
}

/** Forgets that something is stored, when a node deletes it. */
export function noteDeleted(context: IExecuteFunctions): void {
	delete runsOf(context).stored;
}

/**
 * Why: n8n 2.41 gives the executions on a worker of queue mode nothing of what the workflow has stored (`staticData`):
 * all records would be new in every run.
 */
function notHandedOver() {
	return userError(
		'n8n did not hand over what this workflow has stored about earlier runs',
		'Nothing was read: all records would be returned again. Some n8n versions do this in queue mode; use Paged HTTP Trigger there. If you deleted what was stored, restart n8n.',
	);
}

function runsOf(context: IExecuteFunctions): WorkflowRuns {
	const id = String(context.getWorkflow().id);
	const runs = workflows.get(id) ?? { open: new Map<string, OpenRun>() };
	workflows.set(id, runs);
	return runs;
}

function isOver({ end, isReading }: OpenRun): boolean {
	const { state } = end;
	return state === 'failed' || (!isReading && state !== 'open');
}

/** @returns when the execution began, in milliseconds since 1970; a retry has what the failed one has left, and the data of today */
function startOf(context: IExecuteFunctions): number {
	if (context.getMode() === 'retry') return Infinity;
	const tasks = Object.values(runDataOf(context) ?? {}).flat();
	return tasks.reduce((first, { startTime }) => Math.min(first, startTime), Infinity);
}
