import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';

import { NODE } from '../../sandbox/engine/singleNode';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForAll } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import { nextToken, pagedHttp } from '../helpers/pagedHttp';

const MEGABYTE = 1_048_576;

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

/** A list of one page, then what a test sends as the second one. */
async function run(second: RequestListener, options = {}, authentication = 'none') {
	let requests = 0;
	const url = await listeners.http((request, response) => {
		if (request.url?.endsWith('/token')) {
			return void response.end('{"access_token":"token-of-this-server","expires_in":600}');
		}
		requests++;
		if (requests === 1) return void response.end('\ufeff{"items":[{"id":1}],"next":"2"}');
		second(request, response);
	});
	harness.setCredential({ baseUrl: url });
	const dataset = nextToken(`${url}/rows`, 'token', 'next', { tokenParameter: 'token' });
	const node = pagedHttp(dataset, { onError: 'keep', ...options }, { authentication });
	const result = await withFakeClock(() => harness.run(node));
	if (result.error) throw result.error;
	return { requests, ids: result.json(NODE).map(({ id }) => id), summary: result.json(NODE, 1)[0] };
}

/** A gzip that unpacks to a thousand times its size; it counts what it has sent. */
function bomb(sent: { bytes: number }): RequestListener {
	const part = gzipSync(Buffer.alloc(16 * MEGABYTE));
	return (_request, response) => {
		response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' });
		const write = () => {
			sent.bytes += part.length;
			if (sent.bytes > 64 * part.length) return void response.end();
			response.write(part, (error) => error ?? write());
		};
		write();
	};
}

describe.each(['none', 'grcOAuth2Api'])('with authentication %s', (authentication) => {
	it('a gzip of 1 GB ends in an error, and is unpacked no further than the bound', async () => {
		const sent = { bytes: 0 };
		const before = process.memoryUsage().rss;
		const { requests, ids, summary } = await run(
			bomb(sent),
			{ maxResponseSize: 4 },
			authentication,
		);
		expect(summary).toMatchObject({
			stopReason: 'error',
			pages: 1,
			error: {
				message: 'The response is larger than 4 MB',
				description: expect.stringContaining('raise Max Response Size under Options > Advanced'),
			},
		});
		expect(ids).toEqual([1]);
		// Sent once, and far from unpacked.
		expect(requests).toBe(2);
		expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE);
	});

	it('a response up to the bound is read, whatever packs it', async () => {
		const rows = JSON.stringify({ items: [{ id: 2, text: 'ü'.repeat(MEGABYTE / 2 - 20) }] });
		const { ids } = await run(
			(_request, response) => {
				response.writeHead(200, { 'Content-Encoding': 'gzip' });
				response.end(gzipSync(rows));
			},
			{ maxResponseSize: 1 },
			authentication,
		);
		expect(ids).toEqual([1, 2]);
	});

	it('a response that ends too early is asked for again', async () => {
		const { requests, ids, summary } = await run(
			(_request, response) => {
				response.writeHead(200, { 'Content-Length': 100 });
				response.write('{"items":[', () => response.destroy());
			},
			{},
			authentication,
		);
		expect({ requests, ids }).toEqual({ requests: 6, ids: [1] });
		expect(JSON.stringify(summary)).toContain(
			'sent an incomplete response: the connection was lost',
		);
	});

	it('a response that does not go on ends with Timeout', async () => {
		const { ids, summary } = await run(
			(_request, response) => void response.write('{"items":['),
			{ timeout: 0.1, maxWait: 0 },
			authentication,
		);
		expect(ids).toEqual([1]);
		expect(JSON.stringify(summary)).toContain('did not respond in time');
	});
});

it('a Timeout may be part of a second', async () => {
	const { ids, summary } = await run(
		(_request, response) => void response.end('{"items":[{"id":2}]}'),
		{ timeout: 2.01, maxPages: 2 },
		'none',
	);
	expect(ids).toEqual([1, 2]);
	expect(summary?.error).toBeUndefined();
});

it.each([
	['text', 'Max Response Size must be a number of 1 or more, but is "text"'],
	[0, 'Max Response Size must be a number of 1 or more, but is "0"'],
])('a bound of %j is refused', async (maxResponseSize, message) => {
	await expect(run(() => {}, { maxResponseSize })).rejects.toMatchObject({ message });
});
