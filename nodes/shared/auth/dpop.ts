import {
	createHash,
	createPrivateKey,
	generateKeyPairSync,
	type JsonWebKey,
	type KeyObject,
	randomUUID,
	sign,
} from 'crypto';

import { jsonParse } from 'n8n-workflow';

import { isRecord, Recent } from '../basics/values';
import type { Answer, SendResult } from '../http/answer';
import { userError } from '../n8n/shownErrors';
import type { GrcCredential } from './credential';

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
	throw userError(
		'Private Key is not an EC private key for the curve P-256',
		'Enter it in the credential as PEM (PKCS #8 or SEC 1, without a passphrase) or as a JWK, or clear the field to use a generated key.',
	);
}

/** What a proof is for. */
interface ProofSubject {
	/** Method of the request, in any case; GET where it is not set. */
	method: string | undefined;
	/** Address of the request. Query and fragment are not part of the proof. */
	target: URL;
	/** The token that is sent with it; none in a request for a token. */
	accessToken?: string;
	/** The server's own value to be repeated (RFC 9449, 8 and 9), as far as it is known. */
	nonce: string | undefined;
}

/**
 * Makes a DPoP proof: a JWT that shows that the sender has the key, for one request only (RFC 9449,
 * 4.2).
 *
 * @returns the value of the header `DPoP`
 */
export function createProof(
	{ privateKey, publicJwk }: DpopKey,
	{ method = 'GET', target, accessToken, nonce }: ProofSubject,
): string {
	const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk };
	const claims = {
		jti: randomUUID(),
		htm: method.toUpperCase(),
		htu: target.origin + target.pathname,
		iat: Math.floor(Date.now() / 1000),
		...(accessToken !== undefined && {
			ath: createHash('sha256').update(accessToken).digest('base64url'),
		}),
		...(nonce !== undefined && { nonce }),
	};
	const content = [header, claims]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.join('.');
	// JWS has the two numbers of a signature in a row, not in ASN.1 (RFC 7518, 3.4).
	const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const };
	return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

const SCHEME = /\bDPoP\b/;
const NONCE_REFUSED = /\berror="?use_dpop_nonce\b/;

/**
 * Reads whether an answer asks for a proof with a nonce, or with another one: nothing is wrong with the
 * token, the client or the request.
 *
 * @param answer of a resource, 401 with `WWW-Authenticate` (RFC 9449, 9), or of a token endpoint, 400
 *   with `error` in its body (RFC 9449, 8)
 */
export function needsNonce({ status, headers, body }: Answer): boolean {
	if (status === 400) return isRecord(body) && body.error === 'use_dpop_nonce';
	const challenge = headers['www-authenticate'] ?? '';
	return status === 401 && SCHEME.test(challenge) && NONCE_REFUSED.test(challenge);
}

/** @returns whether a resource takes bound tokens alone: it offers no other scheme (RFC 9449, 7.1 and 7.2) */
export function requiresDpop({ status, headers }: Answer): boolean {
	const challenge = headers['www-authenticate'] ?? '';
	return status === 401 && SCHEME.test(challenge) && !/\bBearer\b/i.test(challenge);
}

/** Maximum number of times that a request is sent because its nonce is refused. */
const MAX_ATTEMPTS = 4;

/**
 * The nonce of one server (RFC 9449, 8 and 9), and how to send requests to it.
 *
 * A nonce may be good for one request or for many, which no answer says. So requests take turns until
 * a nonce has been accepted twice.
 */
class DpopServer {
	/** The nonce received last; `undefined` where the server has sent none. */
	nonce: string | undefined;
	/** How many requests with the latest nonce were accepted. */
	private accepted = 0;
	/** Settles when the request whose turn it is has an answer. */
	private turn: Promise<void> | undefined;

	/** @returns whether any number of requests may be sent at once */
	get isShared(): boolean {
		return this.nonce === undefined || this.accepted > 1;
	}

	/**
	 * Takes the nonce from an answer (RFC 9449, 8.2).
	 *
	 * @returns whether its request was refused for a nonce that is another one now
	 */
	learn(result: SendResult): boolean {
		if (result.kind === 'noAnswer') return false;
		const received = result.headers['dpop-nonce'];
		const isRefused = needsNonce(result);
		if (isRefused || (received ?? this.nonce) !== this.nonce) this.accepted = 0;
		// Something before the service may have sent other answers.
		else if (result.status < 400) this.accepted++;
		this.nonce = received ?? this.nonce;
		return isRefused && received !== undefined;
	}

	/**
	 * Sends a request, and again with a new proof where its nonce was refused: in turn as long as a
	 * nonce may be good for one request only.
	 *
	 * @param send one attempt, with a proof of its own; must not wait for a turn itself
	 */
	async exchange<T extends SendResult>(send: () => Promise<T>): Promise<T> {
		let left = MAX_ATTEMPTS;
		if (this.isShared) {
			const result = await send();
			if (!this.learn(result)) return result;
			left--;
		}
		while (!this.isShared && this.turn) await this.turn;
		const work = this.repeat(send, left);
		const end = () => void (this.turn = undefined);
		if (!this.isShared) this.turn = work.then(end, end);
		return await work;
	}

	private async repeat<T extends SendResult>(send: () => Promise<T>, most: number): Promise<T> {
		const result = await send();
		return this.learn(result) && most > 1 ? await this.repeat(send, most - 1) : result;
	}
}

const servers = new Recent<DpopServer>(1_000);

/**
 * @param role what the server is asked for: each has nonces of its own (RFC 9449, 8 and 9)
 * @returns what is known about the server at an address; one for the process, origin and role
 */
export function serverAt(
	{ origin }: URL,
	role: 'tokenEndpoint' | 'resource' = 'resource',
): DpopServer {
	const key = `${role} ${origin}`;
	const server = servers.get(key) ?? new DpopServer();
	servers.set(key, server);
	return server;
}
