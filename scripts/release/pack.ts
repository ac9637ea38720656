import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A packed package. */
export interface Tarball {
	file: string;
	bytes: number;
	sha256: string;
}

/** What differs between the machines of two people. */
export interface Surroundings {
	timeZone: string;
	language: string;
}

/**
 * Builds and packs the last commit in a folder of its own, with the installed build tools.
 *
 * @param folder where to check out; made here
 * @throws Error with the output of the program that failed
 */
export async function packCommit(
	folder: string,
	{ timeZone, language }: Surroundings,
): Promise<Tarball> {
	const checkout = path.join(folder, 'checkout');
	mkdirSync(checkout, { recursive: true });
	const archive = path.join(folder, 'commit.tar');
	await run('git', ['archive', '--output', archive, 'HEAD']);
	await run('tar', ['-xf', archive, '-C', checkout]);
	symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
	const options = {
		cwd: checkout,
		maxBuffer: 2 ** 26,
		env: { ...process.env, TZ: timeZone, LC_ALL: language },
	};
	await run('npm', ['run', 'build'], options);
	const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], options);
	return describeTarball(path.join(folder, stdout.trim()));
}

export function describeTarball(file: string): Tarball {
	const content = readFileSync(file);
	const sha256 = createHash('sha256').update(content).digest('hex');
	return { file, bytes: content.length, sha256 };
}
