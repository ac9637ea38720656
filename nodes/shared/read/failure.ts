import type { NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { countOf } from '../count';
import { toRecord } from '../json';
import { DatasetError, PagingError, ResumeError } from '../paging/errors';
import type { PageResponse, Summary } from '../paging/types';
import { describeFailure } from '../service/describeFailure';
import { ServiceError, toNodeError } from '../service/errors';
import { shorten } from '../shorten';
import type { ReadContext } from './context';
import { reasonOf } from './hints';
import type { RunSummary, SentRequest } from './types';

/** What to do when a response is larger than Max Response Size. */
export const TOO_LARGE =
	'Request fewer records per page. If the API needs pages of this size, raise Max Response Size under Options. The response was not read to its end.';

/**
 * @param error from the engine's summary
 * @param sentFor finds the request of a response
 * @returns the error as n8n shows it beside the node
 */
export function explain(
	error: unknown,
	sentFor: (response: PageResponse) => SentRequest | undefined,
	context: ReadContext,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const request = error instanceof PagingError && error.response && sentFor(error.response);
	return request
		? toServiceError({ ...request, error }, context, itemIndex)
		: toShownError(error, context, itemIndex);
}

/** @returns an error of the engine, or of reading the parameters, as n8n shows it */
export function toShownError(
	error: unknown,
	context: ReadContext,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const description = fixOf(error);
	if (!(error instanceof Error) || description === undefined) {
		return toNodeError(error, context.getNode(), itemIndex);
	}
	return new NodeOperationError(context.getNode(), error.message, { description, itemIndex });
}

/** @returns what to do about an error of the engine; `undefined` for any other error */
function fixOf(error: unknown): string | undefined {
	const isOurs =
		error instanceof PagingError || error instanceof DatasetError || error instanceof ResumeError;
	if (isOurs) return error.fix;
	return error instanceof RangeError
		? 'Correct the value, or the expression that returns it.'
		: undefined;
}

/** @returns a failed request as n8n shows it: what happened, what to do, the codes for support */
export function toServiceError(
	failed: SentRequest,
	context: ReadContext,
	itemIndex: number,
): ServiceError {
	const { message, hint, facts, details } = describeFailure(
		failed.result,
		failed.request,
		failed.signIn.clean,
	);
	const texts = {
		message: failed.error?.message ?? message,
		description: `${hintFor(failed, hint)}\n${facts}`,
	};
	return new ServiceError(context.getNode(), texts, details, itemIndex);
}

/** @param serviceHint what the nodes of the service would advise */
function hintFor({ result, signIn, error }: SentRequest, serviceHint: string): string {
	const { outcome } = result;
	const { hasCredential, clean } = signIn;
	if (outcome.kind === 'noAnswer') {
		return hasCredential
			? serviceHint
			: 'Check URL and Base URL, and that n8n can reach the address. If the API is slow, raise Timeout under Options.';
	}
	const { status, headers } = outcome;
	if (status >= 300 && status < 400) {
		return `Enter the final URL. The API redirects to ${shorten(clean(headers.location ?? 'another one'))}, and redirects are not followed with ${hasCredential ? 'a credential' : 'POST'}.`;
	}
	if (status === 401 || status === 403) return signIn.advise(status) ?? serviceHint;
	if (status === 429 || status >= 500) return serviceHint;
	return error?.fix ?? serviceHint;
}

/**
 * @returns the error for a run whose records may not be all of them, with every reason; `undefined`
 *   when nothing suggests that
 */
export function toIncompleteError(
	summary: RunSummary,
	context: ReadContext,
	itemIndex: number,
): NodeOperationError | undefined {
	const reason = reasonOf(summary);
	const reasons = reason === undefined ? [] : [`${reason}.`];
	const [first, ...others] = [...reasons, ...summary.incomplete];
	if (first === undefined) return undefined;
	const description = [
		...others,
		'To get the records anyway, set On Incomplete under Options to Warn.',
	];
	return new NodeOperationError(
		context.getNode(),
		`Records may be missing or duplicated. ${first}`,
		{
			description: description.join('\n'),
			itemIndex,
		},
	);
}

/**
 * Adds how far a run came to its error: for error workflows, which see only the error, and as a
 * note for the user once something was requested.
 */
export function withProgress<E extends NodeApiError | NodeOperationError>(
	error: E,
	{ pages, requests, items, batches, resume }: Omit<RunSummary, 'resume'> & { resume: unknown },
): { error: E; note?: string } {
	error.context.paging = toRecord({ pages, items, batches, resume });
	if (requests === 0) return { error };
	if (batches !== undefined) return { error, note: batchNote(batches, items, resume !== null) };
	const read = `${countOf(pages, 'page')} with ${countOf(items, 'record')} ${pages === 1 ? 'was' : 'were'} read before the error.`;
	if (!resume || pages === 0) return { error, note: read };
	const note = `To get the pages that were read, and a resume point, set On Error under Options to Keep. ${read}`;
	return { error, note };
}

function batchNote(batches: number, items: number, canResume: boolean): string {
	if (batches === 0) return 'No batch was done before the error.';
	const next = canResume
		? 'To continue after them, set On Error under Options to Keep, and give the resume object of the summary to Resume in the next run.'
		: 'The next run returns the other records.';
	return `Batches done before the error: ${batches}, with ${countOf(items, 'record')}. ${next}`;
}

/** The summary of a run that could not start. */
export const NOTHING_READ: Summary = {
	pages: 0,
	requests: 0,
	items: 0,
	total: null,
	stopReason: 'error',
	warnings: [],
	incomplete: [],
	resume: null,
};
