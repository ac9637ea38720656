import { validateDataset } from '../dataset/validate';
import { ONE_PAGE } from '../dataset/validate';
import type { Dataset } from '../dataset/types';
import { PagingError } from '../errors';
import { absoluteUrl } from '../request';
import { beginsLater } from '../response/metadata/urls';
import type { MoreSign } from '../response/metadata/more';
import { strategyFor } from '../schemes';
import type { Strategy } from '../schemes/types';
import type { JsonObject, PageRequest, PageResponse, PagingOptions, Send } from '../types';
import { type Candidate, datasetOf, UNTIL_NO_DATA } from './build';
import { candidatesFor } from './candidates';
import { type Find, firstRequest, Place, schemeFor, toFind } from './finds';
import { type FirstPage, readFirstPage } from './firstPage';
import { type Attempt, IGNORED, notProven, prove, type Verdict } from './prove';
import { Questions } from './questions';
import { Recorder } from './recorder';
import { moreThan, wholeSign } from './whole';

/** What was found, and a sender that does not request the pages again that were read for it. */
export interface ProvenDataset {
	dataset: Dataset;
	/** The dataset as it would be in a `dataSource.json`. */
	source: JsonObject;
	/** Sentences on what speaks for it. */
	evidence: string[];
	send: Send;
	/** Requests that were sent to find it, page one and two included. */
	requests: number;
	/** The parameter by which the URL requests a later page than the first; `undefined` if none does. */
	beginsAt: string | undefined;
}

interface Found extends Pick<ProvenDataset, 'dataset' | 'source' | 'evidence'> {
	scheme: JsonObject;
}

/**
 * Finds out how an API pages from its URL alone: reads page one, and proves what it suggests by
 * page two.
 *
 * @param url absolute, or a path below the base URL
 * @param options as for `paginate`; limits other than `interval` are those of the run that follows
 * @param place among lists with similar URLs; an error leaves it to the caller to leave it
 * @returns the dataset and what it rests on
 * @throws PagingError when it is not certain, with what the response shows and which fields to fill
 *   in; when the first response is no page; and when the signal is aborted
 * @throws what the sender throws for the first request
 */
export async function detectDataset(
	url: string,
	options: PagingOptions,
	place = new Place(),
): Promise<ProvenDataset> {
	const { dataset } = validateDataset({ url });
	const address = absoluteUrl(dataset.url, options.baseUrl);
	const recorder = new Recorder(options);
	const open = async (request: PageRequest) =>
		new Search(await recorder.send(request, recorder.control), address, recorder, options);
	const find = await place.turn();
	// As the run will, if it fits. What is wrong with it then, the URL alone shows.
	let search = find && (await open(firstRequest(find, address)).catch(() => undefined));
	let found = find && search?.known([find]);
	if (!search || !found) {
		const own = (search = await open({ method: 'GET', url: address }));
		found = own.certain() ?? (await place.known((finds) => own.known(finds))) ?? (await own.run());
	}
	place.leave(search.proved);
	const beginsAt = beginsLater(address) ?? (await search.questions.secondPage());
	const { replay: send, requests } = recorder;
	return { ...found, send, requests, beginsAt };
}

/** More candidates than this are not tried: several can share their requests. */
const MOST_CANDIDATES = 100;

/** Tries what the first page suggests, one candidate after the other. */
class Search {
	/** What other pages of the list have proved. */
	proved: Find | undefined;
	readonly questions: Questions;
	private readonly page: FirstPage;
	private readonly attempts: Attempt[] = [];
	/** Whether every guess has led to the same records. */
	private areSame = true;
	/** A dataset whose page two is empty, used if no other parameter leads to records. */
	private spare: Found | undefined;
	/** Paths of tokens that had no effect under another name. */
	private readonly ignoredTokens = new Set<string>();
	private readonly seen: readonly MoreSign[];

	constructor(
		private readonly first: PageResponse,
		url: string,
		private readonly recorder: Recorder,
		private readonly options: PagingOptions,
	) {
		this.page = readFirstPage(first, url);
		this.questions = new Questions(this.page, recorder);
		this.seen = moreThan(this.page);
	}

	/** @returns the list, where its first page says clearly that it is the only one */
	certain(): Found | undefined {
		this.requireNotCanceled();
		const whole = wholeSign(this.page);
		return whole?.isCertain ? this.onlyPage(whole.evidence) : undefined;
	}

	/** @returns the list with the first scheme that fits it */
	known(finds: readonly Find[]): Found | undefined {
		const schemes = finds.map((find) => schemeFor(find, this.page, this.first));
		const hasMore = this.seen.length > 0;
		const scheme = schemes.find((one) => one && !(hasMore && one.type === ONE_PAGE));
		return scheme && this.found(scheme, [KNOWN]);
	}

