import type { Dataset } from '../dataset/types';
import { ONE_PAGE, validateDataset } from '../dataset/validate';
import { type FieldText, isFieldText } from '../fieldText';
import { PagingError } from '../pagingErrors';
import { readPath } from '../path';
import { totalOfRange } from '../response/contentRange';
import { type MoreSign, moreSigns } from '../response/moreSigns';
import { PAST_THE_END } from '../run/pageAnswer';
import { strategyFor } from '../schemes';
import type { Strategy } from '../schemes/types';
import type { JsonObject, PageResponse, PageSource, PagingOptions } from '../types';
import { candidatesFor } from './candidates';
import { wholeSign, type WholeSign } from './completeList';
import { readFirstPage } from './firstPage';
import { type Attempt, notProven } from './notProven';
import { noPageTest } from './noPage';
import type { Candidate } from './numberCandidates';
import { PageOne } from './pageOne';
import { CONTINUING, EMPTY_PAGE, LOWER_TOTAL, OVERLAPPING, type Proof, prove } from './prove';
import {
	datasetOf,
	fittingScheme,
	placeOf,
	type ProvenScheme,
	toProvenScheme,
} from './provenSchemes';
import { Questions, SAME_RECORDS } from './questions';
import type { Recorder } from './recorder';
import type { FirstPage } from './types';
import { isUniform, unsettledBy, unsettledText } from './unsettled';

/** What was found, and a source that does not request the pages again that were read for it. */
export interface ProvenDataset {
	dataset: Dataset;
	/** The dataset as it would be in a `dataSource.json`. */
	source: JsonObject;
	/** Sentences on what speaks for it. */
	evidence: string[];
	replay: PageSource;
	/** Requests that were sent to find it, page one and two included. */
	requests: number;
	/** The parameter by which the URL requests a later page than the first; `undefined` if none does. */
	beginsAt: string | undefined;
}

interface FoundDataset extends Pick<ProvenDataset, 'dataset' | 'source' | 'evidence'> {
	scheme: JsonObject;
}

/** How many candidates are tried at most: several can share their requests. */
const MOST_TRIALS = 100;

/** Tries what the first page suggests, one candidate after the other. */
export class Search {
	/** The scheme that other pages of the list have proved. */
	proved: ProvenScheme | undefined;
	readonly questions: Questions;
	private readonly page: FirstPage;
	private readonly pageOne: PageOne;
	private readonly attempts: Attempt[] = [];
	/** A dataset whose page two is empty, used if no other parameter leads to records. */
	private spare: FoundDataset | undefined;
	/** One whose page two begins with a record of page one, likewise. */
	private overlapping: FoundDataset | undefined;
	/** What says that there are more records than those of the first page. */
	private readonly seen: readonly MoreSign[];

	constructor(
		private readonly first: PageResponse,
		url: string,
		private readonly recorder: Recorder,
		private readonly options: PagingOptions,
	) {
		this.page = readFirstPage(first, url);
		recorder.judgeBy(noPageTest(this.page));
		this.pageOne = new PageOne(this.page, recorder);
		this.questions = new Questions(this.page, this.pageOne, recorder);
		const records = this.page.records.length;
		this.seen = moreSigns(this.page, { records, pages: 1, isGuess: true });
	}

	/** @returns the list, where its first page says clearly that it is the only one */
	certain(): FoundDataset | undefined {
		const whole = wholeSign(this.page, this.seen);
		return whole?.isCertain ? this.onlyPage(whole.evidence) : undefined;
	}

	/** @returns the list with the first scheme that fits it */
	known(finds: readonly ProvenScheme[]): FoundDataset | undefined {
		for (const find of finds) {
			const scheme = fittingScheme(find, this.page, this.first);
			if (!scheme || (scheme.type === ONE_PAGE && !this.canBeOnly(find))) continue;
			// A page of this list can have so many records, too.
			const { length } = this.page.records;
			if (length > find.records) this.proved = { ...find, records: length };
			return this.found(scheme, [KNOWN, ...(find.open === undefined ? [] : [find.open])]);
		}
		return undefined;
	}

