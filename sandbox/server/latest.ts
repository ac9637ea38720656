import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { CURRENT, LATEST_FOLDER } from './lines';

const run = promisify(execFile);

/** Newest first; what cannot be installed is mostly missing a package for a day or two. */
const TRIES = 5;

/**
 * The first half of `npm run e2e -- latest`: chooses the newest n8n that the npm registry has with all
 * its packages, and writes its manifest and lockfile to {@link LATEST_FOLDER}. The tests install it
 * from there. That is a 2.x: n8n 3 is in containers only, see `npm run e2e -- image`.
 */
async function main(): Promise<void> {
	const versions = (await newestVersions()).slice(0, TRIES);
	for (const version of versions) {
		console.log(`Looking for n8n ${version} and all its packages …`);
		const problem = await lock(version);
		if (problem === undefined)
			return console.log(
				`The tests run on n8n ${version}, the newest on npm. n8n 3 is not there: npm run e2e -- image`,
			);
		console.log(`n8n ${version} cannot be installed: ${problem}`);
	}
	throw new Error(`None of these can be installed: ${versions.join(', ')}`);
}

/** @returns released versions, no previews, the newest one first */
async function newestVersions(): Promise<string[]> {
	const { stdout } = await run('npm', ['view', 'n8n', 'versions', '--json'], QUIET);
	const versions = JSON.parse(stdout) as string[];
	const parts = (version: string) => version.split('.').map(Number);
	return versions
		.filter((version) => /^\d+\.\d+\.\d+$/.test(version))
		.sort((a, b) => {
			const [left, right] = [parts(a), parts(b)];
			const place = left.findIndex((part, index) => part !== right[index]);
			return (right[place] ?? 0) - (left[place] ?? 0);
		});
}

/** @returns what npm says when the version or one of its packages is not there */
async function lock(version: string): Promise<string | undefined> {
	const manifest = JSON.parse(readFileSync(path.join(CURRENT.folder, 'package.json'), 'utf8')) as {
		dependencies: Record<string, string>;
	};
	manifest.dependencies.n8n = version;
	mkdirSync(LATEST_FOLDER, { recursive: true });
	// From the lockfile of the sandbox, so that what n8n did not change is what is known to work.
	for (const file of ['.npmrc', 'package-lock.json']) {
		copyFileSync(path.join(CURRENT.folder, file), path.join(LATEST_FOLDER, file));
	}
	writeFileSync(path.join(LATEST_FOLDER, 'package.json'), JSON.stringify(manifest, null, '\t'));
	try {
		const command = ['install', '--package-lock-only', '--no-audit', '--no-fund'];
		await run('npm', command, { cwd: LATEST_FOLDER, ...QUIET });
		return undefined;
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		return said.split('\n').find((line) => line.includes('notarget')) ?? said;
	}
}

/** The list of n8n's versions is long. */
const QUIET = { maxBuffer: 64 * 1024 * 1024 };

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
