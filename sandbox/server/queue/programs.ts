import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Where Debian and Ubuntu keep PostgreSQL: one folder per version, and none of them on the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** Programs that queue mode needs beside n8n. */
export interface Programs {
	/** Folder of `redis-server` and `redis-cli`. */
	redis: string;
	/** Folder of `initdb`, `postgres` and `psql`. */
	postgres: string;
}

/** What each consists of, and the package of Debian and Ubuntu that has it. */
const NEEDED = {
	redis: { name: 'Redis', files: ['redis-server', 'redis-cli'], package: 'redis-server' },
	postgres: { name: 'PostgreSQL', files: ['initdb', 'postgres', 'psql'], package: 'postgresql' },
};

/**
 * Finds Redis and PostgreSQL on the PATH, or where Debian has them.
 *
 * @throws Error with the line that installs what is missing
 */
export function findPrograms(): Programs {
	const { redis = '', postgres = '' } = found('redis', 'postgres');
	return { redis, postgres };
}

/**
 * @returns the folder of PostgreSQL, for who needs no Redis
 * @throws Error with the line that installs it
 */
export function findPostgres(): string {
	return found('postgres').postgres ?? '';
}

function found(...programs: Array<keyof Programs>): Partial<Programs> {
	const folders = searched();
	const places = programs.map((program) => ({
		...{ program, ...NEEDED[program] },
		folder: folders.find((folder) =>
			NEEDED[program].files.every((name) => existsSync(path.join(folder, name))),
		),
	}));
	const missing = places.filter(({ folder }) => folder === undefined);
	if (missing.length === 0)
		return Object.fromEntries(places.map(({ program, folder }) => [program, folder]));
	const names = missing.map(({ name }) => name).join(' and ');
	const packages = missing.map((one) => one.package).join(' ');
	throw new Error(
		`This needs ${names}. Install ${missing.length > 1 ? 'them' : 'it'}, on Debian or Ubuntu with:\n  sudo apt-get install --no-install-recommends ${packages}`,
	);
}

function searched(): string[] {
	const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
	return [
		...(process.env['PATH'] ?? '')
			.split(path.delimiter)
			.filter((folder) => path.isAbsolute(folder)),
		...versions
			.sort((left, right) => Number(right) - Number(left))
			.map((version) => path.join(DEBIAN_FOLDER, version, 'bin')),
	];
}
