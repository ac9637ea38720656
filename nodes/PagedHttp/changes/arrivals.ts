import type {
	IExecuteFunctions,
	INodeExecutionData,
	IRunData,
	ISourceData,
	ITaskData,
	NodeTypeAndVersion,
} from 'n8n-workflow';

import { keyOf, valueAt } from '../../shared/changes/record';
import { runDataOf } from '../../shared/n8n/workarounds';
import type { Place } from './pairs';
import { isSplit, nameOf, pairsOf, parentsOf } from './pairs';
import type { StoredRead } from './stored';

/** Keys of records by the read that they are of. */
export type Records = Map<StoredRead, Set<string>>;

/** An item that stands for some of these records, and does not say which. */
export interface Unidentified {
	node: string;
	candidates: Records;
}

/** What an item may stand for, by the run of its node: Confirm may run once for each of its items. */
const candidatesByTask = new WeakMap<ITaskData, Map<string, Records>>();

/** Nodes whose items may be paired with the wrong ones: n8n does that by position, also across sub-workflows. */
const REORDERED = /^n8n-nodes-base\.(code|function|aiTransform|executeWorkflow)$/;

/** Finds the records that the items of a node stand for, on the way back to the nodes that have read them. */
export class Arrivals {
	readonly records: Records = new Map();
	readonly unidentified: Unidentified[] = [];
	private readonly nodes: Map<string, NodeTypeAndVersion>;
	private readonly runData: IRunData;
	private readonly reads = new Map<string, StoredRead>();
	/** Names of nodes that only show what they would write. */
	private readonly dryRuns: Set<string>;
	/** Records that a dry run has shown, and that no node has written. */
	readonly onlyShown: Records = new Map();

	/**
	 * @param context of the node whose input it is
	 * @param reads those that have left something to be confirmed
	 */
	constructor(context: IExecuteFunctions, reads: StoredRead[]) {
		this.runData = runDataOf(context);
		for (const read of reads) {
			const { node, index, inputs } = read.run ?? { node: '', index: 0, inputs: [] };
			for (const input of inputs) this.reads.set(`${node} ${index} ${input}`, read);
		}
		const parents = context.getParentNodes(context.getNode().name, { includeNodeParameters: true });
		this.nodes = new Map(parents.map((parent) => [parent.name, parent]));
		const dryRuns = parents.filter(({ parameters: { dryRun = false } = {} }) =>
			// An expression that only its node can evaluate may be true.
			typeof dryRun === 'string'
				? context.evaluateExpression(dryRun.slice(1), 0) !== false
				: dryRun,
		);
		this.dryRuns = new Set(dryRuns.map(({ name }) => name));
		const { source } = context.getExecuteData();
		const places = context.getInputData().flatMap((item) => parentsOf(item, source?.main));
		this.walk(places, this.records, this.unidentified);
		if (this.dryRuns.size > 0) this.findShown(parents);
	}

	/** A record may also arrive past the node that has only shown what it would do with it. */
	private findShown(parents: NodeTypeAndVersion[]): void {
		const shown = [...this.dryRuns].flatMap((node) => this.itemsOf(node));
		this.walk(
			shown.flatMap(({ item, task }) => parentsOf(item, task.source)),
			this.onlyShown,
		);
		const canWrite = parents.filter(({ parameters: { dryRun } = {} }) => dryRun !== undefined);
		const written: Records = new Map();
		// Those of a dry run stand for nothing.
		const places = canWrite.flatMap(({ name }) => this.itemsOf(name).map(({ place }) => place));
		this.walk(places, written);
		for (const [read, keys] of written) {
			for (const key of keys) this.onlyShown.get(read)?.delete(key);
		}
	}

	/** @returns all items that a node has returned in this execution */
	private itemsOf(node: string) {
		return (this.runData[node] ?? []).flatMap((task, run) =>
			(task.data?.main ?? []).flatMap((items, output) =>
				(items ?? []).map((item, index) => ({
					...{ item, task },
					place: { node, run, output, item: index },
				})),
			),
		);
	}

	/** @param unidentified gets the items that cannot be identified; without it, they stand for all that they may stand for */
	private walk(places: Place[], records: Records, unidentified?: Unidentified[]): void {
		const visited = new Map<object, Set<number>>();
		for (let place = places.pop(); place; place = places.pop()) {
			const { node, run, output, item: index } = place;
			const task = this.runData[node]?.[run];
			const items = task?.data?.main?.[output];
			const item = items?.[index];
			if (!task || !item) continue;
			const seen = visited.get(items) ?? new Set();
			if (seen.has(index)) continue;
			visited.set(items, seen.add(index));
			if (this.standsForNothing(item, task, place)) continue;

			// The second output of Paged HTTP is its summary.
			if (output > 0 && this.nodes.get(node)?.type.endsWith('.pagedHttp')) continue;
			const read = this.reads.get(`${node} ${run} ${pairsOf(item)[0]?.item}`);
			const candidates = read ? undefined : this.candidatesOf(item, task, node);
			if (read) addRead(read, item, records);
			if (candidates && !addNamed(item, candidates, records)) {
				if (unidentified) unidentified.push({ node, candidates });
				else for (const [of, keys] of candidates) add(records, of, keys);
			}
			if (candidates) continue;
			for (const parent of parentsOf(item, task.source)) places.push(parent);
		}
	}

