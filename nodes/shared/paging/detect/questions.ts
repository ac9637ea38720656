import { withQuery } from '../request';
import { compareRecords } from '../response/compare';
import type { Fact } from '../response/metadata/facts';
import { beginsAtOne, isAddress } from '../response/metadata/urls';
import { readPath } from '../response/path';
import { PAST_THE_END } from '../run/answer';
import type { Strategy } from '../schemes/types';
import type { Candidate, Probe } from './build';
import type { FirstPage } from './firstPage';
import type { Recorder } from './recorder';

/** A page so far from the first one that no list is expected to have it. */
const FAR_PAGE = 1_000;

/** A parameter and a value that no API has. */
const NO_SUCH_PARAMETER = 'no_such_parameter';
const NO_SUCH_TOKEN = 'no-such-token';

/** What a request shows about the parameter of a guess. */
type Reaction = 'known' | 'ignored' | 'refused' | 'broken';

interface Answer {
	/** Status; 0 when there was no answer. */
	status: number;
	/** Undefined when it has none where page one has them. */
	records: unknown[] | undefined;
}

/** What is asked besides the pages of a trial: each question is a request or two, and may fail. */
export class Questions {
	/** Whether the server has refused a parameter in place of ignoring it. */
	haveRefused = false;
	/** Parameters with their values, or groups of them, by whether they are worth trying. */
	private readonly parameters = new Map<unknown, boolean>();

	constructor(
		private readonly page: FirstPage,
		private readonly recorder: Recorder,
	) {}

	/** @returns whether the server knows a parameter; of several, whether it does anything with any of them */
	async isKnown(probes: readonly Probe[]): Promise<boolean> {
		const isGroup = probes.length > 1;
		const key = isGroup ? probes : String(probes);
		const before = this.parameters.get(key);
		if (before !== undefined) return before;
		const reaction = await this.reactionTo(new Map(probes));
		// Many are asked about at once: a server that refuses any is asked about each.
		const isKnown =
			reaction === 'known' || (isGroup && (reaction === 'refused' || reaction === 'broken'));
		if (!isKnown && reaction !== 'ignored') this.haveRefused = true;
		this.parameters.set(key, isKnown);
		if (reaction === 'broken' && isGroup) await this.forgetOthers(probes);
		return isKnown;
	}

	/** Those that the server ignores lead to page one again, one that it does not know is often refused. */
	private async reactionTo(values: ReadonlyMap<string, string | number>): Promise<Reaction> {
		const { status, records } = await this.ask(...values);
		// Without an answer, nothing shows that it is known; some servers fail at one that is not.
		if (status === 0 || status === 429 || status > 500) return 'ignored';
		if (status === 500) return 'broken';
		// A page that does not exist is refused by servers that know the parameter.
		if (status >= 400 && !PAST_THE_END.includes(status)) return 'refused';
		if (records && records.length > 0) {
			return compareRecords(this.page.records, records) === 'same' ? 'ignored' : 'known';
		}
		if (!records || values.size === 1) return 'known';
		// Each parameter can be a filter for the field of that name, as in Feathers.
		const filtered = await this.ask([NO_SUCH_PARAMETER, 1]);
		return filtered.records?.length === 0 ? 'ignored' : 'known';
	}

	/** Some servers fail at brackets in a name (json-server 1), and ignore all other names. */
	private async forgetOthers(probes: readonly Probe[]): Promise<void> {
		const others = probes.filter(([name]) => !name.includes('['));
		if (others.length === probes.length || (await this.isKnown(others))) return;
		for (const probe of others) this.parameters.set(String(probe), false);
	}

	/**
	 * One record after the beginning, there still has to be one of page one: by an offset that counts
	 * pages, most records are left out.
	 */
	async countsRecords(
		{ request, first: start, numbering }: Strategy,
		isGuess: boolean,
	): Promise<boolean> {
		if (numbering?.step === 1 || this.page.records.length === 0) return true;
		const { status, records } = await this.askFor(request(Number(start) + 1).url);
		const [first] = records ?? [];
		if (first !== undefined) return this.compare(first) === 'same';
		// A server that only takes multiples of the page size would have a page of that number.
		return !isGuess && status >= 400 && status < 500 && status !== 429;
	}

