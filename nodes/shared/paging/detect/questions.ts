import { withQuery } from '../request';
import { compareRecords } from '../response/compare';
import type { JsonObject, PageResponse } from '../types';
import { leavesOutBefore } from './before';
import { goesBeyondTotal } from './beyondTotal';
import {
	askIfKnown,
	type Counting,
	countsRecords,
	endStatusOf,
	type Known,
	recordsAt,
} from './numbering';
import { isFilter } from './otherValue';
import type { Recorder } from './recorder';
import type { Detection } from './types';

/** What is asked besides the pages of a trial: each question is a request or two, and may fail. */
export class Questions {
	/** Whether one of them got no answer to judge by. */
	haveFailed = false;
	/** Usual parameters by whether the server knows them. */
	private readonly parameters = new Map<string, boolean>();

	constructor(
		private readonly detection: Detection,
		private readonly recorder: Recorder,
	) {}

	/** Leaves a parameter out from now on: the server ignores it. */
	forget(parameter: string): void {
		this.parameters.set(parameter, false);
	}

	/** @returns whether a parameter is one that the server ignores */
	isForgotten(parameter: string): boolean {
		return this.parameters.get(parameter) === false;
	}

	/** @returns whether the server does with some parameters what is wanted */
	async isKnown(
		parameters: ReadonlyMap<string, 'page' | 'offset'>,
		wanted: readonly Known[],
	): Promise<boolean> {
		const key = [...parameters.keys()].join();
		const before = this.parameters.get(key);
		if (before !== undefined) return before;
		const known = await this.ask<Known>(
			async () => await askIfKnown(parameters, this.detection.page, this.recorder),
			'failed',
		);
		if (known === 'failed') this.haveFailed = true;
		this.parameters.set(key, wanted.includes(known));
		if (known === 'broken' && parameters.size > 1) await this.forgetOthers(parameters, wanted);
		return wanted.includes(known);
	}

	/** Some servers fail at brackets in a name (json-server 1), and ignore all other names. */
	private async forgetOthers(
		parameters: ReadonlyMap<string, 'page' | 'offset'>,
		wanted: readonly Known[],
	): Promise<void> {
		const others = new Map([...parameters].filter(([name]) => !name.includes('[')));
		if (others.size === parameters.size || (await this.isKnown(others, wanted))) return;
		for (const name of others.keys()) this.forget(name);
	}

	/** @returns whether an offset counts records; by one that counts pages most are left out */
	async countsAsItSays(counting: Counting, isGuess: boolean): Promise<boolean> {
		const { page } = this.detection;
		if (counting.kind === 'page' || page.records.length === 0) return true;
		return await this.ask(
			async () => await countsRecords(counting, page, this.recorder, isGuess),
			false,
		);
	}

	/** @returns whether there are records after the last page by the total; `false` if not certain */
	async hasRecordsAfterTotal(
		dataset: JsonObject,
		counting: Counting,
		response: PageResponse | undefined,
	): Promise<boolean> {
		const { page } = this.detection;
		return await this.ask(
			async () => await goesBeyondTotal(dataset, counting, page, response, this.recorder),
			false,
		);
	}

	/** @returns whether there are records before page one; `true` if not certain */
	async hasPageBefore(dataset: JsonObject): Promise<boolean> {
		const { page, previous } = this.detection;
		return await this.ask(
			async () => await leavesOutBefore(dataset, page, previous, this.recorder),
			true,
		);
	}

	/** @returns whether a list whose URL requests the page or record 1 has another one before it */
	async hasPageZero(parameter: string): Promise<boolean> {
		const { page } = this.detection;
		const ask = async () => {
			const url = withQuery(page.url, [[parameter, 0]]);
			return recordsAt(page.property, await this.recorder.ask(url)) ?? [];
		};
		const [first] = await this.ask(ask, []);
		return first !== undefined && compareRecords(page.records, [first]) === 'new';
	}

	/** @returns whether the parameter of a token also leads to an empty page with another value */
	async emptiesPage(dataset: JsonObject): Promise<boolean> {
		const { page } = this.detection;
		return await this.ask(async () => await isFilter(dataset, page, this.recorder), true);
	}

	/** @returns the status after the last page, if pages end with one */
	async endStatus(counting: Counting): Promise<number | undefined> {
		return await this.ask(
			async () => await endStatusOf(counting, this.detection.page, this.recorder),
			undefined,
		);
	}

	private async ask<T>(question: () => Promise<T>, otherwise: T): Promise<T> {
		try {
			return await question();
		} catch {
			this.haveFailed = true;
			return otherwise;
		}
	}
}
