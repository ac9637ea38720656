import { createHash, randomBytes } from 'node:crypto';

import type { Request, RequestHandler, Response } from 'express';
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose';

import type { ServiceClock } from './clock';

/**
 * How proofs are checked (RFC 9449): without nonces, with one that everybody uses until it is replaced,
 * or with one for each request.
 */
export interface DpopOptions {
	nonces: 'off' | 'stable' | 'singleUse';
}

/** How old a proof may be, and how far in the future, in seconds. */
const MAX_AGE = 60;
const MAX_AHEAD = 5;

/** A proof that was refused, or is missing. */
export class ProofError extends Error {
	constructor(
		readonly code: 'use_dpop_nonce' | 'invalid_dpop_proof',
		message: string,
	) {
		super(message);
	}
}

/** Checks DPoP proofs, strictly. */
export class ProofChecker {
	/** `jti` by the time after which the proof is too old anyway. */
	private readonly seen = new Map<string, number>();
	private readonly nonces = new Set<string>();
	private stable = newNonce();
	/** Proofs that were refused because they lacked a valid nonce. */
	noncesRefused = 0;

	constructor(
		private readonly options: DpopOptions,
		private readonly clock: ServiceClock,
	) {}

	/** From now on, the nonce is another one. */
	replaceNonce(): void {
		this.stable = newNonce();
		this.nonces.clear();
	}

	/**
	 * @param token that the request is authorized with; none at the token endpoint
	 * @returns the thumbprint of the key (RFC 7638)
	 * @throws ProofError
	 */
	async check(request: Request, token?: string): Promise<string> {
		const proof = request.headers.dpop;
		if (typeof proof !== 'string') throw invalid('There is no proof, or more than one');
		const { payload, protectedHeader } = await this.verify(proof);
		const { jti, htm, htu, ath, nonce } = payload;
		if (typeof jti !== 'string' || jti.length < 16) throw invalid('jti is missing');
		if (htm !== request.method) throw invalid(`htm is not ${request.method}`);
		const target = new URL(request.originalUrl, `http://${request.headers.host}`);
		if (htu !== target.origin + target.pathname) throw invalid('htu is another address');
		const expected = token && createHash('sha256').update(token).digest('base64url');
		if (ath !== expected) throw invalid('ath is not the hash of the token');
		this.refuseReplay(jti);
		this.checkNonce(nonce);
		if (!protectedHeader.jwk) throw invalid('There is no key');
		return await calculateJwkThumbprint(protectedHeader.jwk);
	}

	private async verify(proof: string) {
		try {
			return await jwtVerify(proof, EmbeddedJWK, {
				typ: 'dpop+jwt',
				algorithms: ['ES256'],
				requiredClaims: ['jti', 'htm', 'htu', 'iat'],
				maxTokenAge: MAX_AGE,
				clockTolerance: MAX_AHEAD,
				currentDate: new Date(this.clock.now()),
			});
		} catch (error) {
			if (error instanceof errors.JOSEError) throw invalid(error.message);
			throw error;
		}
	}

	private refuseReplay(jti: string): void {
		const now = this.clock.now();
		for (const [id, until] of this.seen) if (until < now) this.seen.delete(id);
		if (this.seen.has(jti)) throw invalid('The proof was used before');
		this.seen.set(jti, now + (MAX_AGE + 2 * MAX_AHEAD) * 1000);
	}

	private checkNonce(nonce: unknown): void {
		const { nonces } = this.options;
		if (nonces === 'off') return;
		const isKnown = nonces === 'stable' ? nonce === this.stable : this.nonces.delete(String(nonce));
		if (isKnown) return;
		this.noncesRefused++;
		throw new ProofError('use_dpop_nonce', 'The proof needs a nonce of this service');
	}

	/** A stable nonce is sent to who lacks it, one for a single request with every answer. */
	offerNonce(response: Response, isLacking: boolean): void {
		const { nonces } = this.options;
		if (nonces === 'off' || (nonces === 'stable' && !isLacking)) return;
		const nonce = nonces === 'stable' ? this.stable : newNonce();
		this.nonces.add(nonce);
		response.set('DPoP-Nonce', nonce);
	}
}

function invalid(message: string): ProofError {
	return new ProofError('invalid_dpop_proof', message);
}

function newNonce(): string {
	return randomBytes(12).toString('base64url');
}

/** Thumbprints of the keys that have signed the proofs of requests. */
const thumbprints = new WeakMap<Request, string>();

/** @returns the thumbprint of the key that a request has proved to have */
export function provenKey(request: Request): string | undefined {
	return thumbprints.get(request);
}

/**
 * Checks the proof of a request.
 *
 * @param tokenOf reads the token of a request for a resource
 * @param refuse answers a request whose proof is refused
 */
export function requireProof(
	checker: ProofChecker,
	tokenOf: (request: Request) => string | undefined,
	refuse: (error: ProofError, response: Response) => void,
): RequestHandler {
	return async (request, response, next) => {
		try {
			thumbprints.set(request, await checker.check(request, tokenOf(request)));
			checker.offerNonce(response, false);
		} catch (error) {
			if (!(error instanceof ProofError)) throw error;
			checker.offerNonce(response, error.code === 'use_dpop_nonce');
			return refuse(error, response);
		}
		next();
	};
}

/** RFC 9449, 5 and 8: as every error of a token endpoint. */
export function refuseTokenRequest({ code, message }: ProofError, response: Response): void {
	response.status(400).json({ error: code, error_description: message });
}

/** RFC 9449, 7.1 and 9. */
export function refuseResource({ code, message }: ProofError, response: Response): void {
	response.set('WWW-Authenticate', `DPoP algs="ES256", error="${code}"`);
	response.status(401).json({ error: { client_code: `auth.${code}`, message } });
}
