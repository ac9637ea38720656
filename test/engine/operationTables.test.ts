import { readFileSync } from 'node:fs';

import { withOperationTables } from '../../scripts/operations/tables';
import { Harness } from '../../sandbox/engine/harness';

let harness: Harness;

beforeAll(async () => {
	harness = await Harness.start();
});
afterAll(async () => await harness.stop());

it('the README lists every operation as the nodes describe it (npm run generate writes it)', async () => {
	const readme = readFileSync('README.md', 'utf8');
	const { project } = harness.engine.packages;
	const current = await withOperationTables(readme, (type) => project.getNode(type).type);
	expect(readme).toBe(current);
});

it('the README has a table for every node with more than one operation', () => {
	const readme = readFileSync('README.md', 'utf8');
	const { known, getNode } = harness.engine.packages.project;
	const withMenus = Object.keys(known.nodes).filter((type) => {
		const { description } = getNode.call(harness.engine.packages.project, type).type;
		const properties = 'properties' in description ? description.properties : [];
		const menus = properties.filter(({ name }) => name === 'operation');
		return menus.flatMap(({ options = [] }) => options).length > 1;
	});
	expect(withMenus.length).toBeGreaterThan(0);
	for (const type of withMenus) expect(readme).toContain(`<!-- operations of ${type} -->`);
});
