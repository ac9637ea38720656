import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';

/** What n8n's own benchmark varies. */
export const CONNECTIONS = [1, 2, 4, 8];

const BODY_BYTES = 1_000;

/** How fast something answered. */
export interface Rate {
	connections: number;
	perSecond: number;
	/** Milliseconds. */
	p50: number;
	p99: number;
	/** Answers other than 200. */
	failed: number;
}

/** Sends new signed events of 1 kB over so many connections, each as soon as the one before is answered. */
export async function measureRate(
	urls: string[],
	secret: string,
	connections: number,
	seconds: number,
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
				const { body, headers } = signedEvent(secret);
				const start = performance.now();
				const status = await post(agent, url, body, headers);
				if (status === 200) times.push(performance.now() - start);
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

function signedEvent(secret: string) {
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
