import { RequestGroup } from '../../../nodes/shared/basics/requestGate';
import type { Answer, SendResult } from '../../../nodes/shared/http/answer';
import { Pace, type PacedRequest, type PaceLimits } from '../../../nodes/shared/http/pace';
import type { RetryPolicy } from '../../../nodes/shared/http/retry';
import { VirtualTime } from '../paging/virtualTime';

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

/** What a service sees of a request. */
interface Seen {
	/** Number of the request, and of the attempt, from 1. */
	request: number;
	attempt: number;
	/** When it came, in milliseconds, and how many were open with it. */
	at: number;
	open: number;
}

/** Milliseconds that answers and refusals take, and what the pace knows. */
interface ServiceOptions extends PaceLimits {
	/** What every random number is. */
	random?: number;
	ms?: number;
	refusalMs?: number;
	/** How much longer some answers take, as a share. */
	spread?: number;
}

/** A service, requests that share a pace to it, and the time that both live in. */
class Service {
	readonly time = new VirtualTime();
	readonly seen: Seen[] = [];
	readonly pace: Pace;
	private open = 0;
	private requests = 0;

	constructor(
		private readonly answerTo: (seen: Seen) => SendResult,
		{ random = 0, ms = 50, refusalMs = 0, spread = 0, ...limits }: ServiceOptions = {},
	) {
		const { now, sleep } = this.time.clock;
		this.pace = new Pace({ now, sleep, random: () => random }, limits);
		this.ms = ms;
		this.refusalMs = refusalMs;
		this.spread = spread;
	}

	private readonly ms: number;
	private readonly refusalMs: number;
	private readonly spread: number;

	/** Sends one request; 409 ends it at once. */
	readonly send = async (policy: Partial<RetryPolicy> = {}, paced: PacedRequest = {}) => {
		const request = ++this.requests;
		let attempt = 0;
		const once = async () => {
			const seen = { request, attempt: ++attempt, at: this.time.now, open: ++this.open };
			this.seen.push(seen);
			const outcome = this.answerTo(seen);
			const isRefused = outcome.kind === 'answer' && outcome.status >= 400;
			await this.time.sleep(isRefused ? this.refusalMs : this.msFor(request));
			this.open--;
			return outcome;
		};
		const whole = { repeatable: true, maxWaitMs: 1e9, ...policy };
		return { ...(await this.pace.sendWithRetry(once, whole, paced)), sent: attempt };
	};

	/** Some answers take a little longer than others. */
	private msFor(request: number): number {
		return this.ms * (1 + (this.spread * (request % 7)) / 7);
	}

	/** Sends so many requests, so many at once at most. */
	async all(count: number, atOnce = count, policy: Partial<RetryPolicy> = {}) {
		let next = 0;
		const one = async () => {
			const results = [];
			while (next++ < count) results.push(await this.send(policy));
			return results;
		};
		const work = async () => (await Promise.all(Array.from({ length: atOnce }, one))).flat();
		return await this.time.run(work);
	}

	/** When the requests after the first so many came, in milliseconds after the first one. */
	starts(from: number): number[] {
		return this.seen.slice(from).map(({ at }) => at - (this.seen[0]?.at ?? 0));
	}
}

/** Answers the first requests like this, and the others with 201. */
const first =
	(...answers: SendResult[]) =>
	({ request, attempt }: Seen): SendResult =>
		(attempt === 1 && answers[request - 1]) || OK;

