import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import type { Line } from './lines';
import { dockerArguments, killContainer } from './container';
import { freePorts } from './ports';
import type { Guard } from './queue/guard';
import { until } from './until';

const READY_WITHIN_MS = 600_000;
const ANSWER_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;
const LOG_TAIL = 3_000;

const WAIT_FOR_DATABASE = ['--require', path.join(__dirname, 'waitForDatabase.cjs')];

/** How an n8n is run. */
export interface ServerOptions {
	/** 0, the default, picks a free one. */
	port?: number;
	/**
	 * Keeps Ctrl-C from n8n, which may hang when it gets the signal twice. The caller has to stop n8n in
	 * every case.
	 */
	inOwnGroup?: boolean;
	/** Ends commands that are running. */
	signal?: AbortSignal;
	/** What of n8n it is in queue mode; by default `start`, all of it or the main process. */
	command?: 'start' | 'webhook' | 'worker';
	/** Options of Node.js. */
	nodeOptions?: readonly string[];
	/** Ends it when this process is killed. */
	guard?: Guard;
	/** Settings of n8n beside those of a closed and quiet instance. */
	environment?: Readonly<Record<string, string>>;
}

/** A command of n8n, with its options. */
interface Run {
	command: readonly string[];
	/** Without effect in a container. */
	nodeOptions?: readonly string[];
	/** Name of the container. */
	container: string;
}

const newContainer = () => `grc-tprm-${randomUUID()}`;

/** A real n8n on loopback with a user folder of its own. */
export class N8nServer {
	private process: ChildProcess | undefined;
	/** Name of the container that the server runs in, where it does. */
	private container = '';

	private constructor(
		readonly line: Line,
		readonly userFolder: string,
		readonly port: number,
		private readonly brokerPort: number,
		private readonly options: ServerOptions,
	) {}

