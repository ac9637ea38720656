import { PagingError, validateDataset } from '../../../nodes/shared/paging';
import { read, rows, serve, tokens, URL_ROWS, withMembers } from './fakeServer';

/** Tokens that are written in another way than they are sent. */

const formatted = (tokenFormat: string, more: object = {}) =>
	withMembers({ ...tokens(), ...more }, { request: { tokenFormat, limitParameter: '' } });

/** @returns what is requested for page 2, and how the run ends */
async function second(dataset: object, next: unknown, status = 200) {
	const server = serve((_request, count) =>
		count === 1 ? { body: { items: rows(0, 1), next } } : { status, body: { items: [] } },
	);
	const { summary } = await read(dataset, server);
	return { request: server.seen[1], summary };
}

describe('a token that is percent-encoded already', () => {
	test.each([
		['abc%2Bdef%3D%3d', 'abc%2Bdef%3D%3d'],
		['a+b/c==', 'a+b/c=='],
		['a b&c#d"<e>', 'a%20b%26c%23d%22%3Ce%3E'],
		['100%', '100%25'],
		['%zz%41', '%25zz%41'],
		['ä', '%C3%A4'],
		[7, '7'],
	])('%s is sent as %s', async (next, sent) => {
		const { request } = await second(formatted('encoded'), next);
		expect(request?.url).toBe(`${URL_ROWS}?token=${sent}`);
	});

	test('is text in a body', async () => {
		const { request } = await second(formatted('encoded', { method: 'POST' }), 'a%2Bb');
		expect(request?.body).toEqual({ token: 'a%2Bb' });
	});

	test('replaces that of the URL, and the rest stays', async () => {
		const { request } = await second(
			formatted('encoded', { url: `${URL_ROWS}?token=*&q=%7E` }),
			'a%2Bb',
		);
		expect(request?.url).toBe(`${URL_ROWS}?token=a%2Bb&q=%7E`);
	});

	test('encoded once more, and refused: the error says it', async () => {
		const { request, summary } = await second(tokens(), 'a%2Bb', 400);
		expect(request?.url).toContain('token=a%252Bb');
		const { error } = summary;
		if (!(error instanceof PagingError)) throw error;
		expect(error.status).toBe(400);
		expect(error.fix).toContain('pagingScheme.request.tokenFormat to encoded');
	});

	test('encoded once more, and ignored: the reason says it', async () => {
		const server = serve(() => ({ body: { items: rows(0, 5), next: 'a%2Bb' } }));
		const { summary } = await read(tokens(), server);
		expect(summary.stopReason).toBe('loopDetected');
		expect(summary.incomplete).toEqual([
			expect.stringMatching(/^Page 2 repeats the page before it.*tokenFormat to encoded/),
		]);
	});

	test.each([
		['a+b', 400],
		['a%2Bb', 500],
	])('%s and %i: the error does not', async (next, status) => {
		const { summary } = await second(tokens(), next, status);
		expect(Object(summary.error).fix).not.toContain('tokenFormat');
	});
});

describe('a token that is a URL', () => {
	const next = 'https://inside.test:8080/rows?size=5&token=a%2Bb%3D&x=1';

	test('is sent as the token by default', async () => {
		const { request } = await second(tokens(), 'https://x.test/a?b=c');
		expect(request?.url).toBe(`${URL_ROWS}?size=100&token=https%3A%2F%2Fx.test%2Fa%3Fb%3Dc`);
	});

	test.each([next, '/rows?token=a%2Bb%3D', '?token=a%2Bb%3D#top'])(
		'%s has the token as its parameter',
		async (url) => {
			const { request } = await second(formatted('url'), url);
			expect(request?.url).toBe(`${URL_ROWS}?token=a%2Bb%3D`);
		},
	);

	test('has it for a body as well', async () => {
		const { request } = await second(formatted('url', { method: 'POST' }), next);
		expect(request?.body).toEqual({ token: 'a+b=' });
	});

	test('is an error without that parameter', async () => {
		const { summary } = await second(formatted('url'), 'https://api.test/rows?page=2');
		expect(summary).toMatchObject({ stopReason: 'error', requests: 1, items: 1 });
		expect(String(summary.error)).toContain('token');
	});

	test('that is not accepted as a token: the error names both settings', async () => {
		const { summary } = await second(tokens(), next, 422);
		expect(Object(summary.error).fix).toContain('pagingScheme.tokenType to url');
		expect(Object(summary.error).fix).toContain('pagingScheme.request.tokenFormat to url');
	});

	test('the same token again is a loop', async () => {
		const server = serve((_request, count) => ({
			body: { items: rows(count, count + 1), next: `https://a.test/${count}?token=same` },
		}));
		const { summary } = await read(formatted('url'), server);
		expect(summary).toMatchObject({ stopReason: 'loopDetected', requests: 2 });
	});
});

test.each([
	['other', tokens()],
	['encoded', withMembers(tokens(), { tokenType: 'url' })],
])('%s is refused where it cannot be used', (tokenFormat, dataset) => {
	expect(() => validateDataset(withMembers(dataset, { request: { tokenFormat } }))).toThrow(
		'pagingScheme.request.tokenFormat',
	);
});
