import type { INodeExecutionData, IPairedItemData, IRunData, ITaskData } from 'n8n-workflow';

import { canonicalJson } from '../../shared/basics/json';
import { memberOf } from '../../shared/basics/members';
import { isErrorItem } from './errorItems';
import { type ItemPlace, pairsOf, placeName, toItemPlace } from './itemPairs';
import { RecordSet } from './recordSet';

/** What an item stands for. */
export interface Claim {
	/** By its pairs, and by the Record Key that it has: a name may narrow what was processed. */
	records: RecordSet;
	/** By its pairs alone, unless all records are named: what has failed when it fails. */
	all: RecordSet;
	/** Name of the node that has returned it, where it stands for some of the records, and does not say which. */
	unclear?: string;
}

export const NOTHING: Claim = { records: RecordSet.EMPTY, all: RecordSet.EMPTY };

/** @returns what several items stand for together */
export function joined(claims: Iterable<Claim>): Claim {
	const [only = NOTHING, ...others] = new Set(claims);
	if (others.length === 0) return only;
	const all = [only, ...others];
	const unclear = all.find((claim) => claim.unclear !== undefined)?.unclear;
	const records = RecordSet.union(all.map((claim) => claim.records));
	const every = RecordSet.union(all.map((claim) => claim.all));
	return { records, all: every, ...(unclear !== undefined && { unclear }) };
}

/** The items that the run of a node was given. */
export class TaskInputs {
	private everything: Claim | undefined;
	/** What many items stand for, by the list of their pairs: a node may give all of its items the same one. */
	private readonly ofPairs = new WeakMap<object, Claim>();

	/**
	 * @param runData what the nodes of the execution have returned
	 * @param isTrusted whether the items of the run are paired with those that they were made of
	 * @param claimAt what an item of an earlier run stands for
	 */
	constructor(
		private readonly runData: IRunData,
		private readonly task: Pick<ITaskData, 'source'>,
		readonly isTrusted: boolean,
		private readonly claimAt: (place: ItemPlace) => Claim,
	) {}

	/** What all of them stand for together. */
	get all(): Claim {
		return (this.everything ??= joined(this.places().map(this.claimAt)));
	}

	/** @returns what those stand for together that an item of the run is paired with */
	claimOf(item: INodeExecutionData): Claim {
		const { pairedItem } = item;
		const known = typeof pairedItem === 'object' ? this.ofPairs.get(pairedItem) : undefined;
		if (known) return known;
		const claim = joined(pairsOf(item).map((pair) => this.claimAt(this.placeOf(pair))));
		if (typeof pairedItem === 'object') this.ofPairs.set(pairedItem, claim);
		return claim;
	}

	/** @returns what those stand for that none of these items of the run is paired with */
	claimsWithout(items: readonly INodeExecutionData[]): Claim[] {
		const lists = new Set(items.map(({ pairedItem }) => pairedItem));
		const names = new Set<string>();
		for (const pairedItem of lists) {
			if (pairedItem === undefined) continue;
			for (const pair of pairsOf({ json: {}, pairedItem }))
				names.add(placeName(this.placeOf(pair)));
		}
		return this.places()
			.filter((place) => !names.has(placeName(place)))
			.map(this.claimAt);
	}

	/**
	 * @param outputs of the run
	 * @param isHandling whether items of an error alone that come from an output for errors are new: what
	 *   deals with them may fail with the same words
	 * @returns the items with an error that was there before, so that it was noted where it arose
	 */
	passedOn(
		outputs: ReadonlyArray<readonly INodeExecutionData[]>,
		isHandling: boolean,
	): ReadonlySet<INodeExecutionData> {
		const errors = outputs
			.flat()
			.filter((item) => Object.hasOwn(item.json, 'error') && !(isHandling && isErrorItem(item)));
		const paired = errors.filter((item) => this.isTrusted && pairsOf(item).length > 0);
		const passed = paired.filter((item) =>
			pairsOf(item).some((pair) => isSameError(this.itemAt(this.placeOf(pair)), item)),
		);
		const others =
			errors.length === paired.length ? [] : errors.filter((one) => !paired.includes(one));
		return new Set([...passed, ...(others.length > 0 ? this.unchanged(others) : [])]);
	}

	/** @returns the items that are among those of the inputs, and no more often there */
	private unchanged(items: readonly INodeExecutionData[]): INodeExecutionData[] {
		const before = countsOf(this.places().flatMap((place) => this.itemAt(place) ?? []));
		const after = countsOf(items);
		return items.filter((item) => {
			const text = canonicalJson(item.json);
			return (after.get(text) ?? 0) <= (before.get(text) ?? 0);
		});
	}

	private places(): ItemPlace[] {
		return this.task.source.flatMap((from) => {
			if (!from) return [];
			const place = toItemPlace(from, 0);
			return this.itemsAt(place).map((_, item) => ({ ...place, item }));
		});
	}

	private itemsAt({ node, run, output }: ItemPlace): INodeExecutionData[] {
		return memberOf(this.runData, node)?.[run]?.data?.main?.[output] ?? [];
	}

	private itemAt(place: ItemPlace): INodeExecutionData | undefined {
		return this.itemsAt(place)[place.item];
	}

	private placeOf({ item, input = 0, sourceOverwrite }: IPairedItemData): ItemPlace {
		const source = sourceOverwrite ?? this.task.source[input];
		return source ? toItemPlace(source, item) : { node: '', run: 0, output: 0, item };
	}
}

/** @returns how often each content is there among items with an error */
function countsOf(items: readonly INodeExecutionData[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { json } of items) {
		if (!Object.hasOwn(json, 'error')) continue;
		const text = canonicalJson(json);
		counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	return counts;
}

/**
 * @returns whether an item has the error of the one that it was made of. An item of an error alone is
 *   a new one, unless nothing has changed: two nodes may fail with the same words.
 */
function isSameError(before: INodeExecutionData | undefined, item: INodeExecutionData): boolean {
	if (!before || !Object.hasOwn(before.json, 'error')) return false;
	if (isErrorItem(item)) return canonicalJson(before.json) === canonicalJson(item.json);
	const { error } = before.json;
	return error !== undefined && canonicalJson(error) === canonicalJson(item.json.error);
}
