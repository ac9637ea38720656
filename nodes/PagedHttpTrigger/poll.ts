import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isFind, Place } from '../shared/paging/detect/finds';
import { hashOf } from '../shared/paging/response/compare';
import { toShownError } from '../shared/read/failure';
import { readInput } from '../shared/read/input';
import { relabelError, setupFields } from '../shared/read/labels';
import { isAtTheEnd } from '../shared/changes/reader';
import { fromStored, NOTHING_KNOWN, toStored } from '../shared/changes/state';
import { toRecord } from '../shared/basics/values';
import { ItemParameters } from '../shared/node/inputItem';
import type { RunSummary } from '../shared/read/types';
import { readChanges, toPollContext } from './readChanges';
import { readSettings } from './settings';

/** Records of a test run. */
const SAMPLES = 3;

/** Polls in progress: n8n starts the next one although the last has not ended. */
const inProgress = new Set<string>();

/** Of the last poll that has returned records: the state before it, and until when n8n has stored that after it. */
const returned = new Map<string, { from: string; until: number }>();

/**
 * Reads the list and compares it with what the poll before has seen.
 *
 * @returns the records that start the workflow; `null` when there are none
 * @throws NodeApiError or NodeOperationError; the next poll starts where this one did
 */
export async function poll(n8n: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (n8n.getMode() === 'manual') return await readPoll(n8n);
	const id = `${n8n.getWorkflow().id} ${n8n.getNode().id}`;
	if (inProgress.has(id)) return null;
	inProgress.add(id);
	try {
		return await readPoll(n8n, id);
	} finally {
		inProgress.delete(id);
	}
}

/** @param id of the poll; a test run has none */
async function readPoll(n8n: IPollFunctions, id?: string): Promise<INodeExecutionData[][] | null> {
	const context = toPollContext(n8n);
	try {
		const input = await readInput(context, 0);
		const settings = readSettings(new ItemParameters(context, 0), input);
		if (id === undefined) {
			const { records } = await readChanges(context, input, settings, NOTHING_KNOWN, {
				limit: SAMPLES,
			});
			if (records.length > 0) return [records];
			throw new UserError('The API returned no records', {
				description: `A test run returns the first records of the list. Check ${setupFields(context, 0)}, and any filters.`,
			});
		}
		const { events, changes, listIds, returnsFirst } = settings;
		const staticData = n8n.getWorkflowStaticData('node');
		const text = JSON.stringify(staticData[KEY] ?? null);
		// n8n stores a state with its execution, and may start the next poll before that is done.
		const from = hashOf(text);
		const before = toRecord(JSON.parse(text));
		const { list } = before;
		// Nothing is known before the first poll, and once another list is read.
		const known = listIds.includes(String(list)) ? fromStored(before) : undefined;
		const last = returned.get(id);
		if (known && last?.from === from && Date.now() < last.until) return null;
		const place = new Place(known && isFind(before.find) ? [before.find] : []);
		const { records, state, summary } = await readChanges(
			context,
			input,
			settings,
			known ?? NOTHING_KNOWN,
			{ isAnother: list !== undefined && !known, place },
		);
		const isRemembered = !known && !returnsFirst;
		if (isRemembered) checkIsWhole(summary, setupFields(context, 0));
		const find = toRecord(await place.found());
		const now = { list: listIds[0], ...toStored(state), find };
		// n8n notices changes of a key of its own only, and stores them with what a poll returns.
		if (JSON.stringify(now) !== text) staticData[KEY] = now;
		const started = records.filter(({ json }) => isAwaited(json[changes.changeField], events));
		if (isRemembered || started.length === 0) return null;
		returned.set(id, { from, until: Date.now() + 30_000 });
		return [started];
	} catch (thrown) {
		throw toShownError(relabelError(context, 0, thrown), context, 0);
	}
}

/** Key of the node's static data: what is known of the list, and how it is paged. */
const KEY = 'records';

/**
 * What the first poll does not see would be new to the next one, and start the workflow.
 *
 * @param fields those that say what is read
 * @throws UserError naming what speaks against it
 */
function checkIsWhole(summary: RunSummary, fields: string): void {
	if (isAtTheEnd(summary) && summary.incomplete.length === 0) return;
	throw new UserError('The first poll may not have read the whole list, so it is not remembered', {
		description: [
			...summary.warnings,
			`Check ${fields}, and publish the workflow once the API returns the whole list. If the list is empty, or its records may start the workflow, set On First Poll under Options to Return All.`,
		].join('\n'),
	});
}

/** What is either new or changed comes only where both are awaited. */
function isAwaited(change: unknown, events: readonly string[]): boolean {
	return change === 'changed' || events.includes(String(change));
}
