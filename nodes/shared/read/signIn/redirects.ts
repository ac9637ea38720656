import type { IHttpRequestOptions } from 'n8n-workflow';

import { isStream } from '../../basics/guards';
import { parseUrl } from '../../basics/parseUrl';
import { shorten } from '../../basics/shorten';
import type { Answer } from '../../http/answer';
import type { Clean } from '../../http/redact';
import { userError } from '../../n8n/nodeErrors';
import { closeBody } from '../../service/body';
import type { HttpOptions } from '../types';

/** As many as browsers follow (Fetch, 4.4). */
const MOST_REDIRECTS = 20;

/**
 * Headers that say nothing about who sends a request. Every other one stays with its host, whatever its
 * name is: `X-Tenant: acme` says who asks, and a key may have any name.
 */
const HARMLESS = /^(?:accept(?:-[\w-]+)?|content-type|user-agent)$/i;

/**
 * Sends a request without a credential, and follows its redirects. n8n would take all headers to every
 * host. A redirected POST would arrive as a GET without its body, which reads another page.
 *
 * @param send sends one request, which n8n must not redirect
 * @param allowedOrigins where headers may be sent besides the origin of the request, as with next URLs
 * @returns the last answer: a redirect where it is not followed
 * @throws UserError when the redirects do not end; what `send` throws
 */
export async function sendAlongRedirects(
	send: (request: IHttpRequestOptions) => Promise<Answer>,
	request: HttpOptions,
	allowedOrigins: readonly string[],
): Promise<Answer> {
	const isFree = Object.keys(request.headers).every((name) => HARMLESS.test(name));
	let { url } = request;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		const answer = await send({ ...request, url, headers: { ...request.headers } });
		const target = request.method === 'GET' ? targetOf(answer, url) : undefined;
		if (!target || !(isFree || isTrusted(target, new URL(request.url), allowedOrigins)))
			return answer;
		if (isStream(answer.body)) closeBody(answer.body);
		url = target.href;
	}
	throw userError(
		`The API redirected more than ${MOST_REDIRECTS} times`,
		'Check the URL, or enter the final one. The redirects may lead in a circle.',
	);
}

/** @returns where an answer redirects to; `undefined` when it is no redirect, or leads to no web address */
function targetOf({ status, headers }: Answer, url: string): URL | undefined {
	const { location } = headers;
	if (status < 300 || status > 399 || !location) return undefined;
	const target = parseUrl(location, url);
	if (!target || !/^https?:$/.test(target.protocol)) return undefined;
	// What axios would send as Basic Auth.
	return Object.assign(target, { username: '', password: '' });
}

/** @returns whether headers may be sent to a target: where a next URL may lead, or to https on the same host */
function isTrusted(target: URL, first: URL, allowedOrigins: readonly string[]): boolean {
	const isUpgrade =
		first.protocol === 'http:' &&
		target.protocol === 'https:' &&
		target.hostname === first.hostname;
	const isSafe = target.protocol === 'https:' || target.protocol === first.protocol;
	return isUpgrade || (isSafe && [first.origin, ...allowedOrigins].includes(target.origin));
}

/**
 * @param request of the answer
 * @param clean removes secrets
 * @returns why a redirect was not followed, and what to do
 */
export function redirectAdvice(
	answer: Answer,
	request: { method: string; url: string },
	hasCredential: boolean,
	clean: Clean,
): string {
	const target = targetOf(answer, request.url);
	if (!target)
		return `Check the URL. The API returned status ${answer.status}, but no URL to continue with.`;
	// As it would be requested: a user name in front of the host could make it look like another one.
	const to = `Enter the final URL. The API redirects to ${shorten(clean(target.href))}, and`;
	if (hasCredential) return `${to} redirects are not followed with a credential.`;
	if (request.method === 'POST') return `${to} redirects are not followed with POST.`;
	return `${to} the headers under Options > Headers are sent to no other host, and not from https to http. If you trust this host, add it to Allowed Hosts under Options > Advanced.`;
}
