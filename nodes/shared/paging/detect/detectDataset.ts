import { isRecord } from '../../json';
import { validateDataset } from '../dataset/validate';
import { PagingError } from '../errors';
import { absoluteUrl } from '../request';
import type { JsonObject, PageResponse, PagingOptions, Send } from '../types';
import { onlyPage, untilNoData } from './build';
import { detect } from './detect';
import { notProven } from './notProven';
import type { Counting } from './numbering';
import { askIfKnown, countingOf, countsRecords, endStatusOf } from './numbering';
import { beginsLater } from './query';
import { prove, refuted, type Verdict } from './prove';
import { Recorder } from './recorder';
import type { Attempt, Candidate, Detection, FoundDataset } from './types';

/** What was found, and a sender that does not request the pages again that were read for it. */
export interface ProvenDataset extends FoundDataset {
	send: Send;
	/** Requests that were sent to find it, page one and two included. */
	requests: number;
	/** The parameter by which the URL requests a later page than the first; `undefined` if none does. */
	beginsAt: string | undefined;
}

/**
 * Finds out how an API pages from its URL alone: reads page one, and proves what it suggests by
 * page two.
 *
 * @param url absolute, or a path below the base URL
 * @param options as for `paginate`; limits other than `interval` are those of the run that follows
 * @returns the dataset and what it rests on
 * @throws PagingError when it is not certain, with what the response shows and which fields to fill
 *   in; when the first response is no page; and when the signal is aborted
 * @throws what the sender throws for the first request
 */
export async function detectDataset(url: string, options: PagingOptions): Promise<ProvenDataset> {
	const { dataset } = validateDataset({ url });
	const address = absoluteUrl(dataset.url, options.baseUrl);
	const recorder = new Recorder(options);
	const first = await recorder.send({ method: 'GET', url: address }, recorder.control);
	const detection = detect(first, { url: address });
	const found = await new Search(detection, recorder, options).run();
	recorder.forgetOthers();
	const { replay: send, requests } = recorder;
	return { ...found, send, requests, beginsAt: beginsLater(address) };
}

/** Tries what the first page suggests, one candidate after the other. */
class Search {
	private readonly attempts: Attempt[] = [];
	/** Usual parameters by whether the server knows them. */
	private readonly parameters = new Map<string, boolean>();
	/** Paths of tokens that had no effect under another name. */
	private readonly ignoredTokens = new Set<string>();
	/** Whether all that was to be tried could be tried. */
	private isComplete = true;

	constructor(
		private readonly detection: Detection,
		private readonly recorder: Recorder,
		private readonly options: PagingOptions,
	) {}

	async run(): Promise<FoundDataset> {
		const { whole, candidates } = this.detection;
		this.requireNotCanceled();
		if (whole?.isCertain) return await this.onlyPage(whole.evidence);
		for (const candidate of candidates) {
			const found = await this.tryOne(candidate);
			this.requireNotCanceled();
			if (found) return found;
			if (this.recorder.isExhausted) break;
		}
		// What could not be tried may be what leads to the other pages.
		if (whole && this.isComplete && !this.recorder.isExhausted) {
			const tried = this.attempts.length > 0 ? ['Usual paging parameters changed nothing.'] : [];
			return await this.onlyPage([...whole.evidence, ...tried]);
		}
		throw notProven(this.detection, this.attempts);
	}

	/** A canceled trial looks like one that ended. */
	private requireNotCanceled(): void {
		if (this.options.signal?.aborted) {
			throw new PagingError('Reading was canceled.', 'Run it again.');
		}
	}

	private async onlyPage(evidence: string[]): Promise<FoundDataset> {
		const { page, recorder } = this;
		// So that its response is kept for the run.
		recorder.startTrial();
		await recorder.send({ method: 'GET', url: page.url }, recorder.control);
		return toFound(onlyPage(page), [...evidence, ONLY_PAGE]);
	}

	private async tryOne(candidate: Candidate): Promise<FoundDataset | undefined> {
		const counting = countingOf(candidate.dataset);
		if (counting && !(await this.isWorthTrying(candidate, counting))) return undefined;
		this.recorder.startTrial();
		const verdict = await this.doubted(await this.proven(candidate), candidate, counting);
		if (verdict.kind === 'refuted') {
			if (verdict.isIgnored) this.forget(candidate, counting);
			if (verdict.hasFailed) this.isComplete = false;
			this.attempts.push({ candidate, reason: verdict.reason });
			return undefined;
		}
		const isChanged = verdict.kind === 'proven' && verdict.totalChanged;
		const dataset = isChanged ? withoutTotal(candidate.dataset) : candidate.dataset;
		const end = counting && (await this.endOf(dataset, counting, verdict));
		const evidence = [...candidate.evidence, verdict.evidence];
		return end === undefined
			? toFound(dataset, evidence)
			: toFound(withEndStatus(dataset, end), [...evidence, endEvidence(end)]);
	}

