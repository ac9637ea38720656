import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';
import { NodeApiError as ApiError } from 'n8n-workflow';

/** What a workflow can branch on when a request was refused. */
export interface ServiceErrorDetails {
	clientCode?: string;
	requestId?: string;
	/** HTTP status; absent when there was no answer. */
	httpStatus?: number;
	docsUrl?: string;
}

/** A request that the service, or the way to it, did not let through. */
export class ServiceError extends ApiError {
	readonly details: ServiceErrorDetails;

	/**
	 * @param node the node that sent the request
	 * @param message what happened, in words
	 * @param description what to do, then the codes to quote to support
	 * @param itemIndex the input item the request was for, counted from 0
	 */
	constructor(
		node: INode,
		texts: { message: string; description: string },
		details: ServiceErrorDetails,
		itemIndex?: number,
		/** An earlier attempt may have been processed although its answer was lost. */
		readonly mayHaveActed = false,
	) {
		// No cause: n8n stores it with the execution, and it would hold the request with its token.
		super(node, texts, {
			...texts,
			...(details.httpStatus !== undefined && { httpCode: String(details.httpStatus) }),
			...(itemIndex !== undefined && { itemIndex }),
		});
		// n8n replaces texts in which it finds words like ENOENT; ours say more than its own.
		this.message = texts.message;
		this.details = details;
	}
}

/** @returns the error as the member `error` of an output item */
export function toErrorJson(error: NodeApiError | Error): IDataObject {
	const details = error instanceof ServiceError ? error.details : {};
	const { description } = error instanceof Error && 'description' in error ? error : {};
	return {
		message: error.message,
		...(typeof description === 'string' && description !== '' && { description }),
		...details,
	};
}
