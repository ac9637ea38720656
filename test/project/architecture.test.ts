import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROJECT = path.resolve(__dirname, '../..');

/** What a rule refuses: the import of each file, and the rule. */
const CASES: Array<[string, Record<string, string>, string]> = [
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
		'a workaround that knows another room',
		{ 'nodes/shared/n8n/a.ts': '../http/b', 'nodes/shared/http/b.ts': '' },
		'n8n-imports',
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
		'a trigger that knows the folder of its node',
		{ 'nodes/PagedHttpTrigger/a.ts': '../PagedHttp/b', 'nodes/PagedHttp/b.ts': '' },
		'a-node-knows-itself-and-shared',
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
];

const folder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-rooms-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param files imports by file */
function write(place: string, files: Record<string, string>): string {
	for (const [file, imported] of Object.entries(files)) {
		mkdirSync(path.join(place, path.dirname(file)), { recursive: true });
		const line = imported === '' ? '' : `import type { A } from '${imported}';\n`;
		writeFileSync(path.join(place, file), `${line}export interface A {}\n`);
	}
	return place;
}

/** For the project, then for each case: `rule: from -> to` for everything that is forbidden. */
let found: string[][];

beforeAll(() => {
	const places = CASES.map(([, files], index) => write(path.join(folder, `${index}`), files));
	const command = ['test/helpers/cruise.mjs', PROJECT, ...places];
	const text = execFileSync(process.execPath, command, { cwd: PROJECT, encoding: 'utf8' });
	found = JSON.parse(text) as string[][];
});

it('no circle between files or folders, and every room imports only what it may', () => {
	expect(found[0]).toEqual([]);
});

describe('the rules', () => {
	it.each(CASES.map((what, index) => [...what, index] as const))(
		'refuse %s',
		(_what, _files, rule, index) => {
			expect(found[index + 1]?.map((text) => text.split(':')[0])).toContain(rule);
		},
	);
});
