import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/**
 * Finds ports that nobody listens on.
 *
 * @returns as many different ports on loopback
 */
export async function freePorts(count: number): Promise<number[]> {
	// All are held at once, so that none comes twice.
	const servers = await Promise.all(
		Array.from({ length: count }, async () => {
			const server = createServer();
			await new Promise<void>((resolve, reject) => {
				server.once('error', reject);
				server.listen(0, '127.0.0.1', resolve);
			});
			return server;
		}),
	);
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
	return ports;
}

/** @throws Error in words when somebody listens on the port already */
export async function assertFree(port: number): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const server = createServer();
		server.once('error', () =>
			reject(
				new Error(`Port ${port} is taken. Choose another one with --port, or 0 for a free one.`),
			),
		);
		server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
	});
}
