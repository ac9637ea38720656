import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { OperationalError, UserError } from 'n8n-workflow';

import type { Answer, SendResult } from '../shared/http/answer';
import { toNoAnswer } from '../shared/http/answer';
import { sendAtPace } from '../shared/http/retry';
import { isThrottled } from '../shared/http/throttled';
import type {
	PageRequest,
	PageResponse,
	Send,
	SendControl,
	ThrottleCause,
} from '../shared/paging/types';
import { withBody } from '../shared/service/body';
import { httpOptions, sendWithCredential, toAnswer, versionHeader } from '../shared/service/send';
import { cancelSignal, sleepUnlessCancelled, unlessCancelled } from '../shared/service/cancel';
import { toNodeError } from '../shared/service/errors';
import { TOO_LARGE, toServiceError } from './failure';
import type { ReadInput, SentRequest } from './types';

/** n8n would read a body of any size. */
const STREAM = { encoding: 'stream' } as const;

/** Sends the requests of one run through n8n, and repeats refused ones. */
export class PageSender {
	/** The requests by their responses, to explain a response that was not a page. */
	readonly sent = new WeakMap<PageResponse, SentRequest>();

	/** @param itemIndex the input item that the run is for, counted from 0 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
		private readonly input: Pick<
			ReadInput,
			'credential' | 'clean' | 'requestLimits' | 'maxMegabytes'
		>,
	) {}

	/**
	 * All requests of a run only read, even POST, so all of them may be repeated.
	 *
	 * @throws ServiceError when there was no response
	 */
	readonly send: Send = async (request, control) => {
		const { requestLimits, credential, clean } = this.input;
		const { maxWaitMs } = requestLimits;
		const servers = serversOf(this.context);
		const { origin } = new URL(request.url);
		const server = servers.get(origin) ?? {};
		servers.set(origin, server);
		const signal = cancelSignal(this.context);
		let last: SendResult | undefined;
		const result = await unlessCancelled(
			async () =>
				await sendAtPace(
					server,
					async () => (last = await this.sendOnce(request, control)),
					{ repeatable: true, maxWaitMs, isThrottled },
					{
						now: Date.now,
						random: Math.random,
						sleep: async (ms) => await sleepUnlessCancelled(ms, signal),
					},
					async (ms) => await control.onThrottled(ms, causeOf(last)),
				),
			control.signal,
		);
		// What is sent although it would have to wait for too long has to reach the server.
		if (result.refusedWaitMs !== undefined) servers.delete(origin);
		const { outcome } = result;
		const sent = { request, result, hasCredential: credential !== undefined, clean };
		if (outcome.kind === 'noAnswer') throw toServiceError(sent, this.context, this.itemIndex);
		const { status, headers, body } = outcome;
		const response = { status, headers, body };
		this.sent.set(response, sent);
		return response;
	};

	private async sendOnce(request: PageRequest, { signal }: SendControl): Promise<SendResult> {
		// n8n would notice it too, and report a lost connection.
		if (signal.aborted) throw new OperationalError('The run has ended');
		const { context, itemIndex } = this;
		const { credential, requestLimits, maxMegabytes } = this.input;
		const { timeoutMs } = requestLimits;
		const limits = { maxMegabytes, silenceMs: timeoutMs, hint: TOO_LARGE };
		const read = async (answer: Answer) => await withBody(answer, limits);
		const { method, url, body } = request;
		const call = { method, url, body, timeoutMs, signal };
		if (!credential) {
			// A redirected POST would arrive as a GET without its body, which reads another page.
			const options = { ...httpOptions(call), ...STREAM, disableFollowRedirect: method === 'POST' };
			return await sendWithoutCredential(context, options, read);
		}
		const headers = versionHeader(pathBelow(url, credential.baseUrl), credential.apiVersion);
		const options = { ...httpOptions({ ...call, headers }), ...STREAM };
		return await sendWithCredential(context, options, itemIndex, read);
	}
}

/** Sends a request once, as it is. */
async function sendWithoutCredential(
	context: IExecuteFunctions,
	options: IHttpRequestOptions,
	read: (answer: Answer) => Promise<Answer>,
): Promise<SendResult> {
	try {
		return await read(toAnswer(await context.helpers.httpRequest(options)));
	} catch (error) {
		if (error instanceof UserError) throw toNodeError(error, context.getNode());
		return toNoAnswer(error);
	}
}

/** Why the server should get fewer requests. */
function causeOf(last: SendResult | undefined): ThrottleCause {
	const isRefusal = last === undefined || (last.kind === 'answer' && isThrottled(last));
	return isRefusal ? 'refused' : 'failed';
}

/** By execution and origin: what stands for a server, whose limits go for all requests to it. */
const serversByExecution = new WeakMap<object, Map<string, object>>();

function serversOf(context: object): Map<string, object> {
	const known = serversByExecution.get(context) ?? new Map<string, object>();
	serversByExecution.set(context, known);
	return known;
}

function pathBelow(url: string, baseUrl: string): string {
	const { href } = new URL(url);
	return href.startsWith(baseUrl) ? href.slice(baseUrl.length) : '';
}
