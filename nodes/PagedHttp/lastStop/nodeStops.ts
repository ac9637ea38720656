import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal } from '../../shared/n8n/cancel';
import { runIndexOf } from '../../shared/n8n/runData';
import { isTool } from '../../shared/n8n/tool';
import type { InputItem } from '../../shared/node/inputItem';
import type { ReadInput } from '../../shared/read/types';
import { isTestRun } from '../changes/testRun';
import { isThere } from '../output/keptRecords';
import { ItemStop } from './itemStop';
import { openRead } from './openReads';
import type { Reached, Stop } from './stop';
import { changedLabel, idOf, settingsOf, type StopSettings } from './stopSettings';
import { KEPT_MS, placeOf, StopStore } from './stopStore';

/** What a run of the node continues of earlier ones, and leaves for later ones. */
export class NodeStops {
	private readonly execution: string;
	private readonly hasOneItem: boolean;
	private store: StopStore | undefined;
	/** How many input items have the same settings, by these. */
	private readonly items = new Map<string, number>();
	/** What an earlier run has left that read something else. */
	private other: Stop | undefined;

	constructor(private readonly context: IExecuteFunctions) {
		this.execution = context.getExecutionId();
		this.hasOneItem = context.getInputData().length === 1;
	}

	/** Whether this is the only read of its execution, as far as is known now. */
	private get isOnly(): boolean {
		return this.hasOneItem && runIndexOf(this.context) === 0;
	}

	/**
	 * Finds what an earlier run has left of an input item. It stays, until this one has come further.
	 *
	 * @throws UserError when another run is reading the same list
	 */
	async of(item: InputItem, input: ReadInput): Promise<ItemStop> {
		const { context, execution } = this;
		const { resumesLastStop: resumes } = input;
		// In the editor, a person who has stopped a run may turn the option on afterwards.
		const isKept = resumes || isTestRun(context);
		const isLeft = isKept || StopStore.isAny(context);
		if (!isLeft || input.changes || isTool(context)) return new ItemStop(input);
		const store = (this.store ??= StopStore.of(context));
		const settings = settingsOf(item, input);
		const list = this.listOf(settings);
		const forget = () => this.forget(store, list);
		if (!isKept) return new ItemStop(input, { forget });
		const run = { execution, signal: cancelSignal(context) };
		const close = await openRead(`${placeOf(context)} ${list}`, run, resumes);
		const leave = (reached: Reached) => this.leave(store, list, settings, reached);
		if (!resumes) return new ItemStop(input, { leave, forget, close });
		const stop = store.get(list);
		if (!stop) this.findOther(store);
		const reason = stop ? await this.objectionTo(stop) : changeSince(this.other, settings);
		if (reason === undefined) return new ItemStop(input, { leave, forget, close }, stop);
		const warning = `Not resumed: ${reason}. Reading started from the beginning.`;
		return new ItemStop(input, { leave, forget, close }, undefined, warning);
	}

	/** To be called when the node returns its records: nothing of the other input items is left. */
	returns(): void {
		this.store?.deleteAll(
			({ resume, execution }) => resume === null && execution === this.execution,
		);
	}

	/** To be called when the node has ended in any way. */
	save(): void {
		this.store?.save(this.context);
	}

	/** @returns what names the list: items with the same settings are told apart by their order */
	private listOf(settings: StopSettings): string {
		const id = idOf(settings);
		const before = this.items.get(id) ?? 0;
		this.items.set(id, before + 1);
		return before === 0 ? id : `${id} ${before}`;
	}

	private findOther(store: StopStore): void {
		const [one, ...others] = store.all;
		this.other = one?.isOnly && others.length === 0 && this.isOnly ? one : undefined;
	}

	/** @returns why a stop cannot be continued */
	private async objectionTo({ at, execution, kept }: Stop): Promise<string | undefined> {
		if (Date.now() - at > KEPT_MS) return `execution ${execution} stopped more than 12 hours ago`;
		return kept && !(await isThere(this.context, kept))
			? `n8n has deleted what execution ${execution} had read`
			: undefined;
	}

	private leave(store: StopStore, list: string, settings: StopSettings, reached: Reached): void {
		const { context, execution, isOnly } = this;
		// What was read to its end is done, unless the node will not return it: another item may fail.
		const isDone = reached.resume === null && this.hasOneItem && !cancelSignal(context)?.aborted;
		if (isDone) this.forget(store, list);
		else store.set({ ...reached, list, settings, execution, at: Date.now(), isOnly });
	}

	private forget(store: StopStore, list: string): void {
		store.delete(list);
		if (this.other) store.delete(this.other.list);
	}
}

/** @returns what has changed since another run of the node stopped; `undefined` where it is not known */
function changeSince(stop: Stop | undefined, settings: StopSettings): string | undefined {
	const label = stop && changedLabel(stop.settings, settings);
	return label && `${label} has changed since execution ${stop.execution} stopped`;
}
