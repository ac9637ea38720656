import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'crypto';

import { jsonParse } from 'n8n-workflow';

import { isRecord } from '../../basics/guards';
import { userError } from '../../n8n/nodeErrors';
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
const PEM = /-BEGIN (EC )?PRIVATE KEY-+([^-]+)-/;

/** @returns a new key for the curve P-256 */
export function createKey(): DpopKey {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	return describeKey(privateKey);
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
		return key?.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? describeKey(key) : undefined;
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

function describeKey(privateKey: KeyObject): DpopKey {
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
export function dpopKeyOf({ privateKey, dpopPrivateKey }: GrcCredential): DpopKey | undefined {
	const key = readKey(privateKey || dpopPrivateKey);
	if (key || privateKey === '') return key;
	throw userError(
		'Private Key is not an EC private key for the curve P-256',
		'Enter it in the credential as PEM (PKCS #8 or SEC 1, without a passphrase) or as a JWK, or clear the field to use a generated key.',
	);
}
