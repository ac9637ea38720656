import { plainText } from '../basics/plainText';
import type { SignatureScheme } from './senderScheme';

/** A secret that signatures can be compared with. */
export interface SigningKey {
	/** Index in the list the caller gave. */
	index: number;
	key: Buffer;
}

/** Why a secret cannot be used: what is missing in it, or how it is written. Never contains the secret. */
export type SecretProblem = 'blank' | 'misplacedPrefix' | 'notBase64' | 'tooShort' | 'publicKey';

/** What Svix, Stripe and others begin a secret with; `whpk_` and `whsk_` begin keys of signatures without HMAC. */
const SECRET_PREFIX = 'whsec_';
const OTHER_KEYS = /^wh[ps]k_/;

/** Both alphabets of base64, with or without padding. */
const BASE64 = /^[\w+/-]+={0,2}$/;

/** What has nothing else is no secret, such as the comma that is left of a list. */
const NOT_SEPARATOR = /[^\s,;]/;

/**
 * Whether a secret has a visible character that is no comma; with a blank one any client could sign. A prefix alone is
 * blank, too: everyone knows it.
 *
 * @example
 * if (!secrets.some(isUsableSecret)) throw new Error('Set a signing secret');
 */
export function isUsableSecret(secret: string): boolean {
	return NOT_SEPARATOR.test(plainText(secret).replaceAll(SECRET_PREFIX, ''));
}

/**
 * @returns why a secret is no key for a sender; `undefined` when it is one
 *
 * @example
 * secretProblem(SENDERS.svix, 'whsec_'); // 'blank'
 */
export function secretProblem(
	scheme: Pick<SignatureScheme, 'key' | 'minKeyBytes'>,
	secret: string,
): SecretProblem | undefined {
	const result = readKey(scheme, secret);
	return typeof result === 'string' ? result : undefined;
}

/** @returns the secrets that are keys, in the order given, each with its place in the list */
export function readKeys(
	scheme: Pick<SignatureScheme, 'key' | 'minKeyBytes'>,
	secrets: readonly string[],
): SigningKey[] {
	return secrets.flatMap((secret, index) => {
		const key = readKey(scheme, secret);
		return typeof key === 'string' ? [] : [{ index, key }];
	});
}

function readKey(
	{ key: encoding, minKeyBytes }: Pick<SignatureScheme, 'key' | 'minKeyBytes'>,
	secret: string,
): Buffer | SecretProblem {
	if (!isUsableSecret(secret)) return 'blank';
	const text = secret.trim();
	// Two secrets in one field, `whsec_whsec_MfKQ…`, or `v1,whsec_MfKQ…`: some would be base64 all the same.
	if (text.lastIndexOf(SECRET_PREFIX) > 0) return 'misplacedPrefix';
	if (encoding === 'text') return longEnough(Buffer.from(text), minKeyBytes);
	if (OTHER_KEYS.test(text)) return 'publicKey';
	const encoded = withoutPrefix(text);
	if (encoded.toLowerCase().startsWith(SECRET_PREFIX)) return 'misplacedPrefix';
	if (!BASE64.test(encoded) || withoutPadding(encoded).length % 4 === 1) return 'notBase64';
	return longEnough(Buffer.from(encoded, 'base64'), minKeyBytes);
}

function longEnough(key: Buffer, minKeyBytes: number): Buffer | SecretProblem {
	// A scheme cannot allow a key without bytes: anyone could sign with it.
	return key.length >= Math.max(1, minKeyBytes) ? key : 'tooShort';
}

function withoutPrefix(secret: string): string {
	return secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
}

function withoutPadding(encoded: string): string {
	return encoded.replace(/={1,2}$/, '');
}