	/** Whether a list is its page one, as another one was: a longer one must not look like a full page. */
	private canBeOnly({ records }: ProvenScheme): boolean {
		const { page, seen } = this;
		if (seen.length > 0) return false;
		if (page.records.length <= records) return true;
		const whole = wholeSign(page, seen);
		return whole !== undefined && whole.doubt === undefined;
	}

	async run(): Promise<FoundDataset> {
		const { page, seen, recorder, attempts } = this;
		// Nothing can be proven with an empty list.
		const isEmpty = page.records.length === 0 && seen.length === 0;
		for (const candidate of isEmpty ? [] : candidatesFor(page)) {
			const found = await this.tryWithWider(candidate);
			// A trial that was canceled looks like one that ended.
			if (this.options.signal?.aborted)
				throw new PagingError('Reading was canceled.', 'Run it again.');
			if (!isFieldText(found)) return found;
			attempts.push({ candidate, reason: found });
			if (attempts.length > MOST_TRIALS) recorder.isExhausted = true;
			if (recorder.isExhausted) break;
		}
		const found = this.overlapping ?? this.spare;
		if (found) return found;
		const isTotal = !attempts.some(({ reason }) => reason === LOWER_TOTAL);
		const whole = wholeSign(page, seen, isTotal);
		const continuing = attempts.find(({ reason }) => reason === CONTINUING)?.candidate;
		// What could not be tried may be what leads to the other pages.
		const isComplete = recorder.unanswered === 0 && !recorder.isExhausted && !continuing;
		if (whole && whole.doubt === undefined && isComplete) return this.onlyPageTried(whole);
		const doubt = whole && (whole.doubt ?? (whole.says && `${whole.says}, ${UNCHECKED}`));
		const unsettled = unsettledBy(recorder, page.url);
		const refused = unsettled.length > 0 ? unsettledText(unsettled, true) : undefined;
		throw notProven({ page, seen, doubt, attempts, continuing, refused });
	}

	/** The list, after all that could lead to another page was tried. */
	private onlyPageTried({ evidence, says }: WholeSign): FoundDataset {
		const { page, recorder, attempts } = this;
		if (attempts.length === 0) return this.onlyPage(evidence);
		const unsettled = unsettledBy(recorder, page.url);
		const isOpen = unsettled.length > 0;
		const tried = isOpen ? unsettledText(unsettled, says !== undefined) : CHANGED_NOTHING;
		// A server that takes each page after the last one for the last one would look like one that ignores it.
		const isRefused =
			isUniform(unsettled) && !attempts.some(({ reason }) => reason === SAME_RECORDS);
		this.proved = {
			...toProvenScheme(page, { type: ONE_PAGE }),
			...(isRefused && { isForMore: true }),
			...(isOpen && { open: tried, place: placeOf(page.url) }),
		};
		if (isOpen && says === undefined) return this.found({ type: ONE_PAGE }, [evidence, tried]);
		return this.onlyPage(evidence, tried);
	}

	private onlyPage(...evidence: string[]): FoundDataset {
		return this.found({ type: ONE_PAGE }, [
			...evidence,
			'The list has only one page. Run Automatic again when it grows.',
		]);
	}

	/** Where page two is page one from a later record on, pages may be further apart than page one has records. */
	private async tryWithWider(candidate: Candidate): Promise<FoundDataset | FieldText> {
		const found = await this.tryOne(candidate);
		const { wider, isGuess } = candidate;
		// All records but a few may be hidden. A guess that leads to the same ones is most often ignored.
		const isOn = found === CONTINUING || found === OVERLAPPING;
		if (!wider || !(isOn || (found === SAME_RECORDS && !isGuess))) return found;
		const other = await this.tryOne(wider);
		// For a similar list, the distance would be the number of records on its page one.
		this.proved = undefined;
		return isFieldText(other) ? found : other;
	}

