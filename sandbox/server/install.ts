import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Line } from './lines';
import type { Progress } from './progress';
import { step } from './progress';

const run = promisify(execFile);

/**
 * Installs an n8n from its lockfile, unless the same one is there already.
 *
 * @param progress called while the first installation runs, which takes a few minutes
 * @throws Error with the output of npm when a step fails
 */
export async function ensureInstalled(
	line: Line,
	progress: Progress,
	signal?: AbortSignal,
): Promise<void> {
	const { folder } = line;
	const marker = path.join(folder, 'node_modules', '.installed');
	const lock = readFileSync(path.join(folder, 'package-lock.json'));
	const expected = createHash('sha256').update(lock).digest('hex');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === expected) return;

	const quietly = { cwd: folder, ...QUIET, ...(signal && { signal }) };
	await step(progress, installText(line), async () => {
		await run('npm', ['ci', '--no-audit', '--no-fund'], quietly);
	});
	await step(progress, 'Building its database driver and fetching Node.js 24', async () => {
		const rebuild = ['rebuild', 'sqlite3', 'node', '--ignore-scripts=false'];
		await run('npm', rebuild, quietly);
	});
	writeFileSync(marker, expected);
}

/** @returns what a user reads while n8n is installed */
export function installText({ version, size }: Line): string {
	return `Installing n8n ${version} (${size}, once, a few minutes)`;
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
	const project = path.resolve(__dirname, '../..');
	const nodes = path.join(userFolder, '.n8n', 'nodes');
	mkdirSync(nodes, { recursive: true });
	// Without one, npm would look for a project further up, and install the package there.
	const manifest = path.join(nodes, 'package.json');
	if (!existsSync(manifest))
		writeFileSync(manifest, '{ "name": "installed-nodes", "private": true }');
	await step(progress, 'Packing the project and installing the tarball into n8n', async () => {
		const pack = ['pack', '--silent', '--pack-destination', nodes];
		const { stdout } = await run('npm', pack, { cwd: project, ...quietly });
		const tarball = path.join(nodes, stdout.trim());
		rmSync(path.join(nodes, 'node_modules', 'n8n-nodes-grc-tprm'), {
			recursive: true,
			force: true,
		});
		const install = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-save', tarball];
		await run('npm', install, { cwd: nodes, ...quietly });
	});
}

/** npm's progress output is for terminals; its messages about a failure are in the error. */
const QUIET = { maxBuffer: 64 * 1024 * 1024 };
