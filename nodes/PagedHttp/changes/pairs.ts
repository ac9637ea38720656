import type { INodeExecutionData, IPairedItemData, ITaskData } from 'n8n-workflow';

/** An item that a node has returned. */
export interface Place {
	node: string;
	run: number;
	output: number;
	item: number;
}

/** How many items of an output are paired with the same item only, by the run of the node. */
const childrenByTask = new WeakMap<ITaskData, Map<string, number>>();

/** @returns whether the node has made several items of the one that an item of it is paired with */
export function isSplit(task: ITaskData, parent: IPairedItemData): boolean {
	let children = childrenByTask.get(task);
	if (!children) {
		children = new Map();
		for (const [output, items] of (task.data?.main ?? []).entries()) {
			for (const item of items ?? []) {
				const [first, ...others] = pairsOf(item);
				if (!first || others.length > 0) continue;
				const name = nameOf(first);
				const count = (children.get(`${output} ${name}`) ?? 0) + 1;
				children.set(`${output} ${name}`, count);
				// The same item on several outputs is one.
				children.set(name, Math.max(count, children.get(name) ?? 0));
			}
		}
		childrenByTask.set(task, children);
	}
	return (children.get(nameOf(parent)) ?? 0) > 1;
}

/** @returns a name for the pair that no other of its node has */
export function nameOf({ item, input = 0, sourceOverwrite }: IPairedItemData): string {
	return `${input} ${item} ${sourceOverwrite?.previousNodeRun}`;
}

/** @returns the items that an item is paired with, in the one form of the three that n8n has */
export function pairsOf({ pairedItem }: INodeExecutionData): IPairedItemData[] {
	if (pairedItem === undefined) return [];
	const pairs = Array.isArray(pairedItem) ? pairedItem : [pairedItem];
	return pairs.map((pair) => (typeof pair === 'number' ? { item: pair } : pair));
}

/**
 * @param sources where the node's inputs came from
 * @returns the items that an item is paired with
 */
export function parentsOf(item: INodeExecutionData, sources?: ITaskData['source']): Place[] {
	return pairsOf(item).flatMap(({ item: index, input = 0, sourceOverwrite }) => {
		const source = sourceOverwrite ?? sources?.[input];
		if (!source) return [];
		const { previousNode, previousNodeRun = 0, previousNodeOutput = 0 } = source;
		return [{ node: previousNode, run: previousNodeRun, output: previousNodeOutput, item: index }];
	});
}
