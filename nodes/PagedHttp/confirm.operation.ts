import type { IExecuteFunctions, UserError } from 'n8n-workflow';

import { countOf, memberOf } from '../shared/basics/text';
import { confirm } from '../shared/changes/state';
import { listField, noticeField, textField } from '../shared/forms/fields';
import { showHints } from '../shared/n8n/shown';
import { userError } from '../shared/n8n/shownErrors';
import { toChoice } from '../shared/node/coerce';
import { InputItem } from '../shared/node/inputItem';
import type { Operation } from '../shared/node/operation';
import { addWarning } from '../shared/node/warnings';
import { arrivalsOf, dryRunsBefore, type Unidentified } from './changes/arrivals';
import { isTestRun, load, readersOf, store, type StoredRead } from './changes/storedReads';
import { inputItems } from './forget.operation';

/** Marks records as processed that were read in this execution, and passes its input on. */
export const confirmOperation: Operation = {
	properties: [
		noticeField(
			'confirmNotice',
			'Place this node after all nodes that process the records: those that reach it are not returned again, even if a later node fails.',
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
const NO_ARRIVALS: ReturnType<typeof arrivalsOf> = {
	records: new Map(),
	unidentified: [],
	shown: new Map(),
};

function confirmReads(context: IExecuteFunctions, isAll: boolean): void {
	const name = new InputItem(context, 0).text('readNode', 'Node to Confirm');
	const readers = readersOf(context);
	const parents = context.getParentNodes(context.getNode().name).map((parent) => parent.name);
	const named = (name === '' ? parents : [name]).filter((node) => Object.hasOwn(readers, node));
	if (named.length === 0) {
		throw userError(
			`There is nothing to confirm${name === '' ? '' : `: "${name}" did not run with New and Changed`}`,
			'Check that a Paged HTTP node with Read set to New and Changed runs before this node, in the same workflow, and that Node to Confirm is empty or has its name. Confirm has no effect in a sub-workflow.',
		);
	}

	const stored = load(context);
	const reads = Object.values(stored)
		.flatMap((byId) => Object.values(byId))
		.filter(
			({ run }) => run && named.includes(run.node) && run.execution === memberOf(readers, run.node),
		);
	const lost = named.find(
		(node) => memberOf(readers, node) !== '' && !reads.some(({ run }) => run?.node === node),
	);
	if (lost !== undefined) {
		throw userError(
			`The records of "${lost}" can no longer be confirmed`,
			'After a wait of more than a minute, such as for an approval, and in a retry, n8n runs the rest of a workflow without its stored data. Place Confirm before the node that waits, or move the wait to a separate workflow. The records are returned again in the next run.',
		);
	}
	const isSureOfAll = isAll && dryRunsBefore(context).length === 0;
	const { records, unidentified, shown } = isSureOfAll ? NO_ARRIVALS : arrivalsOf(context, reads);
	let left = 0;
	let confirmed = 0;
	for (const read of reads) {
		const { known } = read.state;
		const notWritten = shown.get(read) ?? new Set();
		left += notWritten.size;
		for (const key of isAll ? known.keys() : (records.get(read) ?? []))
			if (!notWritten.has(key) && confirm(known, key)) confirmed++;
	}
	const isOpen = ({ state }: StoredRead, keys: Iterable<string> = state.known.keys()) =>
		[...keys].some((key) => state.known.get(key)?.isReturned);
	const open = unidentified.find(({ candidates }) =>
		[...candidates].some(([read, keys]) => isOpen(read, keys)),
	);
	if (left > 0)
		addWarning(
			context,
			`Not confirmed: ${countOf(left, 'record')}, because a node with Dry Run turned on wrote nothing for them.`,
		);
	else if (!open && records.size === 0 && reads.some((read) => isOpen(read)))
		addWarning(
			context,
			'No records arrived here, only items such as errors or a summary. Connect the last node that processes the records.',
		);
	if (confirmed > 0 || left === 0)
		showHints(context, [`Confirmed: ${countOf(confirmed, 'record')}.`, 'info']);
	if (confirmed > 0) store(context, stored);
	if (open && !isAll) throw notIdentified(open);
}

function notIdentified({ node, candidates }: Unidentified): UserError {
	const [read] = candidates.keys();
	const key = read?.run?.recordKey ?? '';
	return userError(
		`Couldn't determine which records the items of "${node}" belong to`,
		`Include ${key}, the Record Key, in each item of "${node}", with the same value as in the output of "${read?.run?.node}". Or set Records to Confirm to All Records of the Run. All other records that arrived here were confirmed; these are returned again.`,
	);
}
