import type {
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
	ISourceData,
	ITaskData,
} from 'n8n-workflow';

import { memberOf } from '../../shared/basics/text';
import { keyOf, valueAt } from '../../shared/changes/record';
import { runDataOf } from '../../shared/n8n/runData';
import { userError } from '../../shared/n8n/shownErrors';
import type { StoredRead } from './storedReads';

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

/** What an item of an error has. */
const ERROR_MEMBER = /^(error|message|details)$/;

/**
 * Finds the records that the items of a node stand for, on the way back to the nodes that have read them.
 *
 * @param context of the node whose input it is
 * @param stored the reads whose records are looked for
 * @returns the records; the items that cannot be identified; and the records that a dry run has shown:
 *   they were not written, on whatever way they arrive, too
 * @throws UserError when n8n does not show the items
 */
export function arrivalsOf(context: IExecuteFunctions, stored: StoredRead[]) {
	const runData = runDataOf(context);
	if (!runData) {
		throw userError(
			"Can't see which records arrived, so none was confirmed",
			'Set Records to Confirm to All Records of the Run, without a node with Dry Run before this one, or install a newer version of this package. This version of n8n keeps the items of other nodes in another place. The records are returned again in the next run.',
		);
	}
	const records: Records = new Map();
	const unidentified: Unidentified[] = [];
	const shown: Records = new Map();
	const reads = new Map<string, StoredRead>();
	for (const read of stored) {
		const { run } = read;
		for (const input of run?.inputs ?? []) reads.set(`${run?.node} ${run?.index} ${input}`, read);
	}
	const nodes = new Map(parentsWithParameters(context).map((parent) => [parent.name, parent]));
	/** Names of nodes that only show what they would write, and the items that they were given. */
	const dryRunNames = new Set(dryRunsBefore(context));
	const given: Place[] = [];

	/** Errors, summaries, and what Always Output Data adds. */
	const standsForNothing = (
		item: INodeExecutionData,
		task: ITaskData,
		{ node, output }: Place,
	): boolean => {
		const { type = '' } = nodes.get(node) ?? {};
		// What is on an output for errors is there to be handled.
		if (task.error !== undefined || (output === 0 && isError(item))) return true;
		// The second output of Paged HTTP is its summary.
		if (output > 0 && type.endsWith('.pagedHttp')) return true;
		const isEmpty = Object.keys(item.json).length === 0 && !item.binary;
		return isEmpty && Array.isArray(item.pairedItem) && type !== 'n8n-nodes-base.merge';
	};

	/** @returns all items that the run of a node was given */
	const inputOf = ({ source }: ITaskData): Place[] =>
		source.flatMap((from) => {
			if (!from) return [];
			const { node, run, output } = placeOf(from, 0);
			const items = memberOf(runData, node)?.[run]?.data?.main?.[output] ?? [];
			return items.map((_, item) => placeOf(from, item));
		});

	const candidatesIn = (task: ITaskData, name: string, places: () => Place[]): Records => {
		const { candidates } = known(task);
		const found = candidates.get(name) ?? new Map();
		if (!candidates.has(name)) {
			candidates.set(name, found);
			walk(places(), found);
		}
		return found;
	};

	/**
	 * @returns what an item may stand for where only its key can tell; `undefined` where it stands for
	 *   all that it is paired with
	 */
	const candidatesOf = (
		item: INodeExecutionData,
		task: ITaskData,
		node: string,
	): Records | undefined => {
		const { type = '', parameters: { mode } = {} } = nodes.get(node) ?? {};
		const isEach = mode === 'runOnceForEachItem' || mode === 'each';
		const [parent, ...others] = pairsOf(item);
		if (!parent || (REORDERED.test(type) && !isEach))
			return candidatesIn(task, 'all', () => inputOf(task));
		const name = nameOf(parent);
		if (others.length > 0 || !known(task).split.has(name)) return undefined;
		const candidates = candidatesIn(task, name, () => parentsOf(item, task.source));
		return countOf(candidates) > 1 ? candidates : undefined;
	};

	/** @param open gets the items that cannot be identified; without it, they stand for all that they may stand for */
	const walk = (places: Place[], found: Records, open?: Unidentified[]): void => {
		const visited = new Set<string>();
		for (let place = places.pop(); place; place = places.pop()) {
			const { node, run, output, item: index } = place;
			const task = memberOf(runData, node)?.[run];
			const item = task?.data?.main?.[output]?.[index];
			const name = `${node} ${run} ${output} ${index}`;
			if (!task || !item || visited.has(name)) continue;
			visited.add(name);
			if (standsForNothing(item, task, place)) continue;
			const before = parentsOf(item, task.source);
			if (dryRunNames.has(node)) {
				given.push(...before);
				continue;
			}
			const read = reads.get(`${node} ${run} ${pairsOf(item)[0]?.item}`);
			const candidates = read ? undefined : candidatesOf(item, task, node);
			if (read) addRead(read, item, found);
			if (!candidates) places.push(...before);
			else if (!addNamed(item, candidates, found)) {
				if (open) open.push({ node, candidates });
				else for (const [of, keys] of candidates) add(found, of, keys);
			}
		}
	};

	const { source } = context.getExecuteData();
	const arrived = context.getInputData().flatMap((item) => parentsOf(item, source?.main));
	walk(arrived, records, unidentified);
	while (given.length > 0) walk(given.splice(0), shown);
	return { records, unidentified, shown };
}

/** @returns the names of nodes before this one that only show what they would write */
export function dryRunsBefore(context: IExecuteFunctions): string[] {
	const dryRuns = parentsWithParameters(context).filter(({ parameters: { dryRun = false } = {} }) =>
		// An expression that only its node can evaluate may be true.
		typeof dryRun === 'string' ? context.evaluateExpression(dryRun.slice(1), 0) !== false : dryRun,
	);
	return dryRuns.map(({ name }) => name);
}

function parentsWithParameters(context: IExecuteFunctions) {
	return context.getParentNodes(context.getNode().name, { includeNodeParameters: true });
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
		return source ? [placeOf(source, index)] : [];
	});
}

function placeOf(source: ISourceData, item: number): Place {
	const { previousNode: node, previousNodeRun: run = 0, previousNodeOutput: output = 0 } = source;
	return { node, run, output, item };
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
	return Boolean(error ?? (json.error && names.every((name) => ERROR_MEMBER.test(name))));
}
