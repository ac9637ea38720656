import { OperationalError } from 'n8n-workflow';

import type { Answer, SendResult } from '../http/answer';
import { isThrottled } from '../http/limits';
import { Pace } from '../http/retry';
import { isRecord } from '../basics/values';
import type { PageRequest, PagingOptions, Send, SendControl, ThrottleCause } from '../paging/types';
import { withBody } from '../service/body';
import { cancelSignal, sleepUnlessCancelled, unlessCancelled } from '../service/cancel';
import { httpOptions } from '../service/send';
import { TOO_LARGE, toServiceError } from './failure';
import { checkHeaders } from './signIn';
import type { ReadBody, ReadContext, ReadInput, SignIn } from './types';
import { SentResponse } from './types';

/** n8n would read a body of any size. */
const STREAM = { encoding: 'stream' } as const;

/**
 * All requests of a run only read, even POST, so all of them may be repeated.
 *
 * @param itemIndex the input item that the run is for, counted from 0
 * @param most requests to one server that all input items together may have open
 * @returns sends the requests of one run through n8n, and repeats refused ones; throws a ServiceError
 *   when there was no response
 * @throws UserError when a header cannot be sent
 */
export function createSender(
	context: ReadContext,
	itemIndex: number,
	input: ReadInput,
	most = Infinity,
): Required<Pick<PagingOptions, 'send' | 'hasRoom'>> {
	const { signIn, headers, maxMegabytes } = input;
	const { maxWaitMs, timeoutMs } = input.requestLimits;
	checkHeaders(headers, signIn);

	const sendOnce = async (request: PageRequest, { signal }: SendControl): Promise<SendResult> => {
		// n8n would notice it too, and report a lost connection.
		if (signal.aborted) throw new OperationalError('The run has ended');
		const limits = { maxMegabytes, silenceMs: timeoutMs, hint: TOO_LARGE };
		const read: ReadBody = async (answer) => await withBody(answer, limits);
		const options = httpOptions({
			...request,
			headers: { ...headers, ...request.headers },
			timeoutMs,
			signal,
		});
		return await signIn.send({ ...options, ...STREAM }, read);
	};
	let pace: Pace | undefined;
	const send: Send = async (request, control) => {
		const current = (pace = paceFor(context, request.url, most, signIn));
		let last: SendResult | undefined;
		const result = await unlessCancelled(
			async () =>
				await current.sendWithRetry(
					async () => (last = await sendOnce(request, control)),
					{ repeatable: control.isTrial !== true, maxWaitMs, isThrottled: isRefusal },
					async (ms) => await control.onThrottled(ms, causeOf(last)),
				),
			control.signal,
		);
		if (result.refusedWaitMs !== undefined) {
			// What is sent although it would have to wait for too long has to reach the server.
			current.forgetPause();
			if (last === undefined) return await send(request, control);
		}
		const { outcome } = result;
		const sent = { request, result, signIn };
		if (outcome.kind === 'noAnswer') throw toServiceError(sent, context, itemIndex);
		return new SentResponse(outcome, sent);
	};
	return { send, hasRoom: () => pace?.hasRoom !== false };
}

/** Why the server should get fewer requests. */
function causeOf(last: SendResult | undefined): ThrottleCause {
	const isRefused = last === undefined || (last.kind === 'answer' && isRefusal(last));
	return isRefused ? 'refused' : 'failed';
}

/** A page has a status of 2xx and no errors. Only other answers need a closer look. */
function isRefusal(answer: Answer): boolean {
	const { status, body } = answer;
	return (status > 299 || (isRecord(body) && 'errors' in body)) && isThrottled(answer);
}

/** By execution and origin: the limits of a server go for all requests to it. */
const pacesByExecution = new WeakMap<object, Map<string, Pace>>();

function paceFor(context: ReadContext, url: string, most: number, { beginsAlone }: SignIn): Pace {
	const { origin } = new URL(url);
	const paces = pacesByExecution.get(context) ?? new Map<string, Pace>();
	pacesByExecution.set(context, paces);
	const signal = cancelSignal(context);
	const sleep = async (ms: number) => await sleepUnlessCancelled(ms, signal);
	const environment = { now: Date.now, random: Math.random, sleep };
	const pace =
		paces.get(origin) ?? new Pace(environment, most, beginsAlone && most < Infinity ? 1 : Infinity);
	paces.set(origin, pace);
	return pace;
}
