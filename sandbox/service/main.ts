import { parseArgs } from 'node:util';

import { startService } from './service';

const USAGE = `Runs the reference service on loopback.

  npm run service -- [--port 4100] [--token-lifetime 600]

  --port            port to listen on; 0 takes a free one (default 0)
  --token-lifetime  seconds for which an access token is valid (default 600)`;

async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			'token-lifetime': { type: 'string', default: '600' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return console.log(USAGE);

	const service = await startService({ port: wholeNumber('--port', values.port) });
	service.authority.tokenLifetime = wholeNumber('--token-lifetime', values['token-lifetime']);
	console.log(`Reference service: ${service.url}`);
	console.log(`Client ID:         ${service.client.id}`);
	console.log(`Client secret:     ${service.client.secret}`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close());
	}
}

function wholeNumber(name: string, text: string): number {
	if (!/^\d+$/.test(text)) throw new Error(`${name} takes a whole number, not "${text}"`);
	return Number(text);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
