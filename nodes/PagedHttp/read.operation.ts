import type { IExecuteFunctions } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import { InputItem } from '../shared/node/inputItem';
import { ParameterTable } from '../shared/node/parameterColumn';
import { type ParameterSource, toChoice } from '../shared/node/parameters';
import { runTasks } from '../shared/node/run';
import type { Operation, OperationResult, OutputRecord } from '../shared/node/types';
import { nextPlace, type Place } from '../shared/paging/detect/finds';
import type { Send } from '../shared/paging/types';
import { readIdOf } from '../shared/read/changes';
import { NOTHING_READ, toIncompleteError, toShownError } from '../shared/read/failure';
import { readInput } from '../shared/read/input';
import { relabelError, relabelSummary } from '../shared/read/labels';
import { readRecords } from '../shared/read/read';
import { createSender } from '../shared/read/sender';
import type { ReadInput, RunSummary } from '../shared/read/types';
import { cancelSignal } from '../shared/service/cancel';
import { RunChanges } from './changes/runChanges';
import { toBatches } from './output/batches';
import { toFile } from './output/file';
import { type RecordOutput, toItems } from './output/items';
import { selectionOf } from './output/model';
import { type FinishedRun, toHints, toSummary, withProgress } from './report';
import { PageTrace } from './trace';

/** What the input items of a run share. */
class ItemReads {
	readonly finished: FinishedRun[] = [];
	/** Present when one of them has read New and Changed: what they leave open is noted once. */
	changes?: RunChanges;
	/** Whether an error has stopped the node. */
	isStopped = false;
	private readonly parameters: ParameterSource;
	private lastRead: Promise<unknown> = Promise.resolve();
	private readonly lines = new Map<string, Promise<unknown>>();
	private readonly places = new Map<string, Place>();

	/** @param most requests to one server that may be open; `Infinity` for a single item */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly most: number,
	) {
		// Of a single item, each parameter is read once anyway.
		this.parameters = most < Infinity ? new ParameterTable(context) : context;
	}

	/** Reads the parameters of the items in their order, which is that of their places in lines, too. */
	async readInOrder(itemIndex: number): Promise<ReadInput> {
		const { context, parameters } = this;
		const input = this.lastRead.then(() => readInput(context, itemIndex, parameters));
		this.lastRead = input.catch(() => {});
		return await input;
	}

	item(itemIndex: number): InputItem {
		return new InputItem(this.context, itemIndex, this.parameters);
	}

	/** @returns what makes the output of an item */
	outputOf(itemIndex: number) {
		return toChoice(this.item(itemIndex).value('output', 'items'), 'Output', OUTPUTS);
	}

	/** @returns the place of the next item among the lists of Paging Setup: Automatic with similar URLs */
	placeOf({ source, baseUrl }: ReadInput): Place | undefined {
		return source.kind === 'dataset' ? undefined : nextPlace(this.places, source.url, baseUrl);
	}

	/**
	 * Lines up an item after those that must end before it.
	 *
	 * @param ended resolves when the item has ended
	 * @returns resolves when those before it have: whether the item may still begin then
	 */
	async join(line: string, ended: Promise<void>): Promise<boolean> {
		const before = this.lines.get(line);
		this.lines.set(line, Promise.all([before, ended]));
		await before;
		return !this.isStopped && cancelSignal(this.context)?.aborted !== true;
	}
}

/** The outputs by the value of the parameter Output. */
const OUTPUTS = { batches: toBatches, file: toFile, items: toItems };

/** Reads all pages for each input item, several items at once. */
export const readOperation: Pick<Operation, 'run'> = {
	run: async function* (context, itemCount) {
		const items = [...Array(itemCount).keys()];
		let most = Infinity;
		try {
			if (itemCount > 1) most = new InputItem(context, 0).concurrentRequests;
		} catch (error) {
			return yield { items, error };
		}
		const reads = new ItemReads(context, most);
		yield* runTasks(
			context,
			items.map((itemIndex) => ({
				items: [itemIndex],
				records: [],
				run: async () => await readInTurn(context, itemIndex, reads),
			})),
		);
		context.addExecutionHints(...(reads.changes?.end() ?? []), ...toHints(reads.finished));
	},
};

async function readInTurn(
	context: IExecuteFunctions,
	itemIndex: number,
	reads: ItemReads,
): Promise<OperationResult[]> {
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	let turn: Promise<boolean> | undefined;
	let place: Place | undefined;
	try {
		const input = await reads.readInOrder(itemIndex);
		if (reads.outputOf(itemIndex) === toBatches) turn = reads.join('batches', ended);
		place = reads.placeOf(input);
		await Promise.all([
			// Each read starts with what the one before it knows of the list.
			input.changes && reads.join(readIdOf(input), ended),
			input.limits.interval && reads.join('interval', ended),
			place?.turn(),
		]);
		if (reads.isStopped) return [];
		const result = await readItem(prepareRun(context, itemIndex, input, reads), reads, turn, place);
		if (result && 'error' in result) reads.isStopped ||= !context.continueOnFail();
		return result ? [result] : [];
	} catch (thrown) {
		await turn;
		reads.isStopped ||= !context.continueOnFail();
		const error = toShownError(relabelError(context, itemIndex, thrown), context, itemIndex);
		return [{ items: [itemIndex], error, records: [toSummary(NOTHING_READ, false, error)] }];
	} finally {
		place?.leave();
		end();
	}
}

