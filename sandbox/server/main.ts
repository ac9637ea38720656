import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';

import { isEventDriven } from '../demo/examples';
import type { Service } from '../service/service';
import { startService } from '../service/service';
import { setActive, webhookUrl } from './activation';
import type { Instance } from './instance';
import { prepareInstance, SIGNING_SECRET, workflowId } from './instance';
import { CURRENT } from './lines';
import { assertFree } from './ports';
import { OWNER } from './restClient';

const USAGE = `Starts the reference service and a real n8n with the package in it.

  npm start [-- --port 5678] [-- --reset] [-- --folder .data/n8n]

  --port    port of the n8n editor; 0 takes a free one (default 5678)
  --reset   begin anew: forgets workflows, executions and the login
  --folder  where n8n keeps its data (default .data/n8n)`;

const PROJECT = path.resolve(__dirname, '../..');

/** Something happens in the service this often. */
const EVENT_EVERY_MS = 60_000;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '5678' },
			reset: { type: 'boolean', default: false },
			folder: { type: 'string', default: path.join(PROJECT, '.data', 'n8n') },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return console.log(USAGE);
	if (!/^\d+$/.test(values.port)) throw new Error(`--port takes a number, not "${values.port}"`);
	const port = Number(values.port);
	if (port > 0) await assertFree(port);
	const userFolder = path.resolve(values.folder);
	if (values.reset) rmSync(userFolder, { recursive: true, force: true });
	const marker = path.join(userFolder, 'imported');

	const service = await startService();
	let instance: Instance | undefined;
	let stopping: Promise<void> | undefined;
	const stop = async () => {
		stopping ??= (async () => {
			console.log('\nStopping …');
			await instance?.server.stop();
			await service.close();
		})();
		await stopping;
	};
	// Ctrl-C reaches this process more than once: from the terminal and from what runs this file.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
		process.on(signal, () => void stop().then(() => process.exit(0)));
	}
	try {
		const isNew = !existsSync(marker);
		const progress = (text: string) => console.log(text);
		instance = await prepareInstance(CURRENT, service, {
			userFolder,
			port,
			isNew,
			progress,
		});
		progress('Starting n8n …');
		await instance.server.start();
		await instance.rest.enter();
		await connectTriggers(instance, service, isNew);
		writeFileSync(marker, '');
		console.log(welcome(instance, service));
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Publishes the workflows that wait for events and registers their webhooks with the service. */
async function connectTriggers(
	instance: Instance,
	service: Service,
	isNew: boolean,
): Promise<void> {
	for (const example of instance.examples.filter(isEventDriven)) {
		const id = workflowId(example);
		if (isNew) await setActive(instance, id, true);
		service.webhooks.register({
			url: webhookUrl(instance.server, id),
			secret: SIGNING_SECRET,
			events: service.webhooks.eventNames,
		});
	}
	let next = 0;
	const emit = () => {
		const names = service.webhooks.eventNames;
		const name = names[next++ % names.length];
		if (name !== undefined) service.webhooks.emit(name);
	};
	emit();
	setInterval(emit, EVENT_EVERY_MS).unref();
}

function welcome({ server }: Instance, service: Service): string {
	return `
${styleText('bold', 'n8n is running with the package in it.')}

  Editor    ${server.url}
  Login     ${OWNER.email}
  Password  ${OWNER.password}
  Service   ${service.url} (client ${service.client.id}, secret ${service.client.secret})

Three things to try:
  1. Open the workflow "Sync the org chart" and execute it; execute it again: nothing changes.
  2. Open Executions: a signed event starts one of the trigger workflows every minute.
  3. Add a node, search for "grc", and choose a scope from the list.

Ctrl-C stops everything. "npm start -- --reset" begins anew.`;
}

main().catch((error: Error) => {
	console.error(styleText('red', error.message));
	process.exitCode = 1;
});
