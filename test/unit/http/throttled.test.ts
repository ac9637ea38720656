import type { SendResult } from '../../../nodes/shared/http/answer';
import { sendWithRetry } from '../../../nodes/shared/http/retry';
import { isThrottled } from '../../../nodes/shared/http/throttled';

const answer = (status: number, headers: Record<string, string> = {}, body?: unknown) => ({
	kind: 'answer' as const,
	status,
	headers,
	body,
});
const query = (error: unknown) => answer(200, {}, { data: null, errors: [error] });

const refusals: Array<[what: string, refused: ReturnType<typeof answer>]> = [
	['429', answer(429)],
	['503', answer(503)],
	['403 with seconds in Retry-After', answer(403, { 'retry-after': '60' })],
	[
		'403 with a date in Retry-After',
		answer(403, { 'retry-after': 'Fri, 20 Nov 2026 17:00:00 GMT' }),
	],
	['403 with no requests left', answer(403, { 'x-ratelimit-remaining': ' 0 ' })],
	['a GraphQL error by type', query({ type: 'RATE_LIMITED', message: 'API rate limit exceeded' })],
	['a GraphQL error by code', query({ extensions: { code: 'THROTTLED' } })],
	['a GraphQL error with 400', { ...query({ extensions: { code: 'RATELIMITED' } }), status: 400 }],
	[
		'the second of two errors',
		answer(
			200,
			{},
			{ errors: [{ message: 'x' }, { extensions: { code: 'rate-limit-exceeded' } }] },
		),
	],
];

const others: Array<[what: string, other: ReturnType<typeof answer>]> = [
	['200', answer(200, { 'retry-after': '5' }, { items: [] })],
	['403', answer(403)],
	['403 with requests left', answer(403, { 'x-ratelimit-remaining': '10' })],
	['403 with half a request left', answer(403, { 'x-ratelimit-remaining': '0.5' })],
	['403 with an unreadable Retry-After', answer(403, { 'retry-after': 'soon' })],
	['401 with Retry-After', answer(401, { 'retry-after': '5' })],
	['500', answer(500)],
	['another GraphQL error', query({ type: 'NOT_FOUND', extensions: { code: 'INTERNAL' } })],
	['errors that are no objects', query('RATE_LIMITED')],
	['an error that is null', query(null)],
	['an error whose type is no text', query({ type: ['RATE_LIMITED'] })],
	['errors that are no list', answer(200, {}, { errors: { type: 'RATE_LIMITED' } })],
	['a record about throttling', answer(200, {}, { type: 'RATE_LIMITED' })],
	['text', answer(200, {}, 'RATE_LIMITED')],
];

test.each(refusals)('%s is a refusal to wait for', (_what, refused) => {
	expect(isThrottled(refused)).toBe(true);
});

test.each(others)('%s is not', (_what, other) => expect(isThrottled(other)).toBe(false));

describe('a sender that waits for refusals of any status', () => {
	const send = async (outcomes: SendResult[], waits: boolean) => {
		const slept: number[] = [];
		const policy = { repeatable: true, maxWaitMs: 120_000, ...(waits && { isThrottled }) };
		const environment = {
			now: () => Date.parse('Fri, 20 Nov 2026 16:59:00 GMT'),
			random: () => 0,
			sleep: async (ms: number) => void slept.push(ms),
		};
		const next = () => outcomes.shift() ?? answer(200);
		const { outcome, attempts } = await sendWithRetry(async () => next(), policy, environment);
		return { status: outcome.kind === 'answer' ? outcome.status : 0, attempts, slept };
	};

	test.each(refusals)('sends again after %s', async (_what, refused) => {
		const result = await send([refused], true);
		expect(result).toMatchObject({ status: 200, attempts: 2 });
	});

	test('waits as long as a 403 asks for', async () => {
		const result = await send([answer(403, { 'retry-after': '60' })], true);
		expect(result.slept).toEqual([60_000]);
	});

	test('other answers are returned at once', async () => {
		expect(await send([answer(403)], true)).toMatchObject({ status: 403, attempts: 1 });
	});

	test('without the policy, only statuses count', async () => {
		const refused = answer(403, { 'retry-after': '60' });
		expect(await send([refused], false)).toMatchObject({ status: 403, attempts: 1 });
	});
});
