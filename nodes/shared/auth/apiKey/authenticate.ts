import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../json';
import { checkedTarget, sealed } from '../outgoingRequest';
import type { Pair } from './credential';
import { readApiKeyCredential } from './credential';

/**
 * n8n's `authenticate` hook: adds the key to a request, after checking where and how it is sent.
 *
 * @param data the decrypted credential
 * @param request what is about to be sent; not modified
 * @returns a copy with the checked address as the only one, the key, and no redirects
 * @throws UserError when the key must not be sent this way, or the credential is incomplete
 */
export async function authenticateWithKey(
	data: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const credential = readApiKeyCredential(data);
	const { headers, query } = credential;
	const target = withPairs(checkedTarget(request, credential), query);
	// A request's own Basic Auth would take the place of the key.
	const { auth: _auth, qs, ...others } = request;
	const names = new Set(query.map(([name]) => name));
	const kept = isRecord(qs) && Object.entries(qs).filter(([name]) => !names.has(name));
	return sealed(
		{ ...others, ...(kept && { qs: Object.fromEntries(kept) }) },
		target,
		Object.fromEntries(headers),
		credential,
	);
}

/** Servers differ in which encoding they accept: the rest of the query stays as it is written. */
function withPairs(target: URL, pairs: readonly Pair[]): URL {
	if (pairs.length === 0) return target;
	const names = new Set(pairs.map(([name]) => name));
	const others = target.search
		.slice(1)
		.split('&')
		.filter(
			(part) =>
				part !== '' && ![...new URLSearchParams(part).keys()].some((name) => names.has(name)),
		);
	const own = pairs.map((pair) => pair.map(encodeURIComponent).join('='));
	return Object.assign(new URL(target), { search: [...others, ...own].join('&') });
}
