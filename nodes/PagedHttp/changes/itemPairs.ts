import type { INodeExecutionData, IPairedItemData, ISourceData } from 'n8n-workflow';

/** Where an item is among all that the nodes of an execution have returned; numbers count from 0. */
export interface ItemPlace {
	/** Name of the node. */
	node: string;
	/** Number of its run in the execution. */
	run: number;
	output: number;
	item: number;
}

/** @returns a text for a place, which no other place has */
export function placeName({ node, run, output, item }: ItemPlace): string {
	return `${node} ${run} ${output} ${item}`;
}

/** @returns a name for the pair that no other of its node has */
export function pairName({ item, input = 0, sourceOverwrite }: IPairedItemData): string {
	return `${input} ${item} ${sourceOverwrite?.previousNodeRun}`;
}

/**
 * Reads what an item was made of, in the one form of the three that n8n has:
 *
 *     "pairedItem": 3
 *     "pairedItem": { "item": 3, "input": 1 }
 *     "pairedItem": [{ "item": 3 }, { "item": 4 }]
 *
 * @returns the items of its node's inputs that the item is paired with
 */
export function pairsOf({ pairedItem = [] }: INodeExecutionData): IPairedItemData[] {
	return [pairedItem].flat().map((pair) => (typeof pair === 'number' ? { item: pair } : pair));
}

/**
 * @param source where an input came from, as n8n notes it: `{ "previousNode": "Read Vendors" }`
 * @param item number of the item in it
 */
export function toItemPlace(source: ISourceData, item: number): ItemPlace {
	const { previousNode: node, previousNodeRun: run = 0, previousNodeOutput: output = 0 } = source;
	return { node, run, output, item };
}
