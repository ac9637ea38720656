import { wordsOfRefusal } from '../../basics/refusal';
import { sourceOf } from '../fetch/senderSource';
import { PagingError } from '../pagingErrors';
import { PAST_THE_END } from '../run/pageAnswer';
import type {
	PageRequest,
	PageResponse,
	PageSource,
	PagingOptions,
	RequestControl,
	SourceControl,
} from '../types';
import { causeOf } from './noPage';

/** More requests than this are not sent to find out how an API pages. */
const MOST_REQUESTS = 20;

/** How many answers that are not a page are requested once more: a server that fails may do so once. */
const MOST_REPEATED = 3;

/** An answer that is not a page. */
interface NoPage {
	status: number;
	/** Why it is none. */
	problem: string;
	/** What the server says of it; empty if it says nothing. */
	words: string;
	/** What other answers with the same cause have, too. */
	cause: string;
}

/** @returns why an answer is not a page; `undefined` if it is one */
type NoPageTest = (response: PageResponse) => string | undefined;

/** Sends requests, each one once, and keeps the responses for the run that follows. */
export class Recorder {
	/** Requests that were sent. */
	requests = 0;
	/** Whether something was left out because too much was tried. */
	isExhausted = false;
	/** Requests that got no answer to judge by, such as after 503. */
	unanswered = 0;
	/** Answers that are not a page, by the URL of their request. */
	readonly noPages = new Map<string, NoPage>();
	/** What is passed on with a request of its own. */
	readonly control: RequestControl;
	/** For the run itself. */
	readonly replay: PageSource;
	private readonly known = new Map<string, PageResponse>();
	private readonly source: PageSource;
	/** Causes for which a request was sent once more, in vain. */
	private readonly repeated = new Set<string>();
	private repeats = 0;
	private noPage: NoPageTest = () => undefined;

	constructor(private readonly options: PagingOptions) {
		this.control = { signal: options.signal ?? new AbortController().signal };
		this.source = sourceOf(options, options.limits?.prefetch ?? 1);
		this.replay = new Replay(this.source, this.known);
	}

	/** @param noPage as of the first page, says which answers are none */
	judgeBy(noPage: NoPageTest): void {
		this.noPage = noPage;
	}

	/** Throws a PagingError when enough requests were sent. */
	async send(request: PageRequest, control: RequestControl): Promise<PageResponse> {
		const known = this.known.get(request.url);
		if (known) return known;
		const response = await this.sendUntilPage(request, control);
		this.known.set(request.url, response);
		return response;
	}

	/** Sends a request whose response is known already, to see whether it is still the same. */
	async sendAgain(request: PageRequest): Promise<PageResponse> {
		return await this.sendOnce(request, this.control);
	}

	/** Forgets what was read, since the list has changed meanwhile. */
	forget(): void {
		this.known.clear();
	}

	/** A server may fail once. */
	private async sendUntilPage(
		request: PageRequest,
		control: RequestControl,
	): Promise<PageResponse> {
		const response = await this.sendOnce(request, control);
		const problem = this.noPage(response);
		if (problem === undefined) return response;
		const { status } = response;
		const cause = causeOf(response, request.url);
		// What would be taken for the end of the list, and what the sender does not repeat.
		const isFailed = status === 500 && control.isTrial === true;
		const mayPass = status < 300 || PAST_THE_END.includes(status) || isFailed;
		const isOpen = this.repeats < MOST_REPEATED && this.requests < MOST_REQUESTS;
		if (mayPass && isOpen && !this.repeated.has(cause)) {
			this.repeats++;
			const again = await this.sendOnce(request, control);
			if (this.noPage(again) === undefined) return again;
			this.repeated.add(cause);
		}
		this.noPages.set(request.url, { status, problem, words: wordsOfRefusal(response), cause });
		return response;
	}

	private async sendOnce(request: PageRequest, control: RequestControl): Promise<PageResponse> {
		if (this.requests >= MOST_REQUESTS) {
			this.isExhausted = true;
			throw new PagingError(
				`${MOST_REQUESTS} requests were sent without finding the paging scheme of this API.`,
				'Set Paging Setup to Set Up Manually.',
			);
		}
		const interval = this.options.limits?.interval ?? 0;
		if (this.requests > 0 && interval > 0) await this.options.clock?.sleep(interval);
		this.requests++;
		this.unanswered++;
		const response = await this.source.send(request, control);
		const { status } = response;
		// A refusal is an answer: the API does not know the parameter. Some servers fail at one.
		if (isAnswer(status) && (status !== 500 || control.isTrial)) this.unanswered--;
		return response;
	}
}

/** A source that uses each response that is known once, so that none is kept. */
class Replay implements PageSource {
	private replayed = 0;

	constructor(
		private readonly source: PageSource,
		private readonly known: Map<string, PageResponse>,
	) {}

	get requests(): number {
		return this.source.requests + this.replayed;
	}

	get window(): number {
		return this.source.window;
	}

	get hasRoom(): boolean {
		return this.source.hasRoom;
	}

	async send(request: PageRequest, control: SourceControl): Promise<PageResponse> {
		const { known, source } = this;
		const response = known.get(request.url);
		if (response) {
			known.delete(request.url);
			this.replayed++;
			return response;
		}
		// From here on, those that are left are not what the run needs; they can be large.
		known.clear();
		return await source.send(request, control);
	}
}

export function isAnswer(status: number): boolean {
	return status > 0 && status !== 429 && status <= 500;
}
