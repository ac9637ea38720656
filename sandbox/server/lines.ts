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
	/** Of a container that runs it, in place of what the folder has. */
	image?: string;
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

/** Where `npm run e2e -- latest` puts the newest n8n that is on npm. */
export const LATEST_FOLDER = path.resolve(SANDBOX, '../.data/n8n-latest');

/** @throws Error when there is no such line */
export function lineNamed(name: string): Line {
	const lines = [CURRENT, OLDEST, latest(), inImage()];
	const line = lines.find((candidate) => candidate?.name === name);
	if (!line) throw new Error(`Unknown n8n line "${name}"`);
	return line;
}

/** n8n as it comes in a container, which is the only form of n8n 3: `N8N_IMAGE`, by default the newest release. */
function inImage(): Line {
	const { N8N_IMAGE: image = 'n8nio/n8n:latest' } = process.env;
	return { name: 'image', version: image, size: '', folder: SANDBOX, image };
}

/** The newest n8n on npm, a 2.x, once its version was chosen. */
function latest(): Line | undefined {
	const manifest = path.join(LATEST_FOLDER, 'package.json');
	if (!existsSync(manifest)) return undefined;
	const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
		dependencies: { n8n: string };
	};
	const { size } = CURRENT;
	return { name: 'latest', version: dependencies.n8n, size, folder: LATEST_FOLDER };
}
