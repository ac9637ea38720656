import type { Request, RequestHandler, Response } from 'express';

import { Refusal } from './envelope';

/** The envelope by default. */
export type FaultBody = 'envelope' | 'html' | 'empty' | { json: unknown; contentType?: string };

/** What goes wrong with a request. */
export type Fault =
	/** Refused before it is processed. */
	| { kind: 'status'; status: number; retryAfter?: string; body?: FaultBody }
	/** The connection breaks, before or after the request was processed. */
	| { kind: 'reset'; when: 'before' | 'after' }
	/** The response to a processed request is never sent. */
	| { kind: 'hang' }
	/** The response is delayed by this many milliseconds. */
	| { kind: 'slow'; ms: number }
	/** The connection breaks in the middle of the answer. */
	| { kind: 'truncate' }
	/** The access token of the request is no longer valid. */
	| { kind: 'expireToken' }
	| { kind: 'redirect'; location: string };

/** Which requests a fault applies to. */
export interface FaultRule {
	fault: Fault;
	method?: string;
	/** A path, or a pattern for it. */
	path?: string | RegExp;
	/** How many matching requests succeed first. */
	skip?: number;
	/** How many requests fail, one by default. */
	times?: number;
	/** Share of the matching requests that fails, from 0 to 1. */
	probability?: number;
}

const CODES: Record<number, string> = {
	429: 'request.rate_limited',
	503: 'internal.service_unavailable',
};

/** Requests that have no answer on purpose: those that hang, and slow ones until their time has come. */
export const heldRequests = new Set<Request>();

/** Faults on demand, in the order in which they were added. */
export class Faults {
	private rules: Array<Required<FaultRule>> = [];

	/** @param random from 0 to below 1; seeded by tests that want the same run twice */
	constructor(public random: () => number = Math.random) {}

	add(rule: FaultRule): void {
		this.rules.push({
			method: '',
			path: /./,
			skip: 0,
			times: 1,
			probability: 1,
			...rule,
		});
	}

	clear(): void {
		this.rules = [];
	}

	/** @returns the fault for this request, which counts as used */
	take(method: string, path: string): Fault | undefined {
		for (const rule of this.rules) {
			const isMatch =
				['', method].includes(rule.method) &&
				(typeof rule.path === 'string' ? rule.path === path : rule.path.test(path));
			if (!isMatch || rule.times <= 0 || this.random() >= rule.probability) continue;
			if (rule.skip > 0) {
				rule.skip--;
				continue;
			}
			rule.times--;
			return rule.fault;
		}
		return undefined;
	}
}

/** @param expireToken forgets the token of a request */
export function injectFaults(
	faults: Faults,
	expireToken: (request: Request) => void,
): RequestHandler {
	return (request, response, next) => {
		const fault = faults.take(request.method, request.path);
		if (!fault) return next();
		switch (fault.kind) {
			case 'status':
				return refuse(fault, response);
			case 'reset':
				if (fault.when === 'before') return void request.socket.destroy();
				interceptBody(response, () => response.destroy().writable);
				return next();
			case 'hang':
				hold(request, response);
				interceptBody(response, () => true);
				return next();
			case 'slow':
				hold(request, response);
				return void setTimeout(() => {
					heldRequests.delete(request);
					next();
				}, fault.ms);
			case 'truncate':
				truncate(response);
				return next();
			case 'expireToken':
				expireToken(request);
				return next();
			case 'redirect':
				return void response.redirect(302, fault.location);
		}
	};
}

function hold(request: Request, response: Response): void {
	heldRequests.add(request);
	response.once('close', () => heldRequests.delete(request));
}

function refuse(fault: Extract<Fault, { kind: 'status' }>, response: Response): void {
	const { status, retryAfter, body = 'envelope' } = fault;
	if (retryAfter !== undefined) response.set('Retry-After', retryAfter);
	if (body === 'empty') return void response.status(status).end();
	if (body === 'html') {
		const page = `<!doctype html><title>${status}</title><h1>Gateway says ${status}</h1>`;
		return void response.status(status).type('html').send(page);
	}
	if (body !== 'envelope') {
		if (body.contentType !== undefined) response.type(body.contentType);
		return void response.status(status).json(body.json);
	}
	const code = CODES[status] ?? 'internal.injected';
	throw new Refusal(status, code, `The service was told to answer ${status}`);
}

/**
 * Only what `onBytes` sends of the response is sent; without a body it is called once.
 *
 * @param onBytes says whether more may be written at once
 */
function interceptBody(response: Response, onBytes: (bytes: Buffer) => boolean): void {
	response.write = (chunk: unknown) => onBytes(toBytes(chunk));
	response.end = (chunk?: unknown) => {
		onBytes(toBytes(chunk));
		return response;
	};
}

function toBytes(chunk: unknown): Buffer {
	return Buffer.isBuffer(chunk) ? chunk : Buffer.from(typeof chunk === 'string' ? chunk : '');
}

/** Sends half of what was announced; a body that is sent in pieces ends there as well. */
function truncate(response: Response): void {
	const write = response.write.bind<Response['write']>(response);
	const end = response.end.bind(response) as () => Response;
	let left: number | undefined;
	interceptBody(response, (bytes) => {
		if (left === undefined && bytes.length === 0) return end().writable;
		left ??= Math.ceil(Number(response.getHeader('Content-Length') ?? bytes.length) / 2);
		const part = bytes.subarray(0, left);
		left -= part.length;
		return write(part, () => void (left === 0 && response.destroy()));
	});
}
