import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { confirmed } from '../shared/changes/state';
import { InputItem } from '../shared/node/inputItem';
import type { Operation } from '../shared/node/types';
import { inputItems } from './changes/inputItems';
import type { OpenRead } from './changes/staticData';
import { isTestRun, load, openReads, setOpenReads, store } from './changes/staticData';

const properties: INodeProperties[] = [
	{
		displayName: 'Read Node',
		name: 'readNode',
		type: 'string',
		default: '',
		placeholder: 'e.g. Paged HTTP',
		description:
			'Name of the Paged HTTP node whose records are done. If empty, those of all Paged HTTP nodes before this one are.',
	},
];

/** Counts everything as done that was read in this execution, and passes its input on. */
export const confirmOperation: Operation = {
	properties,
	run: async function* (context, itemCount) {
		if (isTestRun(context)) context.addExecutionHints(NOTHING_CONFIRMED);
		else confirmReads(context);
		yield* inputItems(context, itemCount);
	},
};

const NOTHING_CONFIRMED = {
	message: 'Test run: nothing was confirmed, since nothing was stored.',
	type: 'info',
	location: 'outputPane',
} as const;

function confirmReads(context: IExecuteFunctions): void {
	const name = new InputItem(context, 0).text('readNode', 'Read Node');
	const parents = context.getParentNodes(context.getNode().name).map((parent) => parent.name);
	const names = name === '' ? parents : [name];
	const reads = openReads(context);
	const read = names.filter((candidate) => reads.has(candidate));
	if (read.length === 0) throw nothingRead(name);

	const stored = load(context);
	for (const [node, { run, open }] of reads) {
		if (open === 0 || !read.includes(node)) continue;
		const pending = Object.values(stored.nodes)
			.filter((candidate) => candidate.name === node)
			.flatMap((candidate) => Object.values(candidate.reads))
			.filter((candidate) => candidate.pending?.run === run);
		if (pending.length === 0) throw notKept(node);
		for (const entry of pending) {
			if (entry.pending) entry.state = confirmed(entry.state, entry.pending);
			delete entry.pending;
		}
		reads.set(node, { run, open: 0 } satisfies OpenRead);
	}
	store(context, stored);
	setOpenReads(context, reads);
}

function nothingRead(name: string): UserError {
	if (name !== '') {
		return new UserError(`There is nothing to confirm: "${name}" has not read New and Changed`, {
			description:
				'Check that Read Node is the name of a Paged HTTP node of this workflow, that its field Read is New and Changed, and that it runs before this node.',
		});
	}
	return new UserError('There is nothing to confirm', {
		description:
			'Check that a Paged HTTP node whose field Read is New and Changed runs before this node, in the same workflow. Confirm has no effect in a sub-workflow.',
	});
}

function notKept(node: string): UserError {
	return new UserError(`What "${node}" has read can no longer be confirmed`, {
		description:
			'After a wait of more than a minute, such as for an approval, and in a retry, n8n runs the rest of a workflow without its stored data. Place Confirm before the node that waits, or let a workflow of its own wait. The records are returned again in the next run.',
	});
}
