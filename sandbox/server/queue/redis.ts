import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Guard } from './guard';
import { Program } from './program';

const run = promisify(execFile);

/** How long it may take to answer. */
const ANSWER_WITHIN_MS = 1_000;

/**
 * A Redis on loopback in a temporary folder. It has an append-only file: without one, a restart loses
 * the queue, and with it executions that were acknowledged.
 */
export function redisAt(file: string, port: number, guard: Guard): Program {
	const folder = guard.temporaryFolder('redis');
	return new Program({
		name: 'Redis',
		file,
		args: [
			...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
			...['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'],
		],
		folder,
		logFile: path.join(folder, 'redis.log'),
		stopSignal: 'SIGTERM',
		isReady: async () => (await ask(port, 'PING')) === '+PONG',
		guard,
	});
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
export async function releaseOrphans(cli: string, port: number): Promise<number> {
	const command = async (...args: string[]) => {
		const { stdout } = await run(cli, ['-p', String(port), ...args]);
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

/** @returns the first line of the answer; empty when there is none, as while Redis loads its file */
async function ask(port: number, command: string): Promise<string> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
		const done = (answer: string) => {
			socket.destroy();
			resolve(answer);
		};
		socket.setTimeout(ANSWER_WITHIN_MS, () => done(''));
		socket.once('error', () => done(''));
		socket.once('data', (bytes) => done(bytes.toString().split('\r\n')[0] ?? ''));
	});
}
