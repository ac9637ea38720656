import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import glob from 'fast-glob';

import { ensureInstalled } from '../../sandbox/server/install';

describe('packages with a lockfile of their own', () => {
	let folder: string;
	const said: string[] = [];
	const install = async () => {
		said.length = 0;
		await ensureInstalled({ folder, text: 'Installing a part' }, (text) => {
			// On a slow machine it also says how long it has taken so far.
			if (!/ \d+ s$/.test(text)) said.push(text);
		});
	};
	/** A package in a folder beside, so that nothing is fetched. */
	const lock = (version: string) => {
		const own = { version, name: 'part' };
		const dependencies = { part: 'file:part' };
		const packages = {
			'': { name: 'test', dependencies },
			part: own,
			'node_modules/part': { resolved: 'part', link: true },
		};
		const write = (file: string, content: object) =>
			writeFileSync(path.join(folder, file), JSON.stringify(content));
		write('package.json', { name: 'test', dependencies });
		write('part/package.json', own);
		write('package-lock.json', { name: 'test', lockfileVersion: 3, requires: true, packages });
	};

	beforeAll(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-install-'));
		mkdirSync(path.join(folder, 'part'));
		lock('1.0.0');
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	it('are installed once, and again when the lockfile has changed or npm has failed', async () => {
		await install();
		expect(said).toEqual(['Installing a part …']);
		await install();
		expect(said).toEqual([]);
		lock('1.0.1');
		rmSync(path.join(folder, 'package.json'));
		await expect(install()).rejects.toThrow('npm ci');
		lock('1.0.1');
		await install();
		expect(said).toEqual(['Installing a part …']);
	});
});

it('no lockfile names a registry: npm asks the one that is configured', () => {
	const files = glob.sync('**/package-lock.json', { ignore: ['**/node_modules/**', '.data/**'] });
	expect(files.length).toBeGreaterThan(4);
	expect(files.filter((file) => /"resolved": "http/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
