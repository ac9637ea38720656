import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { confirmed } from '../shared/changes/state';
import { InputItem } from '../shared/node/inputItem';
import type { Operation, OperationResult } from '../shared/node/types';
import { clear, isTestRun, load, openReads, setOpenReads, store } from './changes/stored';

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
];

/** Marks everything as processed that was read in this execution, and passes its input on. */
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
	properties: [],
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
		setOpenReads(context, new Map());
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

const NOTHING_CONFIRMED = {
	message: 'Test run: nothing was confirmed, since nothing was stored.',
	type: 'info',
	location: 'outputPane',
} as const;

function confirmReads(context: IExecuteFunctions): void {
	const name = new InputItem(context, 0).text('readNode', 'Node to Confirm');
	const parents = context.getParentNodes(context.getNode().name).map((parent) => parent.name);
	const names = name === '' ? parents : [name];
	const reads = openReads(context);
	const named = names.filter((candidate) => reads.has(candidate));
	if (named.length === 0) throw nothingRead(name);

	const stored = load(context);
	for (const node of named) {
		const { run = '', open = 0 } = reads.get(node) ?? {};
		if (open === 0) continue;
		const pending = Object.values(stored.nodes)
			.filter((candidate) => candidate.name === node)
			.flatMap((candidate) => Object.values(candidate.reads))
			.filter((entry) => entry.pending?.run === run);
		if (pending.length === 0) throw notKept(node);
		for (const entry of pending) {
			if (entry.pending) entry.state = confirmed(entry.state, entry.pending);
			delete entry.pending;
		}
		reads.set(node, { run, open: 0 });
	}
	store(context, stored);
	setOpenReads(context, reads);
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
