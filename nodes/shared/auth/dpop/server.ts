import { DateTime } from 'luxon';
import { LoggerProxy, UserError } from 'n8n-workflow';

import type { Answer, SendResult } from '../../http/answer';
import { isRecord, Recent } from '../../basics/values';
import type { ProofTerms } from './proof';

/** The proof needs a nonce, or another one: nothing is wrong with the token. */
export const NONCE = 'use_dpop_nonce';

/** The proof is wrong, such as for its time or its key. */
export const INVALID = 'invalid_dpop_proof';

/** Why a server has refused a proof. */
export type ProofRefusal = typeof NONCE | typeof INVALID;

const SCHEME = /\bDPoP\b/;
const ERROR = /\berror="?(use_dpop_nonce|invalid_dpop_proof)\b/;

/**
 * Reads whether an answer refused the proof, as opposed to the token, the client or the request.
 *
 * @param answer of a resource, 401 with `WWW-Authenticate` (RFC 9449, 7.1 and 9), or of a token
 *   endpoint, 400 with `error` in its body (RFC 9449, 5 and 8)
 * @returns `undefined` for every other answer
 */
export function readProofRefusal({ status, headers, body }: Answer): ProofRefusal | undefined {
	const inBody = status === 400 && isRecord(body) ? body.error : undefined;
	const error = status === 401 ? inChallenge(headers['www-authenticate']) : inBody;
	return ([NONCE, INVALID] as const).find((refusal) => refusal === error);
}

/** @returns whether a resource takes bound tokens alone: it offers no other scheme (RFC 9449, 7.1 and 7.2) */
export function requiresDpop({ status, headers }: Answer): boolean {
	const challenge = headers['www-authenticate'] ?? '';
	return status === 401 && SCHEME.test(challenge) && !/\bBearer\b/i.test(challenge);
}

/** @returns the error for a service that takes only tokens that are bound to a key */
export function dpopRequiredError(): UserError {
	return new UserError('The service requires DPoP', {
		description: 'Turn on Use DPoP in the credential.',
	});
}

/** `WWW-Authenticate` may have several challenges, and the value with or without quotes. */
function inChallenge(header = ''): string | undefined {
	const start = header.search(SCHEME);
	return start < 0 ? undefined : ERROR.exec(header.slice(start))?.[1];
}

/**
 * The nonce of one server (RFC 9449, 8 and 9), and whether several requests at once may use it.
 *
 * A nonce may be good for one request or for many, which no answer says. So requests take turns until
 * a nonce has been accepted twice.
 */
class Nonces {
	/** The nonce received last; `undefined` where the server has sent none. */
	latest: string | undefined;
	/** How many requests with the latest nonce were accepted. */
	private accepted = 0;
	/** The nonce of the last request whose answer is not seen here. */
	private given: string | undefined;
	/** Settles when the request whose turn it is has an answer. */
	private turn: Promise<void> | undefined;

	/** @returns whether any number of requests may be sent at once */
	get isShared(): boolean {
		return this.latest === undefined || this.accepted > 1;
	}

	/** @returns whether a request whose answer is not seen here may have used up the latest nonce */
	get isSpent(): boolean {
		return !this.isShared && this.latest === this.given;
	}

	/** Records that the latest nonce is sent with a request whose answer is not seen here. */
	give(): void {
		this.given = this.latest;
	}

	/**
	 * @param received header `DPoP-Nonce` of an answer, which replaces the nonce (RFC 9449, 8.2)
	 * @param outcome what the answer says about the nonce of the request; `unknown` where something
	 *   before the service may have sent it
	 */
	learn(received: string | undefined, outcome: 'accepted' | 'refused' | 'unknown'): void {
		const isNew = received !== undefined && received !== this.latest;
		if (isNew) this.latest = received;
		if (isNew || outcome === 'refused') this.accepted = 0;
		else if (outcome === 'accepted') this.accepted++;
	}

	/** Runs something at once if the nonce is shared, else after all that came before it. */
	async inTurn<T>(work: () => Promise<T>): Promise<T> {
		while (!this.isShared && this.turn) await this.turn;
		if (this.isShared) return await work();
		const result = work();
		const end = () => void (this.turn = undefined);
		this.turn = result.then(end, end);
		return await result;
	}
}

