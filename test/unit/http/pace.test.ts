import type { Answer, SendResult } from '../../../nodes/shared/http/answer';
import { Pace, paceOf } from '../../../nodes/shared/http/pace';
import type { RetryPolicy } from '../../../nodes/shared/http/retry';
import { settle, SkippedTime } from './skippedTime';

const answer = (status: number, headers = {}, body: unknown = {}): Answer => ({
	kind: 'answer',
	status,
	headers,
	body,
});
const OK = answer(201);
const LOST: SendResult = { kind: 'noAnswer', code: 'ECONNRESET', message: '' };
const refusal = (status: number, retryAfter?: string) =>
	answer(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
const left = (remaining: number, seconds: number) =>
	answer(201, { ratelimit: `"d";r=${remaining};t=${seconds}` });

let time: SkippedTime;
/** Stands for the requests that share a limit. */
let run: object;
beforeEach(() => {
	time = new SkippedTime();
	run = {};
});

const paceNow = () => paceOf(run, '', () => new Pace(time.environment));

const isThrottled = ({ body }: Answer) => body === 'slow down';

/** Sends one request; the outcomes are those of its attempts, one after the other. */
async function send(outcomes: SendResult[], policy: Partial<RetryPolicy> = {}) {
	let sent = 0;
	const once = async () => outcomes[Math.min(sent++, outcomes.length - 1)] ?? LOST;
	const whole = { repeatable: true, maxWaitMs: 1e9, ...policy };
	const result = await paceNow().sendWithRetry(once, whole);
	return { ...result, sent };
}

/** Sends a request that fails for good with the first answer, so that only others wait for it. */
const learn = async (outcome: Answer, policy: Partial<RetryPolicy> = {}) =>
	await paceNow()
		.sendWithRetry(
			async () => outcome,
			{ repeatable: true, maxWaitMs: 1e9, ...policy },
			async () => await Promise.reject(new Error('ended')),
		)
		.catch(() => undefined);

/** Sends requests whose answers the test gives, one by one. They are sent once. */
function hold(count: number) {
	const waiting: Array<(outcome: SendResult) => void> = [];
	const once = async () => await new Promise<SendResult>((resolve) => waiting.push(resolve));
	const policy = { repeatable: false, maxWaitMs: 1e9 };
	const ended = async () => await Promise.reject(new Error('ended'));
	const all = Array.from({ length: count }, async () => {
		await paceNow()
			.sendWithRetry(once, policy, ended)
			.catch(() => undefined);
	});
	return { waiting, all };
}

/** @returns how many of 40 requests are sent at once */
async function width(): Promise<number> {
	const { waiting, all } = hold(40);
	await settle();
	const atOnce = waiting.length;
	while (waiting.length > 0) {
		waiting.shift()?.(LOST);
		await settle();
	}
	await Promise.all(all);
	return atOnce;
}

it.each([
	[429, '3', [3000]],
	[429, undefined, [1000]],
	[503, '3', [3000]],
	// The service does not limit the rate, one request failed.
	[503, undefined, []],
	[500, '3', []],
	[201, '3', []],
])('a %i with Retry-After %s pauses others for %j ms', async (status, retryAfter, expected) => {
	await learn(refusal(status, retryAfter));
	await send([OK]);
	expect(time.sleeps).toEqual(expected);
});

it('a refusal in the words of the API pauses like a 429', async () => {
	await learn(answer(200, {}, 'slow down'));
	await send([OK]);
	expect(time.sleeps).toEqual([]);
	await learn(answer(200, {}, 'slow down'), { isThrottled });
	await send([OK]);
	expect(time.sleeps).toEqual([1000]);
});

it('a pause is a little longer at random, so that clients do not go on in sync', async () => {
	time = new SkippedTime(0.5);
	await learn(refusal(429, '3'));
	await send([OK]);
	expect(time.sleeps).toEqual([3150]);
});

it('several refusals are one pause, as long as the longest', async () => {
	const { waiting, all } = hold(3);
	await settle();
	for (const seconds of ['2', '5', '3']) waiting.shift()?.(refusal(429, seconds));
	await Promise.all(all);
	await send([OK]);
	expect(time.sleeps).toEqual([5000]);
});

it('a wait that the pause covers is not waited twice, a longer one is', async () => {
	expect(await send([refusal(429, '3'), LOST, LOST, OK])).toMatchObject({ attempts: 4 });
	expect(time.sleeps).toEqual([3000, 6000, 12_000]);
});

it('a request that must not wait so long gets the refusal, without being sent', async () => {
	const refused = refusal(429, '300');
	const limited = { maxWaitMs: 120_000 };
	const { waiting, all } = hold(3);
	await settle();
	// A shorter pause, and the same one again, which nothing was refused for.
	for (const outcome of [refused, refusal(429, '2'), left(0, 300)]) waiting.shift()?.(outcome);
	await Promise.all(all);
	expect(await send([OK], limited)).toMatchObject({ outcome: refused, sent: 0 });
	time.now += 180_000;
	expect(await send([OK], limited)).toMatchObject({ outcome: OK, sent: 1 });
	expect(time.sleeps).toEqual([120_000]);
});

it('an announced limit is waited for only if it is short enough, and takes away no other wait', async () => {
	const limited = { maxWaitMs: 120_000 };
	await learn(left(0, 3000), limited);
	expect(await send([LOST, OK], limited)).toMatchObject({ outcome: OK });
	expect(time.sleeps).toEqual([1000]);
	await learn(left(0, 120), limited);
	await send([OK], limited);
	await learn(left(0, 600));
	expect(await send([OK], limited)).toMatchObject({ outcome: OK });
	expect(time.sleeps).toEqual([1000, 120_000]);
});

it('of several pauses the longest counts', async () => {
	const { waiting, all } = hold(2);
	await settle();
	for (const seconds of ['30', '10']) waiting.shift()?.(refusal(429, seconds));
	await Promise.all(all);
	await send([OK]);
	expect(time.sleeps).toEqual([30_000]);
});

it('a request that may not wait as long as others were told to fails with what they were told', async () => {
	const outcome = refusal(429, '600');
	await learn(outcome);
	expect(await send([OK], { maxWaitMs: 120_000 })).toMatchObject({ outcome, sent: 0 });
	expect(time.sleeps).toEqual([]);
});

it.each<[string, Answer[], number]>([
	['what is left of the rate limit', [left(5, 9)], 5],
	['one after a rate limit was used up', [left(0, 9)], 1],
	['all when the limit is no longer mentioned', [left(0, 0), OK], 40],
	['all after a first 429', [refusal(429, '1')], 40],
	['half after a 503', [refusal(503, '1')], 10],
	['half, once for all refused together', Array<Answer>(15).fill(refusal(503, '1')), 10],
])('sends %s at once', async (_what, answers, expected) => {
	const { waiting, all } = hold(20);
	await settle();
	for (const outcome of answers) waiting.shift()?.(outcome);
	await settle();
	const others = waiting.splice(0);
	expect(others).toHaveLength(20 - answers.length);
	for (const end of others) end(LOST);
	await Promise.all(all);
	expect(await width()).toBe(expected);
});

it('halves for a 429 that is repeated, and tries one more after as many answers', async () => {
	await Promise.all(
		Array.from({ length: 8 }, async () => await send([refusal(429, '1'), refusal(429, '1'), OK])),
	);
	expect(await width()).toBeLessThan(8);
	const before = await width();
	for (let sent = 0; sent < before; sent++) await send([OK]);
	expect(await width()).toBe(before + 1);
});

it('a request that fails leaves the run', async () => {
	const once = async () => await Promise.reject(new Error('canceled'));
	const policy = { repeatable: true, maxWaitMs: 1e9 };
	await expect(paceNow().sendWithRetry(once, policy)).rejects.toThrow('canceled');
	await learn(left(1, 9));
	// One is left of the limit, and none is in progress.
	expect(await send([OK])).toMatchObject({ outcome: OK });
});

it('has room for so many at once, and sends the next one in spite of a pause that it has forgotten', async () => {
	const pace = new Pace(time.environment, 3);
	const waiting: Array<(outcome: SendResult) => void> = [];
	const once = async () => await new Promise<SendResult>((resolve) => waiting.push(resolve));
	const policy = { repeatable: false, maxWaitMs: 1e9 };
	const all = [1, 2, 3].map(async () => {
		expect(pace.hasRoom).toBe(true);
		return await pace.sendWithRetry(once, policy, async () => pace.forgetPause());
	});
	expect(pace.hasRoom).toBe(false);
	await settle();
	for (const resolve of waiting.splice(0)) resolve(refusal(429, '9'));
	await settle();
	for (const resolve of waiting.splice(0)) resolve(OK);
	expect((await Promise.all(all)).map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
	expect(time.sleeps).toEqual([]);
	expect(pace.hasRoom).toBe(true);
});

it.each([8, 32])(
	'a service that takes 4 at once answers all, and refuses few of %i at once',
	async (most) => {
		jest.useFakeTimers();
		const sleep = async (ms: number) =>
			await new Promise<void>((wake) => void setTimeout(wake, ms));
		const pace = new Pace({ now: Date.now, random: Math.random, sleep });
		let open = 0;
		let refused = 0;
		const once = async () => {
			if (open >= 4) {
				refused++;
				return refusal(429, '1');
			}
			open++;
			await sleep(25 + 50 * Math.random());
			open--;
			return OK;
		};
		const outcomes: SendResult[] = [];
		const all = Array.from({ length: most }, async () => {
			for (let sent = 0; sent < 1_000 / most; sent++) {
				const result = await pace.sendWithRetry(once, { repeatable: true, maxWaitMs: 1e9 });
				outcomes.push(result.outcome);
			}
		});
		await jest.runAllTimersAsync();
		jest.useRealTimers();
		await Promise.all(all);
		expect(outcomes.filter((outcome) => outcome !== OK)).toEqual([]);
		expect(refused).toBeLessThan(100);
	},
);
