import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Guard } from './guard';
import { Program } from './program';

const run = promisify(execFile);

/** User and database. */
const DATABASE = 'n8n';

/** Separates fields in the answers of psql; part of no text in n8n's database. */
const SEPARATOR = '\u001f';

/** A PostgreSQL server with an empty database for n8n. */
export interface Database {
	program: Program;
	port: number;
	/** Made at random: every user of the machine can open a connection to loopback. */
	password: string;
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
	const password = randomBytes(24).toString('base64url');
	const passwordFile = path.join(home, 'password');
	writeFileSync(passwordFile, password, { mode: 0o600 });
	const owner = await ownerOf([home, data, passwordFile]);
	const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' };
	const query = async (sql: string, database = DATABASE) => {
		const where = ['-h', '127.0.0.1', '-p', String(port), '-U', DATABASE, '-d', database];
		const { stdout } = await run(
			path.join(folder, 'psql'),
			[...where, '-X', '-A', '-t', '-F', SEPARATOR, '-v', 'ON_ERROR_STOP=1', '-c', sql],
			{ env: { ...env, PGPASSWORD: password }, maxBuffer: 256 * 1024 * 1024 },
		);
		return stdout
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => line.split(SEPARATOR));
	};
	await run(
		path.join(folder, 'initdb'),
		[
			...['-D', data, '-U', DATABASE, '-E', 'UTF8', '--no-sync'],
			...['-A', 'scram-sha-256', '--pwfile', passwordFile],
		],
		{ ...owner, cwd: home, env },
	);
	rmSync(passwordFile);
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
	return { program, port, password, query };
}

/** @returns what tells an n8n to use the database */
export function databaseSettings({ port, password }: Database): Record<string, string> {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_USER: DATABASE,
		DB_POSTGRESDB_DATABASE: DATABASE,
		DB_POSTGRESDB_PASSWORD: password,
	};
}

/** PostgreSQL refuses to run as root: the user of its Debian package takes over then. */
async function ownerOf(files: string[]): Promise<{ uid?: number; gid?: number }> {
	if (process.getuid?.() !== 0) return {};
	const idOf = async (kind: string) => Number((await run('id', [kind, 'postgres'])).stdout.trim());
	const [uid, gid] = [await idOf('-u'), await idOf('-g')];
	for (const file of files) chownSync(file, uid, gid);
	return { uid, gid };
}
