import type { IDataObject } from 'n8n-workflow';

import { errorMessages } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { CONTROL_FIELDS } from '../../sandbox/service/answerShapes';
import { harnessForEach } from '../helpers/harness';

const PATH = '/v1/scopeassignments';

const harness = harnessForEach();
let controls: string[];

beforeEach(() => {
	controls = [...harness.service.organization.controls.keys()];
});

const at = (list: string[], index: number) => list[index] ?? '';

/** Id of the scope at a path. */
function scopeId(path: string): string {
	const scopes = harness.service.organization.listScopes(undefined);
	const scope = scopes.find(({ pathNames }) => pathNames.join(' / ') === path);
	if (!scope) throw new Error(`no scope ${path}`);
	return scope.id;
}

/** Paths of the scopes that a control is assigned to. */
function assigned(controlId: string): string[] {
	const { assignments, scopes } = harness.service.organization;
	return [...(assignments.get(controlId)?.keys() ?? [])].map(
		(id) => scopes.get(id)?.pathNames.join(' / ') ?? id,
	);
}

function given(controlId: string, ...paths: string[]): void {
	harness.service.organization.assign(controlId, paths.map(scopeId));
}

const requests = () => harness.service.log.find('POST', PATH);
const reads = (path: string) => harness.service.log.count('GET', path);

async function assign(
	items: IDataObject[],
	parameters: IDataObject = {},
	settings: IDataObject = {},
	locator = 'identifier',
) {
	return await harness.run(
		{
			type: 'scopeAssignment',
			parameters: {
				resource: 'scopeAssignment',
				operation: 'assign',
				mode: 'replace',
				controlId: { __rl: true, mode: locator, value: '={{ $json.control }}' },
				scopeIds: '={{ $json.scopes }}',
				options: {},
				...parameters,
			},
			settings,
		},
		items,
	);
}

