import fc from 'fast-check';

import type { SendResult } from '../../../nodes/shared/http/answer';
import { MAX_ATTEMPTS, sendWithRetry } from '../../../nodes/shared/http/retry';
import { parseRetryAfter } from '../../../nodes/shared/http/retryAfter';

const answer = (status: number, retryAfter?: number): SendResult => ({
	kind: 'answer',
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
	body: undefined,
});
const lost: SendResult = { kind: 'noAnswer', code: 'ECONNRESET', message: '' };

/** Plays outcomes one after the other and writes down the waits between them. */
async function play(
	outcomes: SendResult[],
	policy: { repeatable: boolean; maxWaitMs: number },
	chance = 0.5,
) {
	const waits: number[] = [];
	let sent = 0;
	const result = await sendWithRetry(
		async () => outcomes[Math.min(sent++, outcomes.length - 1)] ?? lost,
		policy,
		{ now: () => 0, random: () => chance, sleep: async (ms) => void waits.push(ms) },
	);
	return { result, waits, sent };
}

const refusals = fc.array(
	fc.oneof(
		fc
			.tuple(fc.constantFrom(429, 503), fc.option(fc.integer({ min: 0, max: 60 })))
			.map(([status, retryAfter]) => answer(status, retryAfter ?? undefined)),
		fc.constantFrom<SendResult>(lost, answer(500), answer(502), answer(504)),
	),
	{ minLength: 1, maxLength: 8 },
);
const patience = fc.integer({ min: 0, max: 200_000 });
const chance = fc.double({ min: 0, max: 0.999, noNaN: true });

describe('waiting between attempts', () => {
	it('never undercuts Retry-After, never outlasts Max Wait, never exceeds five attempts', async () => {
		await fc.assert(
			fc.asyncProperty(refusals, patience, chance, async (outcomes, maxWaitMs, random) => {
				const { waits, sent, result } = await play(
					outcomes,
					{ repeatable: true, maxWaitMs },
					random,
				);
				waits.forEach((wait, i) => {
					const outcome = outcomes[Math.min(i, outcomes.length - 1)];
					const asked = outcome?.kind === 'answer' ? outcome.headers['retry-after'] : undefined;
					expect(wait).toBeGreaterThanOrEqual(Number(asked ?? 0) * 1000);
				});
				const total = waits.reduce((sum, wait) => sum + wait, 0);
				expect(total).toBeLessThanOrEqual(maxWaitMs);
				expect(result).toMatchObject({ waitedMs: total, attempts: sent });
				expect(sent).toBeLessThanOrEqual(MAX_ATTEMPTS);
				expect(sent).toBe(waits.length + 1);
			}),
		);
	});

	it('at least doubles with each attempt, plus up to a tenth', async () => {
		const quiet = await play([answer(503)], { repeatable: false, maxWaitMs: 1e9 }, 0);
		expect(quiet.waits).toEqual([1000, 2000, 4000, 8000]);
		const noisy = await play([answer(503, 3)], { repeatable: false, maxWaitMs: 1e9 }, 0.999);
		expect(noisy.waits).toEqual([3300, 6600, 13199, 26398]);
	});

	it('ends at once when the service asks for more than is left', async () => {
		const { result, waits } = await play([answer(429, 2), answer(429, 9)], {
			repeatable: false,
			maxWaitMs: 10_000,
		});
		expect(waits).toHaveLength(1);
		expect(result).toMatchObject({ refusedWaitMs: 9000, attempts: 2 });
	});
});

describe('what is sent again', () => {
	const attempts = async (outcome: SendResult, repeatable: boolean) =>
		(await play([outcome], { repeatable, maxWaitMs: 1e9 })).sent;

	it.each([429, 503])('%i always, since it was not processed', async (status) => {
		expect(await attempts(answer(status), false)).toBe(MAX_ATTEMPTS);
	});

	it.each<[string, SendResult]>([
		['500', answer(500)],
		['502', answer(502)],
		['504', answer(504)],
		['no answer', lost],
	])('%s only where repeating is safe', async (_, outcome) => {
		expect(await attempts(outcome, true)).toBe(MAX_ATTEMPTS);
		expect(await attempts(outcome, false)).toBe(1);
	});

	it('nothing else', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 200, max: 599 }).filter((s) => ![429, 500, 502, 503, 504].includes(s)),
				async (status) => expect(await attempts(answer(status), true)).toBe(1),
			),
		);
	});

	it('tells whether an attempt before the last one may have acted', async () => {
		const policy = { repeatable: true, maxWaitMs: 1e9 };
		expect((await play([answer(503), answer(404)], policy)).result.mayHaveActed).toBe(false);
		expect((await play([lost, answer(404)], policy)).result.mayHaveActed).toBe(true);
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-11-20T12:00:00Z');
	it.each<[string | undefined, number | undefined]>([
		['3', 3000],
		['0', 0],
		[' 7 ', 7000],
		['1.5', 1500],
		['Fri, 20 Nov 2026 12:00:05 GMT', 5000],
		['Fri, 20 Nov 2026 11:00:00 GMT', 0],
		['soon', undefined],
		['-1', undefined],
		['', undefined],
		[undefined, undefined],
	])('%j means %j ms', (value, expected) => {
		expect(parseRetryAfter(value, now)).toBe(expected);
	});
});
