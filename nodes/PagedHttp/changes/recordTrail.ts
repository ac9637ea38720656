import type { INodeExecutionData, IRunData, ITaskData } from 'n8n-workflow';

import { memberOf } from '../../shared/basics/members';
import {
	continues,
	errorOutputOf,
	type WorkflowNode,
	type WorkflowNodes,
} from '../../shared/n8n/workflowNodes';
import { isErrorItem, saysItFailed } from './errorItems';
import { type ItemPlace, pairName, pairsOf, toItemPlace } from './itemPairs';
import { type Claim, joined, NOTHING, TaskInputs } from './taskInputs';
import { RecordSet } from './recordSet';
import type { StoredRead } from './storedReads';

/** A node that has not processed some records. */
export interface Unprocessed {
	node: string;
	records: RecordSet;
	/** Whether that was dealt with: its items went to an output for errors that leads on. */
	isHandled: boolean;
}

/** @returns the reads of the run of a node, by its input items; runs and items count from 0 */
export type ReadsOf = (node: string, run: number) => ReadonlyMap<number, StoredRead>;

/** What a trail has to know of an execution. */
export interface FollowedExecution {
	/** What the nodes have returned. */
	runData: IRunData;
	nodes: WorkflowNodes;
	/** @returns whether a node is looked at */
	isFollowed: (name: string) => boolean;
	/** @returns whether a node only shows what it would write */
	isDryRun: (node: WorkflowNode) => boolean;
	/** @returns whether the node of a name deals with errors that are sent to it */
	handles: (name: string) => boolean;
}

/** Nodes whose items may be paired with the wrong ones: n8n does that by position, also across sub-workflows. */
const REORDERED = /^n8n-nodes-base\.(code|function|aiTransform|executeWorkflow)$/;

/**
 * Follows records through an execution: what each item stands for, from the nodes that have read them
 * on, over the pairs that n8n has noted, and where a node has failed for them.
 *
 * Each run of a node is looked at once, in their order, also where Confirm runs for each item.
 */
export class RecordTrail {
	/** The runs of nodes that have failed for some records. */
	readonly failures: Unprocessed[] = [];
	/** What dry runs were given: it was not written, on whatever way it arrives, too. */
	readonly shown: Unprocessed[] = [];
	/** By output and item. */
	private readonly claims = new Map<ITaskData, Claim[][]>();
	/** Runs that were looked at, or will be when those that they came from were. */
	private readonly entered = new Set<ITaskData>();
	/** How many runs of each node were looked at. */
	private readonly followed = new Map<string, number>();

	constructor(private readonly execution: FollowedExecution) {}

	/**
	 * Looks at what was run since the last call.
	 *
	 * @param readsOf as it is now: readers may have run since
	 */
	follow(readsOf: ReadsOf): void {
		for (const [node, tasks] of Object.entries(this.execution.runData)) {
			const from = this.followed.get(node) ?? 0;
			if (tasks.length === from || !this.execution.isFollowed(node)) continue;
			this.followed.set(node, tasks.length);
			for (let run = from; run < tasks.length; run++)
				this.followTo({ node, run, output: 0, item: 0 }, readsOf);
		}
	}

	/** Follows the records to a run of a node: first to those that its items came from, as in a long loop. */
	private followTo(last: ItemPlace, readsOf: ReadsOf): void {
		const open = [last];
		for (let place = open.at(-1); place; place = open.at(-1)) {
			const { node, run } = place;
			const task = memberOf(this.execution.runData, node)?.[run];
			if (task && !this.entered.has(task)) {
				this.entered.add(task);
				open.push(...task.source.flatMap((from) => (from ? [toItemPlace(from, 0)] : [])));
				continue;
			}
			open.pop();
			if (task && !this.claims.has(task)) this.followTask(node, run, task, readsOf);
		}
	}

	/** @returns what an item stands for */
	readonly claimAt = ({ node, run, output, item }: ItemPlace): Claim => {
		const task = memberOf(this.execution.runData, node)?.[run];
		return (task && this.claims.get(task)?.[output]?.[item]) ?? NOTHING;
	};

