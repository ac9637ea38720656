import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { openSync, closeSync, readFileSync } from 'node:fs';

import { until } from '../until';
import type { Guard } from './guard';

const LOG_TAIL = 2_000;

/** How a program is run. */
export interface ProgramOptions {
	name: string;
	file: string;
	args: string[];
	folder: string;
	logFile: string;
	/** What ends it properly. */
	stopSignal: NodeJS.Signals;
	isReady: () => Promise<boolean>;
	guard: Guard;
	/** Of the user that it runs as; that of this process by default. */
	uid?: number;
	gid?: number;
}

/** A server beside n8n, such as a database. */
export class Program {
	private process: ChildProcess | undefined;

	constructor(private readonly options: ProgramOptions) {}

	get pid(): number | undefined {
		return this.process?.pid;
	}

	/**
	 * Starts it and waits until it takes requests.
	 *
	 * @throws Error with the end of its log when it does not start
	 */
	async start(): Promise<void> {
		const { name, file, args, folder, logFile, isReady, guard, stopSignal, uid, gid } =
			this.options;
		const log = openSync(logFile, 'a');
		const child = spawn(file, args, {
			cwd: folder,
			env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
			stdio: ['ignore', log, log],
			// Ctrl-C must not reach it before n8n has ended.
			detached: true,
			...(uid !== undefined && { uid }),
			...(gid !== undefined && { gid }),
		});
		closeSync(log);
		this.process = child;
		let end: string | undefined;
		child.once('error', ({ message }) => (end = message));
		child.once('exit', (code, signal) => (end = `it exited with ${signal ?? code}`));
		if (child.pid !== undefined) guard.watch(child.pid, stopSignal);
		try {
			await until(async () => {
				if (end !== undefined) throw new Error(end);
				return { is: await isReady(), seen: 'no response' };
			}, `${name} to be ready`);
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			const tail = readFileSync(logFile, 'utf8').slice(-LOG_TAIL);
			throw new Error(`${name} did not start: ${why}. The end of its log:\n${tail}`);
		}
	}

	/** Ends it; by default properly. */
	async stop(signal: NodeJS.Signals = this.options.stopSignal): Promise<void> {
		const child = this.process;
		if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
		const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
		child.kill(signal);
		await ended;
		this.options.guard.forget(child.pid);
	}

	/** Ends it without a chance to finish anything, and starts it again. */
	async restart(): Promise<void> {
		await this.stop('SIGKILL');
		await this.start();
	}
}
