import type { IExecuteFunctions } from 'n8n-workflow';

import { showHints } from '../shared/n8n/shown';
import { endedError } from '../shared/n8n/shownErrors';
import {
	InputItem,
	type Operation,
	type OperationResult,
	type OutputRecord,
} from '../shared/node/operation';
import { toChoice } from '../shared/node/parameters';
import { runTasks } from '../shared/node/run';
import { nextPlace, type Place } from '../shared/paging/detect/finds';
import { readIdOf } from '../shared/read/changes';
import { NOTHING_READ, toIncompleteError, toShownError } from '../shared/read/failure';
import { readInput } from '../shared/read/input';
import { readRecords } from '../shared/read/read';
import type { ReadInput, RunSummary } from '../shared/read/types';
import { cancelSignal } from '../shared/service/send';
import { type RunChanges, runChanges } from './changes/runChanges';
import { toBatches, toFile } from './output/streamed';
import { type RecordOutput, selectionOf, toItems } from './output/items';
import { readProperties } from './properties';
import { type FinishedRun, toHints, toSummary, traceOf, withProgress } from './report';

/** The outputs by the value of the parameter Output. */
const OUTPUTS = { batches: toBatches, file: toFile, items: toItems };

/** What the input items of a run share. */
class ItemReads {
	readonly finished: FinishedRun[] = [];
	/** Present when one of them has read New and Changed: what they leave open is noted once. */
	changes?: RunChanges;
	/** Whether an error has stopped the node. */
	isStopped = false;
	private lastRead: Promise<unknown> = Promise.resolve();
	private readonly lines = new Map<string, Promise<unknown>>();
	private readonly places = new Map<string, Place>();

	/** @param most requests to one server that may be open; `Infinity` for a single item */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly most: number,
	) {}

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
		return this.mayBegin;
	}

	/** Stops the node at an error, unless it is set to continue. */
	stop(): void {
		this.isStopped ||= !this.context.continueOnFail();
	}
}

/** Reads all pages for each input item, several items at once. */
export const readOperation: Operation = {
	properties: readProperties,
	run: async function* (context, itemCount) {
		const most = itemCount > 1 ? new InputItem(context, 0).concurrentRequests : Infinity;
		const reads = new ItemReads(context, most);
		// Later items are ready to send when there is room. Of batches, no more pages may be kept.
		const isAhead = most > 1 && context.getNodeParameter('output', 0, 'items') !== 'batches';
		yield* runTasks(
			context,
			[...Array(itemCount).keys()].map((itemIndex) => ({
				items: [itemIndex],
				records: [],
				run: async () => await readInTurn(new InputItem(context, itemIndex), reads),
			})),
			isAhead ? most : 0,
		);
		showHints(context, ...(reads.changes?.end() ?? []), ...toHints(reads.finished));
	},
};

async function readInTurn(item: InputItem, reads: ItemReads): Promise<OperationResult[]> {
	const { context, index } = item;
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	let turn = Promise.resolve(true);
	let place: Place | undefined;
	try {
		const input = await reads.readInOrder(item);
		const toOutput = toChoice(item.value('output', 'items'), 'Output', OUTPUTS);
		if (toOutput === toBatches) turn = reads.join('batches', ended);
		place = reads.placeOf(input);
		await Promise.all([
			// Each read starts with what the one before it knows of the list.
			input.changes && reads.join(readIdOf(input), ended),
			input.limits.interval && reads.join('interval', ended),
			place?.turn(),
		]);
		if (reads.isStopped) return [];
		const run = prepareRun(item, input, reads, toOutput);
		const read = await run.read(turn, place);
		if (!read || !(await turn)) return [];
		const result = await run.end(read);
		if ('error' in result) reads.stop();
		return [result];
	} catch (thrown) {
		await turn;
		reads.stop();
		const error = toShownError(thrown, context, index);
		return [{ items: [index], error, records: [toSummary({ ...NOTHING_READ, error }, false)] }];
	} finally {
		place?.leave();
		end();
	}
}

