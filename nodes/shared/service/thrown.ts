import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { SendResult } from '../http/answer';
import { INTERRUPTED, normalizeHeaders } from '../http/answer';
import { isRecord } from '../json';
import { ServiceError } from './serviceError';

/**
 * Reads the HTTP answer, or the lack of one, out of what n8n's request helper threw.
 *
 * n8n 2.x keeps the original as `cause`; 1.x keeps a status or code and the parsed body only, so
 * that headers are missing there.
 *
 * @returns `undefined` when it was thrown for another reason, such as a refused target
 */
export function readThrown(error: unknown): SendResult | undefined {
	if (!(error instanceof NodeApiError)) return undefined;
	const { httpCode, message, context } = error;
	const response = isRecord(error.cause) ? error.cause.response : undefined;
	const status = isRecord(response) ? response.status : Number(httpCode ?? NaN);
	if (typeof status === 'number' && status >= 200 && status < 300) {
		// Nobody throws for a whole answer: the connection broke after the status line.
		return { kind: 'noAnswer', code: INTERRUPTED, message };
	}
	if (isRecord(response) && typeof status === 'number') {
		const { headers, data } = response;
		return { kind: 'answer', status, headers: normalizeHeaders(headers), body: data };
	}
	if (httpCode === null) return undefined;
	return /^\d{3}$/.test(httpCode)
		? { kind: 'answer', status: Number(httpCode), headers: {}, body: context.data }
		: { kind: 'noAnswer', code: httpCode, message };
}

/**
 * Brings anything thrown into the form in which n8n shows it beside the node.
 *
 * @param itemIndex the input item it happened for, counted from 0
 * @returns our own errors as they are; everything else as an error with its message and its
 *   description, but without the request, which holds the access token
 */
export function toNodeError(
	error: unknown,
	node: INode,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof ServiceError) return error;
	const index = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	const { message, description } = textsOf(error);
	if (error instanceof NodeApiError) {
		const texts: JsonObject = { message, description };
		return new NodeApiError(node, texts, { message, description, ...index });
	}
	return new NodeOperationError(node, message, { description, ...index });
}

function textsOf(error: unknown): { message: string; description: string } {
	const text = (name: string) => {
		const value = isRecord(error) ? error[name] : undefined;
		return typeof value === 'string' ? value : '';
	};
	return {
		message: text('message') || 'Something unexpected came up',
		description: text('description'),
	};
}
