import type { Answer, SendResult } from '../../../nodes/shared/http/answer';
import { Pace } from '../../../nodes/shared/http/pace';
import type { RetryEnvironment } from '../../../nodes/shared/http/retryTypes';
import { settle, SkippedTime } from './skippedTime';

const OK: Answer = { kind: 'answer', status: 201, headers: {}, body: {} };
const refusal = (status: number, retryAfter?: string): Answer => ({
	...OK,
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
});

let time: SkippedTime;
let environment: RetryEnvironment;
beforeEach(() => {
	time = new SkippedTime();
	({ environment } = time);
});

const answered = async () => OK;
/** A request that is answered when the test says so. */
function held() {
	let answer: (outcome: SendResult) => void = () => {};
	const outcome = new Promise<SendResult>((resolve) => (answer = resolve));
	return { send: async () => await outcome, answer };
}

/** @returns how many of 40 requests are sent at once */
async function width(pace: Pace): Promise<number> {
	let sent = 0;
	const gate = held();
	const all = Array.from({ length: 40 }, async () => {
		await pace.send(
			async () => {
				sent++;
				return await gate.send();
			},
			1,
			1e9,
		);
	});
	await settle();
	const atOnce = sent;
	gate.answer({ kind: 'noAnswer', code: 'ECONNRESET', message: '' });
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
	const pace = new Pace(environment);
	pace.learn(refusal(status, retryAfter), 1, 1e9);
	await pace.send(answered, 1, 1e9);
	await pace.send(answered, 1, 1e9);
	expect(time.sleeps).toEqual(expected);
});

it('several refusals are one pause, as long as the longest', async () => {
	const pace = new Pace(environment);
	for (const seconds of ['2', '5', '3']) pace.learn(refusal(429, seconds), 1, 1e9);
	await pace.send(answered, 1, 1e9);
	expect(time.sleeps).toEqual([5000]);
});

it('of two refusals the one that asks for more counts, whichever was first', async () => {
	const pace = new Pace(environment);
	const longest = refusal(429, '300');
	pace.learn(longest, 1, 1e9);
	pace.learn(refusal(429, '2'), 1, 1e9);
	// The same pause again, which nothing was refused for.
	pace.learn({ ...OK, headers: { ratelimit: '"d";r=0;t=300' } }, 1, 1e9);
	expect(await pace.send(answered, 1, 120_000)).toBe(longest);
});

it('a pause is a little longer at random, so that clients do not go on in sync', async () => {
	const half = new SkippedTime(0.5);
	const pace = new Pace(half.environment);
	pace.learn(refusal(429, '3'), 1, 1e9);
	await pace.send(answered, 1, 1e9);
	expect(half.sleeps).toEqual([3150]);
});

it('a refusal in the words of the API pauses like a 429', async () => {
	const pace = new Pace(environment);
	const slowDown: Answer = { ...OK, body: 'slow down' };
	const isThrottled = ({ body }: Answer) => body === 'slow down';
	pace.learn(OK, 1, 1e9, isThrottled);
	pace.learn(slowDown, 1, 1e9);
	await pace.send(answered, 1, 1e9);
	expect(time.sleeps).toEqual([]);
	pace.learn(slowDown, 1, 1e9, isThrottled);
	await pace.send(answered, 1, 1e9);
	expect(time.sleeps).toEqual([1000]);
});

it('a wait that the pause covers is not waited twice, a longer one is', async () => {
	const pace = new Pace(environment);
	pace.learn(refusal(429, '3'), 1, 1e9);
	await pace.rest(3300);
	expect(time.sleeps).toEqual([]);
	await pace.rest(6000);
	expect(time.sleeps).toEqual([6000]);
});

it('a request that must not wait so long gets the refusal, without being sent', async () => {
	const pace = new Pace(environment);
	const refused = refusal(429, '300');
	pace.learn(refused, 1, 1e9);
	let sent = 0;
	const send = async () => (sent++, OK);
	expect(await pace.send(send, 1, 120_000)).toBe(refused);
	expect(sent).toBe(0);
	time.now += 200_000;
	expect(await pace.send(send, 1, 120_000)).toBe(OK);
	expect(time.sleeps).toEqual([100_000]);
});

