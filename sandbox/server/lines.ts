import path from 'node:path';

/** A release line of n8n that the package is tested on. */
export interface Line {
	/** As in the compatibility table. */
	name: string;
	version: string;
	/** Disk space of an installation. */
	size: string;
	/** Folder with the manifest and lockfile of this n8n. */
	folder: string;
}

const SANDBOX = path.resolve(__dirname, '..');

/** The n8n that the package is developed against. */
export const CURRENT: Line = {
	name: '2.x',
	version: '2.41.1',
	size: '2.4 GB',
	folder: path.join(SANDBOX, 'n8n'),
};

/** The oldest line that the package supports. */
export const OLDEST: Line = {
	name: '1.x',
	version: '1.123.81',
	size: '1.6 GB',
	folder: path.join(SANDBOX, 'n8n-1.x'),
};

/** @throws Error when there is no such line */
export function lineNamed(name: string): Line {
	const line = [CURRENT, OLDEST].find((candidate) => candidate.name === name);
	if (!line) throw new Error(`Unknown n8n line "${name}"`);
	return line;
}
