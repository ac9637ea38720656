import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import glob from 'fast-glob';

/** Has n8n's package scanner look at files, and says what it found. */
async function scan(what, folder, patterns) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	console.log(
		`${what}: n8n's scanner ${passed ? 'found nothing' : `says: ${message}\n${details}`}`,
	);
	return passed;
}

/** Every file that must be in the tarball, which the scanner does not check. */
function expectedFiles() {
	const compiled = glob
		.sync('{nodes,credentials}/**/*.ts')
		.map((file) => file.replace(/ts$/, 'js'));
	const assets = glob.sync('{nodes,credentials}/**/*.{svg,png,json}');
	return [
		...[...compiled, ...assets].map((file) => `dist/${file}`),
		...['index.js', 'index.d.ts', 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
	];
}

/** Compares what was packed with what must be. Of types, the build chooses those that are exported. */
function isComplete(packed) {
	const expected = expectedFiles();
	const missing = expected.filter((file) => !packed.includes(file));
	const others = packed.filter((file) => !expected.includes(file));
	const unexpected = others.filter((file) => !file.endsWith('.d.ts'));
	for (const file of missing) console.log(`tarball: missing ${file}`);
	for (const file of unexpected) console.log(`tarball: unexpected ${file}`);
	console.log(`tarball: ${expected.length} files, and ${others.length} with types`);
	return missing.length + unexpected.length === 0;
}

/** `npm run scan`: scans the sources, and what is packed of the built package. */
async function main() {
	const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-scan-'));
	try {
		const options = ['pack', '--silent', '--pack-destination', folder];
		const tarball = execFileSync('npm', options, { encoding: 'utf8' }).trim();
		execFileSync('tar', ['-xzf', path.join(folder, tarball), '-C', folder]);
		const unpacked = path.join(folder, 'package');
		const verdicts = [
			await scan('sources', process.cwd(), SOURCE_FILE_PATTERNS),
			await scan('tarball', unpacked, ['**/*.js', 'package.json']),
			isComplete(glob.sync('**/*', { cwd: unpacked, dot: true })),
		];
		process.exitCode = verdicts.every(Boolean) ? 0 : 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

await main();
