import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toItemJson, toRecord } from '../shared/basics/guards';
import { hashOf } from '../shared/basics/hash';
import { memberOf, setMember } from '../shared/basics/members';
import { isAtTheEnd } from '../shared/changes/atTheEnd';
import { begin, NOTHING_KNOWN, type ReadState } from '../shared/changes/state';
import { fromStored, toStored } from '../shared/changes/storedState';
import { logLine } from '../shared/n8n/logLine';
import { forEditor, userError } from '../shared/n8n/nodeErrors';
import { ItemParameters } from '../shared/node/itemParameters';
import { isProvenScheme } from '../shared/paging/detect/provenSchemes';
import { SimilarList } from '../shared/paging/detect/similarLists';
import { toReadContext } from '../shared/read/context';
import { toIncompleteError } from '../shared/read/incomplete';
import { readInput } from '../shared/read/input';
import { limitToChanges } from '../shared/read/limitToChanges';
import { toShownError } from '../shared/read/readErrors';
import { readRecords } from '../shared/read/readRecords';
import type { ReadContext, ReadInput, RunSummary } from '../shared/read/types';
import { type PollSettings, readPollSettings } from './settings';

/** Records of a test run. */
const SAMPLES = 3;

/** After this time, n8n has stored the state of a poll, in milliseconds: it does so with the execution. */
const STORED_AFTER_MS = 30_000;

/** Polls in progress, by workflow and node: n8n starts the next one although the last has not ended. */
const inProgress = new Set<string>();

/** A poll that has returned records. */
interface ReturningPoll {
	/** Hash of the state before it. */
	from: string;
	/** When n8n has stored the state after it at the latest, in milliseconds since 1970. */
	until: number;
}

/** Workflows and nodes whose last poll has returned records in place of what was wrong with the list. */
const putOff = new Set<string>();

/** The last poll that has returned records, by workflow and node. */
const lastReturned = new Map<string, ReturningPoll>();

/** The part of a poll that n8n has since 2.30; a poll of an older one may take any time. */
interface MaybeBudgeted {
	getPollBudgetMs?: () => number;
}

/** What a poll reads with. */
interface PollContext extends ReadContext {
	/** How long n8n waits for the poll, in milliseconds; after it, n8n would drop what the poll returns. */
	budgetMs: number | undefined;
}

/**
 * Reads the list and compares it with what the poll before has seen.
 *
 * @returns the records that start the workflow; `null` when there are none
 * @throws NodeApiError or NodeOperationError; the next poll starts where this one did
 */
export async function poll(
	n8n: IPollFunctions & MaybeBudgeted,
): Promise<INodeExecutionData[][] | null> {
	const id = `${n8n.getWorkflow().id} ${n8n.getNode().id}`;
	const isTest = n8n.getMode() === 'manual';
	if (!isTest && inProgress.has(id)) return null;
	const budgetMs = n8n.getPollBudgetMs?.();
	const signal = budgetMs === undefined ? undefined : AbortSignal.timeout(Math.max(0, budgetMs));
	const context: PollContext = Object.assign(toReadContext(n8n, signal), { budgetMs });
	if (!isTest) inProgress.add(id);
	try {
		const form = new ItemParameters(context, 0);
		const input = await readInput(form);
		const settings = readPollSettings(form, input);
		return await (isTest
			? readSamples(context, input, settings)
			: readSinceLastPoll(n8n, id, context, input, settings));
	} catch (thrown) {
		throw forEditor(toShownError(thrown, context, 0));
	} finally {
		if (!isTest) inProgress.delete(id);
	}
}

/**
 * Reads the first records of the list, for a test run in the editor.
 *
 * @returns up to three records
 * @throws UserError when there is none
 */
async function readSamples(
	context: PollContext,
	input: ReadInput,
	settings: PollSettings,
): Promise<INodeExecutionData[][]> {
	const limits = { ...input.limits, limit: SAMPLES };
	const { records } = await readChanges(context, { ...input, limits }, settings, NOTHING_KNOWN);
	const { events, changes } = settings;
	// As samples, records have a change that starts the workflow.
	for (const { json } of records)
		if (memberOf(json, changes.changeField) === 'created' && !events.includes('created'))
			setMember(json, changes.changeField, events[0]);
	if (records.length > 0) return [records];
	throw userError(
		'The API returned no records',
		'A test run returns the first records of the list. Check what the API returns, and any filters.',
	);
}

/**
 * Key of the node's static data: what is known of the list, and how it is paged. This is what it holds;
 * see `StoredState` for the records, and `ProvenScheme` for what Paging Setup: Automatic has found.
 *
 *     {
 *       "records": {
 *         "list": "Zk3vQ0bX1c_a m8Kd1-0sPq4T",
 *         "isEmpty": false, "keys": ["7"], "marks": "80q3Zr0-Xw", "values": [],
 *         "find": { … }
 *       }
 *     }
 */
const STATIC_DATA_KEY = 'records';

/**
 * Reads the list, and stores what is known of it for the next poll.
 *
 * @param id of the node, in all workflows
 * @returns the records that start the workflow; `null` when there are none
 */