/** Maximum number of times that a request is sent because its proofs are refused. */
const MAX_ATTEMPTS = 4;

/** A difference this small is the time on the way, and the part of a second that `Date` leaves out. */
const TOLERANCE_MS = 2_000;

/** What this process knows about a server that takes DPoP proofs, and how to send requests to it. */
export class DpopServer {
	readonly nonces = new Nonces();

	constructor(
		private readonly origin: string,
		/** The clock of the server minus the one of this machine, in milliseconds; 0 where they agree. */
		private readonly clock: { offsetMs: number },
	) {}

	/** @returns the terms for the next proof */
	get terms(): ProofTerms {
		return { nonce: this.nonces.latest, clockOffsetMs: this.clock.offsetMs };
	}

	/**
	 * Takes nonce and time from an answer.
	 *
	 * @returns whether the proof was refused for something that the next one does better
	 */
	learn(result: SendResult): boolean {
		if (result.kind === 'noAnswer') return false;
		const { headers, status } = result;
		const refusal = readProofRefusal(result);
		const nonce = headers['dpop-nonce'];
		const isNonceRefused = refusal === NONCE;
		const isUnknown = status === 401 || status === 429 || status >= 500;
		this.nonces.learn(nonce, isNonceRefused ? 'refused' : isUnknown ? 'unknown' : 'accepted');
		if (refusal !== INVALID) return isNonceRefused && nonce !== undefined;
		// Another answer may have corrected it after this request was sent.
		return this.correctClock(headers.date) || this.clock.offsetMs !== 0;
	}

	/**
	 * Sends a request, and again with a new proof where the proof was refused: in turn as long as a
	 * nonce may be good for one request only.
	 *
	 * @param send one attempt, with a proof of its own; must not wait for a turn itself
	 */
	async exchange<T extends SendResult>(send: () => Promise<T>): Promise<T> {
		let most = MAX_ATTEMPTS;
		if (this.nonces.isShared) {
			const result = await send();
			if (!this.learn(result)) return result;
			most--;
		}
		return await this.nonces.inTurn(async () => await this.repeat(send, most));
	}

	/**
	 * Sends a request, and again with a new proof where the proof was refused, without a turn.
	 *
	 * @param most maximum number of attempts
	 */
	async repeat<T extends SendResult>(send: () => Promise<T>, most: number): Promise<T> {
		const result = await send();
		const isWorthRepeating = this.learn(result);
		return isWorthRepeating && most > 1 ? await this.repeat(send, most - 1) : result;
	}

	/**
	 * Corrects the clock after an answer that refused a proof (RFC 9449, 11.1): only then does the time
	 * of the server matter.
	 *
	 * @param date header `Date` of the answer (RFC 9110, 6.6.1)
	 * @returns whether it has changed
	 */
	private correctClock(date = ''): boolean {
		const offsetMs = DateTime.fromHTTP(date).toMillis() - Date.now();
		const isNews = Math.abs(offsetMs - this.clock.offsetMs) > TOLERANCE_MS;
		if (!isNews) return false;
		this.clock.offsetMs = Math.abs(offsetMs) <= TOLERANCE_MS ? 0 : offsetMs;
		const seconds = Math.round(this.clock.offsetMs / 1000);
		const difference = `${Math.abs(seconds)} seconds ${seconds < 0 ? 'behind' : 'ahead of'}`;
		LoggerProxy.warn(
			seconds === 0
				? `GRC OAuth2 API: the clocks of ${this.origin} and of this n8n agree again`
				: `GRC OAuth2 API: the clock of ${this.origin} is ${difference} the one of this n8n. DPoP proofs are corrected by this difference; check the clock of this machine.`,
		);
		return true;
	}
}

/** What a server is asked for: each has nonces of its own (RFC 9449, 8 and 9), and the same clock. */
type Role = 'tokenEndpoint' | 'resource';

const servers = new Recent<Record<Role, DpopServer>>(500);

/** @returns what is known about the server at an address; one for the process, origin and role */
export function serverAt({ origin }: URL, role: Role = 'resource'): DpopServer {
	const clock = { offsetMs: 0 };
	const known = servers.get(origin) ?? {
		tokenEndpoint: new DpopServer(origin, clock),
		resource: new DpopServer(origin, clock),
	};
	servers.set(origin, known);
	return known[role];
}
