import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { command } from '../sandbox/command';

const USAGE = `Makes a release that others can check.

  npx tsx scripts/release.ts check [tarball]
  npx tsx scripts/release.ts sbom <tarball> <folder>

check: builds and packs the last commit in two folders, and compares the tarballs to the byte, also with
  the given one
sbom: writes two bills of materials (CycloneDX) of a tarball: <name>.cdx.json has what is in it, and
  <name>.build.cdx.json what npm ci installs to build it`;

const sha256Of = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** @throws Error when two tarballs differ, or when the bills of materials say something wrong */
function check(released: string | undefined): void {
	// A tarball has the permissions of its files: those of the machines that releases are built on.
	process.umask(0o022);
	const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-release-'));
	try {
		const packed = packCommit(path.join(folder, 'a'), { TZ: 'UTC', LC_ALL: 'C' });
		const surroundings = { TZ: 'Asia/Kolkata', LC_ALL: 'de_DE.UTF-8' };
		const again = packCommit(path.join(folder, 'another/place'), surroundings);
		for (const other of [again, ...(released ? [released] : [])]) {
			if (sha256Of(other) === sha256Of(packed)) continue;
			throw new Error(`sha256 ${sha256Of(packed)}, but ${sha256Of(other)} of ${other}`);
		}
		console.log(`${path.basename(packed)}: the same each time, sha256 ${sha256Of(packed)}`);
		writeBills(packed, folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @returns what the last commit packs to, built in this folder with the installed tools */
function packCommit(folder: string, surroundings: Record<string, string>): string {
	const checkout = path.join(folder, 'checkout');
	mkdirSync(checkout, { recursive: true });
	execFileSync('tar', ['-x', '-C', checkout], {
		input: execFileSync('git', ['archive', 'HEAD'], { maxBuffer: 2 ** 30 }),
	});
	symlinkSync(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
	const env = { ...process.env, ...surroundings };
	const options = { cwd: checkout, env, encoding: 'utf8' } as const;
	execFileSync('npm', ['run', 'build'], options);
	const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options);
	return path.join(folder, packed.trim());
}

/** The part of a bill of materials that is read here. */
interface Bill {
	metadata: { component: { name: string; version: string; [member: string]: unknown } };
	components: unknown[];
	[member: string]: unknown;
}

/** @throws Error when the tarball is of another version, or when a bill lists too much or too little */
function writeBills(tarball: string, folder: string): void {
	const inTarball = execFileSync('tar', ['-xzOf', tarball, 'package/package.json']);
	const { name, version } = JSON.parse(inTarball.toString()) as { name: string; version: string };
	const hashes = [{ alg: 'SHA-256', content: sha256Of(tarball) }];
	const bill = (...options: string[]): Bill => {
		const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--package-lock-only'];
		const text = execFileSync('npm', ['sbom', ...format, ...options], { maxBuffer: 2 ** 28 });
		const { metadata, ...others } = JSON.parse(text.toString()) as Bill;
		if (metadata.component.version !== version)
			throw new Error(`The tarball has version ${version}, package.json another one`);
		// npm takes the name from the folder.
		const component = { ...metadata.component, name, hashes };
		return { ...others, metadata: { ...metadata, component } };
	};
	const content = bill('--omit', 'dev', '--omit', 'peer');
	if (content.components.length > 0) throw new Error('The package has dependencies');
	// Without it, an empty list could also mean that nobody looked.
	const ref = content.metadata.component['bom-ref'];
	content['compositions'] = [{ aggregate: 'complete', assemblies: [ref], dependencies: [ref] }];
	const tools = bill();
	if (tools.components.length === 0) throw new Error('The package was built with nothing');
	for (const [kind, document] of Object.entries({ 'cdx.json': content, 'build.cdx.json': tools })) {
		const file = `${name}-${version}.${kind}`;
		writeFileSync(path.join(folder, file), `${JSON.stringify(document, null, 2)}\n`);
		console.log(`${file}: ${document.components.length} components`);
	}
}

void command(USAGE, ([action, tarball, folder, ...others]) => {
	if (action === 'check' && folder === undefined) return check(tarball);
	if (action === 'sbom' && tarball && folder && others.length === 0)
		return writeBills(tarball, folder);
	throw new Error(USAGE);
});
