import type { IExecuteFunctions, NodeApiError } from 'n8n-workflow';
import { NodeOperationError, OperationalError } from 'n8n-workflow';

import type { PageRequest, PageResponse, Send, SendControl } from '../shared/paging';
import { DatasetError, PagingError, ResumeError } from '../shared/paging';
import type { SendResult } from '../shared/http/answer';
import { describeFailure } from '../shared/service/describeFailure';
import type { RetryResult } from '../shared/http/retry';
import { sendWithRetry } from '../shared/http/retry';
import {
	httpOptions,
	sendWithCredential,
	sendWithoutCredential,
	versionHeader,
} from '../shared/service/send';
import { ServiceError } from '../shared/service/errors';
import { toNodeError } from '../shared/service/errors';
import { sleepUnlessCancelled } from '../shared/service/cancel';
import { hintFor } from './hints';
import type { Job } from './readJob';

/** Answers that say a request was one too many: fewer are sent from then on. */
const TOO_MANY = new Set([429, 503]);

/** Sends the requests of one run through n8n, repeats those that were refused, and explains failures. */
export class PageSender {
	private readonly results = new WeakMap<
		PageResponse,
		{ request: PageRequest; result: RetryResult }
	>();

	/**
	 * @param itemIndex the input item that the run is for
	 * @param job decides about the credential and about patience
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
		private readonly job: Pick<Job, 'credential' | 'patience'>,
	) {}

	/** Every request of a run only reads, a POST too: all of them may be repeated. */
	readonly send: Send = async (request, control) => {
		const { maxWaitMs } = this.job.patience;
		let last: SendResult | undefined;
		const result = await sendWithRetry(
			async () => (last = await this.sendOnce(request, control)),
			{ repeatable: true, maxWaitMs },
			{
				now: Date.now,
				random: Math.random,
				sleep: async (ms) => await wait(ms, last, control),
			},
		);
		const { outcome } = result;
		if (outcome.kind === 'noAnswer') throw this.describe(request, result);
		const { status, headers, body } = outcome;
		const response = { status, headers, body };
		this.results.set(response, { request, result });
		return response;
	};

	/**
	 * Turns what ended a run into what n8n shows beside the node.
	 *
	 * @param error from the engine's summary
	 */
	explain(error: unknown): NodeApiError | NodeOperationError {
		const response = error instanceof PagingError ? error.response : undefined;
		const sent = response && this.results.get(response);
		if (sent && error instanceof PagingError) {
			return this.describe(sent.request, sent.result, error);
		}
		return explain(error, this.context, this.itemIndex);
	}

	private async sendOnce(request: PageRequest, { signal }: SendControl): Promise<SendResult> {
		// n8n would notice it too, and report a broken connection.
		if (signal.aborted) throw new OperationalError('The run is over');
		const { context, itemIndex } = this;
		const { credential, patience } = this.job;
		const { method, url, body } = request;
		const call = { method, url, body, timeoutMs: patience.timeoutMs, signal };
		if (!credential) {
			// A redirected POST would arrive as a GET without its body, which asks for another page.
			const options = { ...httpOptions(call), disableFollowRedirect: method === 'POST' };
			return await sendWithoutCredential(context, options);
		}
		const headers = versionHeader(pathBelow(url, credential.baseUrl), credential.apiVersion);
		return await sendWithCredential(context, httpOptions({ ...call, headers }), itemIndex);
	}

	private describe(request: PageRequest, result: RetryResult, error?: PagingError): ServiceError {
		const failure = describeFailure(result, request);
		const hasCredential = this.job.credential !== undefined;
		const hint = hintFor(result, failure.hint, { hasCredential, error });
		const texts = {
			message: error?.message ?? failure.message,
			description: `${hint}\n${failure.facts}`,
		};
		return new ServiceError(this.context.getNode(), texts, failure.details, this.itemIndex);
	}
}

/** @returns an error of the engine, or of whoever read the parameters, as n8n shows it */
export function explain(
	error: unknown,
	context: IExecuteFunctions,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const texts = textsOf(error);
	if (!texts) return toNodeError(error, context.getNode(), itemIndex);
	const { message, description } = texts;
	return new NodeOperationError(context.getNode(), message, { description, itemIndex });
}

/** @returns `undefined` for what is no error of the engine */
function textsOf(error: unknown): { message: string; description: string } | undefined {
	if (
		error instanceof PagingError ||
		error instanceof DatasetError ||
		error instanceof ResumeError
	) {
		return { message: error.message, description: error.fix };
	}
	if (!(error instanceof RangeError)) return undefined;
	const { message } = error;
	return { message, description: 'Correct the value, or the expression that gives it.' };
}

async function wait(ms: number, last: SendResult | undefined, control: SendControl): Promise<void> {
	const isTooMany = last?.kind === 'answer' && TOO_MANY.has(last.status);
	if (isTooMany) await control.onThrottled(ms);
	else await sleepUnlessCancelled(ms, control.signal);
}

function pathBelow(url: string, baseUrl: string): string {
	const { href } = new URL(url);
	return href.startsWith(baseUrl) ? href.slice(baseUrl.length) : '';
}
