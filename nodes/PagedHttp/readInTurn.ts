import { endedError } from '../shared/n8n/shownErrors';
import { toChoice } from '../shared/node/coerce';
import type { InputItem } from '../shared/node/inputItem';
import type { OperationResult, OutputRecord } from '../shared/node/operation';
import type { SimilarList } from '../shared/paging/detect/similarLists';
import { toIncompleteError } from '../shared/read/incomplete';
import { readIdOf } from '../shared/read/listId';
import { NOTHING_READ } from '../shared/read/nothingRead';
import { readRecords } from '../shared/read/readRecords';
import { toShownError } from '../shared/read/shownError';
import type { ReadInput, RunSummary } from '../shared/read/types';
import { RunChanges } from './changes/runChanges';
import type { ItemReads } from './itemReads';
import { toBatches } from './output/batches';
import { toFile } from './output/file';
import { selectionOf, toItems } from './output/items';
import type { RecordOutput } from './output/recordOutput';
import { withProgress } from './report/progress';
import { toSummary } from './report/summary';
import { traceOf } from './report/trace';

/** The outputs by the value of the parameter Output. */
const OUTPUTS = { batches: toBatches, file: toFile, items: toItems };

export async function readInTurn(item: InputItem, reads: ItemReads): Promise<OperationResult[]> {
	const { context, index } = item;
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	let turn = Promise.resolve(true);
	let place: SimilarList | undefined;
	try {
		const input = await reads.readInOrder(item);
		const toOutput = toChoice(item.value('output', 'items'), 'Output', OUTPUTS);
		if (toOutput === toBatches) turn = reads.join('batches', ended);
		place = reads.placeOf(input);
		await Promise.all([
			// Each read starts with what the one before it knows of the list.
			input.changes && reads.join(readIdOf(input), ended),
			input.limits.interval && reads.join('interval', ended),
			place?.firstScheme(),
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
		all.changes && (reads.changes ??= new RunChanges(context)).prepare(all, all.changes, itemIndex);
	const input = changes?.input ?? { ...all, through: model?.through };
	const trace = input.traces ? traceOf(context, input) : undefined;
	const start = input.resume ?? null;
	const output: RecordOutput = toOutput(item, { resume: start, onDone: changes?.onDone });

	/**
	 * @param turn when an output that keeps the order of the items may begin; until then, one page is read
	 * @returns `undefined` when the node was stopped before the first request
	 */
	const read = async (turn: Promise<boolean>, place: SimilarList | undefined) => {
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
