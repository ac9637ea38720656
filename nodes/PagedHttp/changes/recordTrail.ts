import type { INodeExecutionData, IRunData, ITaskData } from 'n8n-workflow';

import { memberOf } from '../../shared/basics/members';
import type { WorkflowNode, WorkflowNodes } from '../../shared/n8n/workflowNodes';
import { continues, errorOutputOf, isErrorItem, saysItFailed } from './errorItems';
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

/** What a trail has to know of an execution. */
export interface FollowedExecution {
	/** What the nodes have returned. */
	runData: IRunData;
	nodes: WorkflowNodes;
	/** @returns the reads of the run of a node, by its input items; runs and items count from 0 */
	readsOf: (node: string, run: number) => ReadonlyMap<number, StoredRead>;
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

	/** Looks at what was run since the last call. */
	follow(): void {
		for (const [node, tasks] of Object.entries(this.execution.runData)) {
			const from = this.followed.get(node) ?? 0;
			if (tasks.length === from || !this.execution.isFollowed(node)) continue;
			this.followed.set(node, tasks.length);
			for (let run = from; run < tasks.length; run++)
				this.followTo({ node, run, output: 0, item: 0 });
		}
	}

	/** Follows the records to a run of a node: first to those that its items came from, as in a long loop. */
	private followTo(last: ItemPlace): void {
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
			if (task && !this.claims.has(task)) this.followTask(node, run, task);
		}
	}

	/** @returns what an item stands for */
	readonly claimAt = ({ node, run, output, item }: ItemPlace): Claim => {
		const task = memberOf(this.execution.runData, node)?.[run];
		return (task && this.claims.get(task)?.[output]?.[item]) ?? NOTHING;
	};

	private followTask(name: string, run: number, task: ITaskData): void {
		const { runData, nodes, readsOf, isDryRun } = this.execution;
		const node = nodes.get(name) ?? { name, type: '', parameters: {} };
		const inputs = new TaskInputs(runData, task, isTrusted(node), this.claimAt);
		if (isDryRun(node)) {
			this.shown.push({ node: name, records: inputs.all.records, isHandled: false });
			this.claims.set(task, []);
			return;
		}
		const outputs = itemsOf(node, task);
		const split = splitIn(outputs);
		const reads = isPagedHttp(node) ? readsOf(name, run) : undefined;
		const claims = outputs.map((items) =>
			items.map((item) => {
				const claim = isPlaceholder(item, node) ? NOTHING : claimOf(item, node, inputs, split);
				const read = reads?.get(pairsOf(item)[0]?.item ?? 0);
				if (!read) return claim;
				const records = RecordSet.union([claim.records, RecordSet.ofItem(read, item)]);
				return { ...claim, records };
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
		if (task.error !== undefined) {
			this.failures.push({ node: node.name, records: inputs.all.records, isHandled: false });
			return;
		}
		const errorOutput = errorOutputOf(node, task);
		const isReader = isPagedHttp(node);
		const isError = (item: INodeExecutionData) =>
			isErrorItem(item) || (!isReader && continues(node) && saysItFailed(item));
		const failed = outputs.flatMap((items, output) =>
			output === errorOutput
				? items
				: items.filter((item) => isError(item) && !inputs.hasPassedOn(item)),
		);
		if (failed.length === 0) return;
		const good = outputs.flatMap((items, output) =>
			output === errorOutput ? [] : items.filter((item) => !isError(item)),
		);
		const { nodes, handles } = this.execution;
		const isSent = failed.length === outputs[errorOutput]?.length;
		this.failures.push({
			node: node.name,
			records: this.failedRecords(task, failed, good, inputs),
			isHandled: isSent && nodes.targetsOf(node.name, errorOutput).some(handles),
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
			return joined([...inputs.claimsWithout(good), ...claimsOf(failed)]).records;
		// An error that may stand for any of them stands for no more than what no good item has named.
		const [named, ofErrors] = [good, failed].map(
			(items) => joined(claimsOf(items).filter(({ unclear }) => unclear === undefined)).records,
		);
		const left = named ? inputs.all.records.without(named) : inputs.all.records;
		return ofErrors ? RecordSet.union([left, ofErrors]) : left;
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

/**
 * @param split see {@link splitIn}
 * @returns what an item of a node stands for
 */
function claimOf(
	item: INodeExecutionData,
	{ name }: WorkflowNode,
	inputs: TaskInputs,
	split: ReadonlySet<string>,
): Claim {
	const pairs = inputs.isTrusted ? pairsOf(item) : [];
	const [parent, ...others] = pairs;
	const claim = parent ? inputs.claimOf(item) : inputs.all;
	if (others.length > 0) return claim;
	const named = claim.records.namedBy(item);
	if (named) return { records: named };
	if (claim.records.size < 2) return { records: claim.records };
	const isWhole = parent && !split.has(pairName(parent));
	return isWhole ? claim : { unclear: name, records: claim.records };
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
