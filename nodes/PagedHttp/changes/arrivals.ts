import type {
	IExecuteFunctions,
	INodeExecutionData,
	IRunData,
	ITaskData,
	NodeTypeAndVersion,
} from 'n8n-workflow';

import { memberOf } from '../../shared/basics/members';
import { userError } from '../../shared/n8n/nodeErrors';
import { runDataOf } from '../../shared/n8n/runData';
import { type ItemPlace, pairName, pairsOf, parentsOf, placeName, toItemPlace } from './itemPairs';
import { RecordKeys } from './recordKeys';
import type { StoredRead } from './storedReads';

/** An item that stands for some of these records, and does not say which. */
export interface Unidentified {
	/** Name of the node that has returned it. */
	node: string;
	candidates: RecordKeys;
}

/** What the items that arrive at a node stand for. */
export interface Arrivals {
	records: RecordKeys;
	/** Items that cannot be identified. */
	unidentified: Unidentified[];
	/** Records that a dry run has shown: they were not written, on whatever way they arrive, too. */
	shown: RecordKeys;
}

/** What is known of a run of a node: Confirm may run once for each of its items. */
interface KnownTask {
	/** Names of the items that it has made several of. */
	split: Set<string>;
	/** What its items may stand for, by the names of those that they were made of. */
	candidates: Map<string, RecordKeys>;
}

const knownTasks = new WeakMap<ITaskData, KnownTask>();

/** Nodes whose items may be paired with the wrong ones: n8n does that by position, also across sub-workflows. */
const REORDERED = /^n8n-nodes-base\.(code|function|aiTransform|executeWorkflow)$/;

/** What an item of an error has. */
const ERROR_MEMBER = /^(error|message|details)$/;

/** The name under which {@link KnownTask} has what all of its items may stand for together. */
const ALL_INPUTS = 'all';

/**
 * Finds the records that the items of a node stand for, on the way back to the nodes that have read them.
 *
 * @param context of the node whose input it is
 * @param stored the reads whose records are looked for
 * @throws UserError when n8n does not show the items
 */
export function arrivalsOf(context: IExecuteFunctions, stored: StoredRead[]): Arrivals {
	const runData = runDataOf(context);
	if (!runData) {
		throw userError(
			"Can't see which records arrived, so none was confirmed",
			'Set Records to Confirm to All Records of the Run, without a node with Dry Run before this one, or install a newer version of this package. This version of n8n keeps the items of other nodes in another place. The records are returned again in the next run.',
		);
	}
	const { source } = context.getExecuteData();
	const arrived = context.getInputData().flatMap((item) => parentsOf(item, source?.main));
	return new WayBack(context, runData, stored).from(arrived);
}

/** The way back from items to the records that they were made of, over the pairs that n8n has noted. */
class WayBack {
	/** The reads that are looked for, by {@link inputName}. */
	private readonly reads = new Map<string, StoredRead>();
	/** The nodes before this one, by their names. */
	private readonly nodes: Map<string, NodeTypeAndVersion>;
	/** Names of nodes that only show what they would write. */
	private readonly dryRuns: Set<string>;
	/** The items that these were given. */
	private readonly givenToDryRuns: ItemPlace[] = [];

	/**
	 * @param runData what the nodes of the execution have returned
	 * @param stored the reads whose records are looked for
	 */
	constructor(
		context: IExecuteFunctions,
		private readonly runData: IRunData,
		stored: StoredRead[],
	) {
		for (const read of stored) {
			const { run } = read;
			for (const input of run?.inputs ?? [])
				this.reads.set(inputName(run?.node, run?.index, input), read);
		}
		this.nodes = new Map(parentsWithParameters(context).map((parent) => [parent.name, parent]));
		this.dryRuns = new Set(dryRunsBefore(context));
	}

	/** @returns what these items stand for */
	from(arrived: ItemPlace[]): Arrivals {
		const records = new RecordKeys();
		const unidentified: Unidentified[] = [];
		const shown = new RecordKeys();
		this.walk(arrived, records, unidentified);
		while (this.givenToDryRuns.length > 0) this.walk(this.givenToDryRuns.splice(0), shown);
		return { records, unidentified, shown };
	}

