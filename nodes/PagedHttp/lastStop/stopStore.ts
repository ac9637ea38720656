import { type IDataObject, type IExecuteFunctions, jsonParse } from 'n8n-workflow';

import { isRecord, toRecord } from '../../shared/basics/guards';
import { Recent } from '../../shared/basics/recent';
import { isTestRun } from '../changes/testRun';
import type { LastStop } from './lastStop';

/** What a node has left. */
interface NodeStops {
	/** When this was noted, in milliseconds since 1970. */
	at: number;
	stops: LastStop[];
}

/** So many nodes are remembered by a process: n8n stores nothing of a run that is stopped. */
const MOST_NODES = 100;

/** So many stops of a node are remembered: one for each input item. */
const MOST_STOPS = 1_000;

/** A list may have changed too much after this time to be continued. */
export const KEPT_MS = 12 * 3_600_000;

/** The member of a node's static data. */
const MEMBER = 'lastStops';

const memory = new Recent<NodeStops>(MOST_NODES);

/** @returns what names the node among all, apart for runs in the editor: the published workflow must not continue those */
export function placeOf(context: IExecuteFunctions): string {
	const mode = isTestRun(context) ? 'editor' : 'published';
	return `${mode} ${String(context.getWorkflow().id)} ${context.getNode().id}`;
}

/**
 * @returns what runs of the node have left: as the process knows it, or as n8n has stored it at the end of
 *   a run that failed, whichever is newer
 */
export function loadStops(context: IExecuteFunctions): LastStop[] {
	const known = memory.get(placeOf(context));
	const stored = storedOf(context);
	return (known && known.at >= (stored?.at ?? 0) ? known : stored)?.stops ?? [];
}

/** Notes what runs of the node have left; n8n stores it if the execution is one of a published workflow. */
export function noteStops(context: IExecuteFunctions, all: readonly LastStop[]): void {
	const last = all.findLast(isInMemory);
	const at = Date.now();
	const stops = all
		.filter((stop) => at - stop.at <= KEPT_MS && (stop === last || !isInMemory(stop)))
		.slice(-MOST_STOPS);
	// Where n8n keeps files in memory, only one of them is kept here.
	if (last) for (const node of memory.values()) node.stops = node.stops.filter(isStored);
	memory.set(placeOf(context), { at, stops });
	if (isTestRun(context)) return;
	const data = staticDataOf(context);
	const stored = stops.filter(isStored);
	if (stored.length > 0) data[MEMBER] = toRecord({ at, stops: stored });
	// What a process knows that has not seen this is older.
	else if (data[MEMBER] !== undefined) data[MEMBER] = { at, stops: [] };
}

function storedOf(context: IExecuteFunctions): NodeStops | undefined {
	if (isTestRun(context)) return undefined;
	// A copy: n8n observes its own.
	const stored = jsonParse<unknown>(JSON.stringify(staticDataOf(context)[MEMBER] ?? null));
	if (!isRecord(stored) || typeof stored.at !== 'number' || !Array.isArray(stored.stops))
		return undefined;
	return { at: stored.at, stops: stored.stops.filter(isStop) };
}

/** Whether the records of a stop are a file without an ID, which n8n keeps in memory. */
function isInMemory({ kept }: LastStop): boolean {
	return kept !== undefined && kept.file.id === undefined;
}

function isStored(stop: LastStop): boolean {
	return !isInMemory(stop);
}

function isStop(value: unknown): value is LastStop {
	return (
		isRecord(value) &&
		isRecord(value.settings) &&
		[value.at, value.pages, value.items].every((count) => typeof count === 'number')
	);
}

function staticDataOf(context: IExecuteFunctions): IDataObject {
	return context.getWorkflowStaticData('node');
}
