import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord, toRecord } from '../../shared/json';
import type { StoredChanges } from './stored';
import { readStored } from './stored';

/**
 * The only member of the workflow's static data that is ours. It is the workflow's, since a node
 * cannot reach the static data of another one.
 */
const MEMBER = 'pagedHttpChanges';

/** A read of this execution, by the name of its node. */
export interface OpenRead {
	/** Id of the execution; a retry and what follows a wait have other data, and may have another id. */
	run: string;
	/** How many records it has returned that do not count as done. */
	open: number;
}

type Static = Pick<IExecuteFunctions, 'getWorkflowStaticData'>;

/** @throws UserError when what is stored cannot be read */
export function load(context: Static): StoredChanges {
	return readStored(context.getWorkflowStaticData('global')[MEMBER]);
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
	const reads = isRecord(flow[MEMBER]) ? flow[MEMBER] : {};
	return new Map(
		Object.entries(reads).flatMap(([name, read]): Array<[string, OpenRead]> => {
			if (!isRecord(read) || typeof read.run !== 'string') return [];
			return [[name, { run: read.run, open: Number(read.open) }]];
		}),
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
