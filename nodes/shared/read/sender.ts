import { sleep } from 'n8n-workflow';

import type { SendResult } from '../http/answer';
import { isThrottled } from '../http/overload';
import { Pace, paceOf } from '../http/pace';
import { cancelSignal, environmentFor, unlessCancelled } from '../n8n/cancel';
import { endedError } from '../n8n/shownErrors';
import type { SimilarList } from '../paging/detect/similarLists';
import type { Page, PageRequest, PagingOptions, Send, SendControl } from '../paging/types';
import { withBody } from '../service/body';
import { httpOptions } from '../service/send';
import { checkHeaders } from './ownHeaders';
import { SentResponse } from './sentResponse';
import { TOO_LARGE, toServiceError } from './shownError';
import type { ReadContext, ReadInput } from './types';

export const ENDED = endedError();

/** What differs between those who read. */
export interface How {
	/** Gets what became of each response. */
	onRead?: PagingOptions['onRead'] | undefined;
	/** Among the lists of Paging Setup: Automatic with similar URLs. */
	place?: SimilarList | undefined;
	/** Requests to one server that all input items together may have open. */
	most?: number;
	/** Called right before a request is sent; throws when it must not be. */
	beforeSend?: () => void;
	/** Adds something to what sends a request. */
	around?: (send: Send) => Send;
	/** Takes the records of a page; the next page waits for it. */
	take: (page: Page) => void | Promise<void>;
}

/**
 * All requests of a run only read, even POST, so all of them may be repeated.
 *
 * @returns sends the requests of one run through n8n, and repeats refused ones; throws a ServiceError
 *   when there was no response
 * @throws UserError when a header cannot be sent
 */
export function createSender(
	context: ReadContext,
	input: ReadInput,
	{ most = Infinity, beforeSend }: How,
) {
	const { itemIndex, signIn, headers, maxMegabytes } = input;
	const { maxWaitMs, timeoutMs } = input.requestLimits;
	checkHeaders(headers, signIn);

	const sendOnce = async (request: PageRequest, { signal }: SendControl): Promise<SendResult> => {
		// n8n would notice it too, and report a lost connection.
		if (signal.aborted) throw ENDED;
		beforeSend?.();
		const limits = { maxMegabytes, silenceMs: timeoutMs, hint: TOO_LARGE };
		const all = { ...headers, ...request.headers };
		const options = httpOptions({ ...request, headers: all, timeoutMs, signal });
		return await signIn.send(
			// n8n would read a body of any size.
			{ ...options, encoding: 'stream' },
			async (answer) => await withBody(answer, limits),
		);
	};
	const cancelled = cancelSignal(context);
	const atFirst = signIn.beginsAlone && most < Infinity ? 1 : Infinity;
	let pace: Pace | undefined;
	const send: Send = async (request, control) => {
		// The limits of a server go for all requests to it.
		const { origin } = new URL(request.url);
		const current = paceOf(
			context,
			origin,
			() => new Pace(environmentFor(cancelled), most, atFirst),
		);
		pace = current;
		let last: SendResult | undefined;
		const result = await unlessCancelled(
			async () =>
				await current.sendWithRetry(
					async () => (last = await sendOnce(request, control)),
					{ repeatable: control.isTrial !== true, maxWaitMs, isThrottled },
					async (ms) => {
						const isRefused = !last || (last.kind === 'answer' && isThrottled(last));
						await control.onThrottled(ms, isRefused ? 'refused' : 'failed');
					},
				),
			control.signal,
		);
		const { outcome } = result;
		// Requests of other items leave before a page is processed: that takes two turns of the event loop.
		const isPage = outcome.kind === 'answer' && outcome.status < 300;
		if (most < Infinity && isPage) for (const ms of [0, 0]) await sleep(ms);
		if (result.refusedWaitMs !== undefined) {
			// What is sent although it would have to wait for too long has to reach the server.
			current.forgetPause();
			if (last === undefined) return await send(request, control);
		}
		const sent = { request, result, signIn };
		if (outcome.kind === 'noAnswer') throw toServiceError(sent, context, itemIndex);
		return new SentResponse(outcome, sent);
	};
	return { send, hasRoom: () => pace?.hasRoom !== false };
}
