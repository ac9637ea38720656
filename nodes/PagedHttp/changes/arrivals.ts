import type {
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
	IRunData,
	ITaskData,
	NodeTypeAndVersion,
} from 'n8n-workflow';

import { keyOf, valueAt } from '../../shared/changes/record';
import { runDataOf } from '../../shared/n8n/workarounds';
import type { StoredRead } from './stored';

/** Keys of records by the read that they are of. */
export type Records = Map<StoredRead, Set<string>>;

/** An item that stands for some of these records, and does not say which. */
export interface Unidentified {
	node: string;
	candidates: Records;
}

/** An item that a node has returned. */
interface Place {
	node: string;
	run: number;
	output: number;
	item: number;
}

/** What is known of a run of a node: Confirm may run once for each of its items. */
interface KnownTask {
	/** Names of the items that it has made several of. */
	split: Set<string>;
	/** What its items may stand for, by the names of those that they were made of. */
	candidates: Map<string, Records>;
}

const knownTasks = new WeakMap<ITaskData, KnownTask>();

/** Nodes whose items may be paired with the wrong ones: n8n does that by position, also across sub-workflows. */
const REORDERED = /^n8n-nodes-base\.(code|function|aiTransform|executeWorkflow)$/;

/** Finds the records that the items of a node stand for, on the way back to the nodes that have read them. */
export class Arrivals {
	readonly records: Records = new Map();
	readonly unidentified: Unidentified[] = [];
	/** Records that a dry run has shown: they were not written, on whatever way they arrive, too. */
	readonly shown: Records = new Map();
	private readonly nodes: Map<string, NodeTypeAndVersion>;
	private readonly runData: IRunData;
	private readonly reads = new Map<string, StoredRead>();
	/** Names of nodes that only show what they would write, and the items that they were given. */
	private readonly dryRuns: Set<string>;
	private readonly given: Place[] = [];

	/**
	 * @param context of the node whose input it is
	 * @param reads those whose records are looked for
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
		while (this.given.length > 0) this.walk(this.given.splice(0), this.shown);
	}

	/** @param unidentified gets the items that cannot be identified; without it, they stand for all that they may stand for */
	private walk(places: Place[], records: Records, unidentified?: Unidentified[]): void {
		const visited = new Set<string>();
		for (let place = places.pop(); place; place = places.pop()) {
			const { node, run, output, item: index } = place;
			const task = this.runData[node]?.[run];
			const item = task?.data?.main?.[output]?.[index];
			const name = `${node} ${run} ${output} ${index}`;
			if (!task || !item || visited.has(name)) continue;
			visited.add(name);
			if (this.standsForNothing(item, task, place)) continue;
			const parents = parentsOf(item, task.source);
			if (this.dryRuns.has(node)) {
				this.given.push(...parents);
				continue;
			}
			const read = this.reads.get(`${node} ${run} ${pairsOf(item)[0]?.item}`);
			const candidates = read ? undefined : this.candidatesOf(item, task, node);
			if (read) addRead(read, item, records);
			if (!candidates) places.push(...parents);
			else if (!addNamed(item, candidates, records)) {
				if (unidentified) unidentified.push({ node, candidates });
				else for (const [of, keys] of candidates) add(records, of, keys);
			}
		}
	}

	/** Errors, summaries, and what Always Output Data adds. */
	private standsForNothing(item: INodeExecutionData, task: ITaskData, place: Place): boolean {
		const { node, output } = place;
		const { type = '' } = this.nodes.get(node) ?? {};
		// What is on an output for errors is there to be handled.
		if (task.error !== undefined || (output === 0 && isError(item))) return true;
		// The second output of Paged HTTP is its summary.
		if (output > 0 && type.endsWith('.pagedHttp')) return true;
		const isEmpty = Object.keys(item.json).length === 0 && !item.binary;
		return isEmpty && Array.isArray(item.pairedItem) && type !== 'n8n-nodes-base.merge';
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
		const { type = '', parameters: { mode } = {} } = this.nodes.get(node) ?? {};
		const isEach = mode === 'runOnceForEachItem' || mode === 'each';
		const [parent, ...others] = pairsOf(item);
		if (!parent || (REORDERED.test(type) && !isEach)) {
			return this.candidates(task, 'all', () => this.inputOf(task));
		}
		if (others.length > 0 || !known(task).split.has(nameOf(parent))) return undefined;
		const places = () => parentsOf(item, task.source);
		const candidates = this.candidates(task, nameOf(parent), places);
		return countOf(candidates) > 1 ? candidates : undefined;
	}

