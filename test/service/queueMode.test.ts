import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startBalancer } from '../../sandbox/server/queue/balancer';
import { startGuard } from '../../sandbox/server/queue/guard';
import { findPrograms } from '../../sandbox/server/queue/programs';

function folderWith(...files: string[]): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-programs-'));
	for (const file of files) writeFileSync(path.join(folder, file), '');
	return folder;
}

describe('the programs of queue mode', () => {
	it('takes PostgreSQL from the first folder that has all of it', () => {
		const part = folderWith('redis-server', 'redis-cli', 'postgres');
		const whole = folderWith('initdb', 'postgres', 'psql');
		expect(findPrograms([part, whole])).toEqual({
			redis: part,
			postgres: whole,
		});
	});

	it.each([
		[['redis-server', 'redis-cli'], 'Queue mode needs PostgreSQL. Install it'],
		[['initdb', 'postgres', 'psql'], 'Queue mode needs Redis. Install it'],
		[[], 'Queue mode needs Redis and PostgreSQL. Install them'],
	])('says with %j what is missing and the line that installs it', (files, message) => {
		const find = () => findPrograms([folderWith(...files)]);
		expect(find).toThrow(message);
		expect(find).toThrow('apt-get install --no-install-recommends redis-server postgresql');
	});
});

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

describe('the balancer', () => {
	async function processor(isReady: boolean) {
		let requests = 0;
		const server = createServer((request, response) => {
			if (request.url === '/healthz/readiness')
				return void response.writeHead(isReady ? 200 : 503).end();
			requests++;
			response.writeHead(200).end();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return {
			url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			requests: () => requests,
			close: () => {
				server.closeAllConnections();
				server.close();
			},
		};
	}

	const post = async (url: string) => (await fetch(`${url}/webhook`, { method: 'POST' })).status;

	it('takes turns between those that are ready, and leaves out the others', async () => {
		const processors = [await processor(true), await processor(false), await processor(true)];
		const balancer = await startBalancer(processors.map(({ url }) => url));
		for (let times = 0; times < 6; times++) expect(await post(balancer.url)).toBe(200);
		const [first, second, third] = processors.map(({ requests }) => requests());
		expect(second).toBe(0);
		expect((first ?? 0) + (third ?? 0)).toBe(6);
		expect(Math.min(first ?? 0, third ?? 0)).toBeGreaterThan(0);
		await balancer.close();
		for (const { close } of processors) close();
	});

	it('responds with a status that is sent again when no processor is left', async () => {
		const only = await processor(true);
		const balancer = await startBalancer([only.url]);
		expect(await post(balancer.url)).toBe(200);
		only.close();
		// 502 if it has not looked in the meantime.
		expect([502, 503]).toContain(await post(balancer.url));
		expect(await post(balancer.url)).toBe(503);
		await balancer.close();
	});
});
