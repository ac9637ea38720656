import { adviseOnProof, refusesProof } from '../auth/dpop/refusedProof';
import { saysTokenRefused } from '../auth/refusedToken';
import { isRecord } from '../basics/guards';
import { limitIn } from '../basics/limit';
import { overloadIn } from '../basics/overload';
import { parseUrl } from '../basics/parseUrl';
import { plainText } from '../basics/plainText';
import { wordsOfRefusal } from '../basics/refusal';
import { shorten, shortId } from '../basics/shorten';
import type { Answer } from '../http/answer';
import { type ErrorEnvelope, readErrorEnvelope } from '../http/envelope';
import { errorWords, isMarkup } from '../basics/errorWords';
import { adviseOnNoAnswer, explainNoAnswer } from '../http/noAnswer';
import type { Clean } from '../http/redact';
import type { RetryResult } from '../http/retry';
import { errorInstead } from '../paging/response/reportedError';

/** What a workflow can branch on when a request was refused. */
interface ServiceErrorDetails extends Omit<ErrorEnvelope, 'message'> {
	/** HTTP status; absent when there was no answer. */
	httpStatus?: number;
}

/** What a user reads and a workflow branches on when a request failed. */
export interface FailureTexts {
	/** What happened. */
	message: string;
	/** What to do, then the facts, a line each. */
	description: readonly string[];
	/** What to do, a line each. */
	hint: readonly string[];
	/** Status, codes to quote to support, and the request, on one line. */
	facts: string;
	details: ServiceErrorDetails;
}

/** The last outcome of a request, and what to do if it may have been processed. */
export interface Ending extends RetryResult {
	ifOpen?: string | undefined;
}

/** The request as a user may see it: no query, no body, no header. */
interface RequestName {
	method: string;
	/** Absolute address of the request. */
	url: string;
}

/**
 * Turns the end of a request into words (third-party-risk, Errors).
 *
 * @param result the last outcome, how it was reached, and what to do if the effect is unknown
 * @param clean for texts from the service, or from a proxy in front of it
 * @returns message (what happened), description (what to do, then the codes) and details
 */
export function describeFailure(
	result: Ending,
	request: RequestName,
	clean: Clean = plainText,
): FailureTexts {
	const { outcome, isOpen, ifOpen = CHECK_FIRST, attempts } = result;
	const url = new URL(request.url);
	const short = (text: string) => shorten(clean(text));
	const details = outcome.kind === 'answer' ? detailsOf(outcome, clean) : {};
	const [message, advice] =
		outcome.kind === 'answer'
			? describeAnswer(outcome, result, url, short)
			: [
					`${url.origin} ${explainNoAnswer({ ...outcome, message: short(outcome.message) })}`,
					adviseOnNoAnswer(outcome, 'Base URL in the credential'),
				];
	const hint = [...(isOpen ? `${OPEN} ${ifOpen}`.split('\n') : []), advice];
	const facts = Object.entries({
		status: details.httpStatus,
		client_code: details.clientCode,
		request_id: details.requestId,
		attempts: attempts > 1 && attempts,
		request: `${request.method} ${short(url.pathname)}`,
	})
		.flatMap(([name, fact]) => (fact ? `${name}: ${fact}` : []))
		.join(', ');
	return { message, description: [...hint, facts], hint, facts, details };
}

/** Comes first where running it again could create a duplicate. */
const OPEN = 'The request may have been processed anyway.';
const CHECK_FIRST = 'Check the service before you run it again.';

function detailsOf({ status, headers, body }: Answer, clean: Clean): ServiceErrorDetails {
	const { message: _, requestId = headers['x-request-id'], ...ids } = readErrorEnvelope(body);
	const texts = Object.entries({ ...ids, requestId }).flatMap(([name, text]) =>
		text ? [[name, shortId(clean(text))]] : [],
	);
	return { ...Object.fromEntries(texts), httpStatus: status };
}