	/** @returns the dataset, or why it is another one */
	private async tryOne(candidate: Candidate): Promise<FoundDataset | FieldText> {
		const { page, pageOne, questions, seen, options, recorder } = this;
		const { follows, isGuess } = candidate;
		const objection = await questions.objectionTo(candidate);
		if (objection !== undefined) return objection;
		const { dataset } = validateDataset(datasetOf(page, candidate.scheme));
		const verdict = await prove(candidate, { page, pageOne, seen, options, recorder, dataset });
		if (isFieldText(verdict)) {
			const { first, request } = strategyFor(dataset, page.url);
			const { status = 200 } = recorder.noPages.get(request(first).url) ?? {};
			if (isGuess && PAST_THE_END.includes(status)) questions.isNotFoundRefusal = true;
			return verdict;
		}
		const { evidence, second, isOverlapping } = verdict;
		const strategy = strategyFor(dataset, page.url);
		if (!follows && !(await questions.countsRecords(strategy, isGuess)))
			return 'it may count pages instead of records';
		if (second && (await questions.leavesOutBefore(candidate))) {
			return 'the page before page one has other records';
		}
		const found = follows
			? this.found(candidate.scheme, [...candidate.evidence, evidence])
			: await this.withEnd(candidate, strategy, verdict);
		// A URL of the API leads there; a number may be one too low, which another candidate shows.
		if (isOverlapping && (!follows || follows.parameter !== undefined)) {
			this.overlapping ??= found;
			return OVERLAPPING;
		}
		if (second) this.proved = toProvenScheme(page, found.scheme);
		if (second || follows?.parameter === undefined) return found;
		const isIgnored = this.attempts.some(
			({ candidate: { follows: other }, reason }) =>
				other?.path === follows.path && reason === SAME_RECORDS,
		);
		if (isIgnored) return EMPTY_PAGE;
		if (await questions.emptiesPage(follows.parameter)) return 'any value leads to an empty page';
		// Another parameter may be the one that takes the token.
		this.spare ??= found;
		return EMPTY_PAGE;
	}

	/** Leaves out a total that differs from page to page, or is less than there is, and adds how pages end. */
	private async withEnd(
		{ scheme: own, evidence }: Candidate,
		strategy: Strategy,
		{ second, evidence: proof, endStatus }: Proof,
	): Promise<FoundDataset> {
		const { response, ...others } = own;
		const [path] = own.pageUntil === 'reachTotalCount' ? Object.values(Object(response)) : [];
		const pages = path !== undefined && second ? [this.first, second] : [];
		const [total = 0, then = 0] = pages.map((page) =>
			Number(totalOfRange(readPath(String(path), page))),
		);
		const isCap = total === then && (await this.questions.hasRecordsAfterTotal(strategy, total));
		const isWrong = isCap || total !== then;
		const scheme = isWrong ? { ...others, pageUntil: 'noDataLeft' } : own;
		const isOpen = scheme.pageUntil === 'noDataLeft' && !('response' in scheme);
		const end = isOpen && second ? await this.questions.endStatus(strategy) : endStatus;
		return this.found({ ...scheme, ...(end !== undefined && { endStatuses: [end] }) }, [
			...evidence,
			proof,
			...(isCap ? [BEYOND_TOTAL] : []),
			...(end === undefined ? [] : [`The API returns status ${end} after the last page.`]),
		]);
	}

	private found(scheme: JsonObject, evidence: readonly string[]): FoundDataset {
		const source = datasetOf(this.page, scheme);
		const all = new Set([this.page.evidence, ...evidence]);
		return { dataset: validateDataset(source).dataset, source, scheme, evidence: [...all] };
	}
}

const CHANGED_NOTHING = 'Usual paging parameters changed nothing.';

const UNCHECKED = 'but not all requests that could contradict it were answered.';

const KNOWN = 'The paging scheme was found before, for a list with a similar URL.';

const BEYOND_TOTAL =
	'The total is not used: the page after the last one has records. Reading ends with an empty page.';
