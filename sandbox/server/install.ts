import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { pullImage } from './container';
import { CURRENT, type Line, OLDEST } from './lines';
import type { Progress } from './progress';
import { step } from './progress';

const run = promisify(execFile);

const PROJECT = path.resolve(__dirname, '../..');

const TRIES = 3;

/** Packages with a manifest and a lockfile of their own: `npm ci` in the project installs none of them. */
export interface Packages {
	folder: string;
	/** What a user reads while they are installed. */
	text: string;
	/** Those of them whose install scripts are needed. */
	rebuild?: { names: string[]; text: string };
}

/** The site of the documentation, and what checks its links and spelling. */
export const DOCS: Packages = {
	folder: path.join(PROJECT, 'docs'),
	text: 'Installing what the documentation is built and checked with (150 MB, once, a minute)',
};

/** What drives a browser, and writes its pictures. */
export const BROWSER: Packages = {
	folder: path.join(PROJECT, 'sandbox/editor'),
	text: 'Installing what drives the browser (32 MB, once)',
};

/** Servers of others that the nodes are tried on. */
export const SERVERS: Packages = {
	folder: path.join(PROJECT, 'sandbox/servers'),
	text: 'Installing servers of others to try the nodes on (145 MB, once, half a minute)',
};

/** @returns the packages of an n8n */
export function n8nOf({ version, size, folder }: Line): Packages {
	return {
		folder,
		text: `Installing n8n ${version} (${size}, once, a few minutes)`,
		rebuild: {
			names: [DRIVER, 'node'],
			text: 'Building its database driver and fetching Node.js 24',
		},
	};
}

/**
 * Installs packages from their lockfile, unless the same ones are there already.
 *
 * @param packages or an n8n
 * @param progress called while the first installation runs, which may take a few minutes
 * @throws Error with the output of npm when a step fails
 */
export async function ensureInstalled(
	packages: Packages | Line,
	progress: Progress,
	signal?: AbortSignal,
): Promise<void> {
	if ('image' in packages && packages.image !== undefined)
		return await pullImage(packages.image, progress);
	const { folder, text, rebuild } = 'version' in packages ? n8nOf(packages) : packages;
	const marker = markerIn(folder);
	const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
	const expected = createHash('sha256').update(lock).digest('hex');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === expected) return;

	// Compiles on all processors.
	const env = { JOBS: 'max', ...process.env };
	const quietly = { cwd: folder, env, ...QUIET, ...(signal && { signal }) };
	const npm = async (what: string, ...args: string[]) =>
		await step(progress, what, async () => {
			await tryAgain(async () => await run('npm', args, quietly), signal);
		});
	await npm(text, 'ci', '--no-audit', '--no-fund');
	if (rebuild) {
		const names = rebuild.names.filter((name) => name !== DRIVER || !takeDriver(folder));
		await npm(rebuild.text, 'rebuild', ...names, '--ignore-scripts=false');
	}
	writeFileSync(marker, expected);
}

/** @returns the file that says which packages a folder has, once they are all there */
function markerIn(folder: string): string {
	return path.join(folder, 'node_modules', '.installed');
}

/** The database driver, which is compiled where no compiled one can be fetched: that takes minutes. */
const DRIVER = 'sqlite3';
const COMPILED = `node_modules/${DRIVER}/build/Release/node_sqlite3.node`;

/** @returns whether there was another n8n with the same driver, compiled, which is then copied */
function takeDriver(folder: string): boolean {
	const versionIn = (place: string) =>
		readFileSync(path.join(place, 'node_modules', DRIVER, 'package.json'), 'utf8');
	const other = [CURRENT, OLDEST].find(
		(line) =>
			line.folder !== folder &&
			existsSync(markerIn(line.folder)) &&
			existsSync(path.join(line.folder, COMPILED)) &&
			versionIn(line.folder) === versionIn(folder),
	);
	if (other) cpSync(path.join(other.folder, COMPILED), path.join(folder, COMPILED));
	return other !== undefined;
}

/**
 * Does what needs the network, which may be slow or gone for a moment, up to three times.
 *
 * @throws the last error
 */
export async function tryAgain(work: () => Promise<unknown>, signal?: AbortSignal): Promise<void> {
	for (let tries = 1; ; tries++) {
		try {
			return void (await work());
		} catch (error) {
			if (tries === TRIES || signal?.aborted) throw error;
		}
	}
}

/**
 * Packs the project and installs the tarball where n8n keeps community packages, as a user would.
 *
 * @param userFolder the n8n user folder
 */
export async function installPackage(
	userFolder: string,
	progress: Progress,
	signal?: AbortSignal,
): Promise<void> {
	const quietly = { ...QUIET, ...(signal && { signal }) };
	const nodes = path.join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	// Without one, npm would look for a project further up, and install the package there.
	const manifest = path.join(nodes, 'package.json');
	if (!existsSync(manifest))
		writeFileSync(manifest, '{ "name": "installed-nodes", "private": true }');
	await step(progress, 'Packing the project and installing the tarball into n8n', async () => {
		const pack = ['pack', '--silent', '--pack-destination', nodes];
		const { stdout } = await run('npm', pack, { cwd: PROJECT, ...quietly });
		const tarball = path.join(nodes, stdout.trim());
		rmSync(path.join(nodes, 'node_modules', 'n8n-nodes-grc-tprm'), {
			recursive: true,
			force: true,
		});
		// It has no dependencies: nothing is fetched, and no audit waits for a registry.
		const options = [
			'--legacy-peer-deps',
			'--ignore-scripts',
			'--no-save',
			'--no-audit',
			'--no-fund',
		];
		await run('npm', ['install', ...options, tarball], { cwd: nodes, ...quietly });
	});
}

/** npm's progress output is for terminals; its messages about a failure are in the error. */
const QUIET = { maxBuffer: 64 * 1024 * 1024 };
