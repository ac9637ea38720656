import { type NodeApiError, type NodeOperationError, UserError } from 'n8n-workflow';

import type { Answer } from '../http/answer';
import { failureOf } from '../http/envelope';
import { type Clean, withoutKeys } from '../http/redact';
import { DatasetError, PagingError, ResumeError } from '../paging/errors';
import type { PageResponse, Summary } from '../paging/types';
import { describeFailure } from '../service/describeFailure';
import { linesOf, operationError } from '../n8n/shownErrors';
import { ServiceError, toNodeError } from '../service/errors';
import { memberOf, shorten } from '../basics/values';
import { formProperties } from './properties/form';
import { FIELDS } from './properties/paging';
import { pagingDetails } from './properties/options';
import { redirectAdvice } from './signIn/redirects';
import type { ReadContext, ReadInput, RunSummary, SentRequest } from './types';

/** The labels of the form by what the engine's texts call its fields, and what each of them is set to. */
const LABELS = new Map([['prefetch', 'Prefetch']]);
for (const property of [...formProperties, ...pagingDetails]) {
	const { name, displayName, options = [] } = property;
	const field = memberOf(FIELDS, name) ?? name;
	const place = pagingDetails.includes(property) ? ' (Options > Paging Details)' : '';
	LABELS.set(field, displayName + place);
	for (const option of options) {
		const value = 'value' in option ? option.value : option.name;
		LABELS.set(`${field} to ${value}`, `${displayName} to ${option.name}`);
	}
}

/** Fields that the form has with Paging Setup: Automatic. */
const ALWAYS_SHOWN = ['url', 'prefetch'];

/** A name at the beginning of a text, or a dotted one: how the engine's texts name fields. */
const NAMES = /(?:^\w+(?:\.\w+)*|(?:pagingScheme|body)(?:\.\w+)+)(?: to \w+)?/g;

/**
 * @param clean for texts that the API has sent
 * @returns what replaces the names in a text of the engine by the labels that the user sees: a pasted
 *   dataset keeps its own names
 */
export function wordsFor(context: ReadContext, itemIndex: number, clean: Clean): Clean {
	const source = context.getNodeParameter('source', itemIndex);
	const labels = source === 'dataset' ? new Map([['dataset', 'Saved Setup']]) : LABELS;
	return (text) => {
		let note = '';
		const words = text.replace(NAMES, (whole) => {
			const [name = '', choice] = whole.split(' to ');
			const label = labels.get(name);
			// With Paging Setup: Automatic, the form has none of the fields that a text may name.
			if (source === 'automatic' && label && !ALWAYS_SHOWN.includes(name))
				note = ' To enter such fields, set Paging Setup to Set Up Manually.';
			return labels.get(whole) ?? (label ?? name) + (choice ? ` to ${choice}` : '');
		});
		return shorten(clean(words + note));
	};
}

/**
 * A response that knows its request. A WeakMap of requests by response would keep the pages in
 * memory: V8 frees its values late.
 */
export class SentResponse implements PageResponse {
	readonly status: number;
	readonly headers: Record<string, string>;
	readonly body: unknown;
	/** Private, since what is sent has secrets that nothing may log. */
	readonly #sent: SentRequest;

	constructor({ status, headers, body }: Answer, sent: SentRequest) {
		this.status = status;
		this.headers = headers;
		this.body = body;
		this.#sent = sent;
	}

	/** @returns the request of a response, to explain one that was not a page */
	static sentFor(response: PageResponse | undefined): SentRequest | undefined {
		return response instanceof SentResponse ? response.#sent : undefined;
	}
}

/** What to do when a response is larger than Max Response Size. */
export const TOO_LARGE =
	'Request fewer records per page. If the API needs pages of this size, raise Max Response Size under Options > Advanced. The response was not read to its end.';

/**
 * @param words for the texts of the engine and of the API
 * @returns an error of the engine, or of reading the parameters, as n8n shows it beside the node
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
	if (!isSetting && !isPaging && !isInput && !(error instanceof ResumeError))
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

/**
 * @returns why a run has left records unread although the user did not ask for it; `undefined` when its
 *   stop reason does not say so
 */
export function reasonOf({ stopReason, batches, changes }: RunSummary): string | undefined {
	if (stopReason === 'maxPages') {
		// New and Changed does not resume: its next run knows what it has returned.
		const others = changes ? 'the records on later pages are never read' : 'use Resume to continue';
		return `Max Pages was reached. Raise it under Options, or ${others}`;
	}
	if (stopReason !== 'error') return undefined;
	if (changes) return 'A page could not be read. The next run returns the other records';
	return batches === undefined
		? 'A page could not be read. The pages before it were returned'
		: 'The run stopped early. The batches before the error were processed; use Resume to continue after them';
}

/**
 * @returns the error for a run whose records may not be all of them, with every reason; `undefined`
 *   when nothing suggests that, or the user has chosen to be warned
 */
export function toIncompleteError(
	summary: RunSummary,
	{ itemIndex, failsAtMaxPages, failsIfIncomplete }: ReadInput,
	context: ReadContext,
): NodeOperationError | undefined {
	const isUnread = failsAtMaxPages && summary.stopReason === 'maxPages';
	if (!isUnread && !failsIfIncomplete) return undefined;
	const reason = reasonOf(summary);
	const [first, ...others] = [...(reason ? [`${reason}.`] : []), ...summary.incomplete];
	if (first === undefined) return undefined;
	const message = `Records may be missing or duplicated. ${first}`;
	const description = [
		...others,
		'To get the records anyway, set On Incomplete under Options to Warn.',
	];
	return operationError(context.getNode(), { message, description }, { itemIndex });
}

/** The summary of a run that could not start. */
export const NOTHING_READ: Omit<Summary, 'error'> = {
	pages: 0,
	requests: 0,
	items: 0,
	total: null,
	stopReason: 'error',
	warnings: [],
	incomplete: [],
	resume: null,
};
