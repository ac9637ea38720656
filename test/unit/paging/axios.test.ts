import axios from 'axios';
import { once } from 'node:events';
import { createServer } from 'node:http';

import { forEachPage, paginate, type Send, validateDataset } from '../../../nodes/shared/paging';
import { pageBased, rows } from './fakeServer';

/** The sender of the example in `index.ts`. */
const send: Send = async ({ method, url, body, headers = {} }, { signal }) => {
	const options = { method, url, data: body ?? null, headers, signal, validateStatus: () => true };
	const { status, headers: answered, data } = await axios.request(options);
	return { status, headers: { ...answered }, body: data };
};

test('the engine reads over axios, outside n8n', async () => {
	const server = createServer((request, response) => {
		const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page'));
		response.setHeader('X-Total-Count', 250);
		response.setHeader('Content-Type', 'application/json');
		const items = rows((page - 1) * 100, Math.min(page * 100, 250));
		response.end(JSON.stringify({ items }));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		const url = `http://127.0.0.1:${port}/rows`;
		const { dataset, warnings } = validateDataset(pageBased('header:x-total-count', {}, { url }));
		const stored: unknown[] = [];
		const pages = paginate(dataset, { send, warnings, limits: { prefetch: 4 } });
		const summary = await forEachPage(pages, ({ items }) => void stored.push(...items));

		expect(stored).toEqual(rows(0, 250));
		expect(summary).toMatchObject({ requests: 3, total: 250, stopReason: 'reachTotalCount' });
	} finally {
		server.closeAllConnections();
		server.close();
	}
});

test('a consumer that throws ends the run and gets its own exception', async () => {
	const { dataset } = validateDataset(pageBased());
	const signals: AbortSignal[] = [];
	const slow: Send = async (_request, { signal }) => {
		signals.push(signal);
		return { status: 200, headers: {}, body: { items: rows(0, 1) } };
	};
	const full = new Error('disk full');
	const run = forEachPage(paginate(dataset, { send: slow }), () => {
		throw full;
	});
	await expect(run).rejects.toBe(full);
	expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
