import type { IExecuteFunctions } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import type { SendResult } from '../shared/http/answer';
import { sendWithRetry } from '../shared/http/retry';
import type { PageRequest, PageResponse, Send, SendControl } from '../shared/paging/types';
import { withBody } from '../shared/service/body';
import { sleepUnlessCancelled } from '../shared/service/cancel';
import { httpOptions } from '../shared/service/send';
import { TOO_LARGE, toServiceError } from './failure';
import { checkHeaders } from './signIn/headers';
import type { ReadBody } from './signIn/types';
import type { ReadInput, SentRequest } from './types';

/** Statuses that mean a request was one too many: fewer are sent from then on. */
const TOO_MANY = new Set([429, 503]);

/** n8n would read a body of any size. */
const STREAM = { encoding: 'stream' } as const;

/** Sends the requests of one run through n8n, and repeats refused ones. */
export class PageSender {
	/** The requests by their responses, to explain a response that was not a page. */
	readonly sent = new WeakMap<PageResponse, SentRequest>();

	/**
	 * @param itemIndex the input item that the run is for, counted from 0
	 * @throws UserError when a header cannot be sent
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
		private readonly input: Pick<
			ReadInput,
			'signIn' | 'headers' | 'requestLimits' | 'maxMegabytes'
		>,
	) {
		if (Object.keys(input.headers).length > 0) checkHeaders(input.headers, input.signIn);
	}

	/**
	 * All requests of a run only read, even POST, so all of them may be repeated.
	 *
	 * @throws ServiceError when there was no response
	 */
	readonly send: Send = async (request, control) => {
		const { requestLimits, signIn } = this.input;
		let last: SendResult | undefined;
		const result = await sendWithRetry(
			async () => (last = await this.sendOnce(request, control)),
			{ repeatable: true, maxWaitMs: requestLimits.maxWaitMs },
			{
				now: Date.now,
				random: Math.random,
				sleep: async (ms) => await wait(ms, last, control),
			},
		);
		const { outcome } = result;
		const sent = { request, result, signIn };
		if (outcome.kind === 'noAnswer') throw toServiceError(sent, this.context, this.itemIndex);
		const { status, headers, body } = outcome;
		const response = { status, headers, body };
		this.sent.set(response, sent);
		return response;
	};

	private async sendOnce(request: PageRequest, { signal }: SendControl): Promise<SendResult> {
		// n8n would notice it too, and report a lost connection.
		if (signal.aborted) throw new OperationalError('The run has ended');
		const { signIn, headers, requestLimits, maxMegabytes } = this.input;
		const { timeoutMs } = requestLimits;
		const limits = { maxMegabytes, silenceMs: timeoutMs, hint: TOO_LARGE };
		const read: ReadBody = async (answer, hide) =>
			await withBody(answer, { ...limits, ...(hide && { hide }) });
		const options = httpOptions({ ...request, headers, timeoutMs, signal });
		return await signIn.send({ ...options, ...STREAM }, read);
	}
}

async function wait(ms: number, last: SendResult | undefined, control: SendControl): Promise<void> {
	const isTooMany = last?.kind === 'answer' && TOO_MANY.has(last.status);
	if (isTooMany) await control.onThrottled(ms);
	else await sleepUnlessCancelled(ms, control.signal);
}
