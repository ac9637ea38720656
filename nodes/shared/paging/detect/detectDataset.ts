import { isRecord } from '../../json';
import { validateDataset } from '../dataset/validate';
import { PagingError } from '../errors';
import { absoluteUrl } from '../request';
import type { JsonObject, PageResponse, PagingOptions, Send, SendControl } from '../types';
import { onlyPage, untilNoData } from './build';
import { detect } from './detect';
import { notProven } from './notProven';
import { prove, type Verdict } from './prove';
import type { Attempt, Candidate, Detection, FoundDataset } from './types';

/** More requests than this are not sent to find out how an API pages. */
const MOST_REQUESTS = 24;

/** What was found, and a sender that does not request the pages again that were read for it. */
export interface ProvenDataset extends FoundDataset {
	send: Send;
	/** Requests that were sent to find it, page one and two included. */
	requests: number;
}

/**
 * Finds out how an API pages from its URL alone: reads page one, and proves what it suggests by
 * page two.
 *
 * @param url absolute, or a path below the base URL
 * @param options as for `paginate`; limits other than `interval` are those of the run that follows
 * @returns the dataset and what it rests on
 * @throws PagingError when it is not certain, with what the response shows and which fields to fill
 *   in; and when the first response is no page
 * @throws what the sender throws for the first request
 */
export async function detectDataset(url: string, options: PagingOptions): Promise<ProvenDataset> {
	const { dataset } = validateDataset({ url });
	const address = absoluteUrl(dataset.url, options.baseUrl);
	const recorder = new Recorder(options);
	const first = await recorder.first(address);
	const detection = detect(first, { url: address });
	const found = await findDataset(detection, recorder, options);
	recorder.forgetOthers();
	return { ...found, send: recorder.replay, requests: recorder.requests };
}

async function findDataset(
	detection: Detection,
	recorder: Recorder,
	options: PagingOptions,
): Promise<FoundDataset> {
	const { whole, candidates } = detection;
	if (whole?.isCertain) return toFound(onlyPage(detection.page), whole.evidence);
	const attempts: Attempt[] = [];
	const ignored = new Set<string>();
	let isComplete = true;
	for (const candidate of candidates) {
		if (options.signal?.aborted) throw new PagingError('Reading was canceled.', 'Run it again.');
		if (recorder.requests >= MOST_REQUESTS) {
			isComplete = false;
			break;
		}
		recorder.startTrial();
		const numbering = numberingOf(candidate.dataset);
		if (numbering && ignored.has(numbering.parameter)) continue;
		const verdict = await tryOne(candidate, detection, recorder, options);
		if (verdict.kind === 'refuted') {
			if (verdict.isIgnored && numbering?.showsIgnored) ignored.add(numbering.parameter);
			attempts.push({ candidate, reason: verdict.reason });
			if (verdict.hasFailed) isComplete = false;
			continue;
		}
		const dataset = isChanged(verdict) ? withoutTotal(candidate.dataset) : candidate.dataset;
		return toFound(dataset, [...candidate.evidence, verdict.evidence]);
	}
	// What could not be tried may be what leads to the other pages.
	if (whole && isComplete) {
		const tried = attempts.length > 0 ? ['Usual paging parameters changed nothing.'] : [];
		return toFound(onlyPage(detection.page), [...whole.evidence, ...tried]);
	}
	throw notProven(detection, attempts);
}

function isChanged(verdict: Verdict): boolean {
	return verdict.kind === 'proven' && verdict.totalChanged;
}

async function tryOne(
	candidate: Candidate,
	detection: Detection,
	recorder: Recorder,
	options: PagingOptions,
): Promise<Verdict> {
	const { dataset } = validateDataset(candidate.dataset);
	const responses: PageResponse[] = [];
	const send: Send = async (request, control) => {
		const response = await recorder.send(request, control);
		responses.push(response);
		return response;
	};
	const isGuess = candidate.isGuess && numberingOf(candidate.dataset) === undefined;
	// What belongs to the run that follows is left out: its resume point, its trace, its warnings.
	const { limits: _, resume: __, onRead: ___, warnings: ____, ...own } = options;
	return await prove(dataset, { detection, options: { ...own, send }, isGuess, responses });
}

/** How a scheme counts, and whether two equal pages mean that the server ignores its parameter. */
interface Numbering {
	parameter: string;
	showsIgnored: boolean;
}

/** @returns how a scheme counts; `undefined` for one that follows tokens or URLs */
function numberingOf({ pagingScheme }: JsonObject): Numbering | undefined {
	const request = isRecord(pagingScheme) ? pagingScheme.request : undefined;
	if (!isRecord(request)) return undefined;
	const { pageParameter, pageStartingValue, offsetParameter } = request;
	if (typeof offsetParameter === 'string')
		return { parameter: offsetParameter, showsIgnored: true };
	// Pages 0 and 1 can be one page; pages 1 and 2 cannot.
	if (typeof pageParameter !== 'string') return undefined;
	return { parameter: pageParameter, showsIgnored: pageStartingValue !== 0 };
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

/** Sends requests, each one once, and keeps the responses for the run that follows. */
class Recorder {
	requests = 0;
	private readonly known = new Map<string, PageResponse>();
	/** URLs of the trial in progress, and of the first page. */
	private readonly ofTrial = new Set<string>();

	constructor(private readonly options: PagingOptions) {}

	async first(url: string): Promise<PageResponse> {
		const signal = this.options.signal ?? new AbortController().signal;
		// Without prefetch there is nothing to slow down.
		const onThrottled = async (waitMs: number) => await this.options.clock?.sleep(waitMs);
		return await this.send({ method: 'GET', url }, { signal, onThrottled });
	}

	startTrial(): void {
		this.ofTrial.clear();
	}

	/** Drops what only other trials needed: a response can be large. */
	forgetOthers(): void {
		for (const url of this.known.keys()) {
			if (!this.ofTrial.has(url)) this.known.delete(url);
		}
	}

	readonly send: Send = async (request, control) => {
		this.ofTrial.add(request.url);
		const known = this.known.get(request.url);
		if (known) return known;
		const response = await this.fetch(request, control);
		this.known.set(request.url, response);
		return response;
	};

	/** For the run itself: each response that is known is used once, so that none is kept. */
	readonly replay: Send = async (request, control) => {
		const known = request.method === 'GET' ? this.known.get(request.url) : undefined;
		this.known.delete(request.url);
		return known ?? (await this.options.send(request, control));
	};

	private async fetch(request: Parameters<Send>[0], control: SendControl): Promise<PageResponse> {
		const interval = this.options.limits?.interval ?? 0;
		if (this.requests > 0 && interval > 0) await this.options.clock?.sleep(interval);
		this.requests++;
		return await this.options.send(request, control);
	}
}
