import { randomBytes } from 'node:crypto';
import { cpSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { Example } from '../../demo/examples';
import type { Service, ServiceOptions } from '../../service/service';
import { startService } from '../../service/service';
import type { Instance } from '../instance';
import { prepareInstance } from '../instance';
import type { Line } from '../lines';
import type { ServerOptions } from '../n8nServer';
import { N8nServer } from '../n8nServer';
import { freePorts } from '../ports';
import type { Progress } from '../progress';
import { step } from '../progress';
import type { Balancer } from './balancer';
import { startBalancer } from './balancer';
import { startGuard } from './guard';
import type { Database } from './postgres';
import { databaseSettings, startPostgres } from './postgres';
import type { Program } from './program';
import { findPrograms } from './programs';
import type { Redis } from './redis';
import { redisAt, releaseOrphans } from './redis';

/** Where the logs stay. */
const LOGS = path.resolve(__dirname, '../../../.data/e2e');

/** Id of the credential of the queue's Redis. */
export const REDIS_CREDENTIAL_ID = 'redis';

const PROCESSORS = 2;
const WORKERS = 2;

/** n8n in queue mode with everything that it needs, on this machine. */
export interface Cluster extends Instance {
	service: Service;
	balancer: Balancer;
	processors: N8nServer[];
	workers: N8nServer[];
	redis: Program;
	database: Database;
	/** Has executions whose worker was killed listed as crashed; returns how many there were. */
	releaseOrphans: () => Promise<number>;
	/** What runs where, for a person. */
	describe: () => string;
	/** Ends all of it and removes its folders; the logs stay in `.data/e2e`. */
	stop: () => Promise<void>;
}

export interface ClusterOptions {
	progress: Progress;
	/** As their files have them for a user. */
	examples: Example[];
	/** Workflows to import besides the examples. */
	more?: ReadonlyArray<{ id: string }>;
	/** How many webhook processors and workers there are; two of each by default. */
	processors?: number;
	workers?: number;
	/** Port of the main process; 0, the default, picks a free one. */
	port?: number;
	service?: ServiceOptions;
	credential?: IDataObject;
	/** Credentials to import besides. */
	credentials?: unknown[];
	/** Settings of every n8n process. */
	environment?: Readonly<Record<string, string>>;
	/** Options of Node.js for every n8n process. */
	nodeOptions?: readonly string[];
	/** Ends all of it, also while it starts. */
	signal?: AbortSignal;
}

/**
 * Starts n8n in queue mode: one main process, webhook processors behind a balancer, and workers, over
 * Redis and PostgreSQL, each with the packed package in a user folder of its own; and the reference
 * service.
 *
 * @throws Error when something is missing or does not start; nothing is left running then
 */
export async function startCluster(line: Line, options: ClusterOptions): Promise<Cluster> {
	const programs = findPrograms();
	const guard = startGuard();
	const started: Array<() => Promise<void>> = [];
	const named: Array<{ name: string; server: N8nServer }> = [];
	const endAll = async () => {
		for (const end of started.splice(0).reverse()) await end();
	};
	const stop = async () => {
		await endAll();
		for (const { name, server } of named) keepLog(name, server);
		await guard.close();
	};
	// What is starting fails then.
	options.signal?.addEventListener('abort', () => void endAll(), { once: true });
	try {
		return await start();
	} catch (error) {
		await stop();
		throw error;
	}

	async function start(): Promise<Cluster> {
		const { progress, signal, examples, more = [], port = 0 } = options;
		const { credential = {}, credentials = [] } = options;
		const service = await startService(options.service);
		started.push(service.close);

		progress('Starting Redis and PostgreSQL …');
		const [redisPort = 0, databasePort = 0] = await freePorts(2);
		const redis = redisAt(path.join(programs.redis, 'redis-server'), redisPort, guard);
		started.push(async () => await redis.program.stop());
		await redis.program.start();
		signal?.throwIfAborted();
		const database = await startPostgres(programs.postgres, databasePort, guard);
		started.push(async () => await database.program.stop());

		signal?.throwIfAborted();
		const count = { webhook: options.processors ?? PROCESSORS, worker: options.workers ?? WORKERS };
		const ports = await freePorts(count.webhook);
		const balancer = await startBalancer(ports.map((each) => `http://127.0.0.1:${each}`));
		started.push(balancer.close);

		const common: ServerOptions = {
			inOwnGroup: true,
			guard,
			environment: {
				...queueSettings(redis, database),
				WEBHOOK_URL: `${balancer.url}/`,
				...options.environment,
			},
			...(options.nodeOptions && { nodeOptions: options.nodeOptions }),
			...(signal && { signal }),
		};
		const userFolder = guard.temporaryFolder('main');
		// Its first command migrates the database.
		const instance = await prepareInstance(line, service, {
			...common,
			...{ port, userFolder, examples, isNew: true, progress, more, credential },
			credentials: [redisCredential(redis), ...credentials],
		});
		named.push({ name: 'main', server: instance.server });
		started.push(async () => await instance.server.stop());
		signal?.throwIfAborted();
		await step(progress, 'Starting the main process', async () => await instance.server.start());
		await instance.rest.enter();

		const others = async (command: 'webhook' | 'worker', index: number) => {
			const name = `${command}-${index + 1}`;
			const folder = guard.temporaryFolder(name);
			installAsIn(userFolder, folder);
			const place = command === 'webhook' ? { port: ports[index] ?? 0 } : {};
			const server = await N8nServer.prepare(line, folder, { ...common, ...place, command });
			named.push({ name, server });
			started.push(async () => await server.stop());
			return server;
		};
		const processors: N8nServer[] = [];
		const workers: N8nServer[] = [];
		for (let index = 0; index < count.webhook; index++)
			processors.push(await others('webhook', index));
		for (let index = 0; index < count.worker; index++) workers.push(await others('worker', index));
		signal?.throwIfAborted();
		const text = `Starting ${processors.length} webhook processors and ${workers.length} workers`;
		await step(progress, text, async () => {
			await Promise.all([...processors, ...workers].map(async (server) => await server.start()));
		});

		const cli = path.join(programs.redis, 'redis-cli');
		const release = async () => await releaseOrphans(cli, redis);
		const servers = { balancer, processors, workers, redis: redis.program, database };
		const cluster = { ...instance, service, ...servers, releaseOrphans: release, stop };
		return { ...cluster, describe: () => describe(line, cluster, redisPort) };
	}
}

/** For workflows that keep something in the Redis of the queue. */
function redisCredential({ port, password }: Redis) {
	return {
		id: REDIS_CREDENTIAL_ID,
		name: 'Redis',
		type: 'redis',
		data: { host: '127.0.0.1', port, user: '', password, database: 0, ssl: false },
	};
}

function queueSettings(redis: Redis, database: Database): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64'),
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_BULL_REDIS_PASSWORD: redis.password,
		...databaseSettings(database),
		// Events go to the webhook processors only.
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// Else n8n replaces an execution whose worker was killed by an error, and its event is gone.
		QUEUE_WORKER_STALLED_INTERVAL: '0',
		// Minutes until an execution that did not get into the queue is listed as crashed; 180 by default.
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
		// Else n8n waits forever for an execution that ended before it began to wait (n8n-io/n8n#30392).
		N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
		N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '1000',
	};
}

