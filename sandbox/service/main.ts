import { parseArgs } from 'node:util';

import { command } from '../command';
import type { DpopOptions } from './dpop';
import { startService } from './service';
import type { Webhooks } from './webhooks/webhooks';

const USAGE = `Runs the reference service on loopback.

  npx tsx sandbox/service/main.ts [--port 0] [--token-lifetime 600] [--dpop off]
  npx tsx sandbox/service/main.ts --webhook-url URL [--webhook-secret S]

  --port            port to listen on; 0 picks a free port (default 0)
  --token-lifetime  lifetime of an access token in seconds (default 600)
  --dpop            accept only tokens bound to a key (RFC 9449), with nonces: off, stable or single-use
  --webhook-url     endpoint that receives every event
  --webhook-secret  its signing secret; generated and printed if not set
  --emit-every      seconds between two events (default 15)
  --time-scale      share of the published waits between attempts (default 1)`;

/** Runs the service until Ctrl-C. */
async function serve(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '0' },
			'token-lifetime': { type: 'string', default: '600' },
			dpop: { type: 'string' },
			'webhook-url': { type: 'string' },
			'webhook-secret': { type: 'string' },
			'emit-every': { type: 'string', default: '15' },
			'time-scale': { type: 'string', default: '1' },
		},
	});
	const service = await startService({
		port: wholeNumber('--port', values.port),
		...(values.dpop !== undefined && { dpop: { nonces: nonceMode(values.dpop) } }),
	});
	service.authority.tokenLifetime = wholeNumber('--token-lifetime', values['token-lifetime']);
	console.log(`Reference service: ${service.url}`);
	console.log(`Client ID:         ${service.client.id}`);
	console.log(`Client secret:     ${service.client.secret}`);
	const url = values['webhook-url'];
	if (url !== undefined) {
		const every = wholeNumber('--emit-every', values['emit-every']);
		service.webhooks.timeScale = Number(values['time-scale']);
		keepEmitting(service.webhooks, { url, secret: values['webhook-secret'] }, every);
	}
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close());
	}
}

/** Registers an endpoint and emits an event from time to time. */
function keepEmitting(
	webhooks: Webhooks,
	{ url, secret }: { url: string; secret: string | undefined },
	everySeconds: number,
): void {
	const events = webhooks.eventNames;
	const endpoint = webhooks.register({ url, events, ...(secret !== undefined && { secret }) });
	console.log(`Webhook endpoint:  ${url}`);
	console.log(`Signing secret:    ${endpoint.secrets.current}`);
	let index = 0;
	const timer = setInterval(() => {
		const { type, id } = webhooks.emit(events[index % events.length] ?? '', { index });
		console.log(`${type}  ${id}  ${endpoint.active ? '' : '(endpoint deactivated)'}`);
		index++;
	}, everySeconds * 1000);
	timer.unref();
}

function nonceMode(text: string): DpopOptions['nonces'] {
	const modes: Record<string, DpopOptions['nonces']> = {
		off: 'off',
		stable: 'stable',
		'single-use': 'singleUse',
	};
	const mode = modes[text];
	if (mode === undefined)
		throw new Error(`--dpop must be ${Object.keys(modes).join(', ')}, not "${text}"`);
	return mode;
}

function wholeNumber(name: string, text: string): number {
	if (!/^\d+$/.test(text))
		throw new Error(`${name} must be an integer of 0 or more, not "${text}"`);
	return Number(text);
}

void command(USAGE, serve);