/**
 * @param turn when an output that keeps the order of the items may begin; until then, one page is read
 * @returns `undefined` when it may not, since the run has ended
 */
async function readItem(
	run: ItemRun,
	reads: ItemReads,
	turn: Promise<boolean> | undefined,
	place: Place | undefined,
): Promise<OperationResult | undefined> {
	const { context, input, sender, trace, output, select } = run;
	const requireTurn = async () => {
		if (turn && !(await turn)) throw new OperationalError('The run has ended');
	};
	const watched = trace?.watch(sender.send) ?? sender.send;
	let isFirst = true;
	const send: Send = async (request, control) => {
		if (!isFirst) await requireTurn();
		isFirst = false;
		return await watched(request, control);
	};
	const read = await readRecords(context, input, {
		...sender,
		place,
		send,
		...(trace && { onRead: trace.onRead }),
		async take(page) {
			await requireTurn();
			await output.add(select(page));
		},
	});
	if (turn && !(await turn)) return undefined;
	return await endRun(run, read, reads);
}

/** The read of one input item, ready to begin. */
type ItemRun = ReturnType<typeof prepareRun>;

function prepareRun(
	context: IExecuteFunctions,
	itemIndex: number,
	all: ReadInput,
	reads: ItemReads,
) {
	const changes =
		all.changes && (reads.changes ??= new RunChanges(context)).prepare(all, all.changes, itemIndex);
	const { select, model, through } = selectionOf(reads.item(itemIndex), all.changes);
	const input = changes?.input ?? { ...all, ...(through && { through }) };
	const { resume = null, traces, limits } = input;
	const most = Math.max(reads.most, Number(limits.prefetch) || 0);
	const sender = createSender(context, itemIndex, input, most);
	const trace = traces ? new PageTrace(context, itemIndex, input) : undefined;
	const output: RecordOutput = reads.outputOf(itemIndex)(context, itemIndex, {
		resume,
		onDone: changes?.onDone,
	});
	return { context, itemIndex, input, changes, sender, trace, output, select, model };
}

/**
 * Ends the output of a run that has ended, and says how it went.
 *
 * @throws what keeps New and Changed from noting what was returned
 */
async function endRun(run: ItemRun, read: RunSummary, reads: ItemReads): Promise<OperationResult> {
	const { context, itemIndex, input, changes, trace, output } = run;
	const shown: RunSummary = {
		...relabelSummary(context, itemIndex, read, input.clean),
		...(changes && { changes: { ...changes.counts } }),
		...(trace && { trace: trace.rows }),
	};
	const error =
		shown.stopReason === 'error'
			? toShownError(shown.error, context, itemIndex)
			: toIncompleteError(shown, input, context, itemIndex);
	if (output.done && (error || shown.stopReason === 'cancelled')) changes?.onFailed();
	const isKept = !shown.keeps || (shown.keeps === 'done' && output.done !== undefined);
	const isReturned = !error || (shown.stopReason === 'error' && input.keepsPages && isKept);
	let records: OutputRecord[];
	if (isReturned && !shown.keeps && shown.stopReason !== 'cancelled') {
		try {
			records = await output.end(read.resume);
			if (run.model) records = [...records, { json: run.model.closing(read) }];
		} catch (thrown) {
			const failed = { error: thrown, stopReason: 'error', resume: null, keeps: 'done' } as const;
			return await endRun(run, { ...read, ...failed }, reads);
		}
	} else {
		records = await output.discard();
	}
	// Without its records a run has to be made again.
	const { resume = isReturned ? read.resume : (input.resume ?? null), ...progress } =
		output.done ?? {};
	const warnings = [...shown.warnings, ...(output.warnings?.() ?? [])];
	const summary = { ...shown, ...progress, warnings };
	// With New and Changed, the next run finds out by itself what is left.
	const resumable = { ...summary, resume: changes ? null : resume };
	const items = [itemIndex];
	const item = toSummary(resumable, (input.resume ?? null) !== null, error);
	if (error && !isReturned) {
		return { items, ...withProgress(error, output.done ? resumable : summary), records: [item] };
	}
	// Of batches, what is done was noted with each of them; a run that failed has taken more.
	if (summary.stopReason !== 'cancelled' && !(error && output.done)) changes?.finish();
	reads.finished.push({ itemIndex, summary });
	return { items, records: [...records, item] };
}
