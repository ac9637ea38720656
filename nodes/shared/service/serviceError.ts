import {
	type Failure,
	type IDataObject,
	type INode,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { isRecord } from '../basics/guards';
import { plainText } from '../basics/plainText';
import { beginningOf, shorten } from '../basics/shorten';
import type { Clean } from '../http/redact';
import { type ErrorTexts, linesOf, operationError, RequestError, rewrite } from '../n8n/nodeErrors';
import type { FailureTexts } from './describeFailure';

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
