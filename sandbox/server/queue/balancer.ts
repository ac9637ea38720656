import type { AddressInfo } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:http';

/** How often it asks for readiness. */
const PROBE_EVERY_MS = 250;
const PROBE_LIMIT_MS = 2_000;

/** What stands in front of the webhook processors. */
export interface Balancer {
	url: string;
	/** Requests passed on, by the address of the processor. */
	passed: Map<string, number>;
	/** Addresses that take requests now. */
	ready: () => string[];
	close: () => Promise<void>;
}

/**
 * Distributes requests over webhook processors in turn, as a proxy in front of them would: only to those
 * that report to be ready. It sends none a second time: the service does that.
 *
 * @param targets addresses of the processors
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
	const agent = new Agent({ keepAlive: true });
	const ready = new Set<string>();
	const passed = new Map(targets.map((target) => [target, 0]));
	let turn = 0;

	const probe = async (target: string) => {
		try {
			const { ok } = await fetch(`${target}/healthz/readiness`, {
				signal: AbortSignal.timeout(PROBE_LIMIT_MS),
			});
			if (ok) ready.add(target);
			else ready.delete(target);
		} catch {
			ready.delete(target);
		}
	};
	const timer = setInterval(() => void Promise.all(targets.map(probe)), PROBE_EVERY_MS);

	const server = createServer((incoming, outgoing) => {
		const [target] = rotate(targets, turn++).filter((candidate) => ready.has(candidate));
		if (target === undefined) return void outgoing.writeHead(503).end();
		passed.set(target, (passed.get(target) ?? 0) + 1);
		passOn(incoming, outgoing, target, agent, () => ready.delete(target));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	await Promise.all(targets.map(probe));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		passed,
		ready: () => targets.filter((target) => ready.has(target)),
		close: async () => {
			clearInterval(timer);
			agent.destroy();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function rotate<T>(list: readonly T[], by: number): T[] {
	const start = by % list.length;
	return [...list.slice(start), ...list.slice(0, start)];
}

function passOn(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	target: string,
	agent: Agent,
	onLost: () => void,
): void {
	const { method = 'POST', headers, url = '' } = incoming;
	const onward = request(target + url, { method, headers, agent }, (answer) => {
		outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.on('error', () => outgoing.destroy());
		answer.pipe(outgoing);
	});
	onward.on('error', () => {
		onLost();
		if (outgoing.headersSent) outgoing.destroy();
		else outgoing.writeHead(502).end();
	});
	incoming.pipe(onward);
}
