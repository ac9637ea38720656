import type { AddressInfo } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

const POLL_MS = 100;

/** What stands in front of n8n in production: it passes requests on only once n8n is ready. */
export interface ReadinessGate {
	url: string;
	isOpen: boolean;
	close: () => Promise<void>;
}

/**
 * While n8n starts, it answers requests before its webhooks are there. A load balancer that asks for
 * readiness holds them back; this one is told.
 *
 * @param target address of n8n
 */
export async function startGate(target: string): Promise<ReadinessGate> {
	const gate = { url: '', isOpen: true, close: async () => {} };
	const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
		while (!gate.isOpen && !outgoing.destroyed) await setTimeout(POLL_MS);
		const { method = 'POST', headers, url = '' } = incoming;
		const onward = request(target + url, { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		onward.on('error', () => outgoing.destroy());
		incoming.pipe(onward);
	};
	const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	gate.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	gate.close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return gate;
}