	private followTask(name: string, run: number, task: ITaskData, readsOf: ReadsOf): void {
		const { runData, nodes, isDryRun } = this.execution;
		const node = nodes.get(name) ?? { name, type: '', parameters: {} };
		const inputs = new TaskInputs(runData, task, isTrusted(node), this.claimAt);
		if (isDryRun(node)) {
			this.shown.push({ node: name, records: inputs.all.all, isHandled: false });
			this.claims.set(task, []);
			return;
		}
		const outputs = itemsOf(node, task);
		const reads = isPagedHttp(node) ? readsOf(name, run) : undefined;
		const claimer = new Claimer(node, outputs, inputs);
		const claims = outputs.map((items) =>
			items.map((item) => {
				const claim = claimer.claimOf(item);
				const read = reads?.get(pairsOf(item)[0]?.item ?? 0);
				if (!read) return claim;
				const own = RecordSet.ofItem(read, item);
				const records = RecordSet.union([claim.records, own]);
				return { ...claim, records, all: RecordSet.union([claim.all, own]) };
			}),
		);
		this.claims.set(task, claims);
		this.judge(node, task, outputs, inputs);
	}

	/** Notes for which records a run of a node has failed. */
	private judge(
		node: WorkflowNode,
		task: ITaskData,
		outputs: readonly INodeExecutionData[][],
		inputs: TaskInputs,
	): void {
		// The tool of an agent has no such data: what its failure means, the agent decides.
		if (!task.data?.main) return;
		if (task.error !== undefined) {
			this.failures.push({ node: node.name, records: inputs.all.all, isHandled: false });
			return;
		}
		const errorOutput = errorOutputOf(node, task);
		const isReader = isPagedHttp(node);
		const isError = (item: INodeExecutionData) =>
			isErrorItem(item) || (!isReader && continues(node) && saysItFailed(item));
		const sent = outputs[errorOutput] ?? [];
		const others = outputs.map((items, output) => (output === errorOutput ? [] : items));
		const isHandling = continues(node) && this.isAfterErrors(task);
		const passedOn = others.flat().some(isError) ? inputs.passedOn(others, isHandling) : new Set();
		const isNew = (item: INodeExecutionData) => isError(item) && !passedOn.has(item);
		const failed = [...sent, ...others.flat().filter(isNew)];
		if (failed.length === 0) return;
		const good = others.flat().filter((item) => !isNew(item));
		const { nodes, handles } = this.execution;
		const isSent = failed.length === sent.length;
		this.failures.push({
			node: node.name,
			records: this.failedRecords(task, failed, good, inputs),
			isHandled: isSent && nodes.targetsOf(node.name, errorOutput).some(handles),
		});
	}

	/** @returns whether the items of a run came from an output for errors */
	private isAfterErrors({ source }: ITaskData): boolean {
		return source.some((from) => {
			if (!from) return false;
			const { node: name, run, output } = toItemPlace(from, 0);
			const node = this.execution.nodes.get(name);
			const task = memberOf(this.execution.runData, name)?.[run];
			return node !== undefined && task !== undefined && errorOutputOf(node, task) === output;
		});
	}

	/**
	 * @returns the records that a node with an error has not processed: those of its errors, and of all
	 *   items that it was given of which no good one was made
	 */
	private failedRecords(
		task: ITaskData,
		failed: readonly INodeExecutionData[],
		good: readonly INodeExecutionData[],
		inputs: TaskInputs,
	): RecordSet {
		const places = new Map<INodeExecutionData, Claim>();
		for (const [output, items] of (task.data?.main ?? []).entries())
			for (const [index, item] of (items ?? []).entries())
				places.set(item, this.claims.get(task)?.[output]?.[index] ?? NOTHING);
		const claimsOf = (items: readonly INodeExecutionData[]) =>
			items.map((item) => places.get(item) ?? NOTHING);
		const isPaired = [...failed, ...good].every((item) => pairsOf(item).length > 0);
		if (inputs.isTrusted && isPaired)
			return joined([...inputs.claimsWithout(good), ...claimsOf(failed)]).all;
		// An error that may stand for any of them stands for no more than what no good item has named.
		const clear = (items: readonly INodeExecutionData[]) =>
			joined(claimsOf(items).filter(({ unclear }) => unclear === undefined)).records;
		return RecordSet.union([inputs.all.all.without(clear(good)), clear(failed)]);
	}
}

