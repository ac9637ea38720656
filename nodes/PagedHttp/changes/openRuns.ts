import type { IExecuteFunctions } from 'n8n-workflow';

import { ExecutionEnd } from '../../shared/n8n/executionEnd';

/** A run of a reader whose execution may be in progress. */
interface OpenRun {
	execution: string;
	end: ExecutionEnd;
	/** Whether the reader itself is at work. */
	isReading: boolean;
}

/** By workflow and node, in this process. */
const openRuns = new Map<string, OpenRun>();

/** Holds off other executions of a workflow until this one is over: both would return the same records. */
export class ReaderTurn {
	private constructor(
		private readonly key: string,
		private readonly run: OpenRun,
	) {}

	/** @returns the turn of this execution; the ID of another one that is still in progress */
	static take(context: IExecuteFunctions): ReaderTurn | string {
		const key = `${context.getWorkflow().id} ${context.getNode().id}`;
		const execution = context.getExecutionId();
		const before = openRuns.get(key);
		if (before && before.execution !== execution && !isOver(before)) return before.execution;
		const run = { execution, end: new ExecutionEnd(context), isReading: true };
		openRuns.set(key, run);
		return new ReaderTurn(key, run);
	}

	/** How the execution ends. */
	get end(): ExecutionEnd {
		return this.run.end;
	}

	/** To be called when the reader returns its records: the turn ends with the execution. */
	returns(): void {
		if (this.run.end.mark()) this.run.isReading = false;
		else this.fails();
	}

	/** To be called when the reader returns none. */
	fails(): void {
		if (this.run.isReading && openRuns.get(this.key) === this.run) openRuns.delete(this.key);
	}
}

function isOver({ end, isReading }: OpenRun): boolean {
	const { state } = end;
	return state === 'failed' || (!isReading && state !== 'open');
}
