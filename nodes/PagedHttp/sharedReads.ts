import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal } from '../shared/n8n/cancel';
import type { ExecutionEnd } from '../shared/n8n/executionEnd';
import type { InputItem } from '../shared/node/inputItem';
import { nextSimilarList, type SimilarList } from '../shared/paging/detect/similarLists';
import { readInput } from '../shared/read/input';
import type { ReadInput } from '../shared/read/types';
import type { RunChanges } from './changes/runChanges';
import { NodeStops } from './lastStop/nodeStops';
import type { FinishedRun } from './report/finishedRun';

/** What the input items of a run share. */
export class SharedReads {
	readonly finished: FinishedRun[] = [];
	/** Present when one of them has read New and Changed: what they leave open is noted once. */
	changes?: RunChanges;
	/** Whether an error has stopped the node. */
	isStopped = false;
	/** What is continued of earlier runs, and left for later ones. */
	readonly stops: NodeStops;
	private lastRead: Promise<unknown> = Promise.resolve();
	private readonly lines = new Map<string, Promise<unknown>>();
	private readonly similarLists = new Map<string, SimilarList>();

	/**
	 * @param most requests to one server that may be open; `Infinity` for a single item
	 * @param executionEnd of the execution, with New and Changed outside of test runs
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly most: number,
		readonly executionEnd?: ExecutionEnd,
	) {
		this.stops = new NodeStops(context);
	}

	/** Whether an item may still begin. */
	get mayBegin(): boolean {
		return !this.isStopped && cancelSignal(this.context)?.aborted !== true;
	}

	/** Reads the parameters of the items in their order, which is that of their places in lines, too. */
	async readInOrder(item: InputItem): Promise<ReadInput> {
		const input = this.lastRead.then(() => readInput(item));
		this.lastRead = input.catch(() => {});
		return await input;
	}

	/** @returns the place of the next item among the lists of Paging Setup: Automatic with similar URLs */
	similarListOf({ source, baseUrl }: ReadInput): SimilarList | undefined {
		return source.kind === 'dataset'
			? undefined
			: nextSimilarList(this.similarLists, source.url, baseUrl);
	}

	/**
	 * Lines up an item after those that must end before it.
	 *
	 * @param ended resolves when the item has ended
	 * @returns resolves when those before it have: whether the item may still begin then
	 */
	async lineUp(line: string, ended: Promise<void>): Promise<boolean> {
		const before = this.lines.get(line);
		this.lines.set(line, Promise.all([before, ended]));
		await before;
		return this.mayBegin;
	}

	/** Stops the node at an error, unless it is set to continue. */
	stop(): void {
		this.isStopped ||= !this.context.continueOnFail();
	}
}
