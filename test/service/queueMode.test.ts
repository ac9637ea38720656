import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { freePorts } from '../../sandbox/server/ports';
import type { Guard } from '../../sandbox/server/queue/guard';
import { startGuard } from '../../sandbox/server/queue/guard';
import { startPostgres } from '../../sandbox/server/queue/postgres';
import { findPrograms } from '../../sandbox/server/queue/programs';
import { redisAt } from '../../sandbox/server/queue/redis';

function installed(): ReturnType<typeof findPrograms> | undefined {
	try {
		return findPrograms();
	} catch {
		return undefined;
	}
}

it('the guard ends what it watches, and removes its folders', async () => {
	const guard = startGuard();
	const folder = guard.temporaryFolder('guard');
	mkdirSync(path.join(folder, 'data'));
	const forever = ['-e', 'setInterval(() => {}, 1000)'];
	const watched = spawn(process.execPath, forever);
	const forgotten = spawn(process.execPath, forever);
	const end = new Promise((resolve) => watched.once('exit', (_code, signal) => resolve(signal)));
	for (const { pid = 0 } of [watched, forgotten]) guard.watch(pid, 'SIGTERM');
	guard.forget(forgotten.pid ?? 0);
	await guard.close();
	expect(await end).toBe('SIGTERM');
	expect(existsSync(folder)).toBe(false);
	expect(forgotten.exitCode ?? forgotten.signalCode).toBeNull();
	const killed = new Promise((resolve) => forgotten.once('exit', resolve));
	forgotten.kill();
	await killed;
});

const programs = installed();

// Any user of the machine can open a connection to a port on loopback.
(programs ? describe : describe.skip)('what anyone on this machine can do', () => {
	const { redis: redisFolder, postgres: postgresFolder } = programs ?? { redis: '', postgres: '' };
	const run = promisify(execFile);
	let guard: Guard;

	beforeEach(() => (guard = startGuard()));
	afterEach(async () => await guard.close());

	/** @returns what a program prints, be it an error */
	const said = async (file: string, ...args: string[]) =>
		await run(file, args).then(
			({ stdout }) => stdout.trim(),
			({ stderr }: { stderr: string }) => stderr.trim(),
		);
	const commandOf = async (pid = 0) => await said('ps', '-ww', '-o', 'args=', '-p', String(pid));

	it('is nothing in Redis without its password', async () => {
		const [port = 0] = await freePorts(1);
		const redis = redisAt(path.join(redisFolder, 'redis-server'), port, guard);
		await redis.program.start();
		const cli = path.join(redisFolder, 'redis-cli');
		const to = ['-p', String(port)];
		expect(await said(cli, ...to, 'lrange', 'bull:jobs:active', '0', '-1')).toMatch(/^NOAUTH/);
		expect(await said(cli, ...to, 'AUTH', 'wrong')).toMatch(/^WRONGPASS/);
		expect(await said(cli, ...to, '--pass', redis.password, '--no-auth-warning', 'PING')).toBe(
			'PONG',
		);
		const command = await commandOf(redis.program.pid);
		expect(command).toContain(String(port));
		expect(command).not.toContain(redis.password);
		await redis.program.stop();
	});

	it('is nothing in PostgreSQL without its password', async () => {
		// Started by root, it runs as another user, who has to get to its folder.
		chmodSync(tmpdir(), 0o711);
		const [port = 0] = await freePorts(1);
		const database = await startPostgres(postgresFolder, port, guard);
		expect(await database.query('select 1')).toEqual([['1']]);
		const psql = path.join(postgresFolder, 'psql');
		const login = async (password: string) =>
			await said(psql, '-wc', 'select 1', `postgresql://n8n:${password}@127.0.0.1:${port}/n8n`);
		expect(await login('')).toContain('no password supplied');
		for (const wrong of ['n8n', 'x'])
			expect(await login(wrong)).toContain('password authentication failed');
		expect(await login(database.password)).toContain('(1 row)');
		const command = await commandOf(database.program.pid);
		expect(command).toContain(String(port));
		expect(command).not.toContain(database.password);
		await database.program.stop();
	});
});
