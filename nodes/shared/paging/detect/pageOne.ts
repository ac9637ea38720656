import { isRecord } from '../../basics/guards';
import { jsonText } from '../../basics/json';
import { memberOf } from '../../basics/members';
import { readPath } from '../path';
import { compareRecords, type Comparison } from '../response/compare';
import type { Recorder } from './recorder';
import type { FirstPage } from './types';

/** The records of page one, to which those of other answers are compared. */
export class PageOne {
	/** As they were requested last. */
	records: readonly unknown[];
	private stability: Promise<boolean> | undefined;

	constructor(
		private readonly page: FirstPage,
		private readonly recorder: Recorder,
	) {
		this.records = page.records;
	}

	/** @returns how records relate to those of page one; a place on the page is no identity */
	async relationOf(others: readonly unknown[]): Promise<Comparison> {
		const { records } = this;
		const relation = compareRecords(records, others);
		if (relation === 'new' || relation === 'different') return relation;
		const places = placesIn(records, others);
		if (places.length === 0) return relation;
		const [own, theirs] = [records, others].map((list) => without(list, places));
		if (!own || !theirs || compareRecords(own, theirs) !== 'new') return relation;
		// Values that change with each request would look the same.
		return (await (this.stability ??= this.isStable())) ? 'new' : relation;
	}

	/**
	 * Records can be put in front of a list while it is read.
	 *
	 * @returns whether these, of which some were on page one, are those that it has now
	 */
	async isNow(others: readonly unknown[]): Promise<boolean> {
		const now = await this.now();
		if (now?.length !== others.length || compareRecords(now, others) !== 'same') return false;
		this.moveTo(now);
		return true;
	}

	/** @returns how many of the records of another page are on page one, unless it has moved by as many meanwhile */
	async repeatedOn(others: readonly unknown[]): Promise<number> {
		const { records } = this;
		const repeated = others.filter((record) => compareRecords(records, [record]) === 'same').length;
		const now = (await this.now()) ?? [];
		const added = now.filter((record) => compareRecords(records, [record]) !== 'same').length;
		if (added === now.length || added < repeated) return repeated;
		this.moveTo(now);
		return 0;
	}

	/**
	 * Whether records are page one from a later record on, and others after it: then page one is not all, whatever
	 * has led to them.
	 */
	isContinuedBy(others: readonly unknown[]): boolean {
		const isKnown = (record: unknown) => compareRecords(this.records, [record]) === 'same';
		const [first] = this.records;
		const repeated = others.findIndex((record) => !isKnown(record));
		const isAfter = repeated > 0 && !others.slice(repeated).some(isKnown);
		return isAfter && compareRecords(others, [first]) !== 'same';
	}

	/** What was read before the list has moved is not what the run is to return. */
	private moveTo(now: readonly unknown[]): void {
		this.records = now;
		this.recorder.forget();
	}

	private async isStable(): Promise<boolean> {
		const now = await this.now();
		return now !== undefined && jsonText(now) === jsonText(this.records);
	}

	private async now(): Promise<readonly unknown[] | undefined> {
		const { page, recorder } = this;
		try {
			const response = await recorder.sendAgain({ method: 'GET', url: page.url });
			const found = readPath(page.property, response);
			return response.status < 300 && Array.isArray(found) ? found : undefined;
		} catch {
			return undefined;
		}
	}
}

/** @returns members that number the records of each page anew: `[{ "id": 1, … }, { "id": 2, … }]` */
function placesIn(records: readonly unknown[], others: readonly unknown[]): string[] {
	const [first] = records;
	if (!isRecord(first) || records.length < 2) return [];
	return Object.keys(first).filter((name) =>
		[0, 1].some((start) => [records, others].every((list) => isCounted(list, name, start))),
	);
}

function isCounted(list: readonly unknown[], name: string, start: number): boolean {
	return list.every(
		(record, at) => isRecord(record) && String(memberOf(record, name)) === String(at + start),
	);
}

/** @returns the records without members; `undefined` when nothing else is left of one */
function without(list: readonly unknown[], names: readonly string[]): unknown[] | undefined {
	const left = list.map((record) =>
		Object.fromEntries(Object.entries(Object(record)).filter(([name]) => !names.includes(name))),
	);
	return left.some((record) => Object.keys(record).length === 0) ? undefined : left;
}