describe('after an answer, the next request leaves', () => {
	it.each([
		[429, '3', 3000],
		[429, undefined, 1000],
		[503, '3', 3000],
		// The service does not limit the rate, one request failed.
		[503, undefined, 0],
		[500, '3', 0],
		[409, '3', 0],
	])('of %i with Retry-After %s: after %i ms', async (status, retryAfter, expected) => {
		const service = new Service(first(refusal(status, retryAfter)));
		await service.time.run(async () => {
			void service.send({ repeatable: false });
			await service.time.sleep(1);
			await service.send();
		});
		expect(service.seen.find(({ request }) => request === 2)?.at).toBe(Math.max(1, expected));
	});

	it('that refuses in the words of the API: like a 429', async () => {
		for (const isKnown of [false, true]) {
			const service = new Service(first(answer(200, {}, 'slow down')), { ms: 0 });
			const isThrottled = ({ body }: Answer) => isKnown && body === 'slow down';
			await service.all(2, 1, { isThrottled });
			expect(service.starts(1)).toEqual(isKnown ? [1000, 1000] : [0]);
		}
	});

	it('that refuses, a little later at random, so that clients do not go on in sync', async () => {
		const service = new Service(first(refusal(429, '3')), { random: 0.5 });
		await service.all(2, 1);
		expect(service.starts(1)).toEqual([3150, 3200]);
	});
});

it('several refusals are one pause, as long as the longest', async () => {
	const service = new Service(first(...['2', '5', '3'].map((wait) => refusal(429, wait))));
	await service.all(4, 3);
	expect(Math.min(...service.starts(3))).toBe(5000);
	expect(Math.max(...service.starts(3))).toBeLessThan(5200);
});

it('a wait that the pause covers is not waited twice, a longer one is', async () => {
	const outcomes = [refusal(429, '3'), LOST, LOST, OK];
	const service = new Service(({ attempt }) => outcomes[attempt - 1] ?? OK, { ms: 0 });
	await service.all(1);
	expect(service.starts(1)).toEqual([3000, 9000, 21_000]);
});

describe('a pause that is longer than a request may wait', () => {
	const refused = refusal(429, '300');
	const limited = { maxWaitMs: 120_000 };

	it('gives it the refusal, without sending it', async () => {
		// A shorter pause, and the same one again, which nothing was refused for.
		const service = new Service(first(refused, refusal(429, '2'), left(0, 299)));
		const { send, time } = service;
		const { result } = await time.run(async () => {
			for (let request = 1; request <= 3; request++) void send();
			await time.sleep(60);
			const early = await send(limited);
			await time.sleep(179_940);
			return [early, await send(limited)];
		});
		expect(result).toMatchObject([
			{ outcome: refused, sent: 0 },
			{ outcome: OK, sent: 1 },
		]);
		expect(service.seen.find(({ request }) => request === 5)?.at).toBeGreaterThanOrEqual(300_000);
	});

	it('gives it the refusal also while it is in line', async () => {
		const service = new Service(first(refused), { most: 1, refusalMs: 50 });
		const { send, time } = service;
		const { result } = await time.run(
			async () => await Promise.all([send(limited), send(limited)]),
		);
		expect(result).toMatchObject([
			{ outcome: refused, sent: 1 },
			{ outcome: refused, sent: 0 },
		]);
	});

	it('does not keep it back where it is to reach the service in any case', async () => {
		const service = new Service(first(refused));
		const { send, time } = service;
		const { result } = await time.run(async () => {
			void send(limited);
			await time.sleep(1);
			return await send(limited, { isSentAnyway: true });
		});
		expect(result).toMatchObject({ outcome: OK, sent: 1 });
		expect(service.starts(1)).toEqual([1]);
	});
});

it('an announced limit is waited for only if it is short enough, and takes away no other wait', async () => {
	const answers = [left(0, 3000), LOST, OK, left(0, 120), OK];
	const service = new Service(() => answers.shift() ?? OK, { ms: 0 });
	await service.all(4, 1, { maxWaitMs: 120_000 });
	expect(service.starts(1)).toEqual([0, 1000, 1000, 121_000]);
});

it.each<[string, SendResult, number]>([
	['what is left of the rate limit', left(5, 9), 5],
	['one after a rate limit was used up', left(0, 9), 1],
	['as many as before when none is mentioned', OK, 20],
])('sends %s at once', async (_what, outcome, expected) => {
	const service = new Service(({ request }) => (request <= 20 ? outcome : OK));
	await service.all(60, 20);
	const then = service.seen[20]?.at;
	expect(service.seen.filter(({ at }) => at === then)).toHaveLength(expected);
});

