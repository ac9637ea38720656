import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';

import { command } from '../command';
import type { Example } from '../demo/examples';
import { isEventDriven, readUnchangedExamples } from '../demo/examples';
import { EVENT_NAMES } from '../service/eventCatalog';
import type { Service } from '../service/service';
import { startService } from '../service/service';
import type { EventName } from '../service/webhooks/events';
import type { Receiver } from './activation';
import { setActive, untilHeard, webhookUrl } from './activation';
import { ensureInstalled } from './install';
import type { Instance } from './instance';
import { prepareInstance, workflowId } from './instance';
import { CURRENT } from './lines';
import { privateFolder } from './password';
import { assertFree } from './ports';
import type { Cluster } from './queue/cluster';
import { startCluster } from './queue/cluster';
import type { Guard } from './queue/guard';
import { startGuard } from './queue/guard';
import { OWNER } from './restClient';

const USAGE = `Starts the reference service and a real n8n with the package installed: ${CURRENT.version}, since n8n 3 is
in containers only.

  npm start -- [--port 5678] [--reset] [--folder .data/n8n]
  npm start -- --queue [--port 5678]

  --port    port of the n8n editor; 0 picks a free port (default 5678)
  --reset   start over: deletes workflows, executions and the login
  --folder  where n8n keeps its data (default .data/n8n)
  --queue   queue mode: a main process, two webhook processors and two workers over Redis and
            PostgreSQL, which have to be installed; new each time, keeps nothing`;

const PROJECT = path.resolve(__dirname, '../..');

/** Id of the workflow that the editor opens on. */
const START_HERE = 'start-here';

/** Without it, the times of schedules and of expressions are those of New York. */
const IN_LOCAL_TIME = {
	GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** How often the service sends an event. */
const EVENT_EVERY_MS = 60_000;

/** Runs n8n and the service until Ctrl-C. */
async function start(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '5678' },
			reset: { type: 'boolean', default: false },
			folder: { type: 'string', default: path.join(PROJECT, '.data', 'n8n') },
			queue: { type: 'boolean', default: false },
		},
	});
	if (!/^\d+$/.test(values.port)) throw new Error(`--port must be a number, not "${values.port}"`);
	const port = Number(values.port);
	if (port > 0) await assertFree(port);
	const stopped = new AbortController();
	if (values.queue) {
		listenToSignals(stopped);
		return await runInQueueMode(port, stopped.signal);
	}
	const userFolder = path.resolve(values.folder);
	assertUnused(userFolder);
	if (values.reset) rmSync(userFolder, { recursive: true, force: true });
	privateFolder(userFolder);
	writeFileSync(lockFile(userFolder), String(process.pid));

	const guard = startGuard();
	const service = await startService();
	const running = run(service, { port, userFolder, guard }, stopped.signal);
	listenToSignals(stopped);
	try {
		await running;
	} finally {
		await service.close();
		await guard.close();
		rmSync(lockFile(userFolder), { force: true });
	}
}

/**
 * Ctrl-C reaches this process more than once: from the terminal and from what runs this file. A terminal
 * that is closed may send no signal, but writing to it fails.
 */
function listenToSignals(stopped: AbortController): void {
	process.stdout.on('error', () => stopped.abort());
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopped.abort());
}

/** Runs n8n in queue mode until it gets a signal to stop. */
async function runInQueueMode(port: number, signal: AbortSignal): Promise<void> {
	const stop = once(signal, 'abort');
	signal.addEventListener('abort', () => console.log('\nStopping …'));
	let cluster: Cluster | undefined;
	try {
		await ensureInstalled(CURRENT, console.log, signal);
		cluster = await startCluster(CURRENT, {
			examples: readUnchangedExamples(),
			progress: console.log,
			port,
			environment: IN_LOCAL_TIME,
			signal,
		});
		const { processors, balancer, service } = cluster;
		await Promise.race([stop, connectTriggers(cluster, service, true, processors, balancer)]);
		if (!signal.aborted) {
			console.log(welcome(cluster, service));
			console.log(`\n${cluster.describe()}`);
		}
		await stop;
	} catch (error) {
		// What Ctrl-C interrupts throws an error.
		if (!signal.aborted) throw error;
	} finally {
		await cluster?.stop();
	}
}

/** Two instances of n8n in one folder would share a database. */
function lockFile(userFolder: string): string {
	return path.join(userFolder, 'running');
}

