import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { confirm } from '../shared/changes/state';
import { countOf } from '../shared/basics/text';
import { hint } from '../shared/n8n/workarounds';
import { InputItem } from '../shared/node/inputItem';
import { toChoice } from '../shared/node/parameters';
import type { Operation, OperationResult } from '../shared/node/types';
import { Arrivals, type Unidentified } from './changes/arrivals';
import type { StoredRead } from './changes/stored';
import { clear, isTestRun, load, readersOf, store } from './changes/stored';

const properties: INodeProperties[] = [
	{
		displayName: 'Node to Confirm',
		name: 'readNode',
		type: 'string',
		default: '',
		placeholder: 'e.g. Paged HTTP',
		description:
			'Name of the Paged HTTP node whose records to mark as processed. If empty, the records of all Paged HTTP nodes before this one.',
	},
	{
		displayName: 'Records to Confirm',
		name: 'recordsToConfirm',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'All Records of the Run',
				value: 'all',
				description:
					'Mark everything as processed that was read in this execution, whether it arrives here or not',
			},
			{
				name: 'Records That Arrive',
				value: 'arrived',
				description:
					'Mark only the records whose items reach this node. The others are returned again in the next run.',
			},
		],
		default: 'arrived',
		description: 'Which records to mark as processed',
	},
];

/** Marks records as processed that were read in this execution, and passes its input on. */
export const confirmOperation: Operation = {
	properties,
	run: async function* (context, itemCount) {
		if (isTestRun(context)) context.addExecutionHints(NOTHING_CONFIRMED);
		else confirmReads(context);
		yield* inputItems(context, itemCount);
	},
};

/** Forgets what all Paged HTTP nodes of the workflow have read, and passes its input on. */
export const forgetOperation: Operation = {
	properties: [
		{
			displayName:
				'This forgets what all Paged HTTP nodes of this workflow have read: their next runs return all records as new. It only works in the published workflow, not in a test run.',
			name: 'resetNotice',
			type: 'notice',
			default: '',
		},
	],
	run: async function* (context, itemCount) {
		if (isTestRun(context)) {
			throw new UserError(
				'Reset Change History has no effect in a test run, since n8n stores nothing then',
				{
					description:
						'Connect this node to a trigger of its own, such as a Schedule Trigger or Webhook, publish the workflow, and let the trigger run once.',
				},
			);
		}
		clear(context);
		yield* inputItems(context, itemCount);
	},
};

/** The input items as they are, as the result of an operation that passes them on. */
function* inputItems(context: IExecuteFunctions, itemCount: number): Generator<OperationResult> {
	for (let index = 0; index < itemCount; index++) {
		const { json = {}, binary } = context.getInputData()[index] ?? {};
		yield { items: [index], records: [{ json, ...(binary && { binary }) }] };
	}
}

const NOTHING_CONFIRMED = hint(
	'Test run: nothing was confirmed, since nothing was stored.',
	'info',
);

function confirmReads(context: IExecuteFunctions): void {
	const item = new InputItem(context, 0);
	const name = item.text('readNode', 'Node to Confirm');
	const isAll = toChoice(item.value('recordsToConfirm', 'arrived'), 'Records to Confirm', {
		all: true,
		arrived: false,
	});
	const readers = readersOf(context);
	const parents = context.getParentNodes(context.getNode().name).map((parent) => parent.name);
	const named = (name === '' ? parents : [name]).filter((node) => node in readers);
	if (named.length === 0) throw nothingRead(name);

	const stored = load(context);
	const reads = Object.values(stored)
		.flatMap((byId) => Object.values(byId))
		.filter(({ run }) => run && named.includes(run.node) && run.execution === readers[run.node]);
	const lost = named.find(
		(node) => readers[node] !== '' && !reads.some(({ run }) => run?.node === node),
	);
	if (lost !== undefined) throw notKept(lost);
	const { records, unidentified, shown } = new Arrivals(context, reads);
	let left = 0;
	for (const read of reads) {
		const { known } = read.state;
		const notWritten = shown.get(read) ?? new Set();
		left += notWritten.size;
		for (const key of isAll ? known.keys() : (records.get(read) ?? [])) {
			if (!notWritten.has(key)) confirm(known, key);
		}
	}
	if (left > 0) {
		const message = `Not confirmed, since a node with Dry Run on has written nothing for them: ${countOf(left, 'record')}.`;
		context.addExecutionHints(hint(message, 'warning'));
	}
	if ((isAll ? reads.length : records.size) > 0) store(context, stored);
	const isOpen = ([read, keys]: [StoredRead, Set<string>]) =>
		[...keys].some((key) => read.state.known.get(key)?.isReturned);
	const open = unidentified.find(({ candidates }) => [...candidates].some(isOpen));
	if (open && !isAll) throw notIdentified(open);
}

function notIdentified({ node, candidates }: Unidentified): UserError {
	const [read] = candidates.keys();
	const key = read?.run?.recordKey ?? '';
	return new UserError(`Could not determine which records the items of "${node}" belong to`, {
		description: `Return ${key}, the Record Key, in each item of "${node}", with the value that it has in "${read?.run?.node}". Or set Records to Confirm to All Records of the Run. All other records that arrived here were confirmed; these are returned again.`,
	});
}

function nothingRead(name: string): UserError {
	if (name !== '') {
		return new UserError(`There is nothing to confirm: "${name}" has not read New and Changed`, {
			description:
				'Check that Node to Confirm is the name of a Paged HTTP node of this workflow, that its field Read is New and Changed, and that it runs before this node.',
		});
	}
	return new UserError('There is nothing to confirm', {
		description:
			'Check that a Paged HTTP node whose field Read is New and Changed runs before this node, in the same workflow. Confirm has no effect in a sub-workflow.',
	});
}

function notKept(node: string): UserError {
	return new UserError(`The records of "${node}" can no longer be confirmed`, {
		description:
			'After a wait of more than a minute, such as for an approval, and in a retry, n8n runs the rest of a workflow without its stored data. Place Confirm before the node that waits, or move the wait to a separate workflow. The records are returned again in the next run.',
	});
}
