import type { Request } from 'express';

import type { ServiceClock } from './clock';
import { Refusal } from './envelope';

/** How long a result is kept for repetitions. */
export const REPLAY_WINDOW_MS = 24 * 60 * 60 * 1000;

export const MAX_KEY_LENGTH = 255;

/** The response to a request. */
export interface Answer {
	status: number;
	body: unknown;
}

interface Entry {
	/** The body of the first request, as canonical JSON. */
	body: string;
	at: number;
	/** Pending while the first request is processed, so that repetitions wait for its result. */
	answer: Promise<Answer>;
}

/** Results by client and key. Only what succeeded is kept: a refused request may be corrected. */
export class IdempotencyStore {
	private readonly entries = new Map<string, Entry>();

	constructor(private readonly clock: ServiceClock) {}

	/**
	 * Does the work once for all requests with this key.
	 *
	 * @param key none: the work is done each time
	 * @throws Refusal when the key was used for another request
	 */
	async once(
		client: string,
		key: string | undefined,
		body: unknown,
		work: () => Promise<Answer>,
	): Promise<Answer> {
		if (key === undefined) return await work();
		this.forgetExpired();
		const name = JSON.stringify([client, key]);
		const text = canonical(body);
		const before = this.entries.get(name);
		if (before && before.body !== text) {
			throw new Refusal(422, 'idempotency.key_reused', 'The key was used with another body before');
		}
		if (before) return await before.answer;
		const answer = work();
		this.entries.set(name, { body: text, at: this.clock.now(), answer });
		try {
			return await answer;
		} catch (error) {
			this.entries.delete(name);
			throw error;
		}
	}

	/** Entries are in the order in which they came, and the clock never runs back. */
	private forgetExpired(): void {
		for (const [name, { at }] of this.entries) {
			if (this.clock.now() - at < REPLAY_WINDOW_MS) return;
			this.entries.delete(name);
		}
	}
}

/** @returns the key of a request, if it has one */
export function readIdempotencyKey({ headers }: Request): string | undefined {
	const key = headers['idempotency-key'];
	if (key === undefined) return undefined;
	if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_LENGTH) {
		throw new Refusal(
			422,
			'idempotency.key_invalid',
			`Idempotency-Key takes 1 to ${MAX_KEY_LENGTH} characters`,
		);
	}
	return key;
}

/** Two bodies that differ in the order of their members only are the same request. */
function canonical(body: unknown): string {
	return JSON.stringify(body, (_name, value: unknown) =>
		value !== null && typeof value === 'object' && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
}
