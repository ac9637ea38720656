import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

/** Stands for the target system of a workflow: counts how often it was acted upon. */
export interface Counter {
	url: string;
	/** Calls by path. */
	calls: Map<string, number>;
	close: () => Promise<void>;
}

export async function startCounter(): Promise<Counter> {
	const calls = new Map<string, number>();
	const server = createServer((request, response) => {
		const { url = '' } = request;
		calls.set(url, (calls.get(url) ?? 0) + 1);
		request.resume();
		response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		calls,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