/** Each process of n8n loads community packages from its own user folder, as from an image. */
function installAsIn(from: string, to: string): void {
	const nodes = path.join('.n8n', 'nodes');
	mkdirSync(path.join(to, '.n8n'), { recursive: true });
	cpSync(path.join(from, nodes), path.join(to, nodes), { recursive: true, verbatimSymlinks: true });
}

function describe(line: Line, cluster: Omit<Cluster, 'describe'>, redisPort: number): string {
	const rows: Array<[what: string, where: string, pid: number | undefined]> = [
		['Main (editor)', cluster.server.url, cluster.server.pid],
		...cluster.processors.map(processRow('Webhook processor')),
		...cluster.workers.map(processRow('Worker')),
		['Redis, append-only file', `127.0.0.1:${redisPort}`, cluster.redis.pid],
		['PostgreSQL', `127.0.0.1:${cluster.database.port}`, cluster.database.program.pid],
		['Balancer of webhooks', cluster.balancer.url, process.pid],
		['Reference service', cluster.service.url, process.pid],
	];
	const lines = rows.map(
		([what, where, pid]) => `  ${what.padEnd(24)} ${where.padEnd(24)} process ${pid ?? 'ended'}`,
	);
	return [`n8n ${line.version} in queue mode:`, ...lines].join('\n');
}

function processRow(what: string) {
	return ({ url, pid }: N8nServer, index: number): [string, string, number | undefined] => [
		`${what} ${index + 1}`,
		url,
		pid,
	];
}

function keepLog(name: string, { logFile }: N8nServer): void {
	if (!existsSync(logFile)) return;
	mkdirSync(LOGS, { recursive: true });
	copyFileSync(logFile, path.join(LOGS, `queue-${name}-${Date.now()}.log`));
}
