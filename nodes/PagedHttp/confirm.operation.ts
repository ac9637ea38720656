import type { IExecuteFunctions, NodeTypeAndVersion, UserError } from 'n8n-workflow';

import { memberOf } from '../shared/basics/members';
import { countOf } from '../shared/basics/countOf';
import { confirm } from '../shared/changes/state';
import { listField, noticeField, textField } from '../shared/forms/fields';
import { showHints } from '../shared/n8n/hints';
import { userError } from '../shared/n8n/nodeErrors';
import { toChoice } from '../shared/node/coerce';
import { InputItem } from '../shared/node/inputItem';
import type { Operation } from '../shared/node/operation';
import { addWarning } from '../shared/node/warnings';
import { type Arrivals, arrivalsOf, dryRunsBefore } from './changes/arrivals';
import { readersOf } from './changes/executionReaders';
import { needsNoConfirm } from './changes/needsNoConfirm';
import { RecordSet } from './changes/recordSet';
import { load, readsOfRun, store, type StoredRead } from './changes/storedReads';
import { isTestRun } from './changes/testRun';
import { inputItems } from './forget.operation';

/** Marks records as processed that were read in this execution, and passes its input on. */
export const confirmOperation: Operation = {
	properties: [
		noticeField(
			'confirmNotice',
			'Place this node last: records that reach it are not returned again, even if a later node fails.',
		),
		textField(
			'Node to Confirm',
			'readNode',
			'Name of the Paged HTTP node whose records to mark as processed. If empty, the records of all Paged HTTP nodes before this one.',
			{ placeholder: 'If empty, all before this node' },
		),
		listField(
			'Records to Confirm',
			'recordsToConfirm',
			'arrived',
			'Which records to mark as processed',
			[
				[
					'All Records of the Run',
					'all',
					'Mark all records that were read in this execution as processed, whether or not they reach this node',
				],
				[
					'Records That Arrive',
					'arrived',
					'Mark only the records whose items reach this node. The others are returned again in the next run.',
				],
			],
			{ noDataExpression: true },
		),
	],
	run: async function* (context) {
		const isAll = toChoice(
			new InputItem(context, 0).value('recordsToConfirm', 'arrived'),
			'Records to Confirm',
			{ all: true, arrived: false },
		);
		const [from] = context.getExecuteData().source?.main ?? [];
		const reader = context
			.getParentNodes(context.getNode().name)
			.find(({ name, type }) => name === from?.previousNode && type.endsWith('.pagedHttp'));
		if (!isAll && reader && from?.previousNodeOutput === 1) {
			throw userError(
				`The Summary output of "${reader.name}" is connected here, which has no records to confirm`,
				'Remove this connection, and connect the last node that processes the records, or the Items output. Or set Records to Confirm to All Records of the Run.',
			);
		}
		checkReaders(context);
		if (isTestRun(context)) {
			showHints(context, [
				'Test run: nothing was confirmed. Only runs of the published workflow confirm records.',
				'info',
			]);
		} else confirmReads(context, isAll);
		yield* inputItems(context);
	},
};

/** Where all records are confirmed, whether they arrive or not. */
const NO_ARRIVALS: Arrivals = { records: RecordSet.EMPTY, shown: RecordSet.EMPTY };

/**
 * Marks records as processed, and says how many were marked.
 *
 * @param isAll whether those count too that did not arrive
 * @throws UserError when nothing was read, or the records of an item cannot be determined
 */
function confirmReads(context: IExecuteFunctions, isAll: boolean): void {
	const readers = namedReaders(context);
	const stored = load(context);
	const reads = Object.values(stored)
		.flatMap((byId) => Object.values(byId))
		.filter(({ run }) => run && readers.get(run.node) === run.execution);
	checkNotLost(readers, reads);
	const isSureOfAll = isAll && dryRunsBefore(context).length === 0;
	const arrivals = isSureOfAll
		? NO_ARRIVALS
		: arrivalsOf(context, (node, index) => {
				const execution = readers.get(node);
				return readsOfRun(stored, { node, execution, index });
			});
	const { confirmed, notWritten } = markProcessed(reads, arrivals, isAll);
	const { records, unclear } = arrivals;
	const open = unclear && reads.find((read) => hasOpen(read, unclear.records.keysOf(read)));
	if (notWritten > 0)
		addWarning(
			context,
			`Not confirmed: ${countOf(notWritten, 'record')}, because a node with Dry Run turned on wrote nothing for them.`,
		);
	else if (!open && records.size === 0 && reads.some((read) => hasOpen(read)))
		addWarning(
			context,
			'No records arrived here, only items such as errors or a summary. Connect the last node that processes the records.',
		);
	if (confirmed > 0 || notWritten === 0)
		showHints(context, [`Confirmed: ${countOf(confirmed, 'record')}.`, 'info']);
	if (confirmed > 0) store(context, stored);
	if (unclear && open && !isAll) throw notIdentified(unclear.node, open);
}