	static async prepare(
		line: Line,
		userFolder: string,
		options: ServerOptions = {},
	): Promise<N8nServer> {
		mkdirSync(userFolder, { recursive: true });
		const [free = 0, broker = 0] = await freePorts(2);
		const port = options.port === undefined || options.port === 0 ? free : options.port;
		return new N8nServer(line, userFolder, port, broker, options);
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** Of the process, while it runs. */
	get pid(): number | undefined {
		return this.process?.pid;
	}

	get logFile(): string {
		return path.join(this.userFolder, 'n8n.log');
	}

	/** Starts the server and waits until it takes requests. */
	async start(): Promise<void> {
		// Not a pipe: without a reader, n8n goes on running, and each of its writes fails.
		const log = openSync(this.logFile, 'a');
		const { command = 'start', nodeOptions = [], guard } = this.options;
		this.container = newContainer();
		const run = { command: [command], nodeOptions, container: this.container };
		const child = this.spawn(run, this.brokerPort, {
			stdio: ['ignore', log, log],
			detached: this.isInOwnGroup,
		});
		closeSync(log);
		this.process = child;
		process.once('exit', this.forceKill);
		if (child.pid !== undefined)
			guard?.watch(this.isInOwnGroup ? -child.pid : child.pid, 'SIGKILL');
		let end: string | undefined;
		child.once('error', ({ message }) => (end = message));
		child.once('exit', (code, signal) => (end = `it exited with ${signal ?? code}`));
		try {
			await until(
				async () => {
					if (end !== undefined) throw new Error(end);
					return { is: await this.isReady(), seen: 'no response' };
				},
				'n8n to be ready',
				READY_WITHIN_MS,
			);
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			throw new Error(`n8n did not start: ${why}. The end of its log:\n${this.logTail()}`);
		}
	}

	/** @returns the last lines that the server wrote */
	logTail(): string {
		return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8').slice(-LOG_TAIL) : '';
	}

	/** Asks the server to stop, and kills it if it does not. */
	async stop(): Promise<void> {
		await this.end('SIGTERM');
	}

	/** Ends the server without a chance to finish anything. */
	async kill(): Promise<void> {
		await this.end('SIGKILL');
		// Else n8n begins its next start with a pause of ten seconds.
		await rm(path.join(this.userFolder, '.n8n', 'crash.journal'), { force: true });
	}

	/**
	 * Runs a command of n8n's CLI on the same database; several may run at once.
	 *
	 * @returns what it printed
	 */
	async cli(...args: string[]): Promise<string> {
		const [broker = 0] = await freePorts(1);
		// Into a file: n8n may exit before all of a long text has gone through a pipe.
		const file = path.join(this.userFolder, `${randomUUID()}.txt`);
		const printed = await open(file, 'w+');
		try {
			const { signal } = this.options;
			const child = this.spawn({ command: args, container: newContainer() }, broker, {
				stdio: ['ignore', printed.fd, 'pipe'],
				...(signal && { signal }),
			});
			const [errors, [code, killedBy]] = await Promise.all([
				child.stderr ? text(child.stderr) : '',
				once(child, 'exit'),
			]);
			const output = await readFile(file, 'utf8');
			if (code === 0) return output;
			throw new Error(`n8n ${args.join(' ')} failed (${killedBy ?? code}):\n${output}\n${errors}`);
		} finally {
			await printed.close();
			await rm(file, { force: true });
		}
	}

	/** Starts a command of n8n, in a container if the line has one; that has a Node.js of its own. */
	private spawn(
		{ command, nodeOptions = [], container: name }: Run,
		brokerPort: number,
		options: SpawnOptions,
	): ChildProcess {
		const { line, userFolder } = this;
		const environment = this.environment(brokerPort);
		if (line.image !== undefined) {
			const container = { name, image: line.image, userFolder, environment };
			return spawn('docker', dockerArguments(container, command), options);
		}
		const { PATH, HOME } = process.env;
		// What Node.js has compiled once, later starts need not compile again.
		const compiled = path.join(line.folder, 'node_modules', '.cache', 'compiled');
		return spawn(this.node, [...WAIT_FOR_DATABASE, ...nodeOptions, this.entry, ...command], {
			...options,
			env: { PATH, HOME, NODE_COMPILE_CACHE: compiled, ...environment },
		});
	}

	private get isInOwnGroup(): boolean {
		return this.options.inOwnGroup === true && process.platform !== 'win32';
	}

	private get node(): string {
		return path.join(this.line.folder, 'node_modules', '.bin', 'node');
	}

	private get entry(): string {
		return path.join(this.line.folder, 'node_modules', 'n8n', 'bin', 'n8n');
	}

	/** Ends n8n and what it started, at once. */
	private readonly forceKill = (): void => {
		const child = this.process;
		if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
		if (this.line.image !== undefined) killContainer(this.container);
		if (this.isInOwnGroup) process.kill(-child.pid, 'SIGKILL');
		else child.kill('SIGKILL');
	};

	/** A closed and quiet instance. */
	private environment(brokerPort: number): NodeJS.ProcessEnv {
		return {
			NODE_ENV: 'production',
			N8N_USER_FOLDER: this.userFolder,
			N8N_PORT: String(this.port),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_EDITOR_BASE_URL: this.url,
			WEBHOOK_URL: `${this.url}/`,
			N8N_SECURE_COOKIE: 'false',
			// Of a worker, which has no other port.
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(this.port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			N8N_HIRING_BANNER_ENABLED: 'false',
			N8N_DYNAMIC_BANNERS_ENABLED: 'false',
			N8N_VERIFIED_PACKAGES_ENABLED: 'false',
			// Of n8n 3, which loads no others without it; true by default before.
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			// Limits that a slow machine exceeds: n8n then refuses requests, or what runs Code nodes.
			DB_PING_TIMEOUT_MS: '60000',
			N8N_RUNNERS_GRANT_TOKEN_TTL: '600',
			N8N_RUNNERS_HEARTBEAT_INTERVAL: '300',
			N8N_RUNNERS_TASK_ACCEPT_TIMEOUT: '60',
			N8N_RUNNERS_TASK_REQUEST_TIMEOUT: '600',
			N8N_REINSTALL_MISSING_PACKAGES: 'false',
			N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
			EXECUTIONS_DATA_PRUNE: 'false',
			...this.options.environment,
		};
	}

	private async isReady(): Promise<boolean> {
		try {
			// n8n 1.x reports ready before it takes requests of its editor.
			const { command = 'start' } = this.options;
			const editor = command === 'start' ? ['/rest/options/timezones'] : [];
			const paths = ['/healthz/readiness', ...editor];
			const answers = await Promise.all(
				paths.map(
					async (path) =>
						await fetch(this.url + path, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }),
				),
			);
			return answers.every(({ ok }) => ok);
		} catch {
			return false;
		}
	}

	private async end(signal: NodeJS.Signals): Promise<void> {
		const child = this.process;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
		if (signal === 'SIGKILL') this.forceKill();
		else child.kill(signal);
		const timer = setTimeout(this.forceKill, STOP_WITHIN_MS);
		await ended;
		clearTimeout(timer);
		process.off('exit', this.forceKill);
		if (child.pid !== undefined)
			this.options.guard?.forget(this.isInOwnGroup ? -child.pid : child.pid);
		this.process = undefined;
	}
}
