import { existsSync, readFileSync } from 'node:fs';
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

/** Where `npm run e2e -- latest` puts the newest n8n that the registry has. */
export const LATEST_FOLDER = path.resolve(SANDBOX, '../.data/n8n-latest');

/** @throws Error when there is no such line */
export function lineNamed(name: string): Line {
	const line = [CURRENT, OLDEST, latest()].find((candidate) => candidate?.name === name);
	if (!line) throw new Error(`Unknown n8n line "${name}"`);
	return line;
}

/** The newest n8n, once its version was chosen. */
function latest(): Line | undefined {
	const manifest = path.join(LATEST_FOLDER, 'package.json');
	if (!existsSync(manifest)) return undefined;
	const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
		dependencies: { n8n: string };
	};
	const { size } = CURRENT;
	return { name: 'latest', version: dependencies.n8n, size, folder: LATEST_FOLDER };
}
