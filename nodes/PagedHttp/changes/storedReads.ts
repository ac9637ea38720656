import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord, toRecord } from '../../shared/basics/guards';
import { setMember } from '../../shared/basics/text';
import { fromStored, type ReadState, toStored } from '../../shared/changes/state';
import { userError } from '../../shared/n8n/shownErrors';
import { storeAtEnd } from '../../shared/n8n/staticData';

/** The run of a node that has returned records. */
interface ReaderRun {
	/** Name of the node. */
	node: string;
	/** Id of the execution; a retry and what follows a wait have other data, and may have another id. */
	execution: string;
	/** Number of the run in the execution, and of its input items, from 0. */
	index: number;
	inputs: number[];
	/** Path of what identifies a record. */
	recordKey: string;
}

/** What is kept of one read of a node. */
export interface StoredRead {
	/** See `settingsIdOf`. */
	settings: string;
	state: ReadState;
	/** The last run that has returned something that was to be confirmed. */
	run?: ReaderRun;
}

/** Everything that the Paged HTTP nodes of a workflow keep: reads by `readIdOf`, by the ids of the nodes. */
type StoredChanges = Record<string, Record<string, StoredRead>>;

/**
 * The only member of the workflow's static data that is ours. It is the workflow's, since a node
 * cannot reach the static data of another one.
 */
const MEMBER = 'pagedHttpChanges';

const VERSION = 1;

/** What was loaded in an execution: a workflow may run Confirm once for each record. */
const loaded = new WeakMap<object, StoredChanges>();

/**
 * @returns what is stored; what is changed in it is kept with `store`, except in test runs
 * @throws UserError when it was stored by another version, or changed by someone else
 */
export function load(context: IExecuteFunctions): StoredChanges {
	const data = context.getWorkflowStaticData('global');
	const known = isTestRun(context) ? undefined : loaded.get(data);
	const changes = known ?? parse(data[MEMBER] ?? { version: VERSION, nodes: {} });
	if (!changes) {
		throw userError(
			'The change history of this workflow cannot be read',
			'It was changed by another node, or stored by a newer version of this package. Run a Paged HTTP node with the operation Reset Change History in the published workflow to start over, or install the newer version.',
		);
	}
	if (!isTestRun(context)) loaded.set(data, changes);
	return changes;
}

/** n8n writes it at the end of the execution, also of a failed one. */
export function store(context: IExecuteFunctions, changes: StoredChanges): void {
	const data = context.getWorkflowStaticData('global');
	// n8n takes this for a change; only what it writes in the end has to be JSON.
	delete data[MEMBER];
	storeAtEnd(data, MEMBER, () => toRecord({ version: VERSION, nodes: toJson(changes) }));
	loaded.set(data, changes);
}

/** @returns whether an earlier execution has stored something */
export function hasStored(context: IExecuteFunctions): boolean {
	return MEMBER in context.getWorkflowStaticData('global');
}

/** Forgets everything, also what cannot be read. */
export function clear(context: IExecuteFunctions): void {
	const data = context.getWorkflowStaticData('global');
	delete data[MEMBER];
	loaded.delete(data);
}

/** @returns whether n8n keeps nothing of this execution */
export function isTestRun(context: IExecuteFunctions): boolean {
	return ['manual', 'evaluation'].includes(context.getMode());
}

/**
 * @returns the nodes that have read in this execution, by name: its id, if they have left something to
 *   be confirmed, or ''; n8n keeps what is set in it with the execution itself
 */
export function readersOf(context: IExecuteFunctions): Record<string, unknown> {
	const flow: Record<string, unknown> = context.getContext('flow');
	const readers = isRecord(flow[MEMBER]) ? flow[MEMBER] : {};
	flow[MEMBER] = readers;
	return readers;
}

/** @returns what is stored */
export function toJson(changes: StoredChanges): object {
	const byNode = Object.entries(changes).map(([id, reads]) => {
		const stored = Object.entries(reads).map(([name, { settings, state, run }]) => {
			return [name, { settings, run, ...toStored(state) }];
		});
		return [id, Object.fromEntries(stored)];
	});
	return Object.fromEntries(byNode);
}

function parse(value: unknown): StoredChanges | undefined {
	const copy: unknown = JSON.parse(JSON.stringify(value));
	if (!isRecord(copy) || copy.version !== VERSION || !isRecord(copy.nodes)) return undefined;
	const changes: StoredChanges = {};
	for (const [id, stored] of Object.entries(copy.nodes)) {
		const reads: StoredChanges[string] = {};
		setMember(changes, id, reads);
		for (const [name, read] of Object.entries(isRecord(stored) ? stored : { stored })) {
			const state = fromStored(read);
			if (!state || !isRead(read)) return undefined;
			const { settings, run } = read;
			setMember(reads, name, { settings, state, ...(run && { run }) });
		}
	}
	return changes;
}

function isRead(value: unknown): value is Omit<StoredRead, 'state'> {
	return isRecord(value) && typeof value.settings === 'string';
}
