import type { IDataObject } from 'n8n-workflow';

import { errorMessages } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { sampleControls } from '../../sandbox/service/sampleData';
import { stableId } from '../../sandbox/service/stableId';
import { harnessForEach } from '../helpers/harness';

const PATH = '/v1/scopeassignments';

const harness = harnessForEach();

/** Id of the scope at a path. */
function scopeId(path: string): string {
	const scopes = harness.service.organization.listScopes(undefined);
	const scope = scopes.find(({ pathNames }) => pathNames.join(' / ') === path);
	if (!scope) throw new Error(`no scope ${path}`);
	return scope.id;
}

function controlId(identifier: string): string {
	const controls = [...harness.service.organization.controls.values()];
	const control = controls.find(({ controlIdentifier }) => controlIdentifier === identifier);
	if (!control) throw new Error(`no control ${identifier}`);
	return control.id;
}

/** Paths of the scopes that a control is assigned to. */
function assigned(identifier: string): string[] {
	const { assignments, scopes } = harness.service.organization;
	return [...(assignments.get(controlId(identifier))?.keys() ?? [])]
		.map((id) => scopes.get(id)?.pathNames.join(' / ') ?? id)
		.sort();
}

function given(identifier: string, ...paths: string[]): void {
	harness.service.organization.assign(controlId(identifier), paths.map(scopeId));
}

const requests = () => harness.service.log.find('POST', PATH);

async function assign(
	items: IDataObject[],
	parameters: IDataObject = {},
	settings: IDataObject = {},
) {
	return await harness.run(
		{
			type: 'scopeAssignment',
			parameters: {
				resource: 'scopeAssignment',
				operation: 'assign',
				tableLayout: 'matrix',
				controlId: { __rl: true, mode: 'identifier', value: '={{ $json.Control }}' },
				options: {},
				...parameters,
			},
			settings,
		},
		items,
	);
}

const hints = (result: Awaited<ReturnType<typeof assign>>) =>
	result.hints(NODE).map(({ message }) => message);

describe('Mode, with the matrix', () => {
	const sheet = () => [
		{ Control: 'AC-01', EMEA: 'x', 'North America': '', 'EMEA / Retail': 'X' },
		{ Control: 'AC-02', EMEA: '-', 'North America': 'yes', 'EMEA / Retail': null },
	];
	const other = 'Latin America';

	it.each([
		['add', ['EMEA', 'EMEA / Retail', other], [other, 'EMEA', 'North America'].sort()],
		['remove', [other], ['EMEA', other]],
		['replace', ['EMEA', 'EMEA / Retail', other], [other, 'North America']],
	])('%s does with marks what it does with pairs', async (mode, first, second) => {
		given('AC-01', 'EMEA', other);
		given('AC-02', 'EMEA', other);
		const planned = await assign(sheet(), { mode, dryRun: true });
		expect(requests()).toEqual([]);
		const done = await assign(sheet(), { mode });
		expect(done.error).toBeUndefined();
		expect(assigned('AC-01')).toEqual(first);
		expect(assigned('AC-02')).toEqual(second);
		for (const [index, row] of planned.json(NODE).entries())
			for (const name of ['action', 'why', 'warning', 'changes', 'added', 'removed'])
				expect(done.json(NODE)[index]).toHaveProperty(name, row[name]);
		const again = await assign(sheet(), { mode });
		expect(again.json(NODE).map(({ action }) => action)).toEqual(['unchanged', 'unchanged']);
		expect(requests()).toHaveLength(1);
	});

	it('has the evidence of each control, linked to its row', async () => {
		given('AC-02', 'EMEA', other);
		const result = await assign(sheet(), { mode: 'replace' });
		expect(result.items(NODE)[1]).toMatchObject({
			json: {
				...{ action: 'assigned', why: '1 scope added, 1 scope removed', row: 2 },
				controlIdentifier: 'AC-02',
				...{ added: [{ path: 'North America' }], removed: [{ path: 'EMEA' }] },
			},
			pairedItem: { item: 1 },
		});
	});

	it('Replace takes what a row leaves out for empty, as in a file from a spreadsheet', async () => {
		given('AC-01', 'EMEA', 'North America', other);
		given('AC-02', 'EMEA');
		const rows = [
			{ Control: 'AC-01', EMEA: 'x' },
			{ Control: 'AC-02', 'North America': 'x' },
		];
		await assign(rows, { mode: 'replace' });
		expect(assigned('AC-01')).toEqual(['EMEA', other]);
		expect(assigned('AC-02')).toEqual(['North America']);
	});

	it('Replace leaves a control without scopes that has no mark, and keeps to Removal Limit', async () => {
		given('AC-01', 'EMEA', 'North America');
		const rows = [{ Control: 'AC-01', EMEA: '', 'North America': 'no' }];
		const limited = await assign(rows, { mode: 'replace', options: { removalLimit: 1 } });
		expect(limited.error?.message).toBe('2 of 2 control assignments would be removed');
		expect(assigned('AC-01')).toHaveLength(2);
		expect((await assign(rows, { mode: 'replace' })).error).toBeUndefined();
		expect(assigned('AC-01')).toEqual([]);
	});

	it('Replace writes nothing where the current scopes are not known', async () => {
		given('AC-01', other);
		harness.service.answerShapes = {
			controls: { fields: ['id', 'name'] },
		};
		const rows = [{ Control: controlId('AC-01'), EMEA: 'x' }];
		const result = await assign(rows, { mode: 'replace' });
		expect(result.error).toMatchObject({
			message: expect.stringContaining("Couldn't determine the current scopes"),
			description: expect.stringContaining('use Mode: Replace and Table Layout: Pairs'),
		});
		expect(assigned('AC-01')).toEqual([other]);
	});

	it('Approved Plan is refused when a mark has changed', async () => {
		const planned = await assign(sheet(), { mode: 'add', dryRun: true });
		const [{ plan = '' } = {}] = planned.json(NODE);
		const options = { approvedPlan: plan };
		const changed = sheet().map((row) => ({ ...row, 'North America': 'x' }));
		const refused = await assign(changed, { mode: 'add', options });
		expect(refused.error?.message).toBe('The plan has changed since it was approved');
		expect(requests()).toEqual([]);
		expect((await assign(sheet(), { mode: 'add', options })).error).toBeUndefined();
	});
});

