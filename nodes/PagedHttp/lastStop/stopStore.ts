import { type IDataObject, type IExecuteFunctions, jsonParse } from 'n8n-workflow';

import { isRecord, toRecord } from '../../shared/basics/guards';
import { Recent } from '../../shared/basics/recent';
import { isTestRun } from '../changes/testRun';
import type { Stop } from './stop';

/** So many nodes are remembered by a process: n8n stores nothing of a run that is stopped. */
const MOST_NODES = 100;

/** So many stops of a node are remembered: one for each input item. */
const MOST_STOPS = 1_000;

/** A list may have changed too much after this time to be continued. */
export const KEPT_MS = 12 * 3_600_000;

/** The member of a node's static data: `{ "lastStops": { "at": 1774944930000, "stops": [{ … }] } }`. */
const MEMBER = 'lastStops';

/** What runs of a node have left, by the names of the lists. */
export class StopStore {
	private readonly stops = new Recent<Stop>(MOST_STOPS);

	/**
	 * @param place names the node
	 * @param at when this was noted, in milliseconds since 1970
	 */
	private constructor(
		private readonly place: string,
		private at: number,
		stops: readonly Stop[],
	) {
		for (const stop of stops) this.stops.set(stop.list, stop);
	}

	/** @returns whether runs of the node have left anything since the process began, or n8n has stored it */
	static isAny(context: IExecuteFunctions): boolean {
		return memory.has(placeOf(context)) || storedOf(context) !== undefined;
	}

	/**
	 * @returns what the node has left: as the process knows it, or as n8n has stored it at the end of a run
	 *   that failed, whichever is newer
	 */
	static of(context: IExecuteFunctions): StopStore {
		const place = placeOf(context);
		const known = memory.get(place);
		const { at, stops } = storedOf(context) ?? { at: 0, stops: [] };
		const store = known && known.at >= at ? known : new StopStore(place, at, stops);
		memory.set(place, store);
		return store;
	}

	get all(): Stop[] {
		return [...this.stops.values()];
	}

	get(list: string): Stop | undefined {
		return this.stops.get(list);
	}

	set(stop: Stop): void {
		// Where n8n keeps files in memory, only one of them is kept here.
		if (isInMemory(stop)) for (const store of memory.values()) store.deleteAll(isInMemory);
		this.stops.set(stop.list, stop);
		this.at = Date.now();
		// While a list was read, so many other nodes may have run that the process forgot this one.
		memory.set(this.place, this);
	}

	delete(list: string): void {
		if (this.stops.delete(list)) this.at = Date.now();
	}

	deleteAll(isMeant: (stop: Stop) => boolean): void {
		for (const stop of this.all) if (isMeant(stop)) this.delete(stop.list);
	}

	/** Has n8n store it, at the end of an execution of the published workflow that is not stopped. */
	save(context: IExecuteFunctions): void {
		const now = Date.now();
		this.deleteAll(({ at }) => now - at > KEPT_MS);
		if (isTestRun(context)) return;
		const data = staticDataOf(context);
		const stops = this.all.filter((stop) => !isInMemory(stop));
		// With none left, a process that knows of some has to see that this is newer.
		if (stops.length > 0 || data[MEMBER] !== undefined)
			data[MEMBER] = toRecord({ at: this.at, stops });
	}
}

const memory = new Recent<StopStore>(MOST_NODES);

/** @returns what names the node among all, apart for runs in the editor: the published workflow must not continue those */
export function placeOf(context: IExecuteFunctions): string {
	const mode = isTestRun(context) ? 'editor' : 'published';
	return `${mode} ${String(context.getWorkflow().id)} ${context.getNode().id}`;
}

function storedOf(context: IExecuteFunctions): { at: number; stops: Stop[] } | undefined {
	if (isTestRun(context)) return undefined;
	// A copy: n8n observes its own.
	const stored = jsonParse<unknown>(JSON.stringify(staticDataOf(context)[MEMBER] ?? null));
	if (!isRecord(stored) || typeof stored.at !== 'number' || !Array.isArray(stored.stops))
		return undefined;
	return { at: stored.at, stops: stored.stops.filter(isStop) };
}

/** Whether the records of a stop are a file without an ID, which n8n keeps in memory. */
function isInMemory({ kept }: Stop): boolean {
	return kept !== undefined && kept.file.id === undefined;
}

function isStop(value: unknown): value is Stop {
	return (
		isRecord(value) &&
		isRecord(value.settings) &&
		typeof value.list === 'string' &&
		[value.at, value.pages, value.items].every((count) => typeof count === 'number')
	);
}

function staticDataOf(context: IExecuteFunctions): IDataObject {
	return context.getWorkflowStaticData('node');
}
