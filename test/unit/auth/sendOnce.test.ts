import axios from 'axios';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { sendOnce } from '../../../nodes/shared/auth/sendOnce';
import { Listeners } from '../../helpers/listen';

const listeners = new Listeners();
afterEach(() => listeners.close());

/** Sends as n8n does, whose time-out ends with the headers. */
const http = {
	httpRequest: async ({ url, method = 'GET', abortSignal }: IHttpRequestOptions) => {
		const { status, headers, data } = await axios.request<unknown>({
			...{ url, method },
			...(abortSignal instanceof AbortSignal && { signal: abortSignal }),
		});
		return { statusCode: status, headers: { ...headers }, body: data };
	},
};

it('a body that drips ends in time: all runs with a credential wait for its token', async () => {
	let closed: (() => void) | undefined;
	const isClosed = new Promise<void>((resolve) => (closed = resolve));
	const url = await listeners.http((request, response) => {
		response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1_000_000 });
		response.write('{');
		const drip = setInterval(() => response.write(' '), 5);
		request.socket.once('close', () => {
			clearInterval(drip);
			closed?.();
		});
	});
	const result = await sendOnce(http, { url, method: 'POST' }, 60);
	expect(result).toMatchObject({ kind: 'noAnswer', code: 'ETIMEDOUT' });
	await isClosed;
});

it('a body that is complete in time is the answer', async () => {
	const url = await listeners.http((_, response) => {
		response.writeHead(200, { 'Content-Type': 'application/json' });
		response.end('{"access_token":"abc"}');
	});
	const result = await sendOnce(http, { url });
	expect(result).toMatchObject({ kind: 'answer', status: 200, body: { access_token: 'abc' } });
});
