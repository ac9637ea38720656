import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const MAX_PORT = 65_535;

/**
 * Where a system takes no port for a connection of its own: n8n opens the port only seconds after it was
 * found free, and other tests look for one at the same time.
 */
const [LOWEST, HIGHEST] = [10_000, 32_000];

/** Ports that this process has returned before: they may not be open yet. */
const taken = new Set<number>();

/**
 * Finds free ports.
 *
 * @returns as many different ports on loopback
 */
export async function freePorts(count: number): Promise<number[]> {
	const ports: number[] = [];
	while (ports.length < count) {
		const port = randomInt(LOWEST, HIGHEST);
		if (taken.has(port) || (await problemWith(port)) !== undefined) continue;
		taken.add(port);
		ports.push(port);
	}
	return ports;
}

/** @throws Error that says why the port cannot be used, for example because it is in use */
export async function assertFree(port: number): Promise<void> {
	if (port > MAX_PORT) throw new Error(`--port must be at most ${MAX_PORT}, not ${port}.`);
	const problem = await problemWith(port);
	if (!problem) return;
	const why = problem.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${problem.message})`;
	const fix = 'Choose another port with --port, or 0 for any free port.';
	throw new Error(`Port ${port} ${why}. ${fix}`);
}

async function problemWith(port: number): Promise<NodeJS.ErrnoException | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', resolve);
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
	});
}
