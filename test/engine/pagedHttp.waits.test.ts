import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { type Said, serveApi } from '../helpers/jsonApi';
import { Listeners } from '../helpers/listen';
import { pageBased, pagedHttp, runPaged } from '../helpers/pagedHttp';

/** When a request is sent again that an API refused as one too many, in whatever form it says so. */

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

const ROWS = [{ id: 1 }, { id: 2 }, { id: 3 }];

/** Reads a list of three records on one page, whose first answer is another one. */
async function readAfter(refusal: () => Said, isAlways = false) {
	const { origin, asked } = await serveApi(listeners, (_url, count) =>
		count === 1 || isAlways ? refusal() : { body: { items: count === 2 ? ROWS : [] } },
	);
	return await withFakeClock(async () => {
		const started = Date.now();
		const run = await runPaged(harness, pagedHttp(pageBased('/rows'), {}, { baseUrl: origin }));
		const seconds = (Date.now() - started) / 1_000;
		const said = run.result.error ? describeError(run.result.error) : '';
		return { ...run, asked, seconds, said };
	});
}

// What the first run loads would count as a wait.
beforeAll(async () => {
	const { origin } = await serveApi(listeners, () => ({ body: { items: [] } }));
	await runPaged(harness, pagedHttp(pageBased('/rows'), {}, { baseUrl: origin }));
});

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const isoIn = (seconds: number) => new Date(inSeconds(seconds) * 1_000).toISOString();
const headers = (all: Record<string, string>, status = 429, body: unknown = {}) => ({
	...{ status, body },
	headers: all,
});
const body = (said: unknown, status = 429) => ({ status, body: said });
const quota = { code: 403, message: 'Quota exceeded', errors: [{ reason: 'quotaExceeded' }] };
const wait = { 'Retry-After': '20' };