/**
 * @returns the readers to confirm, by their names: the id of the execution in which they have left
 *   something to be confirmed, or ''
 * @throws UserError when none of them has run
 */
function namedReaders(context: IExecuteFunctions): Map<string, unknown> {
	const name = nameOfReader(context);
	const readers = readersOf(context);
	const parents = context.getParentNodes(context.getNode().name).map((parent) => parent.name);
	const named = (name === '' ? parents : [name]).filter((node) => Object.hasOwn(readers, node));
	if (named.length > 0) return new Map(named.map((node) => [node, memberOf(readers, node)]));
	throw nothingToConfirm(name);
}

function nameOfReader(context: IExecuteFunctions): string {
	return new InputItem(context, 0).text('readNode', 'Node to Confirm');
}

function nothingToConfirm(name: string): UserError {
	return userError(
		`There is nothing to confirm${name === '' ? '' : `: "${name}" did not run with New and Changed`}`,
		'Check that a Paged HTTP node with Records set to New and Changed runs before this node in the same workflow, and that Node to Confirm is empty or its name. Confirm has no effect in a sub-workflow.',
	);
}

/**
 * Checks the settings of the readers, so that a test run shows what the published workflow would do.
 *
 * @throws UserError when none of them has anything to confirm, or when one needs no Confirm
 */
function checkReaders(context: IExecuteFunctions): void {
	const name = nameOfReader(context);
	const parents = context.getParentNodes(context.getNode().name, { includeNodeParameters: true });
	const readers = parents
		.filter((parent) => parent.type.endsWith('.pagedHttp') && (!name || parent.name === name))
		.map((parent) => ({ reader: parent.name, settings: settingsOf(parent) }))
		.filter(({ settings }) => settings.operation === 'read' && settings.readMode === 'changes');
	if (readers.length === 0) throw nothingToConfirm(name);
	const own = readers.find(
		({ settings }) => settings.countAsDone === 'succeeded' && settings.output !== 'batches',
	);
	if (own) throw needsNoConfirm(own.reader);
}

/** @returns the parameters of a reader, with those that a workflow leaves out */
function settingsOf({ parameters }: NodeTypeAndVersion): Record<string, unknown> {
	const defaults = {
		operation: 'read',
		readMode: 'all',
		countAsDone: 'succeeded',
		output: 'items',
	};
	return { ...defaults, ...parameters };
}

/** @throws UserError when n8n no longer has what a reader has stored */
function checkNotLost(readers: ReadonlyMap<string, unknown>, reads: readonly StoredRead[]): void {
	for (const [name, execution] of readers) {
		if (execution === '' || reads.some(({ run }) => run?.node === name)) continue;
		throw userError(
			`The records of "${name}" can no longer be confirmed`,
			'After a wait of over a minute, as for an approval, and in a retry, n8n has no stored data. Place Confirm before the wait, or wait in another workflow. The records are returned again in the next run.',
		);
	}
}

/** @returns how many records were marked as processed, and how many were not, since a dry run showed them */
function markProcessed(
	reads: readonly StoredRead[],
	{ records, shown }: Arrivals,
	isAll: boolean,
): { confirmed: number; notWritten: number } {
	let notWritten = 0;
	let confirmed = 0;
	for (const read of reads) {
		const { known } = read.state;
		const onlyShown = shown.keysOf(read);
		notWritten += onlyShown.size;
		for (const key of isAll ? known.keys() : records.keysOf(read))
			if (!onlyShown.has(key) && confirm(known, key)) confirmed++;
	}
	return { confirmed, notWritten };
}

/** @returns whether one of these records was returned, and is not marked as processed */
function hasOpen({ state }: StoredRead, keys: Iterable<string> = state.known.keys()): boolean {
	return [...keys].some((key) => state.known.get(key)?.isReturned);
}

function notIdentified(node: string, { run }: StoredRead): UserError {
	return userError(
		`Couldn't determine which records the items of "${node}" belong to`,
		`Include ${run?.recordKey ?? ''}, the Record Key, in each item of "${node}", as "${run?.node}" returns it, or set Records to Confirm to All Records of the Run. Other records were confirmed; these are returned again.`,
	);
}
