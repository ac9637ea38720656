import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForEach } from '../helpers/harness';

const harness = harnessForEach();

/** The scope at a path. */
function scopeAt(path: string) {
	const scopes = harness.service.organization.listScopes(undefined);
	const scope = scopes.find(({ pathNames }) => pathNames.join(' / ') === path);
	if (!scope) throw new Error(`no scope ${path}`);
	return scope;
}

function controlId(identifier: string): string {
	const controls = [...harness.service.organization.controls.values()];
	return controls.find(({ controlIdentifier }) => controlIdentifier === identifier)?.id ?? '';
}

function given(identifier: string, ...paths: string[]): void {
	const ids = paths.map((path) => scopeAt(path).id);
	harness.service.organization.assign(controlId(identifier), ids);
}

async function getMany(output: string, parameters: IDataObject = {}) {
	return await harness.run({
		type: 'control',
		parameters: {
			...{ resource: 'control', operation: 'getMany', output, returnAll: true },
			...parameters,
		},
	});
}

const reads = (path: string) => harness.service.log.count('GET', path);

beforeEach(() => {
	given('AC-01', 'EMEA', 'EMEA / Retail');
	given('AC-02', 'EMEA');
});

describe('Matrix', () => {
	it('has a row for each control and a column for each active scope, by path where names are the same', async () => {
		const result = await getMany('matrix');
		expect(result.error).toBeUndefined();
		const rows = result.json(NODE);
		expect(rows).toHaveLength(400);
		const active = harness.service.organization.listScopes('active');
		for (const row of rows) expect(Object.keys(row)).toHaveLength(3 + active.length);
		expect(Object.keys(rows[0] ?? {}).slice(0, 6)).toEqual([
			...['id', 'controlIdentifier', 'name', 'EMEA', 'EMEA / Retail', 'EMEA / Retail / Berlin'],
		]);
		expect(rows[0]).toMatchObject({
			...{ id: controlId('AC-01'), controlIdentifier: 'AC-01', name: 'Access control 1' },
			...{ EMEA: 'x', 'EMEA / Retail': 'x', 'EMEA / Wholesale': '-', 'North America': '-' },
		});
		const second = rows.find(({ controlIdentifier }) => controlIdentifier === 'AC-02');
		expect(second).toMatchObject({ EMEA: 'x', 'EMEA / Retail': '-' });
		expect([reads('/v1/controls'), reads('/v1/scopes')]).toEqual([1, 1]);
	});

	it('says how many controls have no scope, and how many scopes no control', async () => {
		const [hint] = (await getMany('matrix', { returnAll: false, limit: 2 })).hints(NODE);
		const active = harness.service.organization.listScopes('active').length;
		expect(hint).toMatchObject({
			message: `2 of 400 records returned. 398 of 400 controls without a scope. ${active - 2} of ${active} active scopes without a control.`,
			type: 'info',
		});
	});

	it('has only the chosen scopes, and only the controls of the filters', async () => {
		const options = { scopeColumns: '={{ ["EMEA / Retail", "North America"] }}' };
		const filters = { status: 'retired' };
		given('AC-10', 'EMEA / Retail');
		const result = await getMany('matrix', { options, filters });
		const rows = result.json(NODE);
		expect(rows.length).toBeGreaterThan(0);
		for (const row of rows)
			expect(Object.keys(row).slice(3)).toEqual(['EMEA / Retail', 'North America']);
		const unknown = { options: { scopeColumns: 'EMAE' } };
		expect((await getMany('matrix', unknown)).error?.message).toBe(
			'There is no scope with the ID, path, or name "EMAE". Did you mean "EMEA"?',
		);
	});

	it.each(['id', 'name', 'controlIdentifier', '__proto__', 'constructor'])(
		'names a column so that Assign finds the scope %s again',
		async (name) => {
			const scope = harness.service.organization.createScope({ name, owner: 'user-1' });
			harness.service.organization.assign(controlId('AC-01'), [scope.id]);
			const [row = {}] = (await getMany('matrix')).json(NODE);
			const marked = Object.entries(row).filter(([, cell]) => cell === 'x');
			expect(marked).toEqual([[scope.id, 'x']]);
			expect(row).toMatchObject({ controlIdentifier: 'AC-01', name: 'Access control 1' });
		},
	);

	it('is not returned where the service does not show what is assigned', async () => {
		harness.service.answerShapes = { controls: { fields: ['id', 'controlIdentifier', 'name'] } };
		const { error } = await getMany('matrix');
		expect(error).toMatchObject({
			message: expect.stringContaining("Couldn't determine the current scopes"),
			description: expect.not.stringContaining('written'),
		});
	});

	it('warns if the service reports more scopes than it returned', async () => {
		harness.service.answerShapes = { scopes: { wrap: 'member', beside: { total: 1_000 } } };
		const [hint] = (await getMany('matrix', { returnAll: false })).hints(NODE);
		expect(hint).toMatchObject({
			message: expect.stringContaining('of 1000 scopes'),
			type: 'warning',
		});
	});
});

describe('One Row per Control', () => {
	it('has each control with its scopes, also if it has none', async () => {
		const result = await getMany('perControl');
		const rows = result.json(NODE);
		expect(rows).toHaveLength(400);
		const shown = (path: string) => ({ id: scopeAt(path).id, path });
		expect(rows[0]).toMatchObject({
			...{ id: controlId('AC-01'), controlIdentifier: 'AC-01', owner: expect.any(String) },
			...{ scopeCount: 2, scopes: [shown('EMEA'), shown('EMEA / Retail')] },
		});
		expect(rows[0]).not.toHaveProperty('assignments');
		expect(rows[2]).toMatchObject({ scopeCount: 0, scopes: [] });
		expect(result.hints(NODE)).toMatchObject([
			{ message: expect.stringContaining('398 of 400 controls without a scope.') },
		]);
		expect([reads('/v1/controls'), reads('/v1/scopes')]).toEqual([1, 1]);
	});

	it('says that no controls were found with the status', async () => {
		const result = await getMany('perControl', { filters: { status: 'Active' } });
		expect(result.hints(NODE)).toMatchObject([
			{ message: 'No controls found with the status "Active". Letter case may matter.' },
		]);
	});
});