	async run(): Promise<Found> {
		const { page, seen, recorder, attempts } = this;
		const whole = wholeSign(page);
		this.requireNotCanceled();
		// Nothing can be proven with an empty list.
		const isEmpty = page.records.length === 0 && seen.length === 0;
		for (const candidate of isEmpty ? [] : candidatesFor(page)) {
			const found = await this.tryOne(candidate);
			this.requireNotCanceled();
			if (found) return found;
			if (attempts.length > MOST_CANDIDATES) recorder.isExhausted = true;
			if (recorder.isExhausted) break;
		}
		if (this.spare) return this.spare;
		// What could not be tried may be what leads to the other pages.
		const isComplete = !recorder.hasFailed && !recorder.isExhausted;
		if (whole && whole.doubt === undefined && isComplete) {
			const tried = attempts.length > 0 ? ['Usual paging parameters changed nothing.'] : [];
			const isProof = attempts.length > 0 && this.areSame && !this.questions.haveRefused;
			if (isProof) this.proved = toFind(page, { type: ONE_PAGE });
			return this.onlyPage(whole.evidence, ...tried);
		}
		throw notProven({ page, seen, doubt: whole?.doubt, attempts });
	}

	/** A canceled trial looks like one that ended. */
	private requireNotCanceled(): void {
		if (this.options.signal?.aborted) {
			throw new PagingError('Reading was canceled.', 'Run it again.');
		}
	}

	private onlyPage(...evidence: string[]): Found {
		return this.found({ type: ONE_PAGE }, [
			...evidence,
			'The list has no pages. Run Automatic again when the list grows.',
		]);
	}

	private async tryOne(candidate: Candidate): Promise<Found | undefined> {
		const { follows, isGuess } = candidate;
		if (!(await this.isKnown(candidate))) {
			if (follows) this.ignoredTokens.add(follows.path);
			return this.refute(candidate, UNKNOWN);
		}
		const { page, seen, options, recorder } = this;
		const { dataset } = validateDataset(datasetOf(page, candidate.scheme));
		const strategy = strategyFor(dataset, page.url);
		const trial = { page, seen, options, recorder, dataset, strategy };
		const verdict = await prove(candidate, trial);
		if (verdict.kind === 'refuted') {
			if (verdict.reason === IGNORED && follows) this.ignoredTokens.add(follows.path);
			return this.refute(candidate, verdict.reason);
		}
		if (!follows && !(await this.questions.countsRecords(strategy, isGuess))) {
			return this.refute(candidate, 'it may count pages instead of records');
		}
		if (verdict.kind === 'proven' && (await this.questions.leavesOutBefore(candidate))) {
			return this.refute(candidate, 'the page before page one has other records');
		}
		const found = follows
			? this.found(candidate.scheme, [...candidate.evidence, verdict.evidence])
			: await this.withEnd(candidate, strategy, verdict);
		if (verdict.kind === 'proven') this.proved = toFind(page, found.scheme);
		if (verdict.kind === 'proven' || follows?.parameter === undefined) return found;
		if (this.ignoredTokens.has(follows.path)) return this.refute(candidate, 'page two is empty');
		if (await this.questions.emptiesPage(follows.parameter)) {
			return this.refute(candidate, 'any value leads to an empty page');
		}
		// Another parameter may be the one that takes the token.
		this.spare ??= found;
		return undefined;
	}

	private refute(candidate: Candidate, reason: string): undefined {
		this.areSame &&= reason === UNKNOWN || reason === IGNORED;
		this.attempts.push({ candidate, reason });
		return undefined;
	}

	/** One request shows whether any of several parameters is worth more, and one about each guess. */
	private async isKnown({ isGuess, probe, group }: Candidate): Promise<boolean> {
		if (group && !(await this.questions.isKnown(group))) return false;
		return !isGuess || !probe || (await this.questions.isKnown([probe]));
	}

	/** Leaves out a total that differs from page to page, or is less than there is, and adds how pages end. */
	private async withEnd(
		candidate: Candidate,
		strategy: Strategy,
		verdict: Exclude<Verdict, { kind: 'refuted' }>,
	): Promise<Found> {
		const { total, totalChanged = false } = verdict;
		const isCap = !totalChanged && (await this.questions.hasRecordsAfterTotal(strategy, total));
		const { response: _, ...others } = candidate.scheme;
		const isWrong = totalChanged || isCap;
		const scheme = isWrong ? { ...others, ...UNTIL_NO_DATA.scheme } : candidate.scheme;
		const isOpen = scheme.pageUntil === 'noDataLeft' && !('response' in scheme);
		const asks = isOpen && verdict.kind === 'proven';
		const end = asks ? await this.questions.endStatus(strategy) : verdict.endStatus;
		return this.found({ ...scheme, ...(end !== undefined && { endStatuses: [end] }) }, [
			...candidate.evidence,
			verdict.evidence,
			...(isCap ? [BEYOND_TOTAL] : []),
			...(end === undefined ? [] : [`A page after the last one is answered with status ${end}.`]),
		]);
	}

	private found(scheme: JsonObject, evidence: readonly string[]): Found {
		const source = datasetOf(this.page, scheme);
		const all = new Set([this.page.evidence, ...evidence]);
		return { dataset: validateDataset(source).dataset, source, scheme, evidence: [...all] };
	}
}

const UNKNOWN = 'the server does not know it';
const KNOWN = 'The paging scheme was found before, for a list with a similar URL.';
const BEYOND_TOTAL =
	'The total is not used: the page after the last one has records. Reading ends with an empty page.';