describe('2,000 controls by 300 scopes', () => {
	const large = harnessForEach({
		controls: Array.from({ length: 2_000 }, (_, index) => {
			const [control] = sampleControls();
			if (!control) throw new Error('The sample has no control');
			const controlIdentifier = `C-${index + 1}`;
			return { ...control, id: stableId('control', controlIdentifier), controlIdentifier };
		}),
	});

	it.each(['add', 'replace'])(
		'are planned and applied with the requests of pairs: %s',
		async (mode) => {
			const { organization, log } = large.service;
			const active = organization.listScopes('active');
			const isMarked = (row: number, column: number) => (row * 7 + column * 3) % 50 === 0;
			const identifiers = [...organization.controls.values()].map((each) => each.controlIdentifier);
			const counts = new Array<unknown>();
			for (const tableLayout of ['pairs', 'matrix']) {
				for (const control of organization.controls.keys()) organization.assign(control, []);
				log.clear();
				const rows = identifiers.map((Control, row) => {
					const marked = active.filter((_, column) => isMarked(row, column));
					if (tableLayout === 'pairs') return { Control, scopes: marked.map(({ id }) => id) };
					const cells = active.map(({ pathNames }, column) => [
						pathNames.join(' / '),
						isMarked(row, column) ? 'x' : '',
					]);
					return { Control, ...(Object.fromEntries(cells) as IDataObject) };
				});
				const result = await large.run(
					{
						type: 'scopeAssignment',
						parameters: {
							...{ resource: 'scopeAssignment', operation: 'assign', tableLayout, mode },
							controlId: { __rl: true, mode: 'identifier', value: '={{ $json.Control }}' },
							...(tableLayout === 'pairs' && { scopeIds: '={{ $json.scopes }}' }),
						},
					},
					rows,
				);
				expect(result.error?.message).toBeUndefined();
				expect(result.json(NODE)).toHaveLength(2_000);
				const assignments = [...organization.assignments.values()].map((scopes) => scopes.size);
				const count = (method: string, path: string) => log.count(method, path);
				counts.push({
					assignments,
					requests: [count('GET', '/v1/controls'), count('GET', '/v1/scopes'), count('POST', PATH)],
				});
			}
			expect(counts[1]).toEqual(counts[0]);
			expect(counts[0]).toMatchObject({ requests: [1, 1, 20] });
		},
	);
});

