import type { Answer, NoAnswer } from '../http/answer';
import { explainNoAnswer } from '../http/answer';
import { isPage, readErrorEnvelope } from '../http/envelope';
import type { Clean } from '../http/redact';
import { plainText } from '../http/redact';
import type { RetryResult } from '../http/retry';

/** What a workflow can branch on when a request was refused. */
export interface ServiceErrorDetails {
	clientCode?: string;
	requestId?: string;
	/** HTTP status; absent when there was no answer. */
	httpStatus?: number;
	docsUrl?: string;
}

/** What a user reads and a workflow branches on when a request did not come through. */
export interface FailureTexts {
	message: string;
	/** What to do, then the facts. */
	description: string;
	/** What to do. */
	hint: string;
	/** Status, codes to quote to support, and the request, on one line. */
	facts: string;
	details: ServiceErrorDetails;
}

/** The request as a user may see it: no query, no body, no header. */
export interface RequestName {
	method: string;
	/** Absolute address of the request. */
	url: string;
}

/**
 * Turns the end of a request into words (third-party-risk, Errors).
 *
 * @param result the last outcome and how it was reached
 * @param clean for texts that the service, or what stands before it, has sent
 * @returns message (what happened), description (what to do, then the codes) and details
 */
export function describeFailure(
	result: RetryResult,
	request: RequestName,
	clean: Clean = plainText,
): FailureTexts {
	const { outcome } = result;
	const { message, details, ...described } =
		outcome.kind === 'noAnswer'
			? describeNoAnswer({ ...outcome, message: clean(outcome.message) }, request)
			: describeAnswer(outcome, result, request, clean);
	const hint = result.isOpen ? `${OPEN}\n${described.hint}` : described.hint;
	const facts = [
		details.httpStatus !== undefined && `status: ${details.httpStatus}`,
		details.clientCode && `client_code: ${details.clientCode}`,
		details.requestId && `request_id: ${details.requestId}`,
		result.attempts > 1 && `attempts: ${result.attempts}`,
		`request: ${request.method} ${new URL(request.url).pathname}`,
	]
		.filter(Boolean)
		.join(', ');
	return { message, description: `${hint}\n${facts}`, hint, facts, details };
}

/** What comes first where running it again could do it twice. */
const OPEN =
	'It may have been carried out all the same: look in the service before you run it again.';

interface Description {
	message: string;
	hint: string;
	details: ServiceErrorDetails;
}

function describeAnswer(
	answer: Answer,
	result: RetryResult,
	request: RequestName,
	clean: Clean,
): Description {
	const { status, headers, body } = answer;
	const { message, ...envelope } = mapValues(readErrorEnvelope(body), clean);
	const requestId =
		envelope.requestId ?? (headers['x-request-id'] && clean(headers['x-request-id']));
	const details = { ...envelope, ...(requestId && { requestId }), httpStatus: status };
	const { origin } = new URL(request.url);

	if (status >= 200 && status < 300) {
		return {
			message: `The service answered with ${isPage(body) ? 'a web page' : 'something that is not JSON'} instead of data`,
			hint: `Check Base URL in the credential: ${origin} answered, but not like the service does. A proxy or a login page may stand in between.`,
			details,
		};
	}
	if (status >= 300 && status < 400) {
		const target = headers.location ?? 'another address';
		return {
			message: `The service redirects to ${clean(withoutQuery(target, request.url))}`,
			hint: 'Redirects are not followed, since the access token must not go elsewhere. Enter the final address as Base URL in the credential.',
			details,
		};
	}
	return {
		message: message ?? `The service answered ${status}${isPage(body) ? ' with a web page' : ''}`,
		hint: HINTS[details.clientCode ?? ''] ?? whatToDo(answer, result, message === undefined),
		details,
	};
}

/** Advice for codes of which more is known than their status says. */
const HINTS: Record<string, string> = {
	'request.api_version_unsupported':
		'Change API Version in the credential to a version that the service supports. This package is made for v1.',
};

function whatToDo({ status }: Answer, result: RetryResult, foreign: boolean): string {
	if (result.refusedWaitMs !== undefined) {
		return `The service asks to wait ${seconds(result.refusedWaitMs)}, which is more than Max Wait leaves after ${seconds(result.waitedMs)} of waiting. Raise Max Wait under Options, or run the workflow later.`;
	}
	if (status === 429) {
		return 'The rate limit of the client is used up. Run less in parallel, raise Max Wait under Options, or run the workflow later.';
	}
	if (status === 503) {
		return 'The service is busy and did not process the request. Raise Max Wait under Options, or run the workflow later.';
	}
	if (status >= 500) {
		return 'The service could not finish the request. Run it again later; if it stays so, give the codes below to its support.';
	}
	if (status === 401) {
		return 'The service does not accept the access token. Check Client ID and Client Secret in the credential.';
	}
	if (status === 403) {
		return 'The client may not do this. Check Scope in the credential, or ask an administrator of the service.';
	}
	if (status === 413) {
		return 'The request is too large for the service or a proxy. Lower Batch Size under Options.';
	}
	if ([405, 407].includes(status)) {
		return 'Something between n8n and the service refuses the request. Check Base URL in the credential and the proxy.';
	}
	if (foreign && status === 404) {
		return 'Check Base URL in the credential: the service does not know this address.';
	}
	if (status === 404) {
		return 'Check the ids in this item: what they name does not exist, or not any more.';
	}
	return 'Correct the values of this item and run it again.';
}

function describeNoAnswer(outcome: NoAnswer, { url }: RequestName): Description {
	return {
		message: `${new URL(url).origin} ${explainNoAnswer(outcome)}`,
		hint: 'Check Base URL in the credential, and that this n8n can reach the address. If the service needs long, raise Timeout under Options.',
		details: {},
	};
}

function mapValues<T extends object>(texts: T, change: Clean): T {
	const entries = Object.entries(texts).map(([name, text]) => [name, change(String(text))]);
	return Object.assign({ ...texts }, Object.fromEntries(entries));
}

function withoutQuery(target: string, base: string): string {
	if (!URL.canParse(target, base)) return 'another address';
	const { origin, pathname } = new URL(target, base);
	return origin + pathname;
}

function seconds(ms: number): string {
	return `${Math.ceil(ms / 1000)} s`;
}
