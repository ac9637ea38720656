import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Where Debian and Ubuntu keep PostgreSQL: one folder per version, and none of them on the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

const INSTALL = 'sudo apt-get install --no-install-recommends redis-server postgresql';

/** Programs that queue mode needs beside n8n. */
export interface Programs {
	/** Folder of `redis-server` and `redis-cli`. */
	redis: string;
	/** Folder of `initdb`, `postgres` and `psql`. */
	postgres: string;
}

/**
 * Finds Redis and PostgreSQL on the PATH, or where Debian has them.
 *
 * @param folders to search, in this order
 * @throws Error with the line that installs what is missing
 */
export function findPrograms(folders = searched()): Programs {
	const folderOf = (names: string[]) =>
		folders.find((folder) => names.every((name) => existsSync(path.join(folder, name))));
	const redis = folderOf(['redis-server', 'redis-cli']);
	const postgres = folderOf(['initdb', 'postgres', 'psql']);
	if (redis !== undefined && postgres !== undefined) return { redis, postgres };
	const missing = [redis ?? 'Redis', postgres ?? 'PostgreSQL'].filter(
		(found) => !found.startsWith(path.sep),
	);
	throw new Error(
		`Queue mode needs ${missing.join(' and ')}. Install ${missing.length > 1 ? 'them' : 'it'}, on Debian or Ubuntu with:\n  ${INSTALL}`,
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