it('a request that fails leaves the run', async () => {
	const { pace, send, time } = new Service(first(left(1, 9)));
	const once = async () => await Promise.reject(new Error('canceled'));
	const policy = { repeatable: true, maxWaitMs: 1e9 };
	await expect(pace.sendWithRetry(once, policy)).rejects.toThrow('canceled');
	// One is left of the limit, and none is in progress.
	const { result } = await time.run(async () => [await send(), await send()]);
	expect(result).toMatchObject([{ outcome: OK }, { outcome: OK }]);
});

it('has room for so many at once', async () => {
	const service = new Service(() => OK, { most: 3 });
	const group = new RequestGroup();
	const { result } = await service.time.run(async () => {
		const rooms = [1, 2, 3, 4].map(() => {
			const hasRoom = service.pace.hasRoomFor(group);
			void service.send();
			return hasRoom;
		});
		await service.time.sleep(1_000);
		return [...rooms, service.pace.hasRoomFor(group)];
	});
	expect(result).toEqual([true, true, true, false, true]);
	expect(service.starts(1)).toEqual([0, 0, 50]);
});

it('what is repeated goes before what comes later', async () => {
	const service = new Service(first(OK, refusal(429, '1')), { most: 2 });
	await service.all(8, 8);
	expect(service.seen.map(({ request }) => request).slice(0, 4)).toEqual([1, 2, 2, 3]);
});

describe('a service that takes 4 requests at once, and refuses more with Retry-After: 1', () => {
	const crowded = (most: number, status: number) => {
		const service = new Service((seen) => (seen.open > most ? refusal(status, '1') : OK), {
			random: 0.5,
		});
		const refused = () => service.seen.filter(({ open }) => open > most).length;
		return { service, refused };
	};

	it.each([
		[8, 429],
		[32, 429],
		[32, 503],
	])('gets %i at once: all are answered, soon, and few refused (%i)', async (atOnce, status) => {
		const { service, refused } = crowded(4, status);
		const { result, tookMs } = await service.all(200, atOnce);
		expect(result.map(({ outcome }) => outcome)).toEqual(Array(200).fill(OK));
		// Nobody is faster: four at once, and one wait for the number to be found out.
		expect(tookMs).toBeLessThan(1.5 * ((200 / 4) * 50 + 1_000));
		expect(refused()).toBeLessThanOrEqual(atOnce);
	});

	it('is asked for one more now and then, which costs little, and gets more once it takes more', async () => {
		let most = 4;
		const service = new Service(({ open }) => (open > most ? refusal(429, '1') : OK));
		const { tookMs } = await service.all(4_000, 16);
		expect(service.seen.length).toBeGreaterThan(4_000 + 12);
		expect(tookMs).toBeLessThan(1.15 * (4_000 / 4) * 50);
		most = 16;
		await service.all(8_000, 16);
		expect(service.seen.at(-100)?.open).toBe(16);
	});
});

it('items that are each refused once wait for a pause together', async () => {
	const each = ({ attempt }: Seen) => (attempt === 1 ? refusal(429, '3') : OK);
	const service = new Service(each, { refusalMs: 50, spread: 0.5 });
	const { tookMs } = await service.all(96, 8);
	// At best, one pause for each eight.
	expect(tookMs).toBeLessThan((96 / 8) * 3_050 * 1.5);
});

it('a rate is used up by as many at once as before', async () => {
	let [taken, until] = [0, 0];
	const service = new Service(
		({ at }) => {
			if (at >= until) [taken, until] = [0, at + 1_000];
			return ++taken > 20 ? refusal(429, String((until - at) / 1_000)) : OK;
		},
		{ ms: 300 },
	);
	const { tookMs } = await service.all(600, 16);
	// 20 a second, which takes six at once.
	expect(tookMs).toBeLessThan(1.4 * (600 / 20) * 1_000);
});
