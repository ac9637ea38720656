import fc from 'fast-check';

import type { PageResponse, Send, SendControl } from '../../../nodes/shared/paging';
import { inAnyOrder } from './randomServer';

/** What a server does with a request that is one too many; `null` loses the connection. */
export type Failure = 408 | 429 | 500 | 502 | 503 | 504 | null;

/** A server that answers so many requests at once and fails the others, and how often it is asked. */
export interface Strain {
	most: number;
	failures: Failure[];
	/** Attempts of the sender at each request. */
	attempts: number;
	/** Whether the sender says that it repeats a request, and waits as the engine asks it to. */
	reports: boolean;
	/** Which of the open requests is answered next. */
	order: number[];
}

export const anyStrain: fc.Arbitrary<Strain> = fc.record({
	most: fc.integer({ min: 1, max: 6 }),
	failures: fc.array(fc.constantFrom<Failure>(408, 429, 500, 502, 503, 504, null), {
		minLength: 1,
		maxLength: 5,
	}),
	attempts: fc.integer({ min: 1, max: 4 }),
	reports: fc.boolean(),
	order: fc.array(fc.nat(15), { minLength: 1, maxLength: 20 }),
});

/** @returns a sender to a server under strain, and how many of its requests failed because of it */
export function strained(answer: Send, strain: Strain) {
	const { most, failures, attempts, reports, order } = strain;
	const load = { open: 0, failed: 0, isFailing: false };
	const { send: once, state } = inAnyOrder(
		async () => ({ status: 200, headers: {}, body: {} }),
		order,
	);
	const attempt: Send = async (request, control) => {
		load.open++;
		const isTooMany = load.open > most;
		try {
			await once(request, control);
		} finally {
			load.open--;
		}
		return isTooMany
			? fail(failures[load.failed++ % failures.length])
			: await answer(request, control);
	};
	const send: Send = async (request, control) => {
		for (let count = 1; ; count++) {
			const outcome = await attempt(request, control).catch((error: unknown) => ({ error }));
			const cause = causeOf(outcome);
			if (cause && count < attempts) {
				if (reports) await control.onThrottled(10, cause);
				continue;
			}
			if ('error' in outcome) throw outcome.error;
			return outcome;
		}
	};
	return { send, state, load };
}

function fail(failure: Failure | undefined): PageResponse {
	if (failure === null || failure === undefined) throw new Error('ECONNRESET');
	return { status: failure, headers: {}, body: { message: 'too much to do' } };
}

function causeOf(
	outcome: PageResponse | { error: unknown },
): Parameters<SendControl['onThrottled']>[1] {
	if ('error' in outcome) return 'failed';
	if (outcome.status === 429 || outcome.status === 503) return 'refused';
	return outcome.status >= 500 ? 'failed' : undefined;
}
