import fc from 'fast-check';

import { overloadIn } from '../../../nodes/shared/basics/overload';
import type { Answer, SendResult } from '../../../nodes/shared/http/answer';
import { MAX_ATTEMPTS, type RetryPolicy, sendWithRetry } from '../../../nodes/shared/http/retry';

const answer = (status: number, retryAfter?: number | string): SendResult => ({
	kind: 'answer',
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
	body: undefined,
});
const noAnswer = (code: string): SendResult => ({ kind: 'noAnswer', code, message: '' });
const lost = noAnswer('ECONNRESET');

/** The time of the fake clock, in milliseconds since 1970. */
const NOW = Date.parse('2026-11-20T12:00:00Z');

type PlayOptions = Partial<RetryPolicy> & { random?: number };

/** Returns the outcomes one after the other, then the last one again, and records the waits. */
async function play(
	outcomes: SendResult[],
	{ repeatable = false, maxWaitMs = 1e9, random = 0, ...policy }: PlayOptions = {},
) {
	const waits: number[] = [];
	let sent = 0;
	const result = await sendWithRetry(
		async () => outcomes[Math.min(sent++, outcomes.length - 1)] ?? lost,
		{ repeatable, maxWaitMs, ...policy },
		{ now: () => NOW, random: () => random, sleep: async (ms) => void waits.push(ms) },
	);
	return { result, waits, sent };
}

describe('waiting between attempts', () => {
	const refusals = fc.array(
		fc.oneof(
			fc
				.tuple(fc.constantFrom(429, 503), fc.option(fc.integer({ min: 0, max: 60 })))
				.map(([status, retryAfter]) => answer(status, retryAfter ?? undefined)),
			fc.constantFrom<SendResult>(lost, answer(500), answer(502), answer(504)),
		),
		{ minLength: 1, maxLength: 8 },
	);
	const limits = fc.record({
		repeatable: fc.constant(true),
		maxWaitMs: fc.integer({ min: 0, max: 200_000 }),
		random: fc.double({ min: 0, max: 0.999, noNaN: true }),
	});

	it('is at least Retry-After, at most Max Wait in total, and ends after five attempts', async () => {
		await fc.assert(
			fc.asyncProperty(refusals, limits, async (outcomes, options) => {
				const { waits, sent, result } = await play(outcomes, options);
				waits.forEach((wait, i) => {
					const outcome = outcomes[Math.min(i, outcomes.length - 1)];
					const asked = outcome?.kind === 'answer' ? outcome.headers['retry-after'] : undefined;
					expect(wait).toBeGreaterThanOrEqual(Number(asked ?? 0) * 1000);
				});
				const total = waits.reduce((sum, wait) => sum + wait, 0);
				expect(total).toBeLessThanOrEqual(options.maxWaitMs);
				expect(result).toMatchObject({ waitedMs: total, attempts: sent });
				expect(sent).toBeLessThanOrEqual(MAX_ATTEMPTS);
				expect(sent).toBe(waits.length + 1);
			}),
		);
	});

	it.each<[string, SendResult[], number, number[]]>([
		['doubles, starting at a second', [answer(503)], 0, [1000, 2000, 4000, 8000]],
		['doubles what was required', [answer(503, 3)], 0, [3000, 6000, 12_000, 24_000]],
		['grows by up to a tenth at random', [answer(503, 3)], 0.999, [3300, 6600, 13_199, 26_398]],
		[
			'follows the longest wait required so far',
			[answer(429, 7), answer(429, 1), answer(429, 40), answer(429)],
			0,
			[7000, 14_000, 40_000, 80_000],
		],
		['takes a date', [answer(503, 'Fri, 20 Nov 2026 12:00:05 GMT'), answer(200)], 0, [5000]],
	])('%s', async (_, outcomes, random, expected) => {
		expect((await play(outcomes, { random })).waits).toEqual(expected);
	});

	it('uses up exactly what is left', async () => {
		const capped = await play([answer(429, 2), answer(429, 7.5), answer(200)], {
			maxWaitMs: 10_000,
			random: 0.9,
		});
		expect(capped.waits).toEqual([2180, 7820]);
		const exact = await play([answer(429, 10), answer(200)], { maxWaitMs: 10_000 });
		expect(exact.waits).toEqual([10_000]);
		expect(exact.result.outcome).toEqual(answer(200));
	});

	it('ends at once when the service requires more than is left', async () => {
		const { result, waits } = await play([answer(429, 2), answer(429, 9)], { maxWaitMs: 10_000 });
		expect(waits).toEqual([2000]);
		expect(result).toMatchObject({ refusedWaitMs: 9000, attempts: 2, waitedMs: 2000 });
	});

	it.each([0, -1])('does not repeat anything with a Max Wait of %i', async (maxWaitMs) => {
		const { result, waits } = await play([answer(503)], { maxWaitMs });
		expect(waits).toEqual([]);
		expect(result).toEqual({
			outcome: answer(503),
			attempts: 1,
			waitedMs: 0,
			mayHaveActed: false,
			isOpen: false,
		});
	});
});

