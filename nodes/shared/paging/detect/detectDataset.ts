import { isRecord } from '../../json';
import { validateDataset } from '../dataset/validate';
import { PagingError } from '../errors';
import { absoluteUrl } from '../request';
import type { JsonObject, PageResponse, PagingOptions, Send } from '../types';
import { onlyPage, untilNoData } from './build';
import { detect } from './detect';
import { notProven } from './notProven';
import { type Counting, countingOf } from './numbering';
import { beginsAtOne, beginsLater } from '../response/metadata/urls';
import { prove, type Verdict } from './prove';
import { Questions } from './questions';
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
	const search = new Search(detection, recorder, options);
	const found = await search.run();
	const beginsAt = beginsLater(address) ?? (await search.secondPage());
	recorder.forgetOthers();
	const { replay: send, requests } = recorder;
	return { ...found, send, requests, beginsAt };
}

/** Tries what the first page suggests, one candidate after the other. */
class Search {
	private readonly attempts: Attempt[] = [];
	/** A dataset whose page two is empty, used if no other parameter leads to records. */
	private spare: FoundDataset | undefined;
	/** Whether a candidate could not be tried. */
	private hasFailed = false;
	/** Paths of tokens that had no effect under another name. */
	private readonly ignoredTokens = new Set<string>();
	private readonly questions: Questions;

	constructor(
		private readonly detection: Detection,
		private readonly recorder: Recorder,
		private readonly options: PagingOptions,
	) {
		this.questions = new Questions(detection, recorder);
	}

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
		if (this.spare) return this.spare;
		// What could not be tried may be what leads to the other pages.
		const isComplete = !this.hasFailed && !this.questions.haveFailed && !this.recorder.isExhausted;
		if (whole && whole.doubt === undefined && isComplete) {
			const tried = this.attempts.length > 0 ? ['Usual paging parameters changed nothing.'] : [];
			return await this.onlyPage([...whole.evidence, ...tried]);
		}
		throw notProven(this.detection, this.attempts);
	}

	/** @returns the parameter by which the URL requests the second page of an API that counts from 0 */
	async secondPage(): Promise<string | undefined> {
		const name = beginsAtOne(this.detection.page.url);
		return name !== undefined && (await this.questions.hasPageZero(name)) ? name : undefined;
	}

	/** A canceled trial looks like one that ended. */
	private requireNotCanceled(): void {
		if (this.options.signal?.aborted) {
			throw new PagingError('Reading was canceled.', 'Run it again.');
		}
	}

	private async onlyPage(evidence: string[]): Promise<FoundDataset> {
		const { detection, recorder } = this;
		const { page } = detection;
		// So that its response is kept for the run.
		recorder.startTrial();
		await recorder.send({ method: 'GET', url: page.url }, recorder.control);
		return toFound(onlyPage(page), [...evidence, ONLY_PAGE]);
	}

	private async tryOne(candidate: Candidate): Promise<FoundDataset | undefined> {
		const counting = countingOf(candidate.dataset);
		if (counting && !(await this.isWorthTrying(candidate, counting))) return undefined;
		this.recorder.startTrial();
		const responses: PageResponse[] = [];
		const verdict = await this.proven(candidate, responses);
		if (verdict.kind === 'refuted') {
			if (verdict.isIgnored) this.forget(candidate, counting);
			if (verdict.hasFailed) this.hasFailed = true;
			return this.refute(candidate, verdict.reason);
		}
		if (counting && !(await this.questions.countsAsItSays(counting, candidate.isGuess))) {
			return this.refute(candidate, 'it may count pages instead of records');
		}
		if (verdict.kind === 'proven' && (await this.questions.hasPageBefore(candidate.dataset))) {
			return this.refute(candidate, 'the page before page one has other records');
		}
		const evidence = [...candidate.evidence, verdict.evidence];
		if (!counting) {
			const found = toFound(candidate.dataset, evidence);
			const token = tokenPathOf(candidate.dataset);
			if (verdict.kind === 'proven' || token === undefined) return found;
			if (this.ignoredTokens.has(token)) return this.refute(candidate, 'page two is empty');
			if (await this.questions.emptiesPage(candidate.dataset)) {
				return this.refute(candidate, 'any value leads to an empty page');
			}
			// Another parameter may be the one that takes the token.
			this.spare ??= found;
			return undefined;
		}
		const { dataset, notice } = await this.withCertainTotal(
			candidate,
			counting,
			verdict,
			responses,
		);
		const end = await this.endOf(dataset, counting, verdict);
		const all = [...evidence, ...notice];
		return end === undefined
			? toFound(dataset, all)
			: toFound(withEndStatus(dataset, end), [...all, endEvidence(end)]);
	}

	/** What has no effect now has none from another number, and shows nothing about a next name. */
	private forget({ dataset }: Candidate, counting: Counting | undefined): void {
		const token = tokenPathOf(dataset);
		if (token !== undefined) this.ignoredTokens.add(token);
		if (counting && counting.start > 0) this.questions.forget(counting.parameter);
	}

	private refute(candidate: Candidate, reason: string): undefined {
		this.attempts.push({ candidate, reason });
		return undefined;
	}

	/** @returns the dataset without a total that differs from page to page, or is less than there is */
	private async withCertainTotal(
		{ dataset }: Candidate,
		counting: Counting,
		verdict: Verdict,
		responses: readonly PageResponse[],
	): Promise<{ dataset: JsonObject; notice: string[] }> {
		if (verdict.kind !== 'proven') return { dataset, notice: [] };
		if (verdict.totalChanged) return { dataset: withoutTotal(dataset), notice: [] };
		const isCap = await this.questions.hasRecordsAfterTotal(dataset, counting, responses.at(-1));
		return isCap
			? { dataset: withoutTotal(dataset), notice: [BEYOND_TOTAL] }
			: { dataset, notice: [] };
	}

	/** One request shows whether a usual parameter is worth more. */
	private async isWorthTrying(candidate: Candidate, counting: Counting): Promise<boolean> {
		const { isGuess, group } = candidate;
		if (!isGuess) return !this.questions.isForgotten(counting.parameter);
		// Many are asked about at once: a server that refuses any is asked about each.
		const isKnown =
			(group === undefined ||
				(await this.questions.isKnown(group, ['known', 'refused', 'broken']))) &&
			(await this.questions.isKnown(new Map([[counting.parameter, counting.kind]]), ['known']));
		if (!isKnown) this.refute(candidate, 'the server does not know it');
		return isKnown;
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
		return await this.questions.endStatus(counting);
	}

	private async proven(candidate: Candidate, responses: PageResponse[]): Promise<Verdict> {
		const { dataset } = validateDataset(candidate.dataset);
		const send: Send = async (request, control) => {
			const response = await this.recorder.send(request, {
				...control,
				isTrial: candidate.isGuess,
			});
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
const ONLY_PAGE = 'The list has no pages. Run Automatic again when the list grows.';

const BEYOND_TOTAL =
	'The total is not used: the page after the last one has records. Reading ends with an empty page.';

function endEvidence(status: number): string {
	return `A page after the last one is answered with status ${status}.`;
}

/** @returns the path of the token that a dataset sends; `undefined` if it sends none */
function tokenPathOf({ pagingScheme }: JsonObject): string | undefined {
	if (!isRecord(pagingScheme) || pagingScheme.tokenType !== 'token') return undefined;
	return isRecord(pagingScheme.response) ? String(pagingScheme.response.nextToken) : undefined;
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
