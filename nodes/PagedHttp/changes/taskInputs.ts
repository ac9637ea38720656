import type { INodeExecutionData, IPairedItemData, IRunData, ITaskData } from 'n8n-workflow';

import { memberOf } from '../../shared/basics/members';
import { isErrorItem } from './errorItems';
import { type ItemPlace, pairsOf, placeName, toItemPlace } from './itemPairs';
import { RecordSet } from './recordSet';

/** What an item stands for. */
export interface Claim {
	records: RecordSet;
	/** Name of the node that has returned it, where it stands for some of the records, and does not say which. */
	unclear?: string;
}

export const NOTHING: Claim = { records: RecordSet.EMPTY };

/** @returns what several items stand for together */
export function joined(claims: Iterable<Claim>): Claim {
	const [only = NOTHING, ...others] = new Set(claims);
	if (others.length === 0) return only;
	const all = [only, ...others];
	const unclear = all.find((claim) => claim.unclear !== undefined)?.unclear;
	const records = RecordSet.union(all.map((claim) => claim.records));
	return { records, ...(unclear !== undefined && { unclear }) };
}

/** The items that the run of a node was given. */
export class TaskInputs {
	private everything: Claim | undefined;
	private errors: Set<string> | undefined;
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

	/** @returns whether an item has an error that was there before, so that it was noted where it arose */
	hasPassedOn(item: INodeExecutionData): boolean {
		const pairs = this.isTrusted ? pairsOf(item) : [];
		if (pairs.length > 0)
			return pairs.some((pair) => hasSameError(this.itemAt(this.placeOf(pair)), item));
		this.errors ??= new Set(
			this.places().flatMap((place) => {
				const before = this.itemAt(place);
				return before && isErrorItem(before) ? [String(before.json.error)] : [];
			}),
		);
		return isErrorItem(item) && this.errors.has(String(item.json.error));
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

/** @returns whether two items have the same member `error` */
function hasSameError(
	before: INodeExecutionData | undefined,
	{ json }: INodeExecutionData,
): boolean {
	if (!before || !Object.hasOwn(before.json, 'error') || before.json.error === undefined)
		return false;
	return before.json.error === json.error;
}
