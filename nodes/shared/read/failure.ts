import type { NodeApiError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { failureOf } from '../http/envelope';
import { DatasetError, PagingError, ResumeError } from '../paging/errors';
import type { StopReason, Summary } from '../paging/types';
import { describeFailure } from '../service/describeFailure';
import { ServiceError, toNodeError } from '../service/errors';
import { shorten } from '../basics/text';
import type { ReadContext, ReadInput, RunSummary, SentRequest } from './types';
import { SentResponse } from './types';

/** What to do when a response is larger than Max Response Size. */
export const TOO_LARGE =
	'Request fewer records per page. If the API needs pages of this size, raise Max Response Size under Options > Advanced. The response was not read to its end.';

/** @returns an error of the engine, or of reading the parameters, as n8n shows it beside the node */
export function toShownError(
	error: unknown,
	context: ReadContext,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const request =
		error instanceof PagingError && error.response && SentResponse.sentFor(error.response);
	if (request) return toServiceError({ ...request, error }, context, itemIndex);
	const isOurs =
		error instanceof PagingError || error instanceof DatasetError || error instanceof ResumeError;
	if (!isOurs && !(error instanceof RangeError)) {
		return toNodeError(error, context.getNode(), itemIndex);
	}
	const description = isOurs ? error.fix : 'Correct the value, or the expression that returns it.';
	const isSetting = error instanceof DatasetError || error instanceof RangeError;
	return new NodeOperationError(context.getNode(), error.message, {
		...{ description, itemIndex },
		...(isSetting && { failure: { cause: 'configuration-invalid' } }),
	});
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
	const { outcome, refusedWaitMs } = failed.result;
	const failure = failureOf(outcome, refusedWaitMs);
	return new ServiceError(context.getNode(), texts, details, itemIndex, false, failure);
}

/** @param serviceHint what the nodes of the service would advise */
function hintFor({ result, signIn, error }: SentRequest, serviceHint: string): string {
	const { outcome } = result;
	const { hasCredential, clean } = signIn;
	if (outcome.kind === 'noAnswer') {
		return hasCredential
			? serviceHint
			: 'Check the address, and that n8n can reach it. If the API is slow, raise Timeout under Options > Advanced.';
	}
	const { status, headers } = outcome;
	if (status >= 300 && status < 400) {
		return `Enter the final URL. The API redirects to ${shorten(clean(headers.location ?? 'another one'))}, and redirects are not followed with ${hasCredential ? 'a credential' : 'POST'}.`;
	}
	if (status === 401 || status === 403) return signIn.advise(status) ?? serviceHint;
	if (status === 429 || status >= 500) return serviceHint;
	return error?.fix ?? serviceHint;
}

/** Stop reasons that leave records unread although the user did not ask for it, and say so nowhere else. */
const UNREAD: Partial<Record<StopReason, string>> = {
	maxPages: 'Max Pages was reached. Raise it under Options, or use Resume to continue',
	error: 'A page could not be read. The pages before it were returned',
};

/** New and Changed does not resume: its next run knows what it has returned. */
const WITH_CHANGES: typeof UNREAD = {
	maxPages:
		'Max Pages was reached. Raise it under Options, or the records on later pages are never read',
	error: 'A page could not be read. The next run returns the other records',
};

const BATCHES_DONE =
	'The run stopped early. The batches before the error were processed; use Resume to continue after them';

/** @returns why a run has left records unread; `undefined` when its stop reason does not say so */
export function reasonOf({ stopReason, batches, changes }: RunSummary): string | undefined {
	if (changes) return WITH_CHANGES[stopReason];
	return stopReason === 'error' && batches !== undefined ? BATCHES_DONE : UNREAD[stopReason];
}

/**
 * @returns the error for a run whose records may not be all of them, with every reason; `undefined`
 *   when nothing suggests that, or the user has chosen to be warned
 */
export function toIncompleteError(
	summary: RunSummary,
	input: ReadInput,
	context: ReadContext,
	itemIndex: number,
): NodeOperationError | undefined {
	const isUnread = input.failsAtMaxPages && summary.stopReason === 'maxPages';
	if (!isUnread && !input.failsIfIncomplete) return undefined;
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
