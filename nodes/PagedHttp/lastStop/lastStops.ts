import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal, unlessCancelled } from '../../shared/n8n/cancel';
import { userError } from '../../shared/n8n/nodeErrors';
import { runIndexOf } from '../../shared/n8n/runData';
import { isTool } from '../../shared/n8n/tool';
import type { InputItem } from '../../shared/node/inputItem';
import type { ReadInput } from '../../shared/read/types';
import { isTestRun } from '../changes/testRun';
import { isThere } from '../output/keptRecords';
import { ItemStop } from './itemStop';
import type { LastStop, Reached } from './lastStop';
import { changedLabel, idOf, settingsOf, type StopSettings } from './stopSettings';
import { KEPT_MS, loadStops, noteStops, placeOf } from './stopStore';

/** A run that reads a list. */
interface OpenRead {
	execution: string;
	signal: AbortSignal | undefined;
	ended: Promise<void>;
}

/** By what names the node, and its settings. */
const openReads = new Map<string, OpenRead>();

/** What a run of the node continues of earlier ones, and leaves for later ones. */
export class LastStops {
	private readonly execution: string;
	private readonly hasOneItem: boolean;
	/** What an earlier run has left that read something else. */
	private other: LastStop | undefined;

	constructor(private readonly context: IExecuteFunctions) {
		this.execution = context.getExecutionId();
		this.hasOneItem = context.getInputData().length === 1;
	}

	/** Whether this is the only read of its execution, as far as is known now. */
	private get isOnly(): boolean {
		return this.hasOneItem && runIndexOf(this.context) === 0;
	}

	/**
	 * Takes what an earlier run has left of an input item, so that no other run takes it.
	 *
	 * @throws UserError when another run is reading the same list
	 */
	async take(item: InputItem, input: ReadInput): Promise<ItemStop> {
		const { context } = this;
		const { resumesLastStop: resumes } = input;
		// In the editor, a person who has stopped a run may turn the option on afterwards.
		const isKept = resumes || isTestRun(context);
		if (!isKept || input.changes || isTool(context)) return new ItemStop(input);
		const settings = settingsOf(item, input);
		const close = await this.open(`${placeOf(context)} ${idOf(settings)}`, resumes);
		const leave = (reached: Reached | undefined) => this.leave(settings, reached);
		if (!resumes) return new ItemStop(input, { leave, close });
		const all = loadStops(context);
		const stop = all.find((each) => idOf(each.settings) === idOf(settings));
		if (!stop) this.other = all.length === 1 && this.isOnly && all[0]?.isOnly ? all[0] : undefined;
		const reason = stop ? await this.objectionTo(stop) : changeSince(this.other, settings);
		// Others may have been noted meanwhile.
		if (stop) noteStops(context, without(loadStops(context), stop));
		if (reason === undefined) {
			const putBack = () => stop && noteStops(context, [...loadStops(context), stop]);
			return new ItemStop(input, { leave, close, putBack }, stop);
		}
		const warning = `Not resumed: ${reason}. Reading started from the beginning.`;
		return new ItemStop(input, { leave, close }, undefined, warning);
	}

	/** To be called when the node returns its records: nothing of the other input items is left. */
	returns(): void {
		const all = loadStops(this.context);
		const left = all.filter((stop) => stop.resume !== null || stop.execution !== this.execution);
		if (left.length < all.length) noteStops(this.context, left);
	}

	/** @returns to be called at the end of the read */
	private async open(key: string, resumes: boolean): Promise<() => void> {
		const signal = cancelSignal(this.context);
		for (let other = openReads.get(key); other; other = openReads.get(key)) {
			if (!resumes || other.execution === this.execution) break;
			if (!other.signal?.aborted) {
				throw userError(
					`Execution ${other.execution} is still reading this list`,
					'Wait until it has ended, or stop it. Two runs at once could continue the same one, and return its records twice.',
				);
			}
			// A batch of it may be in progress, and counts once it is done.
			const { ended } = other;
			await unlessCancelled(async () => await ended, signal);
		}
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		const own: OpenRead = { execution: this.execution, signal, ended };
		openReads.set(key, own);
		return () => {
			if (openReads.get(key) === own) openReads.delete(key);
			end();
		};
	}

	/** @returns why a stop cannot be continued */
	private async objectionTo({ at, execution, kept }: LastStop): Promise<string | undefined> {
		if (Date.now() - at > KEPT_MS) return `execution ${execution} stopped more than 12 hours ago`;
		return kept && !(await isThere(this.context, kept))
			? `n8n has deleted what execution ${execution} had read`
			: undefined;
	}

	/** Of several input items, also those that were read to their end are noted: another one may fail. */
	private leave(settings: StopSettings, reached: Reached | undefined): void {
		const { context, execution, isOnly, other } = this;
		const all = loadStops(context);
		const isOld = (stop: LastStop) =>
			stop.execution !== execution && idOf(stop.settings) === idOf(settings);
		let left = all.filter((stop) => !isOld(stop));
		if (reached && !(reached.resume === null && this.hasOneItem))
			left.push({ ...reached, settings, execution, at: Date.now(), isOnly });
		else if (other) left = without(left, other);
		if (left.length > 0 || all.length > 0) noteStops(context, left);
	}
}

function without(stops: LastStop[], one: LastStop): LastStop[] {
	const { at, execution, settings } = one;
	let isGone = false;
	return stops.filter((stop) => {
		const isOne = stop.at === at && stop.execution === execution;
		if (isGone || !isOne || idOf(stop.settings) !== idOf(settings)) return true;
		isGone = true;
		return false;
	});
}

/** @returns what has changed since another run of the node stopped; `undefined` where it is not known */
function changeSince(stop: LastStop | undefined, settings: StopSettings): string | undefined {
	const label = stop && changedLabel(stop.settings, settings);
	return label && `${label} has changed since execution ${stop.execution} stopped`;
}
