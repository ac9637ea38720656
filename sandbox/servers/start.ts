import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';

interface SeenRequest {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	status: number;
}

/** A server of others, in a process of its own that ends with this one. */
export interface RealServer {
	url: string;
	/** The requests that it has answered. */
	seen: () => Promise<SeenRequest[]>;
	stop: () => Promise<void>;
}

/**
 * Starts a server of this folder on a free port of loopback.
 *
 * @param name of its file, such as `oidcProvider`
 * @param options what its file takes
 * @throws Error with what it has printed when it does not start
 */
export async function startServer(name: string, options: object): Promise<RealServer> {
	const child = fork(path.join(__dirname, `${name}.mjs`), [JSON.stringify(options)], {
		// Those of this process are for TypeScript.
		execArgv: [],
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
	const ended = once(child, 'exit');
	let printed = '';
	child.stderr?.on('data', (part) => (printed += String(part)));
	const url = await new Promise<string>((resolve, reject) => {
		child.once('message', (message: { url: string }) => resolve(message.url));
		child.once('error', reject);
		child.once('exit', () => reject(new Error(`${name} did not start: ${printed}`)));
	});
	const seen = async () => {
		const answer = once(child, 'message') as Promise<[{ seen: SeenRequest[] }]>;
		child.send('seen');
		return (await answer)[0].seen;
	};
	const stop = async () => {
		if (child.connected) child.disconnect();
		await ended;
	};
	return { url, seen, stop };
}
