import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const PROJECT = path.resolve(__dirname, '../..');
const CRUISER = path.join(PROJECT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** @returns `rule: from -> to` for everything that the rules forbid */
async function violations(folder: string, rooms: string[]): Promise<string[]> {
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[CRUISER, '--config', path.join(PROJECT, '.dependency-cruiser.cjs'), '-T', 'json', ...rooms],
		{ cwd: folder, maxBuffer: 2 ** 28 },
	).catch((error: { stdout: string }) => error);
	const { summary } = JSON.parse(stdout) as {
		summary: { violations: Array<{ from: string; to: string; rule: { name: string } }> };
	};
	return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

it('no circle between files or folders, and every room imports only what it may', async () => {
	expect(
		await violations(PROJECT, ['nodes', 'credentials', 'sandbox', 'scripts', 'bench']),
	).toEqual([]);
});

describe('the rules', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-rooms-'));
		writeFileSync(path.join(folder, 'package.json'), '{}');
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	/** @param files imports by file */
	function write(files: Record<string, string>): void {
		for (const [file, imported] of Object.entries(files)) {
			mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
			const line = imported === '' ? '' : `import type { A } from '${imported}';\n`;
			writeFileSync(path.join(folder, file), `${line}export interface A {}\n`);
		}
	}

	it.each([
		[
			'a circle of files, though only types go round',
			{ 'nodes/Scope/a.ts': './b', 'nodes/Scope/b.ts': './a' },
			'no-circular',
		],
		[
			'a circle of folders',
			{
				'nodes/shared/http/a.ts': '../auth/b',
				'nodes/shared/auth/b.ts': '',
				'nodes/shared/auth/c.ts': '../http/d',
				'nodes/shared/http/d.ts': '',
			},
			'no-circular-folders',
		],
		[
			'an arrow against the order of the rooms',
			{ 'nodes/shared/http/a.ts': '../service/b', 'nodes/shared/service/b.ts': '' },
			'http-imports',
		],
		[
			'paging that knows a transport',
			{ 'nodes/shared/paging/a.ts': '../http/b', 'nodes/shared/http/b.ts': '' },
			'paging-imports',
		],
		[
			'a node that knows another one',
			{ 'nodes/Scope/a.ts': '../Control/b', 'nodes/Control/b.ts': '' },
			'a-node-knows-itself-and-shared',
		],
		[
			'shared code that knows a node',
			{ 'nodes/shared/node/a.ts': '../../Control/b', 'nodes/Control/b.ts': '' },
			'node-imports',
		],
		[
			'a credential that knows more than auth',
			{ 'credentials/a.ts': '../nodes/shared/service/b', 'nodes/shared/service/b.ts': '' },
			'credentials-know-auth',
		],
		[
			'a reference service that knows the nodes',
			{ 'sandbox/service/a.ts': '../../nodes/shared/b', 'nodes/shared/b.ts': '' },
			'the-service-is-independent',
		],
		[
			'a server of a design that knows the nodes',
			{ 'sandbox/designs/a.ts': '../../nodes/shared/b', 'nodes/shared/b.ts': '' },
			'the-designs-are-independent',
		],
		[
			'an operation that no resource file lists',
			{ 'nodes/Scope/Scope.node.ts': '', 'nodes/Scope/actions/a.operation.ts': '' },
			'an-operation-has-an-entry',
		],
		[
			'a sandbox that imports from the tests',
			{ 'sandbox/a.ts': '../test/b', 'test/b.ts': '' },
			'tests-are-not-a-library',
		],
	])('refuse %s', async (_, files, rule) => {
		write(files);
		const rooms = [...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? ''))];
		const found = await violations(folder, rooms);
		expect(found.map((text) => text.split(':')[0])).toContain(rule);
	});
});