function isPagedHttp({ type }: WorkflowNode): boolean {
	return type.endsWith('.pagedHttp');
}

/** @returns the items of a node by output; the second output of Paged HTTP is its summary, which stands for nothing */
function itemsOf(node: WorkflowNode, { data }: ITaskData): INodeExecutionData[][] {
	return (data?.main ?? []).map((items, output) =>
		output === 1 && isPagedHttp(node) ? [] : (items ?? []),
	);
}

/** @returns whether n8n pairs the items of a node with those that they were made of */
function isTrusted({ type, parameters: { mode } }: WorkflowNode): boolean {
	// It takes the pairs of its input items for its own.
	if (type === 'n8n-nodes-base.merge') return mode !== 'combineBySql';
	return !REORDERED.test(type) || mode === 'runOnceForEachItem' || mode === 'each';
}

/** @returns whether it is what Always Output Data adds */
function isPlaceholder({ json, binary, pairedItem }: INodeExecutionData, { type }: WorkflowNode) {
	const isEmpty = Object.keys(json).length === 0 && !binary;
	return isEmpty && Array.isArray(pairedItem) && type !== 'n8n-nodes-base.merge';
}

/** Finds what the items of the run of a node stand for. */
class Claimer {
	private readonly split: ReadonlySet<string>;
	private readonly named = new Map<INodeExecutionData, RecordSet>();
	/** Whether the items name all records, and each one once, so that no name is there by chance. */
	private readonly areNamesWhole: boolean;

	constructor(
		private readonly node: WorkflowNode,
		outputs: readonly INodeExecutionData[][],
		private readonly inputs: TaskInputs,
	) {
		this.split = splitIn(outputs);
		const items = [...new Set(outputs.flat())];
		for (const item of items) {
			const base = this.isAmbiguous(item) ? this.baseOf(item).records : undefined;
			const named = base?.namedBy(item);
			if (named) this.named.set(item, named);
		}
		const { size } = this.named.size > 0 ? inputs.all.records : RecordSet.EMPTY;
		this.areNamesWhole =
			items.length === size &&
			this.named.size === size &&
			RecordSet.union(this.named.values()).size === size;
	}

	claimOf(item: INodeExecutionData): Claim {
		if (isPlaceholder(item, this.node)) return NOTHING;
		const claim = this.baseOf(item);
		if (!this.isAmbiguous(item)) return claim;
		const named = this.named.get(item);
		if (named) return { records: named, all: this.areNamesWhole ? named : claim.all };
		const { records, all } = claim;
		if (records.size < 2) return { records, all };
		const [parent] = this.inputs.isTrusted ? pairsOf(item) : [];
		const isWhole = parent && !this.split.has(pairName(parent));
		return isWhole ? claim : { unclear: this.node.name, records, all };
	}

	/** @returns what an item stands for by its pairs, or all that its node was given */
	private baseOf(item: INodeExecutionData): Claim {
		const isPaired = this.inputs.isTrusted && pairsOf(item).length > 0;
		return isPaired ? this.inputs.claimOf(item) : this.inputs.all;
	}

	/** @returns whether it may stand for some of its records only: one that was made of several items does not */
	private isAmbiguous(item: INodeExecutionData): boolean {
		return !this.inputs.isTrusted || pairsOf(item).length < 2;
	}
}

/** @returns names of the items that the run of a node has made several of */
function splitIn(outputs: readonly INodeExecutionData[][]): Set<string> {
	const split = new Set<string>();
	for (const items of outputs) {
		// The same item on several outputs is one.
		const names = new Set<string>();
		for (const item of items) {
			const [first, ...others] = pairsOf(item);
			if (!first || others.length > 0) continue;
			const name = pairName(first);
			if (names.has(name)) split.add(name);
			names.add(name);
		}
	}
	return split;
}
