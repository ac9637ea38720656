import type { IHttpRequestHelper } from 'n8n-workflow';

import { authorize } from './outgoingRequest';
import type { GrcCredential } from './types';

/** A read that every token may send: the answer is data, or 403 (third-party-risk, Webhooks). */
export const PROBE_PATH = '/tprm-api/manage/webhooks/events';

const TIMEOUT_MS = 30_000;

/** Maximum number of tokens that are known to be refused. */
const MAX_REFUSED = 500;

/** Tokens that the service has refused; it does not accept them again. */
const refused = new Set<string>();

/** Questions in flight, by token. */
const asked = new Map<string, Promise<boolean>>();

/**
 * Asks the service whether it still accepts a token, with one cheap request. Concurrent callers share
 * it, and no request is sent for a token that was refused before.
 *
 * @returns `true` unless the answer is 401: without an answer there is no reason to replace it
 */
export async function isAccepted(
	http: IHttpRequestHelper['helpers'],
	credential: GrcCredential,
	accessToken: string,
): Promise<boolean> {
	if (refused.has(accessToken)) return false;
	const running = asked.get(accessToken);
	if (running) return await running;

	const question = ask(http, credential, accessToken);
	asked.set(accessToken, question);
	const answer = await question;
	asked.delete(accessToken);
	if (!answer) remember(accessToken);
	return answer;
}

async function ask(
	http: IHttpRequestHelper['helpers'],
	credential: GrcCredential,
	accessToken: string,
): Promise<boolean> {
	const { baseUrl, apiVersion } = credential;
	const target = new URL(baseUrl + PROBE_PATH);
	const request = {
		method: 'GET' as const,
		url: target.href,
		headers: { Accept: 'application/json', 'X-API-Version': apiVersion },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		timeout: TIMEOUT_MS,
	};
	try {
		const answer: { statusCode?: unknown } = await http.httpRequest(
			authorize(request, target, credential, accessToken),
		);
		return answer.statusCode !== 401;
	} catch {
		return true;
	}
}

function remember(accessToken: string): void {
	refused.add(accessToken);
	// A Set lists its members oldest first.
	for (const oldest of refused) {
		if (refused.size <= MAX_REFUSED) break;
		refused.delete(oldest);
	}
}
