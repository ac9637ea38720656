import { LoggerProxy } from 'n8n-workflow';

import type { SendResult } from '../../http/answer';
import { INVALID, NONCE, readProofRefusal } from './challenge';
import { ServerClock } from './clock';
import { Nonces } from './nonces';
import type { ProofTerms } from './proof';

/** Maximum number of times that a request is sent because its proofs are refused. */
const MAX_ATTEMPTS = 4;

/** Maximum number of servers that are remembered. */
const MAX_SERVERS = 500;

/** What this process knows about a server that takes DPoP proofs, and how to send requests to it. */
export class DpopServer {
	readonly nonces = new Nonces();

	constructor(
		private readonly origin: string,
		private readonly clock: ServerClock,
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
		const isCorrected = this.clock.learn(headers.date, Date.now());
		if (isCorrected) this.reportClock();
		// Another answer may have corrected it after this request was sent.
		return isCorrected || this.clock.offsetMs !== 0;
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

	private reportClock(): void {
		const seconds = Math.round(this.clock.offsetMs / 1000);
		const difference = `${Math.abs(seconds)} seconds ${seconds < 0 ? 'behind' : 'ahead of'}`;
		LoggerProxy.warn(
			seconds === 0
				? `GRC OAuth2 API: the clocks of ${this.origin} and of this n8n agree again`
				: `GRC OAuth2 API: the clock of ${this.origin} is ${difference} the one of this n8n. DPoP proofs are corrected by this difference; check the clock of this machine.`,
		);
	}
}

/** What a server is asked for: each has nonces of its own (RFC 9449, 8 and 9), and the same clock. */
type Role = 'tokenEndpoint' | 'resource';

const servers = new Map<string, Record<Role, DpopServer>>();

/** @returns what is known about the server at an address; one for the process, origin and role */
export function serverAt({ origin }: URL, role: Role = 'resource'): DpopServer {
	const known = servers.get(origin) ?? newServers(origin);
	// A Map lists its keys oldest first, so this removes the server used longest ago.
	servers.delete(origin);
	servers.set(origin, known);
	for (const oldest of servers.keys()) {
		if (servers.size <= MAX_SERVERS) break;
		servers.delete(oldest);
	}
	return known[role];
}

function newServers(origin: string): Record<Role, DpopServer> {
	const clock = new ServerClock();
	return {
		tokenEndpoint: new DpopServer(origin, clock),
		resource: new DpopServer(origin, clock),
	};
}
