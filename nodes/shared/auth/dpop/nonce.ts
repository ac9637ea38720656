import { isRecord } from '../../basics/guards';
import { Recent } from '../../basics/recent';
import type { Answer, SendResult } from '../../http/answer';
import { MOST_CREDENTIALS } from '../credential';

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

/**
 * Servers whose nonces are kept: two for each credential, its token endpoint and its service. One that was
 * forgotten costs a request that is refused for its nonce.
 */
const MOST_SERVERS = 2 * MOST_CREDENTIALS;

const servers = new Recent<DpopServer>(MOST_SERVERS);

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