function assertUnused(userFolder: string): void {
	const file = lockFile(userFolder);
	const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
	if (pid === 0 || !isAlive(pid)) return;
	throw new Error(
		`npm start is already running in ${path.relative(PROJECT, userFolder)} (process ${pid}). Stop it, or choose another folder with --folder.`,
	);
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** Runs n8n until it gets a signal to stop. */
async function run(
	service: Service,
	{ port, userFolder, guard }: { port: number; userFolder: string; guard: Guard },
	signal: AbortSignal,
): Promise<void> {
	const marker = path.join(userFolder, 'imported');
	const isNew = !existsSync(marker);
	const stop = once(signal, 'abort');
	signal.addEventListener('abort', () => console.log('\nStopping …'));
	let instance: Instance | undefined;
	try {
		const progress = (text: string) => console.log(text);
		const options = {
			userFolder,
			port,
			isNew,
			examples: readUnchangedExamples(),
			progress,
			signal,
			guard,
			inOwnGroup: true,
			environment: IN_LOCAL_TIME,
		};
		instance = await prepareInstance(CURRENT, service, options);
		progress('Starting n8n …');
		await Promise.race([stop, open(instance, service, isNew)]);
		if (!signal.aborted) {
			writeFileSync(marker, '');
			console.log(welcome(instance, service));
		}
		await stop;
	} catch (error) {
		// What Ctrl-C interrupts throws an error.
		if (!signal.aborted) throw error;
	} finally {
		await instance?.server.stop();
	}
}

async function open(instance: Instance, service: Service, isNew: boolean): Promise<void> {
	await instance.server.start();
	await instance.rest.enter();
	await connectTriggers(instance, service, isNew);
	if (isNew) await listFirst(instance, START_HERE);
}

/** n8n lists the workflow first that was changed last. */
async function listFirst({ rest }: Instance, id: string): Promise<void> {
	const { name } = await rest.call<{ name: string }>('GET', `/rest/workflows/${id}`);
	await rest.call('PATCH', `/rest/workflows/${id}`, { name });
}

/**
 * Publishes the workflows that wait for events and registers their webhooks with the service.
 *
 * @param receivers what has to know the webhooks
 * @param address where the service sends events to
 */
async function connectTriggers(
	instance: Instance,
	service: Service,
	isNew: boolean,
	receivers: readonly Receiver[] = [instance.server],
	address: Receiver = instance.server,
): Promise<void> {
	const names: EventName[] = [];
	for (const example of instance.examples.filter(isEventDriven)) {
		const id = workflowId(example);
		if (isNew) await setActive(instance, id, true, receivers);
		else if (await isActive(instance, id)) await untilHeard(instance.server, id);
		else continue;
		const events = eventsOf(example);
		service.webhooks.register({
			url: webhookUrl(address, id),
			secret: instance.signingSecret,
			events,
		});
		names.push(...events);
	}
	let next = 0;
	const emit = () => {
		const name = names[next++ % names.length];
		if (name !== undefined) service.webhooks.emit(name);
	};
	emit();
	setInterval(emit, EVENT_EVERY_MS).unref();
}

/** @returns the events that the trigger of an example listens to */
function eventsOf({ workflow }: Example): EventName[] {
	const chosen = workflow.nodes.flatMap(({ parameters }) => parameters.events ?? []);
	return EVENT_NAMES.filter((name) => chosen.includes(name));
}

/** Its user may have deactivated or deleted it. */
async function isActive({ rest }: Instance, workflowId: string): Promise<boolean> {
	const workflows = await rest.call<Array<{ id: string; active: boolean }>>(
		'GET',
		'/rest/workflows',
	);
	return workflows.some(({ id, active }) => id === workflowId && active);
}

function welcome({ server, rest, signingSecret }: Instance, service: Service): string {
	return `
${styleText('bold', 'n8n is running with the package installed.')}

  Start     ${server.url}/workflow/${START_HERE}
  Editor    ${server.url}/home/workflows (each workflow has its goal as a tag)
  Login     ${OWNER.email}
  Password  ${rest.password}
  Service   ${service.url} (client ${service.client.id}, secret ${service.client.secret})
  A list    ${service.url}/sample/reviewed (for Paged HTTP, with Authentication: None; one record changes every minute)
  Webhooks  signing secret ${signingSecret}
  Log       ${path.relative('', server.logFile)} (begins with a rejected request per trigger, which shows that it listens)

Three things to try:
  1. Open the first address, and follow the notes: from a table of yours to a plan, a run, and its evidence.
  2. Open Executions: a signed event starts one of the trigger workflows every minute. To send one yourself:
     npx tsx sandbox/service/emit.ts (an event of its Trigger On) --to (its URL) --secret ${signingSecret}
     The events are listed by npx tsx sandbox/service/emit.ts --list
  3. Add a "GRC Scope" node with the operation Update to a workflow, and choose a scope from the list.

Ctrl-C stops everything. "npm start -- --reset" starts over.`;
}

void command(USAGE, start);
