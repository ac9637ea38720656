import type { IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { areTexts, isReadState } from '../../shared/changes/state';
import type { ReadState, StateChange } from '../../shared/changes/types';
import { isRecord, toRecord } from '../../shared/json';

/** What was returned, and is not marked as processed yet. */
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
interface StoredNode {
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

/** A read of this execution, by the name of its node. */
interface OpenRead {
	/** Id of the execution; a retry and what follows a wait have other data, and may have another id. */
	run: string;
	/** How many records it has returned that are not marked as processed. */
	open: number;
}

/**
 * The only member of the workflow's static data that is ours. It is the workflow's, since a node
 * cannot reach the static data of another one.
 */
const MEMBER = 'pagedHttpChanges';

type Static = Pick<IExecuteFunctions, 'getWorkflowStaticData'>;

/**
 * @returns a copy; n8n would not notice a change inside
 * @throws UserError when it was stored by another version, or changed by someone else
 */
export function load(context: Static): StoredChanges {
	const stored = context.getWorkflowStaticData('global')[MEMBER] ?? { version: 1, nodes: {} };
	const copy: unknown = JSON.parse(JSON.stringify(stored));
	if (isStored(copy)) return copy;
	throw new UserError('The change history of this workflow cannot be read', {
		description:
			'It was changed by another node, or stored by a newer version of this package. Run a Paged HTTP node with the operation Reset Change History in the published workflow to start over, or install the newer version.',
	});
}

/** n8n writes it at the end of the execution, also of a failed one. */
export function store(context: Static, changes: StoredChanges): void {
	context.getWorkflowStaticData('global')[MEMBER] = toRecord(changes);
}

/** @returns whether an earlier execution has stored something */
export function hasStored(context: Static): boolean {
	return MEMBER in context.getWorkflowStaticData('global');
}

/** Forgets everything, also what cannot be read. */
export function clear(context: Static): void {
	delete context.getWorkflowStaticData('global')[MEMBER];
}

/** @returns whether n8n keeps nothing of this execution */
export function isTestRun(context: Pick<IExecuteFunctions, 'getMode'>): boolean {
	return ['manual', 'evaluation'].includes(context.getMode());
}

/** @returns what was read in this execution, which n8n keeps with the execution itself */
export function openReads(context: Pick<IExecuteFunctions, 'getContext'>): Map<string, OpenRead> {
	const flow: Record<string, unknown> = context.getContext('flow');
	const reads = isRecord(flow[MEMBER]) ? Object.entries(flow[MEMBER]) : [];
	return new Map(
		reads.flatMap(([name, read]) =>
			isRecord(read) ? [[name, { run: String(read.run), open: Number(read.open) }]] : [],
		),
	);
}

/** Replaces what was read in this execution. */
export function setOpenReads(
	context: Pick<IExecuteFunctions, 'getContext'>,
	reads: Map<string, OpenRead>,
): void {
	const flow: Record<string, unknown> = context.getContext('flow');
	flow[MEMBER] = Object.fromEntries(reads);
}

function isStored(value: unknown): value is StoredChanges {
	return (
		isRecord(value) &&
		value.version === 1 &&
		membersOf(value.nodes).every(
			(node) =>
				isRecord(node) &&
				typeof node.name === 'string' &&
				membersOf(node.reads).every(isStoredRead),
		)
	);
}

function isStoredRead(value: unknown): boolean {
	if (!isRecord(value) || typeof value.settings !== 'string') return false;
	const { state, pending = { run: '', set: {}, drop: [] } } = value;
	if (!isReadState(state) || !isRecord(pending)) return false;
	const { run, set, drop } = pending;
	return (
		typeof run === 'string' &&
		isRecord(set) &&
		areTexts(Object.values(set)) &&
		Array.isArray(drop) &&
		areTexts(drop)
	);
}

/** What is no object has a member that is nothing of ours. */
function membersOf(value: unknown): unknown[] {
	return isRecord(value) ? Object.values(value) : [undefined];
}