async function readSinceLastPoll(
	n8n: IPollFunctions,
	id: string,
	context: PollContext,
	input: ReadInput,
	settings: PollSettings,
): Promise<INodeExecutionData[][] | null> {
	const { events, changes, listIds, returnsFirst } = settings;
	const staticData = n8n.getWorkflowStaticData('node');
	const text = JSON.stringify(staticData[STATIC_DATA_KEY] ?? null);
	// n8n stores a state with its execution, and may start the next poll before that is done.
	const from = hashOf(text);
	const before = toRecord(JSON.parse(text));
	const { list } = before;
	// Nothing is known before the first poll, and once another list is read.
	const known = listIds.includes(String(list)) ? fromStored(before) : undefined;
	const last = lastReturned.get(id);
	if (known && last?.from === from && Date.now() < last.until) return null;
	const similarList = new SimilarList(known && isProvenScheme(before.find) ? [before.find] : []);
	const more = { isAnother: list !== undefined && !known, similarList };
	const state = known ?? NOTHING_KNOWN;
	const read = await readChanges(context, input, settings, state, more);
	const isRemembered = !known && !returnsFirst;
	if (isRemembered) checkIsWhole(read.summary);
	// What is either new or changed comes only where both are awaited.
	const started = read.records.filter(({ json }) => {
		const change = String(memberOf(json, changes.changeField));
		return change === 'changed' || events.includes(change);
	});
	reportBrake(read.brake, id, context, started.length > 0);
	const find = toRecord(await similarList.latestScheme());
	const now = { list: listIds[0], ...toStored(read.state), find };
	// n8n notices changes of a key of its own only, and stores them with what a poll returns.
	if (JSON.stringify(now) !== text) staticData[STATIC_DATA_KEY] = now;
	if (isRemembered || started.length === 0) return null;
	lastReturned.set(id, { from, until: Date.now() + STORED_AFTER_MS });
	return [started];
}

/**
 * Says that more records are gone than may be removed. A poll can return records or an error, so what is
 * new or changed goes first, and the next poll says it.
 *
 * @param brake why the records were not removed; `undefined` when nothing speaks against it
 * @param id of the node, in all workflows
 * @param hasStarted whether records start the workflow
 * @throws ChangesError unless records start the workflow, and the poll before has said it
 */
function reportBrake(
	brake: Error | undefined,
	id: string,
	context: PollContext,
	hasStarted: boolean,
): void {
	const wasPutOff = putOff.delete(id);
	if (!brake) return;
	if (!hasStarted || wasPutOff) throw brake;
	putOff.add(id);
	logLine(context, 'warn', `${context.getNode().name}: ${brake.message}`);
}

/** What a poll has read. */
interface FoundChanges {
	/** The records that have changed. */
	records: INodeExecutionData[];
	/** What is known of the list from now on. */
	state: ReadState;
	/** How it was read. */
	summary: RunSummary;
	/** Why records that are gone were not removed. */
	brake: Error | undefined;
}

/**
 * Reads the list, or what has changed in it.
 *
 * @param known what the poll before has seen
 * @param more.isAnother whether what was known is of another list
 * @param more.similarList what Paging Setup: Automatic has found before, and finds now
 * @returns the records that have changed, what to know of the list from now on, and how it was read
 * @throws NodeApiError, NodeOperationError or UserError when not all was read
 */
async function readChanges(
	context: PollContext,
	input: ReadInput,
	{ changes }: PollSettings,
	known: ReadState,
	{ isAnother = false, similarList }: { isAnother?: boolean; similarList?: SimilarList } = {},
): Promise<FoundChanges> {
	const {
		input: prepared,
		reader,
		serverClock,
	} = limitToChanges(input, changes, begin(known), { isAnother, holdsRemovals: true });
	const records: INodeExecutionData[] = [];
	const read = await readRecords(context, prepared, {
		similarList,
		observers: [serverClock],
		sink: {
			select: (pages) => reader.pages(pages),
			add({ items }) {
				for (const item of items) records.push({ json: toItemJson(item) });
			},
		},
	});
	const isCut = read.stopReason === 'cancelled' || read.stopReason === 'error';
	if (isCut && context.getExecutionCancelSignal()?.aborted) {
		throw userError(
			`The list could not be read within ${Math.round((context.budgetMs ?? 0) / 1000)} seconds, the time that n8n gives a poll`,
			'No record was returned; the next poll starts over. Set Find Changes By to Changed-At Field, request larger pages, or use a Schedule Trigger and Paged HTTP with Records set to New and Changed.',
		);
	}
	const summary = { ...read, changes: reader.counts };
	const error = read.error ?? toIncompleteError(summary, input, context);
	if (error) throw toShownError(error, context, 0);
	reader.confirm();
	for (const warning of summary.warnings)
		logLine(context, 'warn', `${context.getNode().name}: ${warning}`);
	return { records, state: reader.state(), summary, brake: reader.brake };
}

/**
 * What the first poll does not see would be new to the next one, and start the workflow.
 *
 * @throws UserError naming what speaks against it
 */
function checkIsWhole(summary: RunSummary): void {
	if (isAtTheEnd(summary) && summary.incomplete.length === 0) return;
	throw userError(
		'The first poll may not have read the whole list, so it is not remembered',
		...summary.warnings,
		'Publish the workflow once the API returns the whole list. If the list is empty, or you want its existing records to start the workflow, set On First Poll under Options to Return All.',
	);
}