describe('a cell', () => {
	it.each(['x', 'X', ' x ', '1', 1, true, 'yes', 'TRUE', '✓', '✔', '✔\ufe0f', '☑', '✅', 'ｘ'])(
		'%j is an assignment',
		async (mark) => {
			const rows = [{ Control: 'AC-01', EMEA: mark, 'North America': '' }];
			expect((await assign(rows, { mode: 'replace' })).error).toBeUndefined();
			expect(assigned('AC-01')).toEqual(['EMEA']);
		},
	);

	it.each(['', ' ', '\u00a0', null, '0', 0, false, 'No', 'false', '-', '–', '—'])(
		'%j is none',
		async (cell) => {
			given('AC-01', 'EMEA', 'North America');
			const rows = [{ Control: 'AC-01', EMEA: cell, 'North America': 'x' }];
			expect((await assign(rows, { mode: 'replace' })).error).toBeUndefined();
			expect(assigned('AC-01')).toEqual(['North America']);
		},
	);

	it.each([
		['partly', '"partly"'],
		[2, '"2"'],
		['#REF!', '"#REF!"'],
		[['x'], 'an array'],
		[{ value: 'x' }, 'an object'],
	])('%j is an error with row and column, before anything is sent', async (cell, shown) => {
		const rows = [
			{ Control: 'AC-01', EMEA: 'x' },
			{ Control: 'AC-02', EMEA: cell },
		];
		const message = `The column "EMEA" is ${shown} in row 2, which is not a mark`;
		expect((await assign(rows)).error).toMatchObject({ message });
		expect(requests()).toEqual([]);
		const planned = await assign(rows, { dryRun: true });
		expect(planned.json(NODE)).toMatchObject([
			{ action: 'assigned', row: 1 },
			{ action: 'error', why: message, fix: expect.stringContaining('Enter x, 1, yes'), row: 2 },
		]);
	});
});

describe('a column', () => {
	it('is a scope by name, path, or ID, however it is written', async () => {
		const rows = [
			{
				...{ 'north america': 'x', 'emea/retail': 'x', [scopeId('Latin America')]: 'x' },
				...{ '\ufeffControl': '', Control: 'AC-01', ' EMEA ': 'x' },
			},
		];
		expect((await assign(rows)).error).toBeUndefined();
		expect(assigned('AC-01')).toEqual(['EMEA', 'EMEA / Retail', 'Latin America', 'North America']);
	});

	it('of several scopes is an error with their paths', async () => {
		const result = await assign([{ Control: 'AC-01', EMEA: 'x', Retail: '' }]);
		expect(result.error).toMatchObject({
			message: 'The column "Retail" matches 5 scopes',
			description: expect.stringContaining('Candidates: EMEA / Retail, North America / Retail,'),
		});
		expect(requests()).toEqual([]);
	});

	it('of no scope is ignored, which is said once, in the plan and in the run', async () => {
		const rows = [1, 2].map((number) => ({
			...{ Control: `AC-0${number}`, name: 'Policy', id: 'x', Owner: 'Jane', Comment: null },
			EMEA: 'x',
		}));
		const note = 'Ignored columns, since no active scope has their name: Owner, Comment.';
		for (const dryRun of [true, false]) {
			const all = hints(await assign(rows, { dryRun }));
			expect(all).toEqual([expect.stringContaining(`\n• ${note}`)]);
		}
		const many = Object.fromEntries(
			Array.from({ length: 500 }, (_, index) => [`Remark ${index} on something`, 'text']),
		);
		const [hint = ''] = hints(await assign([{ ...many, Control: 'AC-01', EMEA: 'x' }]));
		const [, ignored = ''] = hint.split('\n• ');
		expect(ignored).toMatch(/^Ignored columns.*: Remark 0 on something, .* and 49\d more\.$/);
		expect(ignored.length).toBeLessThanOrEqual(200);
	});

	it.each([
		['North Amerca', 'North America'],
		['EMEA > Retail', 'EMEA / Retail'],
		['Group_Functions', 'Group Functions'],
	])('%j with marks, which is nearly a scope, is an error', async (column, meant) => {
		const result = await assign([{ Control: 'AC-01', EMEA: 'x', [column]: 'x' }]);
		expect(result.error).toMatchObject({
			message: `The column "${column}" has marks, but there is no scope with this ID, path, or name. Did you mean "${meant}"?`,
		});
		expect(requests()).toEqual([]);
	});

	it('with texts is ignored, even if it is nearly a scope', async () => {
		const rows = [{ Control: 'AC-01', EMEA: 'x', 'North Amerca': 'see below' }];
		expect((await assign(rows)).error).toBeUndefined();
	});

	it('of an archived scope must have no mark', async () => {
		harness.service.organization.patchScopes([scopeId('Latin America')], { status: 'archived' });
		const rows = [
			{ Control: 'AC-01', EMEA: 'x', 'Latin America': 'x' },
			{ Control: 'AC-02', EMEA: 'x', 'Latin America': '-' },
		];
		const result = await assign(rows, {}, { onError: 'continueRegularOutput' });
		expect(errorMessages(result.json(NODE))).toEqual(['The scope "Latin America" is archived']);
		expect([assigned('AC-01'), assigned('AC-02')]).toEqual([[], ['EMEA']]);
		expect((await assign(rows, { mode: 'remove' })).error).toBeUndefined();
	});

	it('must be there for at least one scope', async () => {
		const result = await assign([{ Control: 'AC-01', Owner: 'Jane', Region: 'Moon' }]);
		expect(result.error).toMatchObject({
			message: 'The table has no column for a scope',
			description: expect.stringContaining('It has: Owner, Region.'),
		});
	});

	it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
		'of the name %s is one like others',
		async (name) => {
			const row = JSON.parse(`{"Control":"AC-01","EMEA":"x","${name}":"text"}`) as IDataObject;
			expect((await assign([row])).error).toBeUndefined();
			expect(assigned('AC-01')).toEqual(['EMEA']);
		},
	);
});