	/**
	 * A total can be a cap, or count something else.
	 *
	 * @param total undefined where the response has none
	 * @returns whether there are new records after the last page by the total; `false` if not certain
	 */
	async hasRecordsAfterTotal(
		{ request, numbering }: Strategy,
		total: number | undefined,
	): Promise<boolean> {
		const after = total === undefined ? undefined : numbering?.end?.(total);
		if (after === undefined) return false;
		const { records = [] } = await this.askFor(request(after).url);
		// Some servers return the last page, or page one, for each page after the last one.
		if (records.length === 0 || compareRecords(this.page.records, records) !== 'new') return false;
		const before = request(after - (numbering?.step ?? 0)).url;
		const { records: last = [] } = await this.askFor(before);
		return last.length > 0 && compareRecords(last, records) === 'new';
	}

	/**
	 * The response can name a page before page one: by a URL, or by a token for the same parameter.
	 *
	 * @returns whether that page begins with a record that page one does not have; `true` if not certain
	 */
	async leavesOutBefore({ follows }: Candidate): Promise<boolean> {
		const [before] = this.page.previous;
		// It is the one that the dataset follows.
		if (!before || before.path === follows?.path) return false;
		const url = this.urlOf(before, follows?.parameter);
		if (url === undefined) return false;
		const { status, records } = await this.askFor(url);
		const [first] = records ?? [];
		return status === 0 || (first !== undefined && this.compare(first) !== 'same');
	}

	/** An address of another host is not requested. */
	private urlOf({ value }: Fact, parameter: string | undefined): string | undefined {
		const { url } = this.page;
		const text = String(value);
		if (isAddress({ value })) {
			const address = URL.canParse(text, url) ? new URL(text, url) : undefined;
			return address?.origin === new URL(url).origin ? address.href : undefined;
		}
		return parameter === undefined || typeof value === 'boolean'
			? undefined
			: withQuery(url, [[parameter, text]]);
	}

	/** @returns the parameter by which the URL requests the second page of an API that counts from 0 */
	async secondPage(): Promise<string | undefined> {
		const parameter = beginsAtOne(this.page.url);
		if (parameter === undefined) return undefined;
		const [first] = (await this.ask([parameter, 0])).records ?? [];
		return first !== undefined && this.compare(first) === 'new' ? parameter : undefined;
	}

	/**
	 * A token can lead to an empty page because its parameter is a filter: then every value that is in
	 * no record does so, too.
	 *
	 * @returns `true` if not certain
	 */
	async emptiesPage(parameter: string): Promise<boolean> {
		const { status, records } = await this.ask([parameter, NO_SUCH_TOKEN]);
		return status === 0 || records?.length === 0;
	}

	/** @returns the status by which the server says that a page is past the end, if it is one */
	async endStatus({ request, first, numbering }: Strategy): Promise<number | undefined> {
		const far = Number(first) + FAR_PAGE * (numbering?.step ?? 0);
		const { status } = await this.askFor(request(far).url);
		return PAST_THE_END.includes(status) ? status : undefined;
	}

	private compare(record: unknown): ReturnType<typeof compareRecords> {
		return compareRecords(this.page.records, [record]);
	}

	private async ask(...query: Probe[]): Promise<Answer> {
		return await this.askFor(withQuery(this.page.url, query));
	}

	private async askFor(url: string): Promise<Answer> {
		try {
			const response = await this.recorder.ask(url);
			const found = readPath(this.page.property, response);
			const records = Array.isArray(found) ? found : undefined;
			return { status: response.status, records };
		} catch {
			return { status: 0, records: undefined };
		}
	}
}
