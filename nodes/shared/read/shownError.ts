import { type NodeApiError, type NodeOperationError, UserError } from 'n8n-workflow';

import { shorten } from '../basics/text';
import { ChangesError } from '../changes/changesError';
import { failureOf } from '../http/n8nFailure';
import { withoutKeys } from '../http/urlKeys';
import { linesOf, operationError } from '../n8n/shownErrors';
import { DatasetError, PagingError, ResumeError } from '../paging/pagingErrors';
import { describeFailure } from '../service/describeFailure';
import { ServiceError, toNodeError } from '../service/errors';
import { wordsFor } from './labels';
import { SentResponse } from './sentResponse';
import { redirectAdvice } from './signIn/redirects';
import type { ReadContext, SentRequest } from './types';

/** What to do when a response is larger than Max Response Size. */
export const TOO_LARGE =
	'Request fewer records per page. If the API needs pages of this size, raise Max Response Size under Options > Advanced. The response was not read to its end.';

/**
 * @param words for the texts of the engine and of the API
 * @returns an error of the engine, of finding changes, or of reading the parameters, as n8n shows it
 *   beside the node
 */
export function toShownError(
	error: unknown,
	context: ReadContext,
	itemIndex: number,
	words = wordsFor(context, itemIndex, withoutKeys),
): NodeApiError | NodeOperationError {
	const isSetting = error instanceof DatasetError;
	const isPaging = error instanceof PagingError;
	const isInput = error instanceof UserError;
	const isOther = error instanceof ChangesError || error instanceof ResumeError;
	if (!isSetting && !isPaging && !isInput && !isOther)
		return toNodeError(error, context.getNode(), itemIndex);
	const fix = isInput ? (linesOf(error) ?? [error.description ?? '']) : error.fix.split('\n');
	const texts = { message: words(error.message), description: fix.map(words) };
	const sent = isPaging ? SentResponse.sentFor(error.response) : undefined;
	if (sent) return toServiceError({ ...sent, error: texts }, context, itemIndex);
	return operationError(context.getNode(), texts, {
		itemIndex,
		...(isSetting && { failure: { cause: 'configuration-invalid' } }),
	});
}

/** @returns a failed request as n8n shows it: what happened, what to do, the codes for support */
export function toServiceError(
	failed: SentRequest,
	context: ReadContext,
	itemIndex: number,
): ServiceError {
	const { result, request, signIn, error } = failed;
	const { message, hint, facts, details } = describeFailure(result, request, signIn.clean);
	const texts = {
		message: error?.message ?? message,
		description: [...hintFor(failed, hint), facts],
		details,
	};
	const failure = failureOf(result.outcome, result.refusedWaitMs);
	return new ServiceError(context.getNode(), texts, itemIndex, false, failure);
}

/** @param serviceHint what the nodes of the service would advise */
function hintFor(
	{ result, request, signIn, error }: SentRequest,
	serviceHint: readonly string[],
): readonly string[] {
	const { outcome } = result;
	const { hasCredential, clean } = signIn;
	if (outcome.kind === 'noAnswer') {
		return hasCredential
			? serviceHint
			: [
					'Check the URL, and that n8n can reach it. If the API is slow, raise Timeout under Options > Advanced.',
				];
	}
	const { status, headers } = outcome;
	if (status >= 300 && status < 400)
		return [
			redirectAdvice(outcome, request, hasCredential, shorten(clean(headers.location ?? ''))),
		];
	const advice = status === 401 || status === 403 ? signIn.advice[status] : undefined;
	if (advice !== undefined) return [advice];
	if (status === 401 || status === 403) return serviceHint;
	if (status === 429 || status >= 500) return serviceHint;
	return error?.description ?? serviceHint;
}
