import { UserError } from 'n8n-workflow';

import { reachedOf } from '../../shared/changes/state';
import type { ReadState, StateChange } from '../../shared/changes/types';
import { isRecord } from '../../shared/json';

/** What was returned, and does not count as done yet. */
export interface Pending extends StateChange {
	/** Id of the execution that returned it. */
	run: string;
}

/** What is kept of one read of a node. */
export interface StoredRead {
	/** See `settingsIdOf`. */
	settings: string;
	state: ReadState;
	pending?: Pending;
}

/** What is kept of a node. */
export interface StoredNode {
	/** As it was in its last run; the node itself is known by its id, which it keeps when renamed. */
	name: string;
	/** By `readIdOf`. */
	reads: Record<string, StoredRead>;
}

/** Everything that the Paged HTTP nodes of a workflow keep, by the ids of the nodes. */
export interface StoredChanges {
	version: 1;
	nodes: Record<string, StoredNode>;
}

/**
 * @param value the member of the workflow's static data
 * @returns a copy; n8n would not notice a change inside
 * @throws UserError when it was written by another version, or changed by someone else
 */
export function readStored(value: unknown): StoredChanges {
	if (value === undefined || value === null) return { version: 1, nodes: {} };
	if (!isRecord(value) || value.version !== 1) throw unreadable();
	return { version: 1, nodes: mapMembers(value.nodes, readNode) };
}

function readNode(value: unknown): StoredNode {
	if (!isRecord(value) || typeof value.name !== 'string') throw unreadable();
	return { name: value.name, reads: mapMembers(value.reads, readRead) };
}

function readRead(value: unknown): StoredRead {
	if (!isRecord(value) || typeof value.settings !== 'string') throw unreadable();
	const { settings, state, pending } = value;
	if (!isRecord(state)) throw unreadable();
	return {
		settings,
		state: { ...reachedOf(state), known: mapMembers(state.known, readText) },
		...(pending !== undefined && { pending: readPending(pending) }),
	};
}

function readPending(value: unknown): Pending {
	if (!isRecord(value) || !Array.isArray(value.drop)) throw unreadable();
	const { run, set, drop } = value;
	return {
		run: readText(run),
		...reachedOf(value),
		set: mapMembers(set, readText),
		drop: drop.map(readText),
	};
}

function readText(value: unknown): string {
	if (typeof value !== 'string') throw unreadable();
	return value;
}

function mapMembers<T>(value: unknown, read: (member: unknown) => T): Record<string, T> {
	if (!isRecord(value)) throw unreadable();
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(member)]));
}

function unreadable(): UserError {
	return new UserError('What New and Changed has stored in this workflow cannot be read', {
		description:
			'It was changed by another node, or stored by a newer version of this package. Run a Paged HTTP node with the operation Forget Everything in the published workflow to start over, or install the newer version.',
	});
}
