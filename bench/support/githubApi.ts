import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

/** What n8n's GitHub Trigger needs of GitHub to be activated: a webhook that it creates. */
export async function startGithubApi() {
	const api = { url: '', secret: '', close: () => {} };
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (part: Buffer) => (body += part.toString()));
		request.on('end', () => {
			const { config } = JSON.parse(body || '{}') as { config?: { secret: string } };
			if (config) api.secret = config.secret;
			response.writeHead(request.method === 'POST' ? 201 : 200, {
				'content-type': 'application/json',
			});
			response.end(JSON.stringify({ id: 1, active: true, events: ['*'] }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	api.close = () => {
		server.closeAllConnections();
		server.close();
	};
	return api;
}
