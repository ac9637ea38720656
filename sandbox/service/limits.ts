import type { Request, RequestHandler, Response } from 'express';

import type { ServiceClock } from './clock';
import { Refusal } from './envelope';
import { beforeHeaders } from './headers';

/** How a service may say what is left of a rate limit; none of it is in the specification. */
export type RateLimitHeaders = 'RateLimit' | 'RateLimit-*' | 'X-RateLimit-*';

/** How the service protects itself; all off by default. */
export interface TrafficSettings {
	/** More requests than that at once are rejected. */
	surge: { maxConcurrent: number; retryAfterSeconds?: number } | undefined;
	/** More requests than that of one client in any period of that length are refused. */
	rateLimit: { requests: number; perSeconds: number; headers?: RateLimitHeaders } | undefined;
	/** Whether to check that retries wait as long as `Retry-After` requires. */
	strictRetryAfter: boolean;
	/** Retries that came too early while this was checked. */
	retryAfterViolations: number;
}

/** Rejects excess requests at once instead of letting them queue. */
export function rejectSurge(settings: TrafficSettings): RequestHandler {
	let open = 0;
	return (_request, response, next) => {
		const { maxConcurrent = Infinity, retryAfterSeconds = 1 } = settings.surge ?? {};
		if (open >= maxConcurrent) {
			throw new Refusal(503, 'internal.service_unavailable', 'The service is congested', {
				'Retry-After': String(retryAfterSeconds),
			});
		}
		open++;
		response.once('close', () => open--);
		next();
	};
}

/** Refuses what a client sends beyond its rate; refused requests do not count. */
export function limitRate(
	settings: TrafficSettings,
	clock: ServiceClock,
	clientOf: (request: Request) => string,
): RequestHandler {
	const served = new Map<string, number[]>();
	return (request, response, next) => {
		const { rateLimit } = settings;
		if (!rateLimit) return next();
		const periodMs = rateLimit.perSeconds * 1000;
		const now = clock.now();
		const client = clientOf(request);
		const recent = (served.get(client) ?? []).filter((at) => now - at < periodMs);
		served.set(client, recent);
		// The one that has to leave the period before the next request is allowed.
		const blocking = recent.at(-rateLimit.requests);
		if (blocking !== undefined) {
			const seconds = Math.ceil((blocking + periodMs - now) / 1000);
			throw new Refusal(429, 'request.rate_limited', 'The client has reached its rate limit', {
				'Retry-After': String(seconds),
			});
		}
		recent.push(now);
		const resetMs = (recent[0] ?? now) + periodMs - now;
		announce(response, rateLimit.headers, rateLimit.requests - recent.length, resetMs);
		next();
	};
}

function announce(
	response: Response,
	headers: RateLimitHeaders | undefined,
	remaining: number,
	resetMs: number,
): void {
	const reset = Math.ceil(resetMs / 1000);
	if (headers === 'RateLimit') response.set('RateLimit', `"default";r=${remaining};t=${reset}`);
	if (headers === 'RateLimit-*') {
		response.set({ 'RateLimit-Remaining': `${remaining}`, 'RateLimit-Reset': `${reset}` });
	}
	if (headers === 'X-RateLimit-*') {
		response.set({ 'X-RateLimit-Remaining': `${remaining}`, 'X-RateLimit-Reset': `${reset}` });
	}
}

/** Timers of Node may fire a moment before the clock shows the time that they were set to. */
const TIMER_SLACK_MS = 2;

/** Counts retries that came before the end of the wait that a `Retry-After` required. */
export function watchRetryAfter(
	settings: TrafficSettings,
	clock: ServiceClock,
	clientOf: (request: Request) => string,
): RequestHandler {
	const notBefore = new Map<string, number>();
	return (request, response, next) => {
		if (!settings.strictRetryAfter) return next();
		const { method, originalUrl, headers } = request;
		const key = JSON.stringify([
			clientOf(request),
			method,
			originalUrl,
			headers['idempotency-key'] ?? null,
		]);
		if (clock.now() + TIMER_SLACK_MS < (notBefore.get(key) ?? 0)) settings.retryAfterViolations++;
		else notBefore.delete(key);
		beforeHeaders(response, () => {
			const wait = response.getHeader('Retry-After');
			const until = wait === undefined ? NaN : endOfWait(String(wait), clock.now());
			if (!Number.isNaN(until)) notBefore.set(key, until);
		});
		next();
	};
}

/** @returns milliseconds since 1970; NaN when the header says nothing */
function endOfWait(header: string, now: number): number {
	return /^\d+$/.test(header) ? now + Number(header) * 1000 : Date.parse(header);
}