it('a request may wait exactly as long as it is allowed to', async () => {
	const pace = new Pace(environment);
	pace.learn(refusal(429, '120'), 1, 1e9);
	expect(await pace.send(answered, 1, 120_000)).toBe(OK);
	const exhausted = { ...OK, headers: { ratelimit: '"d";r=0;t=120' } };
	pace.learn(exhausted, 1, 120_000);
	expect(await pace.send(answered, 1, 120_000)).toBe(OK);
	expect(time.sleeps).toEqual([120_000, 120_000]);
});

it('an announced limit is waited for only if it is short enough', async () => {
	const exhausted = (t: number) => ({ ...OK, headers: { ratelimit: `"d";r=0;t=${t}` } });
	const pace = new Pace(environment);
	pace.learn(exhausted(600), 1, 120_000);
	expect(await pace.send(answered, 1, 120_000)).toBe(OK);
	expect(time.sleeps).toEqual([]);
	const other = new Pace(environment);
	other.learn(exhausted(60), 1, 120_000);
	expect(await other.send(answered, 1, 120_000)).toBe(OK);
	expect(time.sleeps).toEqual([60_000]);
});

it('a limit that is reset too late takes away no other wait', async () => {
	const pace = new Pace(environment);
	pace.learn({ ...OK, headers: { ratelimit: '"d";r=0;t=3000' } }, 1, 120_000);
	await pace.rest(2000);
	expect(time.sleeps).toEqual([2000]);
	pace.learn(refusal(429, '30'), 1, 120_000);
	await pace.send(answered, 1, 120_000);
	expect(time.sleeps).toEqual([2000, 30_000]);
});

it.each([
	['what is left of the rate limit', [{ ...OK, headers: { ratelimit: '"d";r=5;t=9' } }], 1, 5],
	['one after a rate limit was used up', [{ ...OK, headers: { ratelimit: '"d";r=0;t=9' } }], 1, 1],
	[
		'all when the limit is no longer mentioned',
		[{ ...OK, headers: { ratelimit: '"d";r=0;t=0' } }, OK],
		1,
		40,
	],
	['all after a first 429', [refusal(429, '1')], 1, 40],
	['half after a 503', [refusal(503, '1')], 1, 10],
	['half after a 429 that was repeated', [refusal(429, '1')], 2, 10],
	['half, once for all refused together', Array<Answer>(15).fill(refusal(503, '1')), 1, 10],
])('sends %s at once', async (_what, answers, attempt, expected) => {
	// Twenty others are in progress.
	const pace = new Pace(environment, 20);
	for (const answer of answers) pace.learn(answer, attempt, 1e9);
	for (let left = 0; left < 20; left++) pace.leave();
	expect(await width(pace)).toBe(expected);
});

it.each([
	['before the pause, not again', 0, 10],
	['after it, again', 1000, 4],
])('halves for what is refused %s', async (_when, passed, expected) => {
	const pace = new Pace(environment, 20);
	pace.learn(refusal(503, '1'), 1, 1e9);
	for (let left = 0; left < 12; left++) pace.leave();
	time.now += passed;
	pace.learn(refusal(503, '1'), 1, 1e9);
	for (let left = 0; left < 8; left++) pace.leave();
	expect(await width(pace)).toBe(expected);
});

it('tries one more at once after as many answers', async () => {
	const pace = new Pace(environment, 8);
	pace.learn(refusal(503, '1'), 1, 1e9);
	for (let left = 0; left < 8; left++) pace.leave();
	expect(await width(pace)).toBe(4);
	for (let sent = 0; sent < 4; sent++) await pace.send(answered, 1, 1e9);
	expect(await width(pace)).toBe(5);
	for (let sent = 0; sent < 5; sent++) await pace.send(answered, 1, 1e9);
	expect(await width(pace)).toBe(6);
});