	/** Errors, what Always Output Data adds, and what a dry run only shows. */
	private standsForNothing(item: INodeExecutionData, task: ITaskData, place: Place): boolean {
		const { node, output } = place;
		if (task.error !== undefined || this.dryRuns.has(node)) return true;
		// What is on an output for errors is there to be handled.
		if (output === 0 && isError(item)) return true;
		const isMerge = this.nodes.get(node)?.type === 'n8n-nodes-base.merge';
		const isEmpty = Object.keys(item.json).length === 0 && !item.binary;
		return isEmpty && Array.isArray(item.pairedItem) && !isMerge;
	}

	/**
	 * @returns what an item may stand for where only its key can tell; `undefined` where it stands for
	 *   all that it is paired with
	 */
	private candidatesOf(
		item: INodeExecutionData,
		task: ITaskData,
		node: string,
	): Records | undefined {
		if (item.pairedItem === undefined || this.isReordered(node)) {
			const places = () => task.source.flatMap((source) => (source ? this.placesOf(source) : []));
			return this.candidates(task, 'all', places);
		}
		const [parent, ...others] = pairsOf(item);
		if (!parent || others.length > 0 || !isSplit(task, parent)) return undefined;
		const candidates = this.candidates(task, nameOf(parent), () => parentsOf(item, task.source));
		return countOf(candidates) > 1 ? candidates : undefined;
	}

	private candidates(task: ITaskData, name: string, places: () => Place[]): Records {
		const known = candidatesByTask.get(task) ?? new Map<string, Records>();
		candidatesByTask.set(task, known);
		const found = known.get(name) ?? new Map();
		if (!known.has(name)) {
			known.set(name, found);
			this.walk(places(), found);
		}
		return found;
	}

	/** @returns all items that came from there */
	private placesOf({ previousNode, previousNodeRun = 0, previousNodeOutput = 0 }: ISourceData) {
		const items = this.runData[previousNode]?.[previousNodeRun]?.data?.main?.[previousNodeOutput];
		return (items ?? []).map((_, item) => ({
			...{ node: previousNode, run: previousNodeRun, output: previousNodeOutput },
			item,
		}));
	}

	private isReordered(node: string): boolean {
		const { type = '', parameters } = this.nodes.get(node) ?? {};
		const { mode } = parameters ?? {};
		return REORDERED.test(type) && mode !== 'runOnceForEachItem' && mode !== 'each';
	}
}

function add(records: Records, read: StoredRead, keys: Iterable<string>): void {
	const known = records.get(read) ?? new Set();
	records.set(read, known);
	for (const key of keys) known.add(key);
}

/** Adds the record of a reader's item, or all that it has returned when they are in a file. */
function addRead(read: StoredRead, { json, binary }: INodeExecutionData, records: Records): void {
	const key = keyOf(valueAt(json, read.run?.recordKey ?? ''));
	if (key !== undefined) return add(records, read, [key]);
	if (!binary) return;
	for (const [name, { isReturned }] of read.state.known) if (isReturned) add(records, read, [name]);
}

/** @returns whether the item has the key of a record, or there is none that it may stand for */
function addNamed({ json }: INodeExecutionData, candidates: Records, records: Records): boolean {
	if (countOf(candidates) === 0) return true;
	const found = [...candidates].flatMap(([read, keys]) => {
		const key = keyOf(valueAt(json, read.run?.recordKey ?? ''));
		return key !== undefined && keys.has(key) ? [{ read, key }] : [];
	});
	const [only] = found;
	if (!only || found.length > 1) return false;
	add(records, only.read, [only.key]);
	return true;
}

function countOf(records: Records): number {
	return [...records.values()].reduce((sum, { size }) => sum + size, 0);
}

/** As n8n's editor recognizes it. */
function isError({ json, error }: INodeExecutionData): boolean {
	if (error) return true;
	const names = Object.keys(json);
	return Boolean(json.error) && names.every((name) => ERROR_MEMBERS.has(name));
}

const ERROR_MEMBERS = new Set(['error', 'message', 'details']);
