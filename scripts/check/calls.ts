import axios from 'axios';
import { type ICredentialDataDecryptedObject, type IHttpRequestOptions, sleep } from 'n8n-workflow';

import { certificateOptions } from '../../nodes/shared/auth/connection';
import { readCredential } from '../../nodes/shared/auth/credential';
import { authenticateRequest } from '../../nodes/shared/auth/credentialHooks';
import { requestToken } from '../../nodes/shared/auth/tokenRequest';
import type { SendResult } from '../../nodes/shared/http/answer';
import { normalizeHeaders } from '../../nodes/shared/http/headers';
import { toNoAnswer } from '../../nodes/shared/http/noAnswer';
import { sendWithRetry } from '../../nodes/shared/http/retry';
import { versionHeader } from '../../nodes/shared/service/call';
import { httpOptions } from '../../nodes/shared/service/send';
import type { CallName, Observed, Reply } from './types';

const TIMEOUT_MS = 60_000;

/** Bounds on what is read of an answer, in bytes, and on the waits that the service asks for. */
const MAX_BYTES = 200 * 1024 * 1024;
const MAX_WAIT_MS = 120_000;

/** None of them changes anything: the two POSTs read. */
const CALLS: Record<Exclude<CallName, 'noToken'>, { path: string; body?: object }> = {
	events: { path: '/tprm-api/manage/webhooks/events' },
	scopes: { path: '/v1/scopes' },
	tree: { path: '/v1/scopes/tree', body: { onlyActive: false } },
	controls: { path: '/v1/controls' },
	expanded: { path: '/v1/controls?expandScopes=true' },
	vendors: { path: '/tprm-api/vendors/search', body: {} },
	noDocument: { path: '/tprm-api/downloads/document/00000000-0000-4000-8000-000000000000' },
};

/**
 * Signs in, and sends the calls one after the other.
 *
 * @param data the fields of the credential, by the names that the package has for them
 * @throws UserError when the credential is incomplete or the service issues no token
 */
export async function observe(data: ICredentialDataDecryptedObject): Promise<Observed> {
	const credential = readCredential(data);
	const token = await requestToken({ httpRequest: httpRequest }, credential);
	const signedIn = { ...data, accessToken: token.value };
	const replies: Partial<Record<CallName, Reply>> = {};
	for (const [name, { path, body }] of Object.entries(CALLS)) {
		const request = httpOptions({
			method: body ? 'POST' : 'GET',
			url: credential.baseUrl + path,
			headers: versionHeader(path, credential.apiVersion),
			body,
			timeoutMs: TIMEOUT_MS,
		});
		replies[name as CallName] = await reply(await authenticateRequest(signedIn, request));
	}
	const url = credential.baseUrl + CALLS.scopes.path;
	const anonymous = httpOptions({ method: 'GET', url, timeoutMs: TIMEOUT_MS });
	replies.noToken = await reply({ ...anonymous, ...certificateOptions(credential) });
	return {
		replies: replies as Record<CallName, Reply>,
		hasLifetime: Number.isFinite(token.usableUntil),
		dateFormat: credential.organizationDateFormat,
		timeZone: credential.organizationTimeZone,
	};
}

/** Every call only reads, so that it may be repeated. */
async function reply(request: IHttpRequestOptions): Promise<Reply> {
	const { outcome } = await sendWithRetry(
		async () => await send(request),
		{ repeatable: true, maxWaitMs: MAX_WAIT_MS },
		{ now: Date.now, random: Math.random, sleep },
	);
	return outcome.kind === 'answer' ? outcome : undefined;
}

async function send(request: IHttpRequestOptions): Promise<SendResult> {
	try {
		const { statusCode: status, headers, body } = await httpRequest(request);
		return { kind: 'answer', status, headers: normalizeHeaders(headers), body };
	} catch (error) {
		return toNoAnswer(error);
	}
}

/** The part of n8n's request function that signing in and these calls need. */
async function httpRequest(request: IHttpRequestOptions) {
	const { method, url, headers, body, timeout, skipSslCertificateValidation } = request;
	const { Agent } = await import('node:https');
	const {
		status,
		headers: received,
		data,
	} = await axios.request<unknown>({
		method: method ?? 'GET',
		url,
		headers: normalizeHeaders(headers),
		data: body,
		timeout: timeout ?? TIMEOUT_MS,
		maxRedirects: 0,
		maxContentLength: MAX_BYTES,
		validateStatus: () => true,
		...(skipSslCertificateValidation && { httpsAgent: new Agent({ rejectUnauthorized: false }) }),
	});
	return { statusCode: status, headers: { ...received }, body: data };
}
