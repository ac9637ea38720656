import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { SendResult } from '../../http/answer';
import { badPrivateKeyError } from '../credentialErrors';
import type { GrcCredential } from '../types';
import type { DpopKey } from './key';
import { createKey, readKey } from './key';
import { createProof } from './proof';
import { serverAt } from './server';

/** One for the answer that has a nonce, and one for the answer that shows the time of the server. */
const MAX_ATTEMPTS = 3;

/** What a request function sends once. */
type SendOnce = (request: IHttpRequestOptions) => Promise<SendResult>;

/**
 * Finds the key that the stored token of a credential is bound to.
 *
 * @returns the user's own key, else the stored one; `undefined` when there is none that can be read
 * @throws UserError when the user's own key is not one for proofs
 */
export function keyOf({ privateKey, dpopPrivateKey }: GrcCredential): DpopKey | undefined {
	const key = readKey(privateKey || dpopPrivateKey);
	if (!key && privateKey !== '') throw badPrivateKeyError();
	return key;
}

/**
 * Adds a proof to the requests for a token, so that the token is bound to the key of the credential
 * (RFC 9449, 5). A key is made if there is none yet.
 *
 * @returns the key, and a function that sends a request with a proof of its own each time
 */
export function bindTokenTo(credential: GrcCredential, send: SendOnce) {
	const key = keyOf(credential) ?? createKey();
	const target = new URL(credential.tokenUrl);
	const server = serverAt(target, 'tokenEndpoint');
	const sendWithProof: SendOnce = async (request) =>
		await server.repeat(async () => {
			const proof = createProof(key, { method: request.method, target }, server.terms, Date.now());
			return await send({ ...request, headers: { ...request.headers, DPoP: proof } });
		}, MAX_ATTEMPTS);
	return { key, sendWithProof };
}

/** @returns what n8n stores beside a token: its key, unless the user has entered it */
export function storedKey({ stored }: DpopKey, { privateKey }: GrcCredential): IDataObject {
	return privateKey === '' ? { dpopPrivateKey: stored } : {};
}