/** @returns what happened, and what to do */
function describeAnswer(
	answer: Answer,
	result: RetryResult,
	{ href, origin }: URL,
	short: Clean,
): [message: string, hint: string] {
	const { status, headers, body } = answer;
	if (status < 300 && isRecord(body)) {
		const isKnown = limitIn(answer) !== undefined || saysTokenRefused(answer);
		return [
			short(
				errorInstead(body, '') || wordsOfRefusal(answer) || `The service returned status ${status}`,
			),
			isKnown
				? whatToDo(answer, result)
				: `The response has status ${status}, but reports an error. Check the credential and the values of this item. If it happens again, ${SUPPORT}`,
		];
	}
	if (status < 300) {
		return [
			`The service returned ${isMarkup(body) ? 'a web page' : 'text'} instead of JSON`,
			`Check Base URL in the credential. The response of ${origin} may be a login page, or come from a proxy.`,
		];
	}
	if (status < 400) {
		const { location = '' } = headers;
		const target = parseUrl(location, href);
		return [
			`The service redirected to ${target ? short(target.origin + target.pathname) : 'another address'}`,
			'Enter the final URL as Base URL in the credential. Redirects are not followed, so that the access token stays with the service.',
		];
	}
	const words = wordsOfRefusal(answer);
	return [
		words
			? short(words)
			: `The service returned status ${status}${isMarkup(body) ? ' with a web page' : ''}`,
		whatToDo(answer, result),
	];
}

const SUPPORT = 'contact the support team of the service, and include the codes below.';

function whatToDo(answer: Answer, result: RetryResult): string {
	const { status, body } = answer;
	const { clientCode } = readErrorEnvelope(body);
	if (clientCode === 'request.api_version_unsupported')
		return 'Set API Version in the credential to a version that the service supports. This package is built for v1.';
	// Running it again later is no advice where that could create a duplicate.
	if (result.isOpen && (status === 429 || status >= 500)) return `If it happens again, ${SUPPORT}`;
	if (result.refusedWaitMs !== undefined)
		return `Raise Max Wait under Options > Advanced, or run the workflow later. The service asked for a wait of ${seconds(result.refusedWaitMs)}, more than Max Wait allows after ${seconds(result.waitedMs)} of waiting.`;
	if (refusesProof(answer)) return adviseOnProof(answer);
	if (status === 404 && clientCode === undefined) {
		return errorWords(body) === ''
			? 'Check Base URL in the credential. Nothing was found at this address.'
			: 'Check the IDs in this item. Check Base URL in the credential if they are correct.';
	}
	const other =
		status >= 500
			? `Run it again later. If that does not help, ${SUPPORT}`
			: 'Correct the values of this item and run it again.';
	// Other statuses can mean what 429 or 401 does: a limit, or a token that has expired.
	const isLimit = overloadIn(answer) === 'refused' || limitIn(answer) !== undefined;
	const meant = isLimit && status !== 503 ? 429 : saysTokenRefused(answer) ? 401 : status;
	return HINT_OF_STATUS[meant] ?? other;
}

const REJECTED =
	'Check Base URL in the credential and the proxy. Something between n8n and the service rejected the request.';

/** What to do about a status that says enough by itself. */
const HINT_OF_STATUS: Record<number, string> = {
	401: 'Check Base URL and Token URL in the credential. They may belong to different environments: the service did not accept the access token.',
	403: 'Check OAuth Scopes in the credential, or ask an administrator of the service for access. The client is not allowed to do this.',
	404: 'Check the IDs in this item: use IDs, such as those from Get Many, not names. An ID was not found; it may have been deleted.',
	405: REJECTED,
	407: REJECTED,
	413: 'Send less data per request: lower Batch Size under Options, if it is there. The request is too large for the service or a proxy.',
	429: 'Run less in parallel, raise Max Wait under Options > Advanced, or run the workflow later. The client has reached its rate limit.',
	503: 'Raise Max Wait under Options > Advanced, or run the workflow later. The service is busy and did not process the request.',
};

function seconds(ms: number): string {
	return `${Math.ceil(ms / 1000)} s`;
}

/** @returns the end of a call that failed, with what it leaves open */
export function endingOf(
	{ ifOpen }: Pick<Ending, 'ifOpen'>,
	canRepeat: boolean,
	result: RetryResult,
): Ending {
	const { outcome } = result;
	// A 2xx answer that cannot be read leaves as much open as none.
	const isUnread = outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
	const mayBeThere = result.mayHaveActed || isUnread;
	// A creation is repeated with its key only, which the next run may not have.
	const canDuplicate = !canRepeat || ifOpen !== undefined;
	return { ...result, isOpen: canDuplicate && mayBeThere, ifOpen };
}

/** 404 in JSON, or the code of the envelope: a proxy's page says nothing about what was deleted. */
export function saysNotFound({ status, body }: Answer): boolean {
	const { clientCode = '' } = readErrorEnvelope(body);
	return clientCode.endsWith('.not_found') || (status === 404 && !isMarkup(body));
}
