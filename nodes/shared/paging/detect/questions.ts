import { readPath } from '../path';
import { compareRecords } from '../response/compare';
import type { Fact } from '../response/facts';
import { isAddress } from '../response/nextPage';
import { numberingIn } from '../response/numbering';
import { saysPastEnd } from '../response/pastEnd';
import { PAST_THE_END, statusError } from '../run/pageAnswer';
import { resolveNextUrl } from '../schemes/resolvedUrl';
import { isTooLong } from '../schemes/token';
import type { Strategy } from '../schemes/types';
import { withQuery } from '../url';
import type { Candidate, Probe } from './numberCandidates';
import type { PageOne } from './pageOne';
import { isAnswer, type Recorder } from './recorder';
import type { FirstPage } from './types';

/** The server returned page one again. */
export const SAME_RECORDS = 'page two has the same records';

/** Pages between the first one and one that no list is expected to have. */
const FAR_PAGE = 1_000;

/** A parameter and a value that no API has. */
const NO_SUCH_PARAMETER = 'no_such_parameter';

const NO_SUCH_TOKEN = 'no-such-token';

/** The answer to a question. */
interface Asked {
	/** 0 when there was no answer. */
	status: number;
	/** Those of the array at the path where page one has its records; `undefined` without an array. */
	records: readonly unknown[] | undefined;
	/** Why it is not a page: its status, or what the sender says. */
	problem: string;
	/** Whether it is something other than a page. */
	isNoPage: boolean;
}

/** Statuses that mean a page after the last one, if the words beside them do. */
const MAY_BE_END = [400, 410, 422];

/** What is said of how far a list can be read at all. */
const LIMIT = /max|limit|at most|allowed/i;

/** What is asked besides the pages of a trial: each question is a request or two, and may fail. */
export class Questions {
	/** Whether the server answers 404 to parameters that it does not know: then it does not mean the end. */
	isNotFoundRefusal = false;
	/** What speaks against parameters with their values, by these; and against numbers, by the name alone. */
	private readonly objections = new Map<string, string | undefined>();

	constructor(
		private readonly page: FirstPage,
		private readonly pageOne: PageOne,
		private readonly recorder: Recorder,
	) {}

	/**
	 * One request shows whether any of several parameters is worth more, and one about each.
	 *
	 * @returns why the parameter of a candidate is not the one of the API; `undefined` if it may be
	 */
	async objectionTo({ group, probe, isGuess }: Candidate): Promise<string | undefined> {
		for (const probes of [group, probe && [probe]]) {
			if (!probes) continue;
			const [[name, value] = ['', '']] = probes;
			const isNumber = probes.length === 1 && typeof value === 'number';
			const key = isNumber && this.objections.has(name) ? name : String(probes);
			const isKnown = this.objections.has(key);
			const objection = isKnown ? this.objections.get(key) : await this.objection(probes, isGuess);
			// A name that is refused with one number is so with another.
			const isRefused = isNumber && objection !== undefined && objection !== SAME_RECORDS;
			this.objections.set(isRefused ? name : key, objection);
			if (objection !== undefined) return objection;
		}
		return undefined;
	}

	/** Those that the server ignores lead to page one again, one that it does not know is often refused. */
	private async objection(probes: readonly Probe[], isGuess: boolean): Promise<string | undefined> {
		const isGroup = probes.length > 1;
		const url = withQuery(this.page.url, probes);
		const { status, records, problem, isNoPage } = await this.askFor(url, isGuess || isGroup);
		// Without an answer, nothing shows that it is known.
		if (!isAnswer(status)) return problem;
		// Of many, each is asked about then. A page that does not exist is refused by who knows it.
		const isPast = PAST_THE_END.includes(status) && !(this.isNotFoundRefusal && isGuess);
		if (status >= 400 && !isPast) return isGroup ? undefined : problem;
		if (isNoPage && status < 400) return isGroup ? undefined : problem;
		if (records && records.length > 0)
			return (await this.isSame(records)) ? SAME_RECORDS : undefined;
		if (!records || !isGroup) return undefined;
		// Each parameter can be a filter for the field of that name, as in Feathers.
		const filtered = await this.ask([NO_SUCH_PARAMETER, 1]);
		return filtered.records?.length === 0 ? SAME_RECORDS : undefined;
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
		if (first !== undefined) return await this.isSame([first]);
		// A server that only takes multiples of the page size would have a page of that number.
		return !isGuess && status >= 400 && status < 500 && status !== 429;
	}

