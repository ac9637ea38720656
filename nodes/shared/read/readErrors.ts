import { type NodeApiError, type NodeOperationError, UserError } from 'n8n-workflow';

import { refusesProof } from '../auth/dpop/refusedProof';
import { saysTokenRefused } from '../auth/refusedToken';
import { limitIn } from '../basics/limit';
import { ChangesError } from '../changes/changesError';
import { failureOf } from '../http/n8nFailure';
import { adviseOnNoAnswer } from '../http/noAnswer';
import { withoutKeys } from '../http/urlKeys';
import { linesOf, operationError } from '../n8n/nodeErrors';
import type { FieldText } from '../paging/fieldText';
import { DatasetError, PagingError, ResumeError } from '../paging/pagingErrors';
import { describeFailure } from '../service/describeFailure';
import { ServiceError, toNodeError } from '../service/serviceError';
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
	const said = textsIn(error);
	if (!said) return toNodeError(error, context.getNode(), itemIndex);
	const { message, lines } = said;
	// Each line by itself: cleaning removes line breaks, since a text of the API could contain them.
	const texts = { message: words(message), description: lines.map(words) };
	const sent = error instanceof PagingError ? SentResponse.sentFor(error.response) : undefined;
	const subject = error instanceof PagingError ? error.subject : undefined;
	if (sent) return toServiceError({ ...sent, error: texts, subject }, context, itemIndex);
	return operationError(context.getNode(), texts, {
		itemIndex,
		...(error instanceof DatasetError && { failure: { cause: 'configuration-invalid' } }),
	});
}

/** Statuses of a position that a server no longer knows. */
const NO_POSITION = [400, 404, 409, 410, 412, 416, 422];

/** @returns whether the error of a first page says that no run can continue there */
export function refusesResume(error: unknown): boolean {
	if (error instanceof ResumeError) return true;
	if (!(error instanceof PagingError)) return false;
	return error.subject === 'position' || NO_POSITION.includes(error.status ?? 0);
}

/** @returns what an error of a reader says; `undefined` for any other error */
function textsIn(error: unknown): { message: FieldText; lines: readonly FieldText[] } | undefined {
	if (error instanceof UserError)
		return { message: error.message, lines: linesOf(error) ?? [error.description ?? ''] };
	if (error instanceof ChangesError)
		return { message: error.message, lines: linesOfText(error.fix) };
	const isOfEngine =
		error instanceof DatasetError || error instanceof PagingError || error instanceof ResumeError;
	if (!isOfEngine) return undefined;
	const { message, fix } = error.texts;
	return { message, lines: linesOfText(fix) };
}

/** @returns the lines of a text; one that names fields is a single line */
function linesOfText(text: FieldText): readonly FieldText[] {
	return typeof text === 'string' ? text.split('\n') : [text];
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
	{ result, request, signIn, error, subject }: SentRequest,
	serviceHint: readonly string[],
): readonly string[] {
	const { outcome } = result;
	const { hasCredential, clean } = signIn;
	if (outcome.kind === 'noAnswer') {
		return hasCredential ? serviceHint : [adviseOnNoAnswer(outcome, 'the URL')];
	}
	const { status } = outcome;
	if (status >= 300 && status < 400)
		return [redirectAdvice(outcome, request, hasCredential, clean)];
	const isBusy = status === 429 || status >= 500;
	if (refusesProof(outcome)) return serviceHint;
	// Other statuses can mean what 429 or 401 does: a limit, or a token that has expired.
	if (!isBusy && limitIn(outcome) !== undefined) return serviceHint;
	if (subject === 'position') return error?.description ?? serviceHint;
	const refused = saysTokenRefused(outcome) ? 401 : status;
	const advice = refused === 401 || refused === 403 ? signIn.advice[refused] : undefined;
	if (advice !== undefined) return [advice];
	if (refused === 401 || status === 403 || isBusy) return serviceHint;
	return error?.description ?? serviceHint;
}