describe('controls by identifier, scopes by path or name', () => {
	it('are found with one list each', async () => {
		const result = await assign([
			{ control: 'AC-01', scopes: 'EMEA; North America' },
			{ control: 'AC-02', scopes: ['EMEA / Retail', 'emea/retail/berlin'] },
			{ control: 'ac-03', scopes: [scopeId('Latin America')] },
		]);
		expect(result.error).toBeUndefined();
		const [, second, third] = ['AC-01', 'AC-02', 'AC-03'].map(
			(identifier) =>
				[...harness.service.organization.controls.values()].find(
					({ controlIdentifier }) => controlIdentifier === identifier,
				)?.id ?? '',
		);
		expect(assigned(at(controls, 0))).toEqual(['EMEA', 'North America']);
		expect(assigned(second ?? '')).toEqual(['EMEA / Retail', 'EMEA / Retail / Berlin']);
		expect(assigned(third ?? '')).toEqual(['Latin America']);
		expect([reads('/v1/controls'), reads('/v1/scopes')]).toEqual([1, 1]);
	});

	it('are replaced without a list when all are ids, and the rows say what is not known', async () => {
		given(at(controls, 0), 'North America');
		const fault = { kind: 'status', status: 403 } as const;
		harness.service.faults.add({ fault, path: '/v1/controls', times: 9 });
		harness.service.faults.add({ fault, path: '/v1/scopes', times: 9 });
		const items = [{ control: controls[0], scopes: [scopeId('EMEA')] }];
		const row = {
			...{ action: 'assigned', why: 'all scopes replaced', id: controls[0] },
			warning: 'The scopes of this control before are not known.',
			changes: { scopes: { current: [{ id: scopeId('EMEA'), path: null }] } },
			...{ added: 'not known', removed: 'not known' },
		};
		const planned = await assign(items, { dryRun: true }, {}, 'id');
		expect(planned.json(NODE)).toMatchObject([
			{
				...row,
				plan: expect.stringMatching(
					/^1 to assign, control assignments before not known \([0-9a-f]{16}\)$/,
				) as string,
			},
		]);
		expect((await assign(items, {}, {}, 'id')).json(NODE)).toMatchObject([row]);
		expect(assigned(at(controls, 0))).toEqual(['EMEA']);
	});

	it('an ambiguous name is an error that lists the candidates', async () => {
		const result = await assign([{ control: 'AC-01', scopes: 'Retail' }]);
		expect(result.error).toMatchObject({
			message: 'The name "Retail" matches 5 scopes',
			description: expect.stringContaining(
				'Candidates: EMEA / Retail, North America / Retail, Latin America / Retail,',
			),
		});
		expect(requests()).toEqual([]);
	});

	it('an unknown or archived one is an error, and holds back its control only', async () => {
		const { organization } = harness.service;
		organization.patchScopes([scopeId('Latin America')], { status: 'archived' });
		const result = await assign(
			[
				{ control: 'XX-99', scopes: 'EMEA' },
				{ control: 'AC-01', scopes: 'EMAE' },
				{ control: 'AC-01', scopes: 'EMEA' },
				{ control: 'AC-02', scopes: 'Latin America' },
				{ control: 'AC-03', scopes: 'EMEA' },
			],
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(errorMessages(result.json(NODE))).toEqual([
			'There is no control with the ID or identifier "XX-99"',
			'There is no scope with the ID, path, or name "EMAE". Did you mean "EMEA"?',
			expect.stringContaining('was skipped because of an error in row 2'),
			'The scope "Latin America" is archived',
		]);
		expect(requests()[0]?.body).toHaveLength(1);
	});
});

describe('Mode', () => {
	it('Add keeps the present scopes, and is the default', async () => {
		given(at(controls, 0), 'EMEA', 'EMEA / Retail');
		const result = await assign([{ control: 'AC-01', scopes: 'North America' }], {
			mode: undefined,
		});
		expect(result.error).toBeUndefined();
		expect(assigned(at(controls, 0))).toEqual(['EMEA', 'EMEA / Retail', 'North America']);
		expect(reads('/v1/controls')).toBe(1);
	});

	it('Remove keeps all but the listed scopes, and may leave none', async () => {
		given(at(controls, 0), 'EMEA', 'North America');
		given(at(controls, 1), 'EMEA');
		const result = await assign(
			[
				{ control: controls[0], scopes: 'EMEA' },
				{ control: controls[1], scopes: scopeId('EMEA').toUpperCase() },
			],
			{ mode: 'remove' },
			{},
			'id',
		);
		expect(result.error).toBeUndefined();
		expect(assigned(at(controls, 0))).toEqual(['North America']);
		expect(assigned(at(controls, 1))).toEqual([]);
		expect(result.items(NODE)).toMatchObject([
			{
				json: {
					...{ action: 'assigned', why: '1 scope removed' },
					...{ removed: [{ path: 'EMEA' }], assignments: [{ scopeName: 'North America' }] },
				},
				pairedItem: { item: 0 },
			},
			{
				json: { objectId: controls[1], scopeIds: [], removed: [{ path: 'EMEA' }] },
				pairedItem: { item: 1 },
			},
		]);
		expect(result.hints(NODE)).toMatchObject([{ message: 'Done: 2 control assignments removed.' }]);
	});

	it.each([
		['add', 'EMEA'],
		['remove', 'North America'],
		['replace', 'EMEA'],
	])('%s sends nothing for a control that does not change', async (mode, scopes) => {
		given(at(controls, 0), 'EMEA');
		const result = await assign([{ control: 'AC-01', scopes }], { mode });
		expect(requests()).toEqual([]);
		expect(result.json(NODE)).toMatchObject([
			{
				objectType: 'control',
				objectId: controls[0],
				controlIdentifier: 'AC-01',
				scopeIds: [scopeId('EMEA')],
				...{ action: 'unchanged', why: 'already up to date', changes: {} },
				...{ added: [], removed: [], requestId: null, writtenAt: null },
			},
		]);
		expect(result.hints(NODE)).toMatchObject([{ message: 'Done: 1 unchanged.' }]);
	});

	it.each(['add', 'remove'])('%s goes on with the other items of a faulty one', async (mode) => {
		given(at(controls, 0), 'EMEA');
		const items = [
			{ control: 'AC-01', scopes: 'EMEA; North America' },
			{ control: 'AC-01', scopes: 'no such scope' },
		];
		await assign(items, { mode }, { onError: 'continueRegularOutput' });
		expect(assigned(at(controls, 0))).toEqual(mode === 'add' ? ['EMEA', 'North America'] : []);
	});

	it('Dry Run lists the scopes before and after as the run does, and writes nothing', async () => {
		given(at(controls, 0), 'EMEA', 'EMEA / Retail');
		const items = [{ control: 'AC-01', scopes: 'North America; EMEA' }];
		const after: Record<string, string[]> = {
			add: ['EMEA', 'EMEA / Retail', 'North America'],
			remove: ['EMEA / Retail'],
			replace: ['North America', 'EMEA'],
		};
		const shown = (paths: string[] = []) => paths.map((path) => ({ id: scopeId(path), path }));
		const before = ['EMEA', 'EMEA / Retail'];
		for (const [mode, paths] of Object.entries(after)) {
			given(at(controls, 0), ...before);
			harness.service.log.clear();
			const planned = await assign(items, { mode, dryRun: true });
			expect(Object.keys(planned.json(NODE)[0] ?? {}).slice(0, 7)).toEqual([
				...['action', 'why', 'warning', 'row', 'id', 'name', 'controlIdentifier'],
			]);
			expect(planned.items(NODE)).toMatchObject([
				{
					json: {
						...{ objectId: controls[0], controlIdentifier: 'AC-01', action: 'assigned' },
						changes: { scopes: { previous: shown(before), current: shown(paths) } },
						added: shown(paths.filter((path) => !before.includes(path))),
						removed: shown(before.filter((path) => !paths.includes(path))),
						...{ scopeIds: paths.map(scopeId), dryRun: true },
					},
					pairedItem: { item: 0 },
				},
			]);
			expect(requests()).toEqual([]);
			const done = await assign(items, { mode });
			for (const [index, row] of planned.json(NODE).entries())
				for (const name of ['action', 'why', 'warning', 'changes', 'added', 'removed'])
					expect(done.json(NODE)[index]).toHaveProperty(name, row[name]);
		}
	});

	describe('Dry Run shows every problem as a row, beside what the other items do', () => {
		const dryRun = async (items: IDataObject[], parameters: IDataObject = {}, locator?: string) =>
			await assign(items, { mode: 'add', dryRun: true, ...parameters }, {}, locator);

		it.each(['add', 'remove', 'replace'])('in Mode %s', async (mode) => {
			given(at(controls, 0), 'EMEA', 'EMEA / Retail');
			const items = [
				{ control: '', scopes: 'EMEA' },
				{ control: 'AC-01', scopes: 'EMEA' },
				{ control: 'AC-99', scopes: 'EMEA' },
				{ control: 'AC-02', scopes: 'EMAE' },
			];
			const result = await dryRun(items, { mode });
			expect(result.error).toBeUndefined();
			expect(result.items(NODE)).toMatchObject([
				{
					json: {
						action: 'error',
						why: 'Control is empty',
						fix: expect.stringContaining('Enter a value for Control.'),
						row: 1,
						dryRun: true,
					},
					pairedItem: { item: 0 },
				},
				{
					json: { controlIdentifier: 'AC-01', fix: '' },
					pairedItem: { item: 1 },
				},
				{ json: { action: 'error', why: 'There is no control with the ID or identifier "AC-99"' } },
				{
					json: {
						action: 'error',
						why: 'There is no scope with the ID, path, or name "EMAE". Did you mean "EMEA"?',
					},
				},
			]);
			expect(result.hints(NODE)).toMatchObject([
				{
					message: expect.stringMatching(/^Dry run: nothing was written\. 1 .*, 3 errors\./),
					type: 'warning',
				},
			]);
			expect(requests()).toEqual([]);
		});

		it('if more would be removed than Removal Limit allows', async () => {
			given(at(controls, 0), 'EMEA', 'North America');
			const items = [{ control: 'AC-01', scopes: 'EMEA; North America' }];
			const result = await dryRun(items, { mode: 'remove', options: { removalLimit: 1 } });
			const plan = expect.stringMatching(
				/^2 control assignments to remove, above the Removal Limit \([0-9a-f]{16}\)$/,
			) as string;
			expect(result.json(NODE)).toMatchObject([
				{
					controlIdentifier: 'AC-01',
					removed: [{ path: 'EMEA' }, { path: 'North America' }],
					plan,
				},
				{ action: 'error', why: '2 of 2 control assignments would be removed', row: null, plan },
			]);
		});

		it('of a length that can be read, however long the cell is', async () => {
			const items = [{ control: 'AC-01', scopes: 'x'.repeat(100_000) }];
			const [row] = (await assign(items, { mode: 'add', dryRun: true })).json(NODE);
			expect(String(row?.why).length).toBeLessThanOrEqual(1_000);
		});

		it('but not if the service refuses to list the controls', async () => {
			harness.service.faults.add({
				fault: { kind: 'status', status: 403 },
				path: '/v1/controls',
			});
			const result = await dryRun([{ control: 'AC-01', scopes: 'EMEA' }]);
			expect(result.error).toBeDefined();
		});
	});

	describe.each(['remove', 'replace'])('Removal Limit, in Mode %s,', (mode) => {
		const remove = async (count: number, parameters: IDataObject = {}) => {
			const items = controls.slice(0, count).map((control) => ({
				control,
				scopes: mode === 'remove' ? 'EMEA' : [],
			}));
			const { options = {}, ...others } = parameters;
			const all = { allowRemovingAll: true, ...(options as IDataObject) };
			return await assign(items, { mode, ...others, options: all }, {}, 'id');
		};

		it('is checked before anything is written', async () => {
			given(at(controls, 0), 'EMEA');
			given(at(controls, 1), 'EMEA');
			const result = await remove(2, { options: { removalLimit: 1 } });
			expect(result.error).toMatchObject({
				message: '2 of 2 control assignments would be removed',
				description: expect.stringMatching(/Removal Limit is 1\..*Nothing was written\./s),
			});
			expect(requests()).toEqual([]);
			expect((await remove(2, { options: { removalLimit: 2 } })).error).toBeUndefined();
			expect(assigned(at(controls, 0))).toEqual([]);
		});

		it('is more than 10 and more than 20 percent, unless the plan was approved', async () => {
			const total = 60;
			for (const control of controls.slice(0, total)) given(control, 'EMEA');
			expect((await remove(12)).error).toBeUndefined();
			for (const control of controls.slice(0, total)) given(control, 'EMEA');
			const stopped = await remove(13);
			expect(stopped.error).toMatchObject({
				message: '13 of 60 control assignments would be removed',
				description: expect.stringContaining('more than 10 and more than 20 percent'),
			});
			expect(assigned(at(controls, 0))).toEqual(['EMEA']);
			const planned = await remove(13, { dryRun: true });
			const [{ plan } = {}] = planned.json(NODE);
			expect((await remove(13, { options: { approvedPlan: plan } })).error).toBeUndefined();
			expect(assigned(at(controls, 0))).toEqual([]);
		});
	});

	it('Approved Plan is refused when a control has other scopes by then, and not for changes elsewhere', async () => {
		given(at(controls, 0), 'EMEA');
		const items = [{ control: 'AC-01', scopes: 'North America' }];
		const planned = await assign(items, { mode: 'replace', dryRun: true });
		const [{ plan = '' } = {}] = planned.json(NODE);
		const run = async (approvedPlan: unknown = plan) =>
			await assign(items, { mode: 'replace', options: { approvedPlan } as IDataObject });
		given(at(controls, 0), 'EMEA', 'EMEA / Retail');
		expect((await run()).error).toMatchObject({
			message: 'The plan has changed since it was approved',
			description: expect.stringContaining(
				'Approved: 1 to assign, 1 control assignment to add, 1 control assignment to remove. Now: 1 to assign, 1 control assignment to add, 2 control assignments to remove.',
			),
		});
		expect((await run('')).error?.message).toBe('Approved Plan is empty');
		expect((await run('yes')).error?.message).toBe('Approved Plan is not a plan: "yes"');
		expect(requests()).toEqual([]);
		given(at(controls, 0), 'EMEA');
		given(at(controls, 5), 'EMEA / Retail');
		expect((await run()).json(NODE)).toMatchObject([{ action: 'assigned', plan }]);
		expect(assigned(at(controls, 0))).toEqual(['North America']);
	});
});

describe('present scopes', () => {
	const add = async () => {
		const items = [{ control: controls[0], scopes: [scopeId('North America')] }];
		return await assign(items, { mode: 'add' }, {}, 'id');
	};

	it('are known by a unique name where the service answers no scope id', async () => {
		given(at(controls, 0), 'EMEA');
		given(at(controls, 1), 'EMEA / Retail');
		harness.service.answerShapes = { controls: { fields: CONTROL_FIELDS } };
		expect((await add()).error).toBeUndefined();
		expect(assigned(at(controls, 0))).toEqual(['EMEA', 'North America']);
	});

	it.each([
		['a scope name is not unique', CONTROL_FIELDS, 'EMEA / Retail', /not a unique name/],
		['assignments are not shown', ['id', 'controlIdentifier', 'name'], 'EMEA', /does not show any/],
		[
			'their control is not shown',
			['id', 'controlType', 'scopeName'],
			'EMEA',
			/does not name its control/,
		],
	])('nothing is written when %s', async (_, fields, path, why) => {
		given(at(controls, 0), path);
		harness.service.answerShapes = { controls: { fields } };
		const result = await add();
		expect(result.error?.message).toMatch(
			/^Couldn't determine the current scopes of the controls?/,
		);
		expect(result.error).toMatchObject({ description: expect.stringMatching(why) });
		expect(requests()).toEqual([]);
		expect(assigned(at(controls, 0))).toEqual([path]);
	});

	describe('where the list of controls shows no assignment yet', () => {
		const FIRST = { noAssignmentsYet: true };
		const shown = { controls: { fields: CONTROL_FIELDS } };
		const addTo = async (options: IDataObject, more: IDataObject = {}) =>
			await assign(
				[
					{ control: controls[0], scopes: 'EMEA' },
					{ control: controls[1], scopes: 'EMEA; North America' },
				],
				{ mode: 'add', options, ...more },
				{},
				'id',
			);

		it('the error says what to do, and to try Replace without writing first', async () => {
			harness.service.answerShapes = shown;
			const { error } = await addTo({});
			expect(error).toMatchObject({
				description: expect.stringContaining(
					'If none is assigned yet, turn on No Assignments Yet under Options. Otherwise, use Mode: Replace and Table Layout: Pairs, first with Dry Run.',
				),
			});
			expect(requests()).toEqual([]);
		});

		it('Add is possible for a user who says so, and each row says what it takes for granted', async () => {
			harness.service.answerShapes = shown;
			const row = {
				action: 'assigned',
				why: '1 scope added',
				warning: 'It was taken for granted that this control has no assignments yet.',
				changes: { scopes: { previous: [], current: [{ id: scopeId('EMEA'), path: 'EMEA' }] } },
			};
			expect((await addTo(FIRST, { dryRun: true })).json(NODE)[0]).toMatchObject(row);
			expect(requests()).toEqual([]);
			expect((await addTo(FIRST)).json(NODE)[0]).toMatchObject(row);
			expect([assigned(at(controls, 0)), assigned(at(controls, 1))]).toEqual([
				['EMEA'],
				['EMEA', 'North America'],
			]);
		});

		it('it has no effect once there is one', async () => {
			given(at(controls, 0), 'North America');
			harness.service.answerShapes = shown;
			const rows = (await addTo(FIRST)).json(NODE);
			expect(rows.map(({ warning }) => warning)).toEqual(['', '']);
			expect(assigned(at(controls, 0))).toEqual(['North America', 'EMEA']);
		});
	});

	it('after a failed batch, a run again is no reason to remove rows', async () => {
		const fault = { kind: 'status', status: 400 } as const;
		harness.service.faults.add({ fault, path: PATH, skip: 1 });
		for (const mode of ['add', 'replace']) {
			const items = [0, 1].map((index) => ({ control: controls[index], scopes: 'EMEA' }));
			const { error } = await assign(items, { mode, options: { batchSize: 1 } }, {}, 'id');
			const { description = '' } = { ...error } as { description?: string };
			expect(description).toContain('You can run the node again with all rows');
			expect(description).not.toContain('duplicate');
			harness.service.faults.clear();
			harness.service.faults.add({ fault, path: PATH, skip: 1 });
			given(at(controls, 0));
		}
	});

	it('nothing is written when a list of the control cannot be read', async () => {
		const { organization } = harness.service;
		const [first] = organization.controls.values();
		if (!first) throw new Error('no sample controls');
		organization.controls.set(first.id, Object.assign(first, { assignedTo: ['somewhere'] }));
		given(at(controls, 1), 'EMEA');
		harness.service.answerShapes = { controls: { fields: [...CONTROL_FIELDS, 'assignedTo'] } };
		const result = await add();
		expect(result.error).toMatchObject({ description: expect.stringContaining('"assignedTo"') });
		expect(requests()).toEqual([]);
	});

	it('nothing is written when the list is empty or there is none', async () => {
		for (const wrap of ['empty', 'none'] as const) {
			harness.service.answerShapes = { controls: { wrap } };
			expect((await add()).error).toBeDefined();
		}
		expect(requests()).toEqual([]);
	});
});

it('an error belongs to what it names, by ID or name; what else is missing is not confirmed', async () => {
	const identifiers = ['AC-01', 'AT-01', 'AU-01'];
	const answered = async (errors: IDataObject[]) => {
		const derived = { id: 'd', controlType: 'scopeAssignment', scopeName: 'EMEA' };
		const json = { controls: [{ ...derived, controlIdentifier: 'AC-01' }], errors };
		const body = { json, contentType: 'application/json' };
		harness.service.faults.add({ fault: { kind: 'status', status: 200, body }, path: PATH });
		const items = identifiers.map((control) => ({ control, scopes: 'EMEA' }));
		const result = await assign(items, {}, { onError: 'continueRegularOutput' });
		return result.json(NODE).map(({ error }) => (error ?? {}) as IDataObject);
	};
	const [, second, third] = controls;
	const emea = scopeId('EMEA');
	const open = (control = '') =>
		`The service did not confirm the assignment of the control ${control} to the scope ${emea}`;
	const locked = { control: 'AT-01', scope: 'EMEA', message: 'locked by its owner' };
	expect((await answered([locked])).map(({ message }) => message)).toEqual([
		undefined,
		`The control ${second} was not assigned to the scope ${emea}: locked by its owner`,
		open(third),
	]);
	expect(await answered([{ message: 'quota exceeded' }])).toEqual([
		{},
		expect.objectContaining({ message: open(second) }),
		{
			...{ message: open(third), description: expect.stringContaining('quota exceeded'), row: 3 },
			input: { control: 'AU-01', scopes: 'EMEA' },
		},
	]);
});

it.each(['add', 'remove'])(
	'mode %s writes nothing if the list of controls is incomplete, whatever the options say',
	async (mode) => {
		harness.service.answerShapes = { controls: { page: 1 } };
		const options = { allowIncompleteList: true, removalLimit: 100 };
		const result = await assign([{ control: 'AC-01', scopes: 'EMEA' }], { mode, options });
		expect(result.error?.message).toMatch(/^The service returned 1 of \d+ controls$/);
		expect(requests()).toEqual([]);
	},
);