	/** Page two is not enough where it looks the same for a parameter that means something else. */
	private async doubted(
		verdict: Verdict,
		{ dataset, isGuess }: Candidate,
		counting: Counting | undefined,
	): Promise<Verdict> {
		if (verdict.kind === 'refuted') return verdict;
		// A total shows at the end of the run whether records are missing.
		if (counting?.kind === 'offset' && (isGuess || totalPathOf(dataset) === undefined)) {
			const question = async () => await countsRecords(counting, this.page, this.recorder);
			if (!(await this.ask(question, false))) return refuted('it does not count records');
		}
		const token = tokenPathOf(dataset);
		if (verdict.kind === 'onlyPage' && token !== undefined && this.ignoredTokens.has(token)) {
			return refuted('page two is empty');
		}
		return verdict;
	}

	private get page() {
		return this.detection.page;
	}

	/** What has no effect now has none from another number, and shows nothing about a next name. */
	private forget({ dataset }: Candidate, counting: Counting | undefined): void {
		const token = tokenPathOf(dataset);
		if (token !== undefined) this.ignoredTokens.add(token);
		if (counting && counting.start > 0) this.parameters.set(counting.parameter, false);
	}

	/** One request shows whether a usual parameter is worth more. */
	private async isWorthTrying(candidate: Candidate, counting: Counting): Promise<boolean> {
		const { parameter } = counting;
		const before = this.parameters.get(parameter);
		if (before !== undefined || !candidate.isGuess) return before ?? true;
		const known = await this.ask(
			async () => await askIfKnown(counting, this.page, this.recorder),
			'failed',
		);
		if (known === 'failed') this.isComplete = false;
		if (known !== 'known') {
			this.attempts.push({ candidate, reason: 'the server does not know it' });
		}
		this.parameters.set(parameter, known === 'known');
		return known === 'known';
	}

	/** A request that finds something out, and may fail. */
	private async ask<T>(question: () => Promise<T>, otherwise: T): Promise<T> {
		try {
			return await question();
		} catch {
			this.isComplete = false;
			return otherwise;
		}
	}

	/** @returns the status after the last page, where pages end without saying how many there are */
	private async endOf(
		{ pagingScheme }: JsonObject,
		counting: Counting,
		verdict: Verdict,
	): Promise<number | undefined> {
		if (verdict.kind === 'onlyPage') return verdict.endStatus;
		if (!isRecord(pagingScheme) || pagingScheme.pageUntil !== 'noDataLeft') return undefined;
		if (pagingScheme.response !== undefined) return undefined;
		const { page, recorder } = this;
		return await this.ask(async () => await endStatusOf(counting, page, recorder), undefined);
	}

	private async proven(candidate: Candidate): Promise<Verdict> {
		const { dataset } = validateDataset(candidate.dataset);
		const responses: PageResponse[] = [];
		const send: Send = async (request, control) => {
			const response = await this.recorder.send(request, control);
			responses.push(response);
			return response;
		};
		// What belongs to the run that follows is left out: its resume point, its trace, its warnings.
		const { limits: _, resume: __, onRead: ___, warnings: ____, ...own } = this.options;
		const { detection } = this;
		// A usual number that leads to an empty page says that there is no page two.
		const isGuess = candidate.isGuess && countingOf(candidate.dataset) === undefined;
		return await prove(dataset, { detection, options: { ...own, send }, isGuess, responses });
	}
}

/** The last sentence about a dataset without a paging scheme. */
const ONLY_PAGE =
	'The dataset has no paging scheme: it reads one page. Once there may be more records, find it again.';

function endEvidence(status: number): string {
	return `A page after the last one is answered with status ${status}.`;
}

function responseOf({ pagingScheme }: JsonObject): Record<string, unknown> {
	return isRecord(pagingScheme) && isRecord(pagingScheme.response) ? pagingScheme.response : {};
}

function totalPathOf(dataset: JsonObject): unknown {
	return responseOf(dataset).totalCount;
}

/** @returns the path of the token that a dataset sends; `undefined` if it sends none */
function tokenPathOf(dataset: JsonObject): string | undefined {
	const { pagingScheme } = dataset;
	if (!isRecord(pagingScheme) || pagingScheme.tokenType !== 'token') return undefined;
	return String(responseOf(dataset).nextToken);
}

function withEndStatus(dataset: JsonObject, status: number): JsonObject {
	if (!isRecord(dataset.pagingScheme)) return dataset;
	return { ...dataset, pagingScheme: { ...dataset.pagingScheme, endStatuses: [status] } };
}

/** A total that differs from page to page is none: the pages end with an empty one. */
function withoutTotal(dataset: JsonObject): JsonObject {
	if (!isRecord(dataset.pagingScheme)) return dataset;
	const { response: _, ...scheme } = dataset.pagingScheme;
	return { ...dataset, pagingScheme: { ...scheme, ...untilNoData().scheme } };
}

function toFound(source: JsonObject, evidence: string[]): FoundDataset {
	return { dataset: validateDataset(source).dataset, source, evidence: [...new Set(evidence)] };
}
