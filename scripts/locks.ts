import { readFileSync, writeFileSync } from 'node:fs';

import glob from 'fast-glob';

/** An entry of a lockfile. */
interface Locked {
	/** Where it has another name than its folder. */
	name?: string;
	version?: string | undefined;
	resolved?: string;
	integrity?: string;
}

/**
 * A name that no registry has. npm asks the one that is configured instead (`replace-registry-host` in
 * .npmrc).
 */
const REGISTRY = 'https://registry.invalid';

/**
 * `npm run generate -- locks`: writes into every lockfile where a registry has each package, which npm
 * leaves out. Without that, `npm ci` first asks for all versions of each of them.
 */
function main(): void {
	const ignore = ['**/node_modules/**', '.data/**'];
	for (const file of glob.sync('**/package-lock.json', { ignore })) {
		const text = readFileSync(file, 'utf8');
		const lock = JSON.parse(text) as { packages: Record<string, Locked> };
		for (const [folder, { name, version, resolved: _, ...others }] of Object.entries(
			lock.packages,
		)) {
			if (others.integrity === undefined) continue;
			const full = name ?? folder.replace(/^.*node_modules\//, '');
			const resolved = `${REGISTRY}/${full}/-/${full.replace(/^.*\//, '')}-${version}.tgz`;
			// In npm's order.
			lock.packages[folder] = { ...(name && { name }), ...{ version, resolved }, ...others };
		}
		const [, indent] = /^\{\n(\s+)/.exec(text) ?? [];
		writeFileSync(file, `${JSON.stringify(lock, null, indent)}\n`);
	}
}

main();
