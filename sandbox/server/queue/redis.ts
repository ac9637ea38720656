import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Guard } from './guard';
import { Program } from './program';

const run = promisify(execFile);

/** How long it may take to answer. */
const ANSWER_WITHIN_MS = 1_000;

/** A Redis server for n8n's queue. */
export interface Redis {
	program: Program;
	port: number;
	/** Made at random: every user of the machine can open a connection to loopback. */
	password: string;
}

/**
 * A Redis on loopback in a temporary folder. It has an append-only file: without one, a restart loses
 * the queue, and with it executions that were acknowledged.
 */
export function redisAt(file: string, port: number, guard: Guard): Redis {
	const folder = guard.temporaryFolder('redis');
	const password = randomBytes(24).toString('base64url');
	// Not as an argument: every user of the machine can list those.
	const config = path.join(folder, 'redis.conf');
	writeFileSync(config, `requirepass ${password}\n`, { mode: 0o600 });
	const program = new Program({
		name: 'Redis',
		file,
		args: [
			...[config, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
			...['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'],
		],
		folder,
		logFile: path.join(folder, 'redis.log'),
		stopSignal: 'SIGTERM',
		isReady: async () => await isReady(port, password),
		guard,
	});
	return { program, port, password };
}

/** The queue of n8n's workers, and the lock that a worker renews while it has a job in hand. */
const ACTIVE = 'bull:jobs:active';
const lockOf = (job: string) => `bull:jobs:${job}:lock`;

/**
 * Takes jobs out of the queue whose worker was killed; n8n then lists their executions as crashed. A lock
 * outlives its worker by a minute.
 *
 * @param cli path of `redis-cli`
 * @returns how many there were
 */
export async function releaseOrphans(cli: string, { port, password }: Redis): Promise<number> {
	const command = async (...args: string[]) => {
		const env = { REDISCLI_AUTH: password };
		const { stdout } = await run(cli, ['-p', String(port), ...args], { env });
		return stdout.split('\n').filter((line) => line !== '');
	};
	let released = 0;
	for (const job of await command('lrange', ACTIVE, '0', '-1')) {
		const [isLocked] = await command('exists', lockOf(job));
		if (isLocked !== '0') continue;
		await command('lrem', ACTIVE, '1', job);
		released++;
	}
	return released;
}

/** @returns whether it takes commands; it does not while it loads its file */
async function isReady(port: number, password: string): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.write(`AUTH ${password}\r\nPING\r\n`);
		});
		const done = (is: boolean) => {
			socket.destroy();
			resolve(is);
		};
		let answers = '';
		socket.setTimeout(ANSWER_WITHIN_MS, () => done(false));
		socket.once('error', () => done(false));
		socket.once('close', () => done(false));
		socket.on('data', (bytes) => {
			answers += bytes.toString();
			if (answers.split('\r\n').length > 2) done(answers === '+OK\r\n+PONG\r\n');
		});
	});
}
