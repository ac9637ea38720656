import type { JsonWebKey, KeyObject } from 'crypto';
import { createHash, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'crypto';

import { jsonParse, UserError } from 'n8n-workflow';

import { isRecord } from '../../basics/values';
import type { GrcCredential } from '../credential';

/** A key pair for proofs with ES256 (RFC 7518, 3.4). */
export interface DpopKey {
	privateKey: KeyObject;
	/** The members that a proof shows (RFC 7517, 4 and RFC 7518, 6.2.1). */
	publicJwk: JsonWebKey;
	/** The private key as a JWK in JSON, to be stored. */
	stored: string;
}

/** Blocks of PEM that contain a private key, and the names that Node.js has for their content. */
const PEM = /-----BEGIN (EC )?PRIVATE KEY-----([\sA-Za-z\d+/=]+)-----END/;

/** @returns a new key for the curve P-256 */
export function createKey(): DpopKey {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	return describe(privateKey);
}

/**
 * Reads a private key, either one that was stored or one that the user has entered.
 *
 * @param text JWK (RFC 7517) or PEM (PKCS #8 or SEC 1), whose line breaks may have been lost in a field
 *   of one line
 * @returns `undefined` when it is not a private key for the curve P-256
 */
export function readKey(text: string): DpopKey | undefined {
	try {
		const key = fromPem(text) ?? fromJwk(text);
		return key?.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? describe(key) : undefined;
	} catch {
		return undefined;
	}
}

function fromPem(text: string): KeyObject | undefined {
	// Settings that were copied from JSON have their line breaks as two characters.
	const [, isSec1, content] = PEM.exec(text.replaceAll('\\n', '\n')) ?? [];
	if (content === undefined) return undefined;
	const der = Buffer.from(content, 'base64');
	return createPrivateKey({ key: der, format: 'der', type: isSec1 ? 'sec1' : 'pkcs8' });
}

function fromJwk(text: string): KeyObject | undefined {
	const key = jsonParse<unknown>(text);
	return isRecord(key) ? createPrivateKey({ key, format: 'jwk' }) : undefined;
}

function describe(privateKey: KeyObject): DpopKey {
	const jwk = privateKey.export({ format: 'jwk' });
	const { d: _private, ...publicJwk } = jwk;
	return { privateKey, publicJwk, stored: JSON.stringify(jwk) };
}

/**
 * Finds the key that the stored token of a credential is bound to.
 *
 * @returns the user's own key, else the stored one; `undefined` when there is none that can be read
 * @throws UserError when the user's own key is not one for proofs; it does not repeat the key
 */
export function keyOf({ privateKey, dpopPrivateKey }: GrcCredential): DpopKey | undefined {
	const key = readKey(privateKey || dpopPrivateKey);
	if (key || privateKey === '') return key;
	throw new UserError('Private Key is not an EC private key for the curve P-256', {
		description:
			'Enter it in the credential as PEM (PKCS #8 or SEC 1, without a passphrase) or as a JWK, or clear the field to use a key that is made for you.',
	});
}

/** What a proof is for. */
export interface ProofSubject {
	/** Method of the request, in any case; GET where it is not set. */
	method: string | undefined;
	/** Address of the request. Query and fragment are not part of the proof. */
	target: URL;
	/** The token that is sent with it; none in a request for a token. */
	accessToken?: string;
}

/** What the server expects of a proof, as far as it is known. */
export interface ProofTerms {
	/** The server's own value to be repeated (RFC 9449, 8 and 9). */
	nonce: string | undefined;
	/** The clock of the server minus the one of this machine, in milliseconds. */
	clockOffsetMs: number;
}

/**
 * Makes a DPoP proof: a JWT that shows that the sender has the key, for one request only (RFC 9449,
 * 4.2).
 *
 * @param nowMs the time of this machine, in milliseconds since 1970
 * @returns the value of the header `DPoP`
 */
export function createProof(
	{ privateKey, publicJwk }: DpopKey,
	{ method = 'GET', target, accessToken }: ProofSubject,
	{ nonce, clockOffsetMs }: ProofTerms,
	nowMs: number,
): string {
	const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk };
	const claims = {
		jti: randomUUID(),
		htm: method.toUpperCase(),
		htu: target.origin + target.pathname,
		iat: Math.floor((nowMs + clockOffsetMs) / 1000),
		...(accessToken !== undefined && {
			ath: createHash('sha256').update(accessToken).digest('base64url'),
		}),
		...(nonce !== undefined && { nonce }),
	};
	const content = `${encode(header)}.${encode(claims)}`;
	// JWS has the two numbers of a signature in a row, not in ASN.1 (RFC 7518, 3.4).
	const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
	return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

function encode(part: object): string {
	return Buffer.from(JSON.stringify(part)).toString('base64url');
}