const TOLD: Array<[what: string, refusal: () => Said]> = [
	['seconds', () => headers({ 'Retry-After': '20' })],
	['a time since 1970', () => headers({ 'Retry-After': String(inSeconds(20)) })],
	['seconds with their unit', () => headers({ 'Retry-After': '20s' })],
	['seconds in words', () => headers({ 'Retry-After': '20 seconds' })],
	['milliseconds with their unit', () => headers({ 'Retry-After': '20000ms' })],
	['a duration of ISO 8601', () => headers({ 'Retry-After': 'PT20S' })],
	['a duration like a clock', () => headers({ 'Retry-After': '00:00:20' })],
	['a date of ISO 8601', () => headers({ 'Retry-After': isoIn(20) })],
	['Retry-After-Ms', () => headers({ 'Retry-After-Ms': '20000' })],
	['X-MS-Retry-After-Ms', () => headers({ 'x-ms-retry-after-ms': '20000' }, 503)],
	['X-Retry-After', () => headers({ 'X-Retry-After': '20' })],
	['X-RateLimit-Retry-After', () => headers({ 'X-RateLimit-Retry-After': '20' })],
	['X-RateLimit-Reset', () => headers({ 'X-RateLimit-Reset': String(inSeconds(20)) })],
	['RateLimit-Reset', () => headers({ 'RateLimit-Reset': '20' })],
	['X-RateLimit-Reset with its unit', () => headers({ 'X-RateLimit-Reset': '20s' })],
	['X-RateLimit-Reset-After', () => headers({ 'X-RateLimit-Reset-After': '20' })],
	[
		'X-RateLimit-Reset-After, beside what is left',
		() => headers({ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset-After': '20.0' }),
	],
	['X-Rate-Limit-Reset-In-Ms', () => headers({ 'X-Rate-Limit-Reset-In-Ms': '20000' })],
	['retry_after', () => body({ retry_after: 20 })],
	['retry_after, and 503', () => body({ retry_after: 20.0, message: 'busy' }, 503)],
	['retryAfterMs', () => body({ error: { retryAfterMs: 20_000 } })],
	['parameters.retry_after', () => body({ ok: false, parameters: { retry_after: 20 } })],
	['retryDelay', () => body({ error: { details: [{ retryDelay: '20s' }] } })],
	['retry_in_seconds', () => body({ errors: [{ extensions: { retry_in_seconds: 20 } }] })],
	['a time to retry at', () => body({ error: { retry_at: isoIn(20) } })],
	['a sentence', () => body({ message: 'Rate limit is exceeded. Try again in 20 seconds.' })],
	['a short sentence', () => body({ error: { message: 'Please try again in 20s. Bye.' } })],
	['another sentence', () => body({ detail: 'Throttled. Expected available in 20 seconds.' })],
	['text', () => body('Too many requests, retry after 20 seconds')],
];

it.each(TOLD)('429 or 503, and the wait as %s', async (_what, refusal) => {
	const { items, seconds, asked } = await readAfter(refusal);
	expect(items).toHaveLength(3);
	expect(asked).toHaveLength(3);
	expect(seconds).toBeGreaterThanOrEqual(19);
	expect(seconds).toBeLessThan(30);
});

it.each<[what: string, refusal: () => Said]>([
	['403 in words', () => headers(wait, 403, { message: 'API rate limit exceeded' })],
	['403 as a code', () => body({ error: { ...quota, retry_after: 20 } }, 403)],
	['403 and a quota', () => headers(wait, 403, { error: quota })],
	['400 as a code', () => headers(wait, 400, { error: 'Throttling', message: 'Rate exceeded' })],
	['400 as a type', () => headers(wait, 400, { __type: 'ThrottlingException' })],
	['400 and members of AWS', () => headers(wait, 400, { Error: { Code: 'RequestLimitExceeded' } })],
	[
		'400 and a prefix',
		() => headers(wait, 400, { 'o:errorDetails': [{ detail: 'API limit hit' }] }),
	],
	['400 in XML', () => headers(wait, 400, '<?xml version="1.0"?><E><Code>Throttling</Code></E>')],
	['400 as text', () => headers(wait, 400, 'Rate limit exceeded')],
	['403 in a list', () => headers(wait, 403, [{ errorCode: 'REQUEST_LIMIT_EXCEEDED' }])],
	['409', () => headers(wait, 409, { message: 'Too many concurrent requests' })],
	['420', () => headers(wait, 420, { message: 'Enhance your calm' })],
	['500', () => headers(wait, 500, { message: 'Rate limit reached for this client' })],
	['509', () => headers(wait, 509, 'Bandwidth Limit Exceeded')],
	['529', () => headers(wait, 529, { error: { type: 'overloaded_error', message: 'Overloaded' } })],
	['200 and errcode', () => headers(wait, 200, { errcode: 45009, errmsg: 'rate limited' })],
	[
		'200 and a quota',
		() => headers(wait, 200, { errcode: 45009, errmsg: 'reach api quota limit' }),
	],
	[
		'200 and a budget',
		() => body({ errors: [{ message: 'Budget exhausted', retry_in_seconds: 20 }] }, 200),
	],
	[
		'200 and a quota of a minute',
		() => headers(wait, 200, { errcode: 45011, errmsg: 'minute-quota reached' }),
	],
	['200 and code', () => headers(wait, 200, { code: 429, message: 'Slow down', items: [] })],
	['200 and a flag', () => headers(wait, 200, { success: false, error: 'Rate limit exceeded' })],
	[
		'200 and a wait in GraphQL',
		() =>
			body({ data: null, errors: [{ extensions: { code: 'THROTTLED', retryAfter: 20 } }] }, 200),
	],
])('%s means it, too', async (_what, refusal) => {
	const { items, seconds, asked } = await readAfter(refusal);
	expect(items).toHaveLength(3);
	expect(asked).toHaveLength(3);
	expect(seconds).toBeGreaterThanOrEqual(19);
	expect(seconds).toBeLessThan(30);
});

it.each<[what: string, refusal: () => Said]>([
	['403', () => body({ error: { code: 'rate_limit_exceeded' } }, 403)],
	['400', () => body({ error: 'Throttling', message: 'Rate exceeded' }, 400)],
	['403 and a quota', () => body({ error: quota }, 403)],
	['403 and a quota of a day', () => body({ error: { message: 'Daily limit exceeded' } }, 403)],
	['200', () => body({ errcode: 45009, errmsg: 'api rate limit exceeded', items: [] }, 200)],
])('%s without a time is about the limit, not about the credential', async (_what, refusal) => {
	const { said } = await readAfter(refusal, true);
	expect(said).toContain('reached its rate limit');
	expect(said).not.toMatch(/credential|Check the URL/);
});

it.each<[what: string, refusal: () => Said]>([
	['403', () => headers({ 'X-RateLimit-Reset': String(inSeconds(3_600)) }, 403, { error: quota })],
	['429', () => headers({ 'Retry-After': String(inSeconds(3_600)) })],
	['a unit', () => headers({ 'Retry-After': '60m' })],
	['milliseconds', () => headers({ 'Retry-After-Ms': '3600000' })],
	['the body', () => body({ retry_after: 3_600 })],
	['a sentence', () => body({ message: 'Try again in 1 hour' })],
	['403 and a quota', () => body({ error: { ...quota, retryDelay: '3600s' } }, 403)],
	['400', () => headers({ 'Retry-After': '3600' }, 400, { message: 'Rate exceeded' })],
	['200', () => body({ errcode: 45009, errmsg: 'rate limited', retry_after: 3_600 }, 200)],
])('a wait of an hour is an error that says so: %s', async (_what, refusal) => {
	const { said, asked } = await readAfter(refusal, true);
	expect(said).toMatch(/asked for a wait of 3(?:600|599) s, more than Max Wait/);
	expect(said).not.toContain('credential');
	expect(asked).toHaveLength(1);
});

it.each<[what: string, refusal: () => Said]>([
	['a size that is too large', () => body({ message: 'The page size limit is exceeded' }, 400)],
	['a wrong parameter', () => body({ message: 'rate must be a number' }, 400)],
	['a scope', () => body({ message: 'Missing scope rate_limits:read' }, 403)],
	['a number of users', () => body({ message: 'User limit reached: upgrade your plan' }, 402)],
	['a quota that is not set', () => body({ message: 'The API requires a quota project' }, 403)],
	['a page that is not there', () => headers(wait, 404, { message: 'No such page' })],
	['a plan', () => body({ message: 'Exceeded: upgrade to read more than 3 reports' }, 402)],
])('%s is no limit to wait for', async (_what, refusal) => {
	const { said, asked, seconds } = await readAfter(refusal, true);
	expect(asked).toHaveLength(1);
	expect(seconds).toBeLessThan(1);
	expect(said).not.toContain('reached its rate limit');
});

it.each<[what: string, page: object]>([
	['a limit beside records', { message: 'rate limit: 99 requests left', retry_after: 20 }],
	['members about limits', { rateLimit: { remaining: 9, resetIn: 20 }, errors: [] }],
	['a record about limits', { description: 'Too many requests', success: true }],
])('%s is read at once', async (_what, page) => {
	const { items, seconds } = await readAfter(() => ({ body: { ...page, items: [{ id: 7 }] } }));
	expect(items).toHaveLength(4);
	expect(seconds).toBeLessThan(1);
});
