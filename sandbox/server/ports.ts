import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

const MAX_PORT = 65_535;

/**
 * Finds free ports.
 *
 * @returns as many different ports on loopback
 */
export async function freePorts(count: number): Promise<number[]> {
	// All are open at once, so that none is returned twice.
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

/** @throws Error that says why the port cannot be used, for example because it is in use */
export async function assertFree(port: number): Promise<void> {
	if (port > MAX_PORT) throw new Error(`--port must be at most ${MAX_PORT}, not ${port}.`);
	await new Promise<void>((resolve, reject) => {
		const server = createServer();
		server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
			const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${message})`;
			const fix = 'Choose another port with --port, or 0 for any free port.';
			reject(new Error(`Port ${port} ${why}. ${fix}`));
		});
		server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
	});
}
