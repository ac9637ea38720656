import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { ESLint, type Linter } from 'eslint';
import glob from 'fast-glob';

import { countOf } from '../nodes/shared/basics/values';
import { build } from './build';
import { main } from './command';

/** The part of n8n's scanner that is used here; it ships without types. */
interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage: (
		directory: string,
		patterns: string[],
	) => Promise<{ passed: boolean; message?: string; details?: string }>;
}

const USAGE = `Runs n8n's package scanner over the sources and over the packed tarball.

  npm run scan
  npm run scan -- --built   does not build first`;

const TARBALL_PATTERNS = ['**/*.js', 'package.json'];

/** Does what n8n's scanner does, with newer rules too, and counts what it passes as a warning. */
async function scanSources(config: Linter.Config[], patterns: string[]): Promise<boolean> {
	const eslint = new ESLint({
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: config,
	});
	const files = await glob(patterns, { absolute: true, ignore: ['node_modules/**'] });
	const results = await eslint.lintFiles(files);
	const errors = results.reduce((sum, { errorCount }) => sum + errorCount, 0);
	const warnings = results.reduce((sum, { warningCount }) => sum + warningCount, 0);

	if (errors + warnings > 0)
		console.log(await (await eslint.loadFormatter('stylish')).format(results));
	console.log(
		`sources: ${countOf(files.length, 'file')}, ${countOf(errors, 'error')}, ${countOf(warnings, 'warning')}`,
	);
	return errors + warnings === 0 && files.length > 0;
}

/** Has n8n's scanner look at what is published. */
async function scanTarball({ analyzePackage }: Scanner, directory: string): Promise<boolean> {
	const { passed, message, details } = await analyzePackage(directory, TARBALL_PATTERNS);
	if (details !== undefined) console.log(details);
	console.log(`tarball: n8n's scanner ${passed ? 'found nothing' : `says: ${message}`}`);
	return passed;
}

/** Every file that must be in the package: what n8n loads, and what lies beside it. */
function expectedFiles(): string[] {
	const compiled = glob
		.sync(['nodes/**/*.ts', 'credentials/**/*.ts'])
		.flatMap((file) => [file.replace(/\.ts$/, '.js'), file.replace(/\.ts$/, '.d.ts')]);
	const assets = glob.sync(['nodes/**/*.{svg,png,json}', 'credentials/**/*.{svg,png}']);
	return [
		...[...compiled, ...assets].map((file) => `dist/${file}`),
		...['index.js', 'index.d.ts', 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
	].sort();
}

function difference(label: string, some: string[], others: string[]): boolean {
	const missing = some.filter((file) => !others.includes(file));
	for (const file of missing) console.log(`tarball: ${label} ${file}`);
	return missing.length === 0;
}

/** Runs the scanner over the sources and over what `npm pack` packs of the built package. */
async function scanAll(): Promise<void> {
	const scanner = (await import(
		'@n8n/scan-community-package/scanner/scanner.mjs' as string
	)) as Scanner;
	// The scanner's rules, and the newer ones of the same kind.
	const { default: sources } = (await import('../eslint.config.mjs' as string)) as {
		default: Linter.Config[];
	};
	const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-scan-'));
	try {
		const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
			encoding: 'utf8',
		}).trim();
		execFileSync('tar', ['-xzf', path.join(folder, tarball), '-C', folder]);
		const unpacked = path.join(folder, 'package');
		const packed = glob.sync('**/*', { cwd: unpacked, dot: true }).sort();
		const expected = expectedFiles();

		const verdicts = [
			await scanSources(sources, scanner.SOURCE_FILE_PATTERNS),
			await scanTarball(scanner, unpacked),
			difference('missing', expected, packed),
			difference('unexpected', packed, expected),
		];
		const { n8n } = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8')) as {
			n8n: { nodes: string[]; credentials: string[] };
		};
		verdicts.push(
			difference(
				'listed in package.json, but missing:',
				[...n8n.nodes, ...n8n.credentials],
				packed,
			),
		);
		console.log(`tarball: ${countOf(packed.length, 'file')}, ${expected.length} expected`);
		if (!verdicts.every(Boolean)) throw new Error('The scan has found something');
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

void main({
	usage: USAGE,
	run: async (args) => {
		const { values } = parseArgs({ args, options: { built: { type: 'boolean', default: false } } });
		if (!values.built) await build();
		await scanAll();
	},
});