describe('what is there twice', () => {
	it('is combined if it says the same', async () => {
		const id = scopeId('EMEA');
		const rows = [
			{ Control: 'AC-01', EMEA: 'x', [id]: '1', 'North America': '' },
			{ Control: 'ac-01', EMEA: 'yes', [id]: 'x', 'North America': '-' },
			{ Control: 'AC-02', EMEA: 1, [id]: true },
		];
		const result = await assign(rows, { mode: 'replace' });
		expect(result.error).toBeUndefined();
		expect([assigned('AC-01'), assigned('AC-02')]).toEqual([['EMEA'], ['EMEA']]);
	});

	it('is combined in Add, where an empty cell says nothing', async () => {
		const rows = [
			{ Control: 'AC-01', EMEA: 'x', 'North America': '' },
			{ Control: 'AC-01', EMEA: '', 'North America': 'x' },
			{ Control: 'AC-02', EMEA: '', [scopeId('EMEA')]: 'x' },
		];
		expect((await assign(rows, { mode: 'add' })).error).toBeUndefined();
		expect(assigned('AC-01')).toEqual(['EMEA', 'North America']);
		expect(assigned('AC-02')).toEqual(['EMEA']);
	});

	it.each([
		['add', 'no'],
		['remove', 'no'],
		['replace', ''],
	])('is an error in %s if one has a mark, and the other %j', async (mode, none) => {
		const id = scopeId('EMEA');
		const settings = { onError: 'continueRegularOutput' };
		const twoRows = [
			{ Control: 'AC-01', EMEA: 'x' },
			{ Control: 'AC-01', EMEA: none },
			{ Control: 'AC-02', EMEA: 'x' },
		];
		const rows = await assign(twoRows, { mode }, settings);
		const message = `The cells of the control ${controlId('AC-01')} and the scope "EMEA" differ in rows 1, 2`;
		expect(errorMessages(rows.json(NODE))).toEqual([message, message]);
		const twoColumns = [
			{ Control: 'AC-03', EMEA: 'x', [id]: none },
			{ Control: 'AC-04', EMEA: 'x', [id]: 'x' },
		];
		const columns = await assign(twoColumns, { mode }, settings);
		expect(errorMessages(columns.json(NODE))).toEqual([
			`The columns "EMEA" and "${id}" are the same scope, but differ in row 1`,
		]);
		expect([assigned('AC-01'), assigned('AC-03')]).toEqual([[], []]);
	});
});
