import type { IExecuteFunctions } from 'n8n-workflow';

import { countOf } from '../../shared/basics/countOf';
import { logLine } from '../../shared/n8n/logLine';
import type { DoneResult, OutputRecord } from '../../shared/node/operation';
import { NOTHING_READ } from '../../shared/read/nothingRead';
import type { ReadInput, ResumedRun, RunSummary } from '../../shared/read/types';
import type { RecordOutput } from '../output/recordOutput';
import { toSummary } from '../report/summary';
import type { Reached, Stop } from './stop';
import { resumedText } from './resumedText';

/** What becomes of the stop of an input item. */
interface Actions {
	/** Notes how far the run came; absent where that is not kept. */
	leave?: (reached: Reached) => void;
	/** Notes that nothing is left to be continued. */
	forget: () => void;
	/** Lets other runs begin. */
	close?: () => void;
}

/** How a run of an input item ended. */
interface Ending {
	/** What this run itself has read. */
	read: RunSummary;
	/** Whether it was stopped, or has failed. */
	isCut: boolean;
}

/** What one input item continues, and leaves to be continued. */
export class ItemStop {
	/** The parameters of the item, with where it continues. */
	readonly input: ReadInput;
	/** What the error says about the next run. */
	advice: string | undefined;

	/**
	 * @param entered its parameters
	 * @param actions absent where there is nothing to continue, and nothing is kept
	 * @param start what it continues
	 * @param warning why it does not continue what there is
	 */
	constructor(
		private readonly entered: ReadInput,
		private readonly actions?: Actions,
		readonly start?: Stop,
		private readonly warning?: string,
	) {
		const { limits } = entered;
		const before = start?.kept?.records ?? start?.items ?? 0;
		const limit = Math.max(0, (limits.limit ?? Infinity) - before);
		this.input = start
			? { ...entered, resume: start.resume, limits: { ...limits, limit } }
			: entered;
	}

	/** Whether the list was read to its end before, and only other input items are left. */
	get isDone(): boolean {
		return this.start?.resume === null;
	}

	/** @returns what an input item returns whose list was read to its end before */
	doneResult(): DoneResult {
		this.leave({ pages: 0, items: 0, batches: 0, resume: null });
		const summary = this.toSummary({ ...NOTHING_READ, stopReason: 'noDataLeft' });
		return { items: [this.entered.itemIndex], records: [toSummary(summary, true)] };
	}

	/**
	 * Ends the output of a run that returns no records, and keeps them for the next run if that can continue.
	 *
	 * @returns what was handed on before
	 */
	async endEarly(
		context: IExecuteFunctions,
		output: RecordOutput,
		{ read }: Ending,
	): Promise<OutputRecord[]> {
		const { pages, items, resume } = read;
		const mayKeep = this.actions?.leave && !output.done && pages > 0 && resume !== null;
		if (!mayKeep || !output.keep) return await output.discard();
		try {
			this.leave({ pages, items, resume, kept: await output.keep() });
			this.say(context, read, 'Its records are kept for the next run');
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			this.say(context, read, `Its records could not be kept: ${why}`);
			await output.discard();
		}
		return [];
	}

	/**
	 * Notes what later runs must not hand on again: the batches that were processed. Records that are returned
	 * before an error count as passed on only by who reads the summary: a later node may fail for them.
	 */
	end(context: IExecuteFunctions, output: RecordOutput, { read, isCut }: Ending): void {
		const { pages, items, resume, batches } = output.done ?? { ...read, batches: undefined };
		if (!isCut) {
			if (batches === undefined) this.actions?.forget();
			else this.leave({ pages, items, batches, resume: null });
			return;
		}
		if (pages === 0) {
			if (this.start && read.refusesResume && read.pages === 0) {
				this.advice = STARTS_OVER;
				this.actions?.forget();
			}
			return;
		}
		if (batches === undefined) return;
		const done = { pages, items, resume, batches };
		this.leave(done);
		this.say(context, done, 'Its records were passed on');
	}

	/** @returns how the run went, with what was continued */
	toSummary(read: RunSummary): RunSummary {
		const { start, warning } = this;
		const warned =
			warning === undefined ? read : { ...read, warnings: [warning, ...read.warnings] };
		if (!start) return warned;
		const { execution, at, pages, items, batches, kept } = start;
		const resumed: ResumedRun = {
			...{ execution, stoppedAt: new Date(at).toISOString(), pages, items },
			...(batches !== undefined && { batches }),
			recordsReturned: kept !== undefined,
		};
		return {
			...warned,
			...(kept && { pages: pages + read.pages, items: kept.records + read.items }),
			resumed,
			notes: [...read.notes, `${resumedText(resumed)}.`],
		};
	}

	close(): void {
		this.actions?.close?.();
	}

	/** Adds what was reached before to what this run has reached. */
	private leave(own: Reached): void {
		const { actions, start, entered } = this;
		const { resume, kept, batches } = own;
		// The list was read without keeping a place in it.
		if (!actions?.leave) return resume === null ? actions?.forget() : undefined;
		actions.leave({
			...{ pages: own.pages + (start?.pages ?? 0), items: own.items + (start?.items ?? 0), resume },
			...(kept && { kept }),
			...(batches !== undefined && { batches: batches + (start?.batches ?? 0) }),
		});
		this.advice = entered.resumesLastStop ? CONTINUES : CAN_CONTINUE;
	}

	/** Writes how far a run came to the log of n8n, which shows nothing of a run that was stopped. */
	private say(
		context: IExecuteFunctions,
		{ pages, items, resume }: Pick<RunSummary, 'pages' | 'items' | 'resume'>,
		became: string,
	): void {
		const { name } = context.getNode();
		const read = `${countOf(pages, 'page')} with ${countOf(items, 'record')}`;
		const text = `${name}: the run ended early after ${read}. ${became}`;
		const point = JSON.stringify(resume);
		// A next URL may contain a key, without which it leads nowhere.
		const isClean = this.entered.clean(point) === point;
		logLine(context, 'info', text, isClean ? { resume: point } : undefined);
	}
}

const CONTINUES = 'The next run continues there.';

const CAN_CONTINUE = 'To continue there, set Resume From to Last Stop under Options > Resume.';

const STARTS_OVER = 'The next run starts from the beginning.';
