import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';

/** What n8n's own benchmark varies. */
export const CONNECTIONS = [1, 2, 4, 8];

/** Of each request. */
export const BODY_BYTES = 1_000;

/** How fast something answered. */
export interface Rate {
	connections: number;
	perSecond: number;
	/** Milliseconds. */
	p50: number;
	p99: number;
	/** Answers with another status than expected. */
	failed: number;
}

/** What is sent. */
export interface SentRequest {
	body: string;
	headers: Record<string, string>;
}

/**
 * Sends requests over so many connections, each as soon as the one before is answered.
 *
 * @param make makes a new request
 * @param expected the status that counts
 */
export async function measureRate(
	urls: string[],
	make: () => SentRequest,
	connections: number,
	seconds: number,
	expected = 200,
): Promise<Rate> {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const begin = performance.now();
	const end = begin + seconds * 1_000;
	const times: number[] = [];
	let failed = 0;
	await Promise.all(
		Array.from({ length: connections }, async (_, index) => {
			const url = urls[index % urls.length] ?? '';
			while (performance.now() < end) {
				const { body, headers } = make();
				const start = performance.now();
				const status = await post(agent, url, body, headers);
				if (status === expected) times.push(performance.now() - start);
				else failed++;
			}
		}),
	);
	agent.destroy();
	// The last requests may take longer than planned.
	const tookSeconds = (performance.now() - begin) / 1_000;
	times.sort((a, b) => a - b);
	const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
	return {
		connections,
		perSecond: times.length / tookSeconds,
		p50: at(0.5),
		p99: at(0.99),
		failed,
	};
}

/** @returns a new signed event of 1 kB */
export function signedEvent(secret: string): SentRequest {
	const event = { id: `evt_${randomBytes(12).toString('hex')}`, type: 'vendor.updated' };
	const room = BODY_BYTES - JSON.stringify({ ...event, data: { notes: '' } }).length;
	const body = JSON.stringify({ ...event, data: { notes: 'x'.repeat(room) } });
	const timestamp = String(Math.floor(Date.now() / 1000));
	const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
	return {
		body,
		headers: {
			'content-type': 'application/json',
			'x-service-timestamp': timestamp,
			'x-service-signature': `v1=${signature}`,
		},
	};
}

async function post(
	agent: Agent,
	url: string,
	body: string,
	headers: Record<string, string>,
): Promise<number> {
	return await new Promise((resolve) => {
		const outgoing = request(url, { method: 'POST', agent, headers }, (answer) => {
			answer.resume();
			answer.on('end', () => resolve(answer.statusCode ?? 0));
			answer.on('error', () => resolve(0));
		});
		outgoing.on('error', () => resolve(0));
		outgoing.end(body);
	});
}
