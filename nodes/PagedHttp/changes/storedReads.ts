import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord, toRecord } from '../../shared/basics/guards';
import { setMember } from '../../shared/basics/members';
import type { ReadState } from '../../shared/changes/state';
import { fromStored, toStored } from '../../shared/changes/storedState';
import { userError } from '../../shared/n8n/nodeErrors';
import { storeAtEnd } from '../../shared/n8n/staticData';
import { isTestRun } from './testRun';

/** The run of a node that has returned records. */
export interface ReaderRun {
	/** Name of the node. */
	node: string;
	/** Id of the execution; a retry and what follows a wait have other data, and may have another id. */
	execution: string;
	/** Number of the run in the execution, and of its input items, from 0. */
	index: number;
	inputs: number[];
	/** Path of what identifies a record. */
	recordKey: string;
	/** Whether its records are marked at the end of the execution, by how that ends. */
	isMarkedAtEnd?: boolean;
	/** Whether records count as processed that went to a connected output for errors. */
	countsHandled?: boolean;
	/** How the execution ended; absent while it runs, and where that was not stored. */
	end?: RunEnding;
}

/** How an execution ended whose records were to be marked then. */
export interface RunEnding {
	/** Whether its records were marked, or why not. */
	as: 'succeeded' | 'failed' | 'waiting';
	/** Names of the nodes that have failed for some of them. */
	failedIn?: string[];
	/** Names of those that have sent some of them to a connected output for errors. */
	handledIn?: string[];
	/** Names of those that have only shown what they would write. */
	shownIn?: string[];
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
export type StoredChanges = Record<string, Record<string, StoredRead>>;

/**
 * The only member of the workflow's static data that is ours. It is the workflow's, since a node
 * cannot reach the static data of another one. This is what it holds, with the id of a node and that
 * of a read; for the last members see `StoredState`:
 *
 *     {
 *       "pagedHttpChanges": {
 *         "version": 1,
 *         "nodes": {
 *           "6f1c2f0e-7d6a-4a3b-9a53-0c8f2a1f7e11": {
 *             "Zk3vQ0bX1c_a": {
 *               "settings": "m8Kd1-0sPq4T",
 *               "run": { "node": "Read Vendors", "execution": "231", "index": 0, "inputs": [0], "recordKey": "id" },
 *               "isEmpty": false, "keys": ["7"], "marks": "80q3Zr0-Xw", "values": []
 *             }
 *           }
 *         }
 *       }
 *     }
 */
const STATIC_DATA_MEMBER = 'pagedHttpChanges';

/** Version of what is stored: an older version of this package does not read what a newer one has written. */
const VERSION = 1;

/** What was loaded in an execution: a workflow may run Confirm once for each record. */
interface LoadedChanges {
	/** Id of the execution: n8n may start the next one with the same static data. */
	execution: string;
	changes: StoredChanges;
	/** See {@link EndOfRun}. */
	end?: EndOfRun;
}

/**
 * What becomes of the reads of a run when it ends.
 *
 * @param changes what the run has left; it stays as it is
 * @returns what to store in its place, for good; `undefined` while the run is in progress
 */
export type EndOfRun = (changes: StoredChanges) => StoredChanges | undefined;

const loaded = new WeakMap<object, LoadedChanges>();

/**
 * @returns what is stored; what is changed in it is kept with `store`, except in test runs
 * @throws UserError when it was stored by another version, or changed by someone else
 */
export function load(context: IExecuteFunctions): StoredChanges {
	const data = context.getWorkflowStaticData('global');
	const before = isTestRun(context) ? undefined : loaded.get(data);
	const execution = context.getExecutionId();
	const known = before?.execution === execution ? before.changes : undefined;
	const changes = known ?? parse(data[STATIC_DATA_MEMBER] ?? { version: VERSION, nodes: {} });
	if (!changes) {
		throw userError(
			'The change history of this workflow cannot be read',
			'It was changed by another node, or by a newer version of this package. Install that version, or start over: run a Paged HTTP node with Reset Change History in the published workflow.',
		);
	}
	if (!isTestRun(context) && !known) loaded.set(data, { execution, changes });
	return changes;
}

/**
 * Keeps what was changed.
 *
 * n8n writes it at the end of the execution, also of a failed one.
 *
 * @param changes what `load` has returned
 * @param endOfRun what becomes of it when the execution ends; once given, it stays
 */
export function store(
	context: IExecuteFunctions,
	changes: StoredChanges,
	endOfRun?: EndOfRun,
): void {
	const data = context.getWorkflowStaticData('global');
	const end = endOfRun ?? loaded.get(data)?.end;
	// n8n takes this for a change; only what it writes in the end has to be JSON.
	delete data[STATIC_DATA_MEMBER];
	storeAtEnd(data, STATIC_DATA_MEMBER, jsonAtEnd(changes, end));
	loaded.set(data, { execution: context.getExecutionId(), changes, ...(end && { end }) });
}

/** @returns what gives the JSON to write, and lets go of the execution once it is over */
function jsonAtEnd(changes: StoredChanges, endOfRun: EndOfRun | undefined): () => IDataObject {
	let open: { changes: StoredChanges; endOfRun: EndOfRun | undefined } | undefined = {
		changes,
		endOfRun,
	};
	let last: IDataObject = {};
	return () => {
		if (!open) return last;
		const ended = open.endOfRun?.(open.changes);
		last = toRecord({ version: VERSION, nodes: toStoredJson(ended ?? open.changes) });
		if (ended) open = undefined;
		return last;
	};
}

/**
 * @param run a run of a node in this execution
 * @returns its reads, by their input items
 */
export function readsOfRun(
	changes: StoredChanges,
	{ node, execution, index }: Pick<ReaderRun, 'node' | 'index'> & { execution: unknown },
): Map<number, StoredRead> {
	const all = Object.values(changes).flatMap((byId) => Object.values(byId));
	const ofRun = all.filter(
		({ run }) => run?.node === node && run.execution === execution && run.index === index,
	);
	return new Map(ofRun.flatMap((read) => (read.run?.inputs ?? []).map((input) => [input, read])));
}

/** @returns whether an earlier execution has stored something */
export function hasStored(context: IExecuteFunctions): boolean {
	return STATIC_DATA_MEMBER in context.getWorkflowStaticData('global');
}

/** Forgets everything, also what cannot be read. */
export function clear(context: IExecuteFunctions): void {
	const data = context.getWorkflowStaticData('global');
	delete data[STATIC_DATA_MEMBER];
	loaded.delete(data);
}

/** @returns what is stored, see {@link STATIC_DATA_MEMBER} */
export function toStoredJson(changes: StoredChanges): object {
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
