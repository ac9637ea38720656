import { readFileSync } from 'node:fs';

import { errorMessages, Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';

/** The expression that the page of GRC Scope has for a sheet with the columns Unit and Parent. */
const EXPRESSION = /```text\n(\{\{[^]*?\}\})\n```/.exec(
	readFileSync('docs/nodes/grc-scope.md', 'utf8'),
)?.[1];

let harness: Harness;

beforeEach(async () => {
	harness = await Harness.start({ scopes: [] });
});
afterEach(async () => await harness.stop());

async function sync(rows: Array<{ Unit: string; Parent: string | null }>) {
	return await harness.run(
		{
			type: 'scope',
			parameters: {
				resource: 'tree',
				operation: 'sync',
				path: `=${EXPRESSION}`,
				owner: 'user-1',
			},
			settings: { onError: 'continueRegularOutput' },
		},
		rows,
	);
}

it('makes paths of the columns Unit and Parent', async () => {
	const result = await sync([
		{ Unit: 'R/D, Berlin', Parent: 'Germany' },
		{ Unit: 'Germany', Parent: 'EMEA' },
		{ Unit: 'EMEA', Parent: '' },
		{ Unit: 'APAC', Parent: null },
	]);
	expect(result.error).toBeUndefined();
	expect(
		result
			.json(NODE)
			.map(({ path }) => path)
			.sort(),
	).toEqual(['APAC', 'EMEA', 'EMEA / Germany', 'EMEA / Germany / R/D, Berlin']);
});

it('makes a parent that has no row of its own a scope at the top level', async () => {
	const result = await sync([{ Unit: 'Germany', Parent: 'EMEA' }]);
	expect(result.json(NODE).map(({ path }) => path)).toEqual(['EMEA', 'EMEA / Germany']);
});

it('ends where two units are the parent of each other', async () => {
	const result = await sync([
		{ Unit: 'A', Parent: 'B' },
		{ Unit: 'B', Parent: 'A' },
	]);
	expect(errorMessages(result.json(NODE))).toEqual([]);
});