	private candidates(task: ITaskData, name: string, places: () => Place[]): Records {
		const { candidates } = known(task);
		const found = candidates.get(name) ?? new Map();
		if (!candidates.has(name)) {
			candidates.set(name, found);
			this.walk(places(), found);
		}
		return found;
	}

	/** @returns all items that the run of a node was given */
	private inputOf({ source }: ITaskData): Place[] {
		return source.flatMap((from) => {
			if (!from) return [];
			const { previousNode: node, previousNodeRun: run = 0, previousNodeOutput: output = 0 } = from;
			const items = this.runData[node]?.[run]?.data?.main?.[output] ?? [];
			return items.map((_, item) => ({ node, run, output, item }));
		});
	}
}

function known(task: ITaskData): KnownTask {
	const before = knownTasks.get(task);
	if (before) return before;
	const split = new Set<string>();
	for (const items of task.data?.main ?? []) {
		// The same item on several outputs is one.
		const names = new Set<string>();
		for (const item of items ?? []) {
			const [first, ...others] = pairsOf(item);
			if (!first || others.length > 0) continue;
			if (names.has(nameOf(first))) split.add(nameOf(first));
			names.add(nameOf(first));
		}
	}
	const found: KnownTask = { split, candidates: new Map() };
	knownTasks.set(task, found);
	return found;
}

/** @returns a name for the pair that no other of its node has */
function nameOf({ item, input = 0, sourceOverwrite }: IPairedItemData): string {
	return `${input} ${item} ${sourceOverwrite?.previousNodeRun}`;
}

/** @returns the items that an item is paired with, in the one form of the three that n8n has */
function pairsOf({ pairedItem = [] }: INodeExecutionData): IPairedItemData[] {
	return [pairedItem].flat().map((pair) => (typeof pair === 'number' ? { item: pair } : pair));
}

/** @param sources where the node's inputs came from */
function parentsOf(item: INodeExecutionData, sources?: ITaskData['source']): Place[] {
	return pairsOf(item).flatMap(({ item: index, input = 0, sourceOverwrite }) => {
		const source = sourceOverwrite ?? sources?.[input];
		if (!source) return [];
		const { previousNode, previousNodeRun = 0, previousNodeOutput = 0 } = source;
		return [{ node: previousNode, run: previousNodeRun, output: previousNodeOutput, item: index }];
	});
}

function add(records: Records, read: StoredRead, keys: Iterable<string>): void {
	const found = records.get(read) ?? new Set();
	records.set(read, found);
	for (const key of keys) found.add(key);
}

/** Adds the record of a reader's item, or all that it has returned when they are in a file. */
function addRead(read: StoredRead, { json, binary }: INodeExecutionData, records: Records): void {
	const key = keyIn(json, read);
	if (key !== undefined) return add(records, read, [key]);
	if (!binary) return;
	for (const [name, { isReturned }] of read.state.known) if (isReturned) add(records, read, [name]);
}

/** @returns whether the item has the key of a record, or there is none that it may stand for */
function addNamed({ json }: INodeExecutionData, candidates: Records, records: Records): boolean {
	if (countOf(candidates) === 0) return true;
	const [read, ...others] = [...candidates].flatMap(([of, keys]) =>
		keys.has(keyIn(json, of) ?? '') ? [of] : [],
	);
	if (!read || others.length > 0) return false;
	add(records, read, [keyIn(json, read) ?? '']);
	return true;
}

function keyIn(json: INodeExecutionData['json'], { run }: StoredRead): string | undefined {
	return keyOf(valueAt(json, run?.recordKey ?? ''));
}

function countOf(records: Records): number {
	return [...records.values()].reduce((sum, { size }) => sum + size, 0);
}

/** As n8n's editor recognizes it. */
function isError({ json, error }: INodeExecutionData): boolean {
	const names = Object.keys(json);
	return Boolean(error ?? (json.error && names.every((name) => ERROR_MEMBERS.has(name))));
}

const ERROR_MEMBERS = new Set(['error', 'message', 'details']);
