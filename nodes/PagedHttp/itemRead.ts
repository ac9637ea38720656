import type { InputItem } from '../shared/node/inputItem';
import type { OperationResult, OutputRecord } from '../shared/node/operation';
import type { SimilarList } from '../shared/paging/detect/similarLists';
import type { Page } from '../shared/paging/types';
import { toIncompleteError } from '../shared/read/incomplete';
import type { PageSink } from '../shared/read/pageSink';
import { toShownError } from '../shared/read/readErrors';
import { readRecords } from '../shared/read/readRecords';
import type { ReadInput, RunSummary } from '../shared/read/types';
import type { ItemChanges } from './changes/itemChanges';
import { RunChanges } from './changes/runChanges';
import type { ItemAdmission } from './itemAdmission';
import type { ItemStop } from './lastStop/itemStop';
import { type Selection, selectionOf, toItems } from './output/items';
import type { OutputRun, RecordOutput } from './output/recordOutput';
import { withProgress } from './report/progress';
import { toSummary } from './report/summary';
import { RequestTrace } from './report/trace';
import type { SharedReads } from './sharedReads';

/** Makes the output that the parameter Output names. */
type ToOutput = (item: InputItem, run: OutputRun) => RecordOutput;

/** Reading the records of one input item, and returning them. */
export class ItemRead {
	private readonly input: ReadInput;
	/** Set with New and Changed. */
	private readonly changes: ItemChanges | undefined;
	private readonly selection: Selection;
	private readonly trace: RequestTrace | undefined;
	/** What the run continues; null when it starts from the beginning. */
	private readonly start: unknown;
	private readonly output: RecordOutput;

	/**
	 * @param stop its parameters, with what it continues of an earlier run
	 * @param reads what it shares with the other items
	 * @param toOutput of the parameter Output
	 * @throws UserError naming the field that is wrong
	 */
	constructor(
		private readonly item: InputItem,
		private readonly stop: ItemStop,
		private readonly reads: SharedReads,
		private readonly admission: ItemAdmission,
		private readonly toOutput: ToOutput,
	) {
		const { context, index } = item;
		const { input, start } = stop;
		this.selection = selectionOf(item, input.changes);
		this.changes =
			input.changes &&
			(reads.changes ??= new RunChanges(context, reads.executionEnd)).prepare(
				input,
				input.changes,
				index,
			);
		this.input = this.changes?.input ?? input;
		this.trace = input.traces ? new RequestTrace(context, this.input) : undefined;
		this.start = input.resume ?? null;
		this.output = toOutput(item, {
			...{ resume: this.start, kept: start?.kept },
			onDone: this.changes?.onDone,
		});
	}

	/**
	 * @param similarList its place among lists with similar URLs
	 * @returns how the run went; `undefined` when the node was stopped before the first request
	 */
	async read(similarList: SimilarList | undefined): Promise<RunSummary | undefined> {
		const { admission, changes, input, output, reads, trace } = this;
		await output.begin?.();
		const summary = await readRecords(this.item.context, input, {
			...{ similarList, admission, sink: this.sink },
			mostOfAll: reads.most === Infinity ? undefined : reads.most,
			observers: [changes?.serverClock, trace].filter((one) => one !== undefined),
		});
		return admission.hasBegun || !reads.isStopped ? summary : undefined;
	}

	/** Records are chosen first, by New and Changed or for a model, and then the fields of each. */
	private get sink(): PageSink {
		const { admission, changes, output, selection } = this;
		const { select, model } = selection;
		const reader = changes ?? model;
		return {
			...(reader && { select: (pages) => reader.pages(pages) }),
			async add(page: Page) {
				await admission.untilTurn();
				await output.add(select(page));
			},
		};
	}

	/**
	 * Ends the output, and says how the run went.
	 *
	 * @throws what keeps New and Changed from noting what was returned
	 */
	async end(read: RunSummary): Promise<OperationResult> {
		const { changes, input, item, output, trace } = this;
		const shown: RunSummary = {
			...this.stop.toSummary(read),
			...(changes && { changes: changes.counts }),
			...(trace && { trace: trace.rows }),
		};
		const isCancelled = read.stopReason === 'cancelled';
		const error = read.error ?? toIncompleteError(shown, input, item.context);
		if (output.done && (error || isCancelled)) changes?.onFailed();
		const isReturned = !error || this.returnsPages(read);
		const isWhole = isReturned && !read.leftAfterError && !isCancelled;
		const ending = { read, isCut: isCancelled || error !== undefined };
		const records = isWhole
			? await this.endOutput(read)
			: await this.stop.endEarly(item.context, output, ending);
		if (!Array.isArray(records)) return await this.end(records);
		this.stop.end(item.context, output, ending);
		return this.toResult({ ...shown, ...(error && { error }) }, records, isReturned);
	}

	/** Whether the pages before an error are returned. */
	private returnsPages({ error, leftAfterError: keeps }: RunSummary): boolean {
		const isKept = !keeps || (keeps === 'done' && this.output.done !== undefined);
		return error !== undefined && this.input.keepsPages && isKept;
	}

	/** @returns what is left of the records; how the run went when they cannot be handed on */
	private async endOutput(read: RunSummary): Promise<OutputRecord[] | RunSummary> {
		const { input, item, output, selection } = this;
		try {
			const records = await output.end(read.resume);
			if (selection.model) records.push({ json: selection.model.closing(read) });
			return records;
		} catch (thrown) {
			const error = toShownError(thrown, item.context, input.itemIndex, input.words);
			return { ...read, error, stopReason: 'error', resume: null, leftAfterError: 'done' };
		}
	}

	private toResult(
		shown: RunSummary,
		records: OutputRecord[],
		isReturned: boolean,
	): OperationResult {
		const { changes, input, output, start, stop } = this;
		const { error } = shown;
		// Without its records a run has to be made again.
		const { resume = isReturned ? shown.resume : start, ...progress } = output.done ?? {};
		const warnings = [...shown.warnings, ...(output.warnings?.() ?? [])];
		const summary = { ...shown, ...progress, warnings };
		// With New and Changed, the next run finds out by itself what is left.
		const resumable = { ...summary, resume: changes ? null : resume };
		const items = [input.itemIndex];
		const record = toSummary(resumable, start !== null && !stop.start?.kept);
		if (error && !isReturned) {
			const noted = withProgress(error, output.done ? resumable : summary, stop.advice);
			return { items, ...noted, records: [record] };
		}
		// Of batches, what is done was noted with each of them; a run that failed has taken more.
		const isNoted = shown.stopReason === 'cancelled' || (error && output.done);
		if (!isNoted) changes?.finish(shown);
		this.finished(summary, String(record.json.stopMessage));
		return { items, records: [...records, record] };
	}

	/** For the hints; n8n itself says so when a limit was reached. */
	private finished(summary: RunSummary, message: string): void {
		const isSaid = this.toOutput === toItems && summary.stopReason === 'limit';
		const stopMessage = isSaid ? '' : message;
		this.reads.finished.push({
			itemIndex: this.input.itemIndex,
			summary,
			...(stopMessage && { stopMessage }),
		});
	}
}