/** @returns the two steps of one input item: reading its records, and returning them */
function prepareRun(
	item: InputItem,
	all: ReadInput,
	reads: ItemReads,
	toOutput: (typeof OUTPUTS)[keyof typeof OUTPUTS],
) {
	const { context, index: itemIndex } = item;
	const { select, model } = selectionOf(item, all.changes);
	const changes =
		all.changes && (reads.changes ??= runChanges(context)).prepare(all, all.changes, itemIndex);
	const input = changes?.input ?? { ...all, through: model?.through };
	const trace = input.traces ? traceOf(context, input) : undefined;
	const start = input.resume ?? null;
	const output: RecordOutput = toOutput(item, { resume: start, onDone: changes?.onDone });

	/**
	 * @param turn when an output that keeps the order of the items may begin; until then, one page is read
	 * @returns `undefined` when the node was stopped before the first request
	 */
	const read = async (turn: Promise<boolean>, place: Place | undefined) => {
		const requireTurn = async () => {
			if (!(await turn)) throw endedError();
		};
		let isFirst = true;
		let hasBegun = false;
		const summary = await readRecords(context, input, {
			place,
			most: Math.max(reads.most, Number(input.limits.prefetch) || 0),
			beforeSend() {
				hasBegun ||= reads.mayBegin;
				if (!hasBegun) throw endedError();
			},
			around: (send) => async (request, control) => {
				if (!isFirst) await requireTurn();
				isFirst = false;
				return await (trace?.watch(send) ?? send)(request, control);
			},
			onRead: trace?.onRead,
			async take(page) {
				await requireTurn();
				await output.add(select(page));
			},
		});
		return hasBegun || !reads.isStopped ? summary : undefined;
	};

	/**
	 * Ends the output, and says how the run went.
	 *
	 * @throws what keeps New and Changed from noting what was returned
	 */
	const end = async (read: RunSummary): Promise<OperationResult> => {
		const { keeps } = read;
		const isCancelled = read.stopReason === 'cancelled';
		const shown: RunSummary = {
			...read,
			...(changes && { changes: changes.counts }),
			...(trace && { trace: trace.rows }),
		};
		const error = read.error ?? toIncompleteError(shown, input, context);
		if (output.done && (error || isCancelled)) changes?.onFailed();
		const isKept = !keeps || (keeps === 'done' && output.done !== undefined);
		const isReturned = !error || (read.error !== undefined && input.keepsPages && isKept);
		let records: OutputRecord[];
		if (isReturned && !keeps && !isCancelled) {
			try {
				records = await output.end(read.resume);
				if (model) records.push({ json: model.closing(read) });
			} catch (thrown) {
				const failed = toShownError(thrown, context, itemIndex, input.words);
				return await end({
					...read,
					error: failed,
					stopReason: 'error',
					resume: null,
					keeps: 'done',
				});
			}
		} else {
			records = await output.discard();
		}
		// Without its records a run has to be made again.
		const { resume = isReturned ? read.resume : start, ...progress } = output.done ?? {};
		const warnings = [...shown.warnings, ...(output.warnings?.() ?? [])];
		const summary = { ...shown, ...(error && { error }), ...progress, warnings };
		// With New and Changed, the next run finds out by itself what is left.
		const resumable = { ...summary, resume: changes ? null : resume };
		const items = [itemIndex];
		const record = toSummary(resumable, start !== null);
		if (error && !isReturned) {
			const noted = withProgress(error, output.done ? resumable : summary);
			return { items, ...noted, records: [record] };
		}
		// Of batches, what is done was noted with each of them; a run that failed has taken more.
		if (!isCancelled && !(error && output.done)) changes?.finish();
		const stopMessage =
			toOutput === toItems && summary.stopReason === 'limit'
				? undefined
				: String(record.json.stopMessage);
		reads.finished.push({ itemIndex, summary, ...(stopMessage && { stopMessage }) });
		return { items, records: [...records, record] };
	};
	return { read, end };
}
