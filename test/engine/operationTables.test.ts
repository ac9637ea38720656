import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { Harness } from '../../sandbox/engine/harness';

let harness: Harness;

beforeAll(async () => {
	harness = await Harness.start();
});
afterAll(async () => await harness.stop());

it('the README lists every operation as the nodes describe it', async () => {
	// In a process of its own, since the formatter cannot be loaded by Jest.
	const command = ['--import', 'tsx', 'scripts/operations.ts', '--check'];
	await expect(promisify(execFile)(process.execPath, command)).resolves.toMatchObject({
		stderr: '',
	});
});

it('the README has a table for every node with more than one operation', () => {
	const readme = readFileSync('README.md', 'utf8');
	const { project } = harness.engine.packages;
	const withMenus = Object.keys(project.known.nodes).filter((type) => {
		const { description } = project.getNode(type).type;
		const properties = 'properties' in description ? description.properties : [];
		const menus = properties.filter(({ name }) => name === 'operation');
		return menus.flatMap(({ options = [] }) => options).length > 1;
	});
	expect(withMenus.length).toBeGreaterThan(0);
	for (const type of withMenus) expect(readme).toContain(`<!-- operations of ${type} -->`);
});
