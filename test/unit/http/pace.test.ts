import type { Answer, SendResult } from '../../../nodes/shared/http/answer';
import { Pace } from '../../../nodes/shared/http/pace';

const OK: Answer = { kind: 'answer', status: 201, headers: {}, body: {} };
const refusal = (status: number, retryAfter?: string): Answer => ({
	...OK,
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
});

let now: number;
let sleeps: number[];
const environment = {
	now: () => now,
	random: () => 0,
	sleep: async (ms: number) => {
		sleeps.push(ms);
		now += ms;
	},
};
beforeEach(() => {
	now = 1_000_000;
	sleeps = [];
});

const answered = async () => OK;
/** A request that is answered when the test says so. */
function held() {
	let answer: (outcome: SendResult) => void = () => {};
	const outcome = new Promise<SendResult>((resolve) => (answer = resolve));
	return { send: async () => await outcome, answer };
}
const settle = async () => await new Promise<void>((resolve) => void setImmediate(resolve));

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
	expect(sleeps).toEqual(expected);
});

it('several refusals are one pause, as long as the longest', async () => {
	const pace = new Pace(environment);
	for (const seconds of ['2', '5', '3']) pace.learn(refusal(429, seconds), 1, 1e9);
	await pace.send(answered, 1, 1e9);
	expect(sleeps).toEqual([5000]);
});

it('a wait that the pause covers is not waited twice, a longer one is', async () => {
	const pace = new Pace(environment);
	pace.learn(refusal(429, '3'), 1, 1e9);
	await pace.rest(3300);
	expect(sleeps).toEqual([]);
	await pace.rest(6000);
	expect(sleeps).toEqual([6000]);
});

it('a request that must not wait so long gets the refusal, without being sent', async () => {
	const pace = new Pace(environment);
	const refused = refusal(429, '300');
	pace.learn(refused, 1, 1e9);
	let sent = 0;
	const send = async () => (sent++, OK);
	expect(await pace.send(send, 1, 120_000)).toBe(refused);
	expect(sent).toBe(0);
	now += 200_000;
	expect(await pace.send(send, 1, 120_000)).toBe(OK);
	expect(sleeps).toEqual([100_000]);
});

it('an announced limit is waited for only if it is short enough', async () => {
	const exhausted = (t: number) => ({ ...OK, headers: { ratelimit: `"d";r=0;t=${t}` } });
	const pace = new Pace(environment);
	pace.learn(exhausted(600), 1, 120_000);
	expect(await pace.send(answered, 1, 120_000)).toBe(OK);
	expect(sleeps).toEqual([]);
	const other = new Pace(environment);
	other.learn(exhausted(60), 1, 120_000);
	expect(await other.send(answered, 1, 120_000)).toBe(OK);
	expect(sleeps).toEqual([60_000]);
});

it('a limit that is reset too late takes away no other wait', async () => {
	const pace = new Pace(environment);
	pace.learn({ ...OK, headers: { ratelimit: '"d";r=0;t=3000' } }, 1, 120_000);
	await pace.rest(2000);
	expect(sleeps).toEqual([2000]);
	pace.learn(refusal(429, '30'), 1, 120_000);
	await pace.send(answered, 1, 120_000);
	expect(sleeps).toEqual([2000, 30_000]);
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
