import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

const GENERATOR = path.join(
	import.meta.dirname,
	'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js',
);

/**
 * Writes two bills of materials for a packed tarball: what is in it, and what built and tested it.
 * Prints their names and what they contain.
 *
 * @throws Error when one is not valid, or when the tarball has dependencies
 */
async function main([tarball, folder]) {
	const inTarball = ['-xzOf', tarball, 'package/package.json'];
	const { name, version, dependencies = {} } = JSON.parse(execFileSync('tar', inTarball));
	if (Object.keys(dependencies).length > 0) throw new Error('The package has dependencies');
	const sha256 = createHash('sha256').update(readFileSync(tarball)).digest('hex');

	const content = bill('--omit', 'dev', '--omit', 'peer');
	const tools = bill();
	for (const [kind, document] of Object.entries({ content, tools })) {
		const { component } = document.metadata;
		if (component.name !== name || component.version !== version) {
			throw new Error(`The tarball is ${name} ${version}, package.json is of another version`);
		}
		component.hashes = [{ alg: 'SHA-256', content: sha256 }];
		// GitHub attests none without a number. It is the same whenever this tarball is described.
		document.serialNumber = serialNumber(`${kind} ${sha256}`);
	}
	if (content.components.length > 0) throw new Error('The lockfile has runtime dependencies');
	// Without it, an empty list could also mean that nobody looked.
	const { 'bom-ref': ref } = content.metadata.component;
	content.compositions = [{ aggregate: 'complete', assemblies: [ref], dependencies: [ref] }];
	tools.metadata.lifecycles = [{ phase: 'build' }];

	await write(content, path.join(folder, `${name}-${version}.cdx.json`));
	await write(tools, path.join(folder, `${name}-${version}.build.cdx.json`));
}

/** @returns what the lockfile in the current folder says, without times and random numbers */
function bill(...options) {
	const always = ['--package-lock-only', '--output-reproducible', '--short-PURLs'];
	always.push('--spec-version', '1.6', '--mc-type', 'library');
	const json = execFileSync(process.execPath, [GENERATOR, ...always, ...options], {
		encoding: 'utf8',
		maxBuffer: 2 ** 28,
	});
	return { components: [], ...JSON.parse(json, withoutRegistry) };
}

/** The lockfile has a name in place of the registry, where nobody could look anything up. */
function withoutRegistry(key, value) {
	if (key !== 'externalReferences') return value;
	return value.filter(({ url }) => !url.startsWith('https://registry.invalid/'));
}

/** @returns a UUID (version 8) that follows from the text */
function serialNumber(text) {
	const hex = createHash('sha256').update(text).digest('hex');
	const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
	return `urn:uuid:${[...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')}`;
}

async function write(document, file) {
	const text = `${JSON.stringify(document, null, 2)}\n`;
	const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
	if (problem !== null) throw new Error(`${file} is not valid: ${JSON.stringify(problem)}`);
	writeFileSync(file, text);
	const { length } = document.components;
	const found = `valid CycloneDX ${document.specVersion}, ${length} components`;
	process.stdout.write(`${path.basename(file)}: ${found}
`);
}

await main(process.argv.slice(2));