describe('what is sent again', () => {
	const attempts = async (outcome: SendResult, repeatable: boolean) =>
		(await play([outcome], { repeatable })).sent;
	const isOpen = async (outcome: SendResult, repeatable = false) =>
		(await play([outcome], { repeatable })).result.isOpen;

	it.each([429, 503])('%i always, since it was not processed', async (status) => {
		expect(await isOpen(answer(status))).toBe(false);
		expect(await attempts(answer(status), false)).toBe(MAX_ATTEMPTS);
		expect(await attempts(answer(status), true)).toBe(MAX_ATTEMPTS);
	});

	it.each<[string, SendResult]>([
		['500', answer(500)],
		['502', answer(502)],
		['504', answer(504)],
		['a lost connection', lost],
		['a timeout', noAnswer('ETIMEDOUT')],
		['an error without a code', noAnswer('')],
	])('%s only where repeating is safe', async (_, outcome) => {
		expect(await attempts(outcome, true)).toBe(MAX_ATTEMPTS);
		expect(await attempts(outcome, false)).toBe(1);
		// Elsewhere it may have been carried out.
		expect(await isOpen(outcome, true)).toBe(false);
		expect(await isOpen(outcome)).toBe(true);
	});

	it.each([200, 302, 400, 403, 404, 408, 425, 501, 505, 599])('not %i', async (status) => {
		expect(await attempts(answer(status), true)).toBe(1);
		expect(await isOpen(answer(status))).toBe(false);
	});

	it('what the policy says is a refusal, and only then', async () => {
		const refused = answer(403, '60');
		const isThrottled = (one: Answer) => overloadIn(one) === 'refused';
		expect((await play([refused, answer(200)], { isThrottled })).waits).toEqual([60_000]);
		expect(await attempts(refused, true)).toBe(1);
	});

	it.each([
		'ENOTFOUND',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ERR_INVALID_URL',
	])('not a request to a wrong address (%s): it stays wrong', async (code) => {
		expect(await attempts(noAnswer(code), true)).toBe(1);
		expect(await isOpen(noAnswer(code))).toBe(false);
	});

	it.each(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'%s, after which nothing is open: no connection was established',
		async (code) => {
			expect(await isOpen(noAnswer(code))).toBe(false);
			expect(await attempts(noAnswer(code), false)).toBe(MAX_ATTEMPTS);
			const { sent, waits } = await play([noAnswer(code)], { isAwaited: true });
			expect([sent, waits]).toEqual([2, [1_000]]);
		},
	);

	it('a connection that was lost, as often for a person who waits', async () => {
		const { sent } = await play([lost], { repeatable: true, isAwaited: true });
		expect(sent).toBe(MAX_ATTEMPTS);
	});

	it('reports an attempt before the last one that may have been processed', async () => {
		const mayHaveActed = async (...outcomes: SendResult[]) =>
			(await play(outcomes, { repeatable: true })).result.mayHaveActed;
		expect(await mayHaveActed(answer(503), answer(404))).toBe(false);
		expect(await mayHaveActed(lost, answer(404))).toBe(true);
		expect(await mayHaveActed(answer(502), answer(503), answer(404))).toBe(true);
		expect(await mayHaveActed(answer(404))).toBe(false);
		// A refused connection carries nothing: a DELETE that finds nothing then has deleted nothing.
		expect(await mayHaveActed(noAnswer('ECONNREFUSED'), answer(404))).toBe(false);
	});
});
