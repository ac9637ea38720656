import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Browser } from 'playwright-core';

import { tryAgain } from '../server/install';
import type { Progress } from '../server/progress';
import { step } from '../server/progress';

const run = promisify(execFile);

/** Where Chromium and Chrome are found besides the folders of PATH. */
const USUAL_PLACES = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const STARTED_WITHIN_MS = 300_000;
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Keeps the browser on loopback: no other host, no update checks, and no sandbox of its own. */
const QUIET = [
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * Finds Chromium or Chrome, and installs Debian's where it may.
 *
 * @returns its executable
 * @throws Error that says how to get one where none is found
 */
export async function findOrInstallChromium(progress: Progress): Promise<string> {
	return (await findChromium()) ?? (await installChromium(progress));
}

/**
 * Starts a headless Chromium or Chrome.
 *
 * @param progress called when Chromium has to be installed first
 * @throws Error that says how to get one where none is found
 */
export async function launchChromium(progress: Progress): Promise<Browser> {
	const executablePath = await findOrInstallChromium(progress);
	const { chromium } = await import('playwright-core');
	return await chromium.launch({ executablePath, args: QUIET, timeout: STARTED_WITHIN_MS });
}

async function findChromium(): Promise<string | undefined> {
	// Installed on first use, maybe a moment ago.
	const { chromium } = await import('playwright-core');
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	return [
		process.env.CHROMIUM_PATH ?? '',
		...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))),
		...USUAL_PLACES,
		chromium.executablePath(),
	].find((file) => file !== '' && existsSync(file));
}

/** Debian's own package, where this process may install one. */
async function installChromium(progress: Progress): Promise<string> {
	if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		await step(progress, "Installing Debian's chromium (once)", async () => {
			const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
			const options = { env, maxBuffer: 64 * 1024 * 1024 };
			const install = ['install', '-q', '-y', '--no-install-recommends', 'chromium'];
			await tryAgain(async () => {
				await run('apt-get', ['update', '-q'], options);
				await run('apt-get', install, options);
			});
		});
	}
	const found = await findChromium();
	if (found !== undefined) return found;
	throw new Error(
		'No Chromium or Chrome was found. Install one, for example with "npx --prefix sandbox/editor playwright-core install chromium", or set CHROMIUM_PATH to its path.',
	);
}
