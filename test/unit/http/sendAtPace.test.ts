import type { Answer, SendResult } from '../../../nodes/shared/http/answer';
import { paceOf, paces } from '../../../nodes/shared/http/pace';
import { sendAtPace } from '../../../nodes/shared/http/retry';
import type { RetryEnvironment, RetryPolicy } from '../../../nodes/shared/http/retryTypes';
import { settle, SkippedTime } from './skippedTime';

const answer = (status: number, headers = {}, body: unknown = {}): Answer => ({
	kind: 'answer',
	status,
	headers,
	body,
});
const OK = answer(200);
const LOST: SendResult = { kind: 'noAnswer', code: 'ECONNRESET', message: '' };

let time: SkippedTime;
let environment: RetryEnvironment;
/** Stands for the requests that share a limit. */
let run: object;
beforeEach(() => {
	time = new SkippedTime();
	({ environment } = time);
	run = {};
});

const isThrottled = ({ body }: Answer) => body === 'slow down';

/** Sends one request; the outcomes are those of its attempts, one after the other. */
async function send(outcomes: SendResult[], policy: Partial<RetryPolicy> = {}) {
	let sent = 0;
	const once = async () => outcomes[Math.min(sent++, outcomes.length - 1)] ?? LOST;
	const whole = { repeatable: true, maxWaitMs: 1e9, ...policy };
	return await sendAtPace(run, once, whole, environment);
}

it.each<[string, Answer[]]>([
	['no answer mentions limits', [OK]],
	['a header only looks like it', [answer(200, { 'x-retry-after': '3', 'retry-after-ms': '3' })]],
	['the name of a limit is in another one', [answer(200, { 'my-ratelimit-reset': '3' })]],
])('a run needs no pace while %s', async (_, outcomes) => {
	await send(outcomes);
	expect(paces.has(run)).toBe(false);
});

it.each<[string, Answer, Partial<RetryPolicy>]>([
	['429', answer(429), {}],
	['Retry-After', answer(503, { 'retry-after': '1' }), {}],
	['RateLimit', answer(200, { ratelimit: '"d";r=5;t=9' }), {}],
	['RateLimit-Remaining', answer(200, { 'ratelimit-remaining': '5' }), {}],
	['Rate-Limit-Remaining', answer(200, { 'rate-limit-remaining': '5' }), {}],
	['X-RateLimit-Remaining', answer(200, { server: 'x', 'x-ratelimit-remaining': '5' }), {}],
	['X-Rate-Limit-Remaining', answer(200, { 'x-rate-limit-remaining': '5' }), {}],
	['what the API says in other words', answer(200, {}, 'slow down'), { isThrottled }],
])('a run gets its pace from %s', async (_, outcome, policy) => {
	await send([outcome, OK], policy);
	expect(paces.has(run)).toBe(true);
});

it('without an answer nothing is learned but that it takes a pause', async () => {
	const policy = { isThrottled: ({ headers }: Answer) => headers.throttled === 'yes' };
	expect(await send([LOST, LOST, OK], policy)).toMatchObject({ outcome: OK, attempts: 3 });
	expect(time.sleeps).toEqual([1000, 2000]);
});

it('the pause for a refusal is made once for all requests of the run', async () => {
	const refused = answer(429, { 'retry-after': '3' });
	const results = await Promise.all(
		Array.from({ length: 5 }, async () => await send([refused, OK])),
	);
	expect(results.map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2]);
	// Each waits for the end of one and the same pause.
	expect(time.now).toBe(1_000_000 + 3000 * time.sleeps.length);
	expect(new Set(time.sleeps)).toEqual(new Set([3000]));
	const before = time.sleeps.length;
	await sendAtPace({}, async () => OK, { repeatable: true, maxWaitMs: 1e9 }, environment);
	expect(time.sleeps).toHaveLength(before);
});

it('a refusal in other words is paused for, too', async () => {
	expect(await send([answer(200, {}, 'slow down'), OK], { isThrottled })).toMatchObject({
		outcome: OK,
		attempts: 2,
	});
	expect(time.sleeps).toEqual([1000]);
	// Known by now, the run has a pace from the start.
	await send([answer(200, {}, 'slow down'), OK], { isThrottled });
	expect(time.sleeps).toEqual([1000, 1000]);
});

it('requests that were in progress count for the first pace, until they end', async () => {
	const gates: Array<(outcome: SendResult) => void> = [];
	const open = async () => await new Promise<SendResult>((resolve) => gates.push(resolve));
	const policy = { repeatable: false, maxWaitMs: 1e9 };
	const requests = Array.from(
		{ length: 9 },
		async () => await sendAtPace(run, open, policy, environment, async () => undefined),
	);
	await settle();
	expect(gates).toHaveLength(9);
	// Congestion: half of the nine that are in progress.
	gates[0]?.(answer(503, { 'retry-after': '1' }));
	await settle();
	time.now += 1000;
	for (const end of gates.slice(1)) end(answer(400));
	await settle();
	let atOnce = 0;
	const later = Array.from({ length: 20 }, async () => {
		await sendAtPace(run, async () => (atOnce++, await open()), policy, environment);
	});
	await settle();
	// Four with the one that is sent again.
	expect(atOnce).toBe(3);
	while (gates.length > 0) {
		gates.shift()?.(answer(400));
		await settle();
	}
	await Promise.all([...requests, ...later]);
});

it('a request that fails leaves the run', async () => {
	const once = async () => await Promise.reject(new Error('canceled'));
	const policy = { repeatable: true, maxWaitMs: 1e9 };
	await expect(sendAtPace(run, once, policy, environment)).rejects.toThrow('canceled');
	await send([answer(200, { ratelimit: '"d";r=1;t=9' })]);
	// One is left of the limit, and none is in progress.
	expect(await send([OK])).toMatchObject({ outcome: OK });
});

it('a run has one pace', () => {
	const pace = paceOf(run, environment);
	expect(paceOf(run, environment)).toBe(pace);
	expect(paceOf({}, environment)).not.toBe(pace);
});
