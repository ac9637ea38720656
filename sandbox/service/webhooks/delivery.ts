import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

import type { ServiceClock } from '../clock';
import type { Endpoint } from './endpoint';
import type { ServiceEvent } from './events';

/** Milliseconds before each attempt, counted from the end of the one before. */
export const SCHEDULE_MS = [0, 30_000, 120_000, 600_000, 3_600_000];

/** How long a receiver may take to answer. */
export const ANSWER_LIMIT_MS = 30_000;

/** Characters of what a receiver says that are kept. */
const LONGEST_ANSWER = 300;

export type DeliveryState =
	/** Attempts are under way or will follow. */
	| 'pending'
	| 'delivered'
	/** The receiver refused it for good. */
	| 'refused'
	/** Every attempt failed. */
	| 'exhausted'
	/** The endpoint was deactivated before it could be delivered. */
	| 'dropped';

/** One attempt, as the delivery log shows it. */
export interface Attempt {
	/** Milliseconds since 1970, by the service's clock. */
	at: number;
	/** 0 when there was no answer. */
	status: number;
	/** What the receiver said, or the beginning of that. */
	answer: string;
	signatures: number;
}

/** One event on its way to one endpoint. */
export class Delivery {
	readonly attempts: Attempt[] = [];
	state: DeliveryState = 'pending';
	readonly body: string;

	constructor(
		readonly endpoint: Endpoint,
		readonly event: ServiceEvent,
		readonly id: string,
	) {
		this.body = JSON.stringify({ ...event, delivery_id: id });
	}
}

/** Sends a delivery once. @returns its answer, with status 0 when there was none in time */
export async function attempt(
	{ endpoint, event, id, body }: Pick<Delivery, 'endpoint' | 'event' | 'id' | 'body'>,
	clock: ServiceClock,
	answerLimitMs: number,
): Promise<Attempt> {
	const at = clock.now();
	const timestamp = String(Math.floor(at / 1000));
	const signature = endpoint.secrets.sign(timestamp, body);
	const answer = await post(endpoint.url, body, answerLimitMs, {
		'X-Service-Timestamp': timestamp,
		'X-Service-Signature': signature,
		'X-Service-Event': event.type,
		'X-Service-Event-Id': event.id,
		'X-Service-Delivery-Id': id,
	});
	return { at, ...answer, signatures: signature.split(',').length };
}

/** @returns what becomes of a delivery after an attempt; `retry` when another one may follow */
export function classify(status: number): 'delivered' | 'refused' | 'retry' {
	if (status >= 200 && status < 300) return 'delivered';
	const isPermanent = status >= 400 && status < 500 && status !== 429;
	return isPermanent ? 'refused' : 'retry';
}

async function post(
	url: string,
	body: string,
	answerLimitMs: number,
	headers: Record<string, string>,
): Promise<Pick<Attempt, 'status' | 'answer'>> {
	const open = url.startsWith('https:') ? httpsRequest : httpRequest;
	return await new Promise((resolve) => {
		const noAnswer = () => resolve({ status: 0, answer: '' });
		const request = open(url, {
			method: 'POST',
			// Also bounds a receiver that starts an answer and never ends it.
			signal: AbortSignal.timeout(answerLimitMs),
			headers: {
				'Content-Type': 'application/json',
				'Content-Length': Buffer.byteLength(body),
				...headers,
			},
		});
		request.on('error', noAnswer);
		request.on('response', (response: IncomingMessage) => {
			const { statusCode: status = 0 } = response;
			let answer = '';
			response.setEncoding('utf8').on('data', (part: string) => {
				answer = (answer + part).slice(0, LONGEST_ANSWER);
			});
			response.on('error', noAnswer);
			response.on('end', () => resolve({ status, answer }));
		});
		request.end(body);
	});
}
