import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';
import { describeError } from '../helpers/httpRequest';
import { Listeners } from '../helpers/listen';
import { pagedHttp } from '../helpers/pagedHttp';

const harness = harnessForEach();
const listeners = new Listeners();
afterEach(() => listeners.close());

/** What axios would leave out of a header. */
const UNSENDABLE = [
	'abc\ndef',
	'abc\r\nX-Evil: 1',
	'Zürich → Köln',
	'abc\u0000',
	' abc',
	'abc\t',
	'\n',
];

describe('a cursor that is sent in a header', () => {
	/** Cursors that have reached the API. */
	let cursors: unknown[];
	/** The one that it sends with its first page. */
	let next: unknown;
	let url: string;
	beforeEach(async () => {
		cursors = [];
		url = await listeners.http(({ headers }, response) => {
			cursors.push(headers['x-cursor']);
			const isLast = headers['x-cursor'] !== undefined;
			const page = { items: [{ id: cursors.length }], next: isLast ? null : next };
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify(page));
		});
	});

	const read = async (cursor: unknown, more: object = {}, options = {}) => {
		next = cursor;
		const pagingScheme = {
			type: 'nextToken',
			tokenType: 'token',
			request: { tokenParameter: 'header:X-Cursor', ...more },
			response: { nextToken: 'next' },
			pageUntil: 'noNextToken',
		};
		const dataset = { url, method: 'GET', property: 'items', pagingScheme };
		return await harness.run(pagedHttp(dataset, options));
	};

	it.each(UNSENDABLE)('is refused, and not shortened: %j', async (cursor) => {
		const result = await read(cursor);
		expect(cursors).toEqual([undefined]);
		expect(result.error?.message).toBe(
			`The header X-Cursor cannot contain ${JSON.stringify(cursor)}; the page was not requested.`,
		);
		expect(describeError(result.error)).toContain('another place, such as the query');
	});

	it.each(['abc def', 'é', '"{[;,=]}"', 'c2Vj'.repeat(20), 12, '0'])(
		'is sent as it is: %j',
		async (cursor) => {
			const result = await read(cursor);
			expect(result.error).toBeUndefined();
			expect(cursors).toEqual([undefined, String(cursor)]);
			expect(result.json(NODE)).toHaveLength(2);
		},
	);

	it('is refused in a resume point, too', async () => {
		const stopped = await read('abc\ndef', {}, { maxPages: 1 });
		const { resume } = stopped.json(NODE, 1)[0] ?? {};
		expect(resume).toMatchObject({ position: 'abc\ndef' });
		cursors = [];
		const again = await read('abc', {}, { resume: JSON.stringify(resume) });
		expect(cursors).toEqual([]);
		expect(again.error?.message).toContain('The header X-Cursor cannot contain');
	});

	it('is refused if its template cannot be sent', async () => {
		const result = await read('abc', { valueTemplate: '→{position}' });
		expect(cursors).toEqual([undefined]);
		expect(result.error?.message).toContain('The header X-Cursor cannot contain "→abc"');
	});
});

describe('the service', () => {
	const getScopes = { type: 'scope', parameters: { resource: 'scope', operation: 'getMany' } };
	const getVendors = {
		type: 'tprmVendor',
		parameters: { resource: 'vendor', operation: 'getMany' },
	};

	it.each(['v1\nX: y', 'v1→', 'v\u00001'])(
		'gets no API Version that is another one: %j',
		async (apiVersion) => {
			harness.setCredential({ apiVersion });
			const result = await harness.run(getVendors);
			expect(describeError(result.error)).toContain(
				'API Version has characters that a header cannot contain',
			);
			expect(harness.service.log.find(undefined, /vendors/)).toEqual([]);
		},
	);

	it.each(UNSENDABLE)('gets no part of a token that it issued: %j', async (token) => {
		const sent: unknown[] = [];
		const baseUrl = await listeners.http((request, response) => {
			response.setHeader('Content-Type', 'application/json');
			if (request.url?.endsWith('/token'))
				return void response.end(JSON.stringify({ access_token: token, expires_in: 600 }));
			sent.push(request.headers.authorization);
			response.end('[]');
		});
		harness.setCredential({ baseUrl });
		const result = await harness.run(getScopes);
		expect(describeError(result.error)).toContain('The service issued no token');
		expect(describeError(result.error)).toContain('with a token that cannot be sent');
		expect(sent).toEqual([]);
	});
});