	/**
	 * @param places of the items to begin with; taken out one after the other
	 * @param found gets the records
	 * @param open gets the items that cannot be identified; without it, they stand for all that they may stand for
	 */
	private walk(places: ItemPlace[], found: RecordKeys, open?: Unidentified[]): void {
		const visited = new Set<string>();
		for (let place = places.pop(); place; place = places.pop()) {
			const { node } = place;
			const task = memberOf(this.runData, node)?.[place.run];
			const item = task?.data?.main?.[place.output]?.[place.item];
			const name = placeName(place);
			if (!task || !item || visited.has(name)) continue;
			visited.add(name);
			if (this.standsForNothing(item, task, place)) continue;
			const before = parentsOf(item, task.source);
			if (this.dryRuns.has(node)) {
				this.givenToDryRuns.push(...before);
				continue;
			}
			const read = this.reads.get(inputName(node, place.run, pairsOf(item)[0]?.item));
			const candidates = read ? undefined : this.candidatesOf(item, task, node);
			if (read) found.addReturned(read, item);
			if (!candidates) places.push(...before);
			else if (!found.addNamed(item, candidates)) {
				if (open) open.push({ node, candidates });
				else for (const [of, keys] of candidates) found.addKeys(of, keys);
			}
		}
	}

	/** @returns whether it is an error, a summary, or what Always Output Data adds */
	private standsForNothing(
		item: INodeExecutionData,
		task: ITaskData,
		{ node, output }: ItemPlace,
	): boolean {
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
	): RecordKeys | undefined {
		const { type = '', parameters: { mode } = {} } = this.nodes.get(node) ?? {};
		const isEach = mode === 'runOnceForEachItem' || mode === 'each';
		const [parent, ...others] = pairsOf(item);
		if (!parent || (REORDERED.test(type) && !isEach))
			return this.candidatesIn(task, ALL_INPUTS, () => this.inputOf(task));
		const name = pairName(parent);
		if (others.length > 0 || !knownTask(task).split.has(name)) return undefined;
		const candidates = this.candidatesIn(task, name, () => parentsOf(item, task.source));
		return candidates.count > 1 ? candidates : undefined;
	}

	/**
	 * @param name of the items that the others were made of
	 * @param places of these items
	 * @returns all records that they stand for
	 */
	private candidatesIn(task: ITaskData, name: string, places: () => ItemPlace[]): RecordKeys {
		const { candidates } = knownTask(task);
		const known = candidates.get(name);
		if (known) return known;
		const found = new RecordKeys();
		candidates.set(name, found);
		this.walk(places(), found);
		return found;
	}

	/** @returns all items that the run of a node was given */
	private inputOf({ source }: ITaskData): ItemPlace[] {
		return source.flatMap((from) => {
			if (!from) return [];
			const { node, run, output } = toItemPlace(from, 0);
			const items = memberOf(this.runData, node)?.[run]?.data?.main?.[output] ?? [];
			return items.map((_, item) => toItemPlace(from, item));
		});
	}
}

/** @returns the names of nodes before this one that only show what they would write */
export function dryRunsBefore(context: IExecuteFunctions): string[] {
	const dryRuns = parentsWithParameters(context).filter((parent) => isDryRun(context, parent));
	return dryRuns.map(({ name }) => name);
}

function parentsWithParameters(context: IExecuteFunctions): NodeTypeAndVersion[] {
	return context.getParentNodes(context.getNode().name, { includeNodeParameters: true });
}

/** @returns a name for an input item of the run of a reader; its items are paired with that one */
function inputName(node?: string, run?: number, input?: number): string {
	return `${node} ${run} ${input}`;
}

/** @returns whether a node only shows what it would write */
function isDryRun(context: IExecuteFunctions, { parameters = {} }: NodeTypeAndVersion): boolean {
	const { dryRun = false } = parameters;
	// An expression that only its node can evaluate may be true.
	if (typeof dryRun === 'string') return context.evaluateExpression(dryRun.slice(1), 0) !== false;
	return Boolean(dryRun);
}

/** @returns what is known of the run of a node, found out at the first call */
function knownTask(task: ITaskData): KnownTask {
	const before = knownTasks.get(task);
	if (before) return before;
	const found: KnownTask = { split: splitIn(task), candidates: new Map() };
	knownTasks.set(task, found);
	return found;
}

/** @returns names of the items that the run of a node has made several of */
function splitIn(task: ITaskData): Set<string> {
	const split = new Set<string>();
	for (const items of task.data?.main ?? []) {
		// The same item on several outputs is one.
		const names = new Set<string>();
		for (const item of items ?? []) {
			const [first, ...others] = pairsOf(item);
			if (!first || others.length > 0) continue;
			const name = pairName(first);
			if (names.has(name)) split.add(name);
			names.add(name);
		}
	}
	return split;
}

/**
 * @returns whether it is an item of an error, as n8n's editor recognizes it:
 *   `{ "error": "Bad request", "message": "…" }`, without other members
 */
function isError({ json, error }: INodeExecutionData): boolean {
	const names = Object.keys(json);
	return Boolean(error ?? (json.error && names.every((name) => ERROR_MEMBER.test(name))));
}
