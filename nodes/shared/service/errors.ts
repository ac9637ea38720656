import {
	type Failure,
	type IAdditionalCredentialOptions,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
	type INode,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { CredentialContext } from '../auth/credential';
import {
	type Answer,
	INTERRUPTED,
	normalizeHeaders,
	type SendResult,
	toNoAnswer,
} from '../http/answer';
import type { Clean } from '../http/redact';
import {
	type ErrorTexts,
	linesOf,
	operationError,
	RequestError,
	rewrite,
} from '../n8n/shownErrors';
import { plainText } from '../basics/plainText';
import { beginningOf, isRecord, shorten } from '../basics/values';
import { LostAnswer } from './body';
import type { FailureTexts } from './describeFailure';

/** What sending a request takes of an n8n context; each kind of context has it. */
export interface RequestContext extends CredentialContext, Pick<IExecuteFunctions, 'getNode'> {
	helpers: {
		httpRequest(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse>;
		httpRequestWithAuthentication(
			credentialType: string,
			options: IHttpRequestOptions,
			additional?: IAdditionalCredentialOptions,
		): Promise<IN8nHttpFullResponse>;
	};
}

/** One call of the service, as the specification names it. */
export interface ServiceCall {
	method: IHttpRequestMethods;
	/** Path below the base URL, with a leading slash, such as `/v1/scopes`. */
	path: string;
	/** Members that are `undefined` are left out. */
	query?: Record<string, string | undefined>;
	/** Sent as JSON, an empty object included. */
	body?: IDataObject | IDataObject[];
	headers?: Record<string, string>;
	/** A POST whose repetition has no effect beyond the first; other methods have none anyway. */
	repeatable?: boolean;
	/** A POST that only reads; it may be repeated too. */
	reads?: boolean;
	/**
	 * For a call that reads: whether a 2xx answer is an error in place of what was to be read, such as
	 * `{"errors":["The session has expired"]}`.
	 */
	hasFailed?: (body: unknown) => boolean;
	/** For a POST that creates: what the user should do when it may have been processed. */
	ifOpen?: string;
}

/** How long a call may take. */
export interface RequestLimits {
	/** Bound on the sum of all waits between attempts, in milliseconds. */
	maxWaitMs: number;
	/** Bound on each attempt, in milliseconds. */
	timeoutMs: number;
}

/** Limits where a node has no options for them. */
export const DEFAULT_LIMITS: RequestLimits = { maxWaitMs: 120_000, timeoutMs: 60_000 };

/** A 2xx answer. */
export type ServiceResponse = Pick<Answer, 'status' | 'headers' | 'body'>;

/** One HTTP request that speaks JSON. */
export interface HttpCall {
	method: IHttpRequestMethods;
	/** Absolute. */
	url: string;
	headers?: Record<string, string>;
	/** Sent as JSON, an empty object included. */
	body?: object | undefined;
	timeoutMs: number;
	/** Ends the request at once. */
	signal?: AbortSignal;
}

export { userError } from '../n8n/shownErrors';

/** A request that failed, in the service or on the way to it. */
export class ServiceError extends RequestError {
	readonly details: FailureTexts['details'];

	/**
	 * @param node the node that sent the request
	 * @param texts what happened, in words, and what to do, then the codes to quote to support
	 * @param itemIndex the input item the request was for, counted from 0
	 */
	constructor(
		node: INode,
		{ message, description, details }: Pick<FailureTexts, 'message' | 'description' | 'details'>,
		itemIndex?: number,
		/** An attempt may have been processed although its answer was lost. */
		readonly mayHaveActed = false,
		failure?: Failure,
	) {
		super(
			node,
			{ message, description },
			{
				...(details.httpStatus !== undefined && { httpCode: String(details.httpStatus) }),
				...(itemIndex !== undefined && { itemIndex }),
				...(failure && { failure }),
			},
		);
		this.details = details;
	}

	/** Whether the service has said that it did nothing, and would say so again. */
	get isRefusal(): boolean {
		const { httpStatus: status = 0 } = this.details;
		return !this.mayHaveActed && status >= 400 && status < 500 && status !== 429;
	}
}

/** @returns the error as the member `error` of an output item */
export function toErrorJson(error: Error): IDataObject {
	const details = error instanceof ServiceError ? error.details : {};
	const { description } = 'description' in error ? error : {};
	return {
		message: error.message,
		...(typeof description === 'string' && description !== '' && { description }),
		...details,
	};
}

/**
 * Reads the HTTP answer, or the lack of one, out of what n8n's request helper threw.
 *
 * n8n 2.x keeps the original as `cause`; 1.x keeps a status or code and the parsed body only, so
 * that headers are missing there.
 *
 * @returns `undefined` when it was thrown for another reason, such as a refused target
 */
export function readThrown(error: unknown): SendResult | undefined {
	if (error instanceof LostAnswer) return toNoAnswer(error);
	if (!(error instanceof NodeApiError)) return undefined;
	const { httpCode, message, context, cause } = error;
	const response = isRecord(cause) && isRecord(cause.response) ? cause.response : {};
	const { status = Number(httpCode ?? NaN), headers, data = context.data } = response;
	if (typeof status !== 'number' || Number.isNaN(status))
		return httpCode === null ? undefined : { kind: 'noAnswer', code: httpCode, message };
	// A complete 2xx response is not thrown: the connection was lost after the status line.
	if (status >= 200 && status < 300) return { kind: 'noAnswer', code: INTERRUPTED, message };
	return { kind: 'answer', status, headers: normalizeHeaders(headers), body: data };
}

/**
 * Converts anything thrown into an error that n8n shows beside the node.
 *
 * @param itemIndex the input item it happened for, counted from 0
 * @returns our own errors as they are; everything else as an error with its message and its
 *   description, but without the request, which contains the access token
 */
export function toNodeError(
	error: unknown,
	node: INode,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof ServiceError) return error;
	if (error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		// One of n8n repeats what others have written.
		return linesOf(error) ? error : rewrite(error, textsOf(error));
	}
	const facts = { ...(itemIndex !== undefined && { itemIndex }), ...causeOf(error) };
	const texts = textsOf(error);
	return error instanceof NodeApiError
		? new RequestError(node, texts, facts)
		: operationError(node, texts, facts);
}

/** @returns what an error of a credential says of its cause; n8n 2.37 and later passes it on */
export function causeOf(error: unknown): { failure?: Failure } {
	if (!isRecord(error)) return {};
	const { failure, cause } = error;
	return isFailure(failure) ? { failure } : causeOf(cause);
}

function isFailure(value: unknown): value is Failure {
	return isRecord(value) && typeof value.cause === 'string';
}

/**
 * @param clean for a text on one line
 * @returns the texts of anything thrown: n8n's own errors repeat the body of an answer as it is
 */
export function textsOf(error: unknown, clean: Clean = plainText): ErrorTexts {
	const text = (name: 'message' | 'description') => {
		const value = isRecord(error) ? error[name] : undefined;
		return typeof value === 'string' ? beginningOf(value) : '';
	};
	const short = (line: string) => shorten(clean(line));
	const lines = linesOf(error) ?? text('description').split('\n');
	return {
		message: short(text('message')) || 'Unexpected error',
		description: lines.map(short).filter((line) => line !== ''),
	};
}
