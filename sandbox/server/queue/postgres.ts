import { execFile } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Guard } from './guard';
import { Program } from './program';

const run = promisify(execFile);

/** User and database, both without a password: the server listens on loopback only. */
export const DATABASE = 'n8n';

/** Separates fields in the answers of psql; part of no text in n8n's database. */
const SEPARATOR = '\u001f';

/** A PostgreSQL server with an empty database for n8n. */
export interface Database {
	program: Program;
	port: number;
	/** @returns the rows of an answer, each with its fields as texts; null is an empty text */
	query: (sql: string) => Promise<string[][]>;
}

/**
 * Creates and starts a PostgreSQL on loopback in a temporary folder.
 *
 * @param folder of PostgreSQL's programs
 */
export async function startPostgres(folder: string, port: number, guard: Guard): Promise<Database> {
	const home = guard.temporaryFolder('postgres');
	const data = path.join(home, 'data');
	mkdirSync(data, { mode: 0o700 });
	const owner = await ownerOf([home, data]);
	const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' };
	const query = async (sql: string, database = DATABASE) => {
		const where = ['-h', '127.0.0.1', '-p', String(port), '-U', DATABASE, '-d', database];
		const { stdout } = await run(
			path.join(folder, 'psql'),
			[...where, '-X', '-A', '-t', '-F', SEPARATOR, '-v', 'ON_ERROR_STOP=1', '-c', sql],
			{ env, maxBuffer: 256 * 1024 * 1024 },
		);
		return stdout
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => line.split(SEPARATOR));
	};
	await run(
		path.join(folder, 'initdb'),
		['-D', data, '-A', 'trust', '-U', DATABASE, '-E', 'UTF8', '--no-sync'],
		{ ...owner, cwd: home, env },
	);
	const program = new Program({
		name: 'PostgreSQL',
		file: path.join(folder, 'postgres'),
		args: [
			...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
			...['-c', 'unix_socket_directories='],
		],
		folder: home,
		logFile: path.join(home, 'postgres.log'),
		// Ends sessions instead of waiting for them.
		stopSignal: 'SIGINT',
		isReady: async () => {
			try {
				return (await query('select 1', 'postgres')).length === 1;
			} catch {
				return false;
			}
		},
		guard,
		...owner,
	});
	await program.start();
	await query(`create database ${DATABASE}`, 'postgres');
	return { program, port, query };
}

/** PostgreSQL refuses to run as root: the user of its Debian package takes over then. */
async function ownerOf(folders: string[]): Promise<{ uid?: number; gid?: number }> {
	if (process.getuid?.() !== 0) return {};
	const idOf = async (kind: string) => Number((await run('id', [kind, 'postgres'])).stdout.trim());
	const [uid, gid] = [await idOf('-u'), await idOf('-g')];
	for (const folder of folders) chownSync(folder, uid, gid);
	return { uid, gid };
}