	/**
	 * A total can be a cap, or count something else.
	 *
	 * @returns whether there are new records after the last page by the total; `false` if not certain
	 */
	async hasRecordsAfterTotal({ request, numbering }: Strategy, total: number): Promise<boolean> {
		const after = total > 0 ? numbering?.end?.(total) : undefined;
		if (after === undefined) return false;
		const { records = [] } = await this.askFor(request(after).url);
		// Some servers return the last page, or page one, for each page after the last one.
		if (records.length === 0 || (await this.pageOne.relationOf(records)) !== 'new') return false;
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
		return status === 0 || (first !== undefined && !(await this.isSame([first])));
	}

	/** An address of another host is not requested. */
	private urlOf({ value }: Fact, parameter: string | undefined): string | undefined {
		const { url } = this.page;
		const text = String(value);
		if (isTooLong(text)) return undefined;
		if (isAddress({ value })) {
			const next = resolveNextUrl(text, url, url, '');
			return next.kind === 'next' ? next.position : undefined;
		}
		return parameter === undefined || typeof value === 'boolean'
			? undefined
			: withQuery(url, [[parameter, text]]);
	}

	/** @returns the parameter by which the URL requests the second page of an API that counts from 0 */
	async secondPage(): Promise<string | undefined> {
		const parameter = numberingIn(this.page.url).find(({ value }) => value === 1)?.name;
		if (parameter === undefined) return undefined;
		const [first] = (await this.ask([parameter, 0])).records ?? [];
		const isOther = first !== undefined && (await this.pageOne.relationOf([first])) === 'new';
		return isOther ? parameter : undefined;
	}

	/**
	 * A token can lead to an empty page because its parameter is a filter: then every value that is in
	 * no record leads to one as well.
	 *
	 * @returns `true` if not certain
	 */
	async emptiesPage(parameter: string): Promise<boolean> {
		const { status, records } = await this.ask([parameter, NO_SUCH_TOKEN]);
		return status === 0 || records?.length === 0;
	}

	/** @returns the status of a page far past the end, if it means the end: 404, or one whose words say so */
	async endStatus({ request, first, numbering }: Strategy): Promise<number | undefined> {
		const far = Number(first) + FAR_PAGE * (numbering?.step ?? 0);
		const { status, problem } = await this.askFor(request(far).url);
		const [, words = ''] = /^[^:]*: (.+)$/s.exec(problem) ?? [];
		const isSaid = MAY_BE_END.includes(status) && saysPastEnd(words) && !LIMIT.test(words);
		return isSaid || PAST_THE_END.includes(status) ? status : undefined;
	}

	private async isSame(records: readonly unknown[]): Promise<boolean> {
		return (await this.pageOne.relationOf(records)) === 'same';
	}

	private async ask(...query: Probe[]): Promise<Asked> {
		return await this.askFor(withQuery(this.page.url, query));
	}

	/**
	 * @param isTrial whether 500 is an answer: some servers fail at a parameter that they do not know
	 */
	private async askFor(url: string, isTrial = true): Promise<Asked> {
		const { recorder } = this;
		try {
			const response = await recorder.send(
				{ method: 'GET', url },
				{ ...recorder.control, isTrial },
			);
			const { status } = response;
			const found = readPath(this.page.property, response);
			const records = Array.isArray(found) ? found : undefined;
			const { problem } = recorder.noPages.get(url) ?? {};
			const isNoPage = problem !== undefined;
			return { status, records, isNoPage, problem: problem ?? statusError(response, 2).message };
		} catch (error) {
			return { status: 0, records: undefined, problem: String(error), isNoPage: true };
		}
	}
}
