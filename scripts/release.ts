import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { writeBills } from './release/bills';
import { describeTarball, packCommit } from './release/pack';

const USAGE = `Usage: npm run release -- check [tarball]
       npm run release -- sbom <tarball> <folder>

check: builds and packs the last commit in two folders, compares the tarballs to the byte, also with
  the given one, and writes and validates their bills of materials in a temporary folder.
sbom: writes the bills of materials (CycloneDX) of a tarball to a folder, and validates them.`;

async function main([command, tarball, folder, ...others]: string[]): Promise<void> {
	if (command === 'check' && folder === undefined) return await check(tarball);
	if (command === 'sbom' && tarball && folder && others.length === 0) {
		return await writeBills(describeTarball(tarball), folder);
	}
	console.log(USAGE);
	process.exitCode = command === '--help' ? 0 : 1;
}

/**
 * @param tarball one that is to be the same too, such as the released one
 * @throws Error when two tarballs differ
 */
async function check(tarball: string | undefined): Promise<void> {
	// A tarball has the permissions of its files: those of the machines that releases are built on.
	process.umask(0o022);
	const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-release-'));
	try {
		console.log(`Packing commit ${commitName()} in two folders …`);
		const [packed, again] = await Promise.all([
			packCommit(path.join(folder, 'a'), { timeZone: 'UTC', language: 'C' }),
			packCommit(path.join(folder, 'another/place'), {
				timeZone: 'Asia/Kolkata',
				language: 'de_DE.UTF-8',
			}),
		]);
		for (const other of [again, ...(tarball ? [describeTarball(tarball)] : [])]) {
			if (other.sha256 === packed.sha256) continue;
			throw new Error(`They differ: sha256 ${packed.sha256}, and ${other.sha256} of ${other.file}`);
		}
		console.log(`${path.basename(packed.file)}: ${packed.bytes} bytes, the same each time`);
		console.log(`sha256 ${packed.sha256}`);
		await writeBills(packed, folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @returns its short name, and whether there are changes besides, which are not packed */
function commitName(): string {
	const run = (...options: string[]) => execFileSync('git', options, { encoding: 'utf8' }).trim();
	const changes = run('status', '--porcelain', '--untracked-files=no');
	const name = run('rev-parse', '--short', 'HEAD');
	return changes === '' ? name : `${name}, without what is not committed,`;
}

main(process.argv.slice(2)).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
