import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { BILLS, ensureInstalled } from '../../sandbox/server/install';
import type { Tarball } from './pack';

/** The part of a bill of materials that is read here. */
interface Bill {
	serialNumber?: string;
	metadata: {
		component: {
			name: string;
			version: string;
			hashes: Array<{ alg: string; content: string }>;
		};
	};
	components: unknown[];
	compositions?: Array<{ aggregate: string }>;
}

/**
 * Writes the bills of materials of a tarball, and reads them as someone does who got them.
 *
 * @param folder where `<name>-<version>.cdx.json` (content) and `.build.cdx.json` (tools) are written
 * @throws Error when one is not valid, or does not describe this tarball
 */
export async function writeBills({ file, sha256 }: Tarball, folder: string): Promise<void> {
	await ensureInstalled(BILLS, console.log);
	execFileSync(process.execPath, [path.join(__dirname, 'sbom.mjs'), file, folder], {
		stdio: 'inherit',
	});
	const base = path.join(folder, path.basename(file, '.tgz'));
	const content = describedBill(`${base}.cdx.json`, sha256);
	const isComplete = content.compositions?.some(({ aggregate }) => aggregate === 'complete');
	if (content.components.length > 0 || isComplete !== true) {
		throw new Error(`${base}.cdx.json does not say that there are no components`);
	}
	const tools = describedBill(`${base}.build.cdx.json`, sha256);
	if (tools.components.length === 0) throw new Error(`${base}.build.cdx.json lists no tools`);
}

function describedBill(file: string, sha256: string): Bill {
	const { name, version } = readJson('package.json') as { name: string; version: string };
	const bill = readJson(file) as Bill;
	const { component } = bill.metadata;
	const problems = Object.entries({
		name: component.name === name,
		version: component.version === version,
		hash: component.hashes.some(({ alg, content }) => alg === 'SHA-256' && content === sha256),
		'serial number': bill.serialNumber !== undefined,
	}).flatMap(([member, isRight]) => (isRight ? [] : [member]));
	if (problems.length > 0) throw new Error(`${file} has a wrong ${problems.join(', ')}`);
	return bill;
}

function readJson(file: string): unknown {
	return JSON.parse(readFileSync(file, 'utf8'));
}
