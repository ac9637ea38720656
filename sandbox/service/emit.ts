import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { command } from '../command';
import { ServiceClock } from './clock';
import { EVENT_NAMES } from './eventCatalog';
import { sampleDocuments, sampleVendors } from './vendorSamples';
import type { Delivery } from './webhooks/delivery';
import { Webhooks } from './webhooks/webhooks';

const USAGE = `Sends a signed event to a webhook, as the service would: five headers, retries on 5xx, 429,
and lost connections. Needs no running service; the IDs in the event are those of the sample
data, which a reference service (sandbox/service/main.ts) has too.

  npx tsx sandbox/service/emit.ts <event> --to <url> --secret <signing secret> [options]
  npx tsx sandbox/service/emit.ts vendor.created --to http://localhost:5678/webhook/<id>/webhook --secret whsec_1

  --to           URL of the trigger: the production URL of a published workflow, or its test URL
  --secret       Webhook Signing Secret of the credential
  --old-secret   co-sign with a retired secret, as during a rotation
  --data         JSON to merge into the event's data, or @file
  --count        how many events to send, each about another vendor (default 1)
  --shuffle      send them in random order
  --repeat       how often to send each of them, with the same IDs (default 1)
  --time-scale   share of the published waits between attempts (default 0.01: an hour is 36 s)
  --unknown      send an event that is not in the list, as a newer service may
  --list         list the events`;

/** Sends events, and says what became of each. */
async function emit(args: string[]): Promise<void> {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			to: { type: 'string' },
			secret: { type: 'string' },
			'old-secret': { type: 'string' },
			data: { type: 'string', default: '{}' },
			count: { type: 'string', default: '1' },
			repeat: { type: 'string', default: '1' },
			shuffle: { type: 'boolean', default: false },
			'time-scale': { type: 'string', default: '0.01' },
			unknown: { type: 'boolean', default: false },
			list: { type: 'boolean', default: false },
		},
	});
	if (values.list) return console.log(EVENT_NAMES.join('\n'));
	const [type] = positionals;
	const { to, secret } = values;
	if (!type || !to || !secret || positionals.length > 1) {
		throw new Error(`An event, --to, and --secret are required.\n\n${USAGE}`);
	}
	if (!values.unknown && !EVENT_NAMES.some((name) => name === type)) {
		throw new Error(`There is no event ${type}. The events are:\n  ${EVENT_NAMES.join('\n  ')}`);
	}
	if (!URL.canParse(to)) throw new Error(`--to is not a URL: ${to}`);

	const webhooks = new Webhooks({
		clock: new ServiceClock(),
		vendors: sampleVendors,
		documents: sampleDocuments,
	});
	webhooks.eventNames = [...EVENT_NAMES, type];
	webhooks.timeScale = toNumber('--time-scale', values['time-scale']);
	webhooks.shuffle = values.shuffle;
	const oldSecret = values['old-secret'];
	const endpoint = webhooks.register({ url: to, events: [type], secret: oldSecret ?? secret });
	if (oldSecret !== undefined) endpoint.secrets.rotate(secret);

	const data = readData(values.data);
	for (let index = 0; index < toNumber('--count', values.count); index++) {
		webhooks.emit(type, { data, index });
	}
	await webhooks.idle();
	const sent = [...webhooks.deliveries];
	for (let copy = 1; copy < toNumber('--repeat', values.repeat); copy++) {
		for (const delivery of sent) webhooks.redeliver(delivery);
		await webhooks.idle();
	}
	for (const delivery of webhooks.deliveries) console.log(describe(delivery));
	webhooks.close();
	process.exitCode = webhooks.deliveries.every(({ state }) => state === 'delivered') ? 0 : 1;
}

function describe({ event, id, state, attempts }: Delivery): string {
	const answers = attempts.map(({ status }) => (status === 0 ? 'no response' : status)).join(', ');
	const line = `${state.padEnd(9)} ${event.type}  ${event.id}  ${id}  responses: ${answers || 'not sent'}`;
	// A delivered event may be ignored, which the answer says.
	const answer = attempts.at(-1)?.answer;
	return answer ? `${line}\n          ${answer}` : line;
}

function readData(text: string): Record<string, unknown> {
	const json = text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text;
	const data: unknown = JSON.parse(json);
	if (typeof data !== 'object' || data === null || Array.isArray(data)) {
		throw new Error('--data must be a JSON object');
	}
	return data as Record<string, unknown>;
}

function toNumber(name: string, text: string): number {
	const number = Number(text);
	if (text.trim() === '' || !(number >= 0))
		throw new Error(`${name} must be a number of 0 or more, not "${text}"`);
	return number;
}

void command(USAGE, emit);
