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

	it('need no list when all are ids', async () => {
		await assign([{ control: controls[0], scopes: [scopeId('EMEA')] }], {}, {}, 'id');
		expect([reads('/v1/controls'), reads('/v1/scopes')]).toEqual([0, 0]);
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
			'There is no scope with the ID, path, or name "EMAE"',
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
			{ json: { scopeName: 'North America' }, pairedItem: { item: 0 } },
			{ json: { objectId: controls[1], scopeIds: [] }, pairedItem: { item: 1 } },
		]);
		expect(result.hints(NODE)).toMatchObject([
			{ message: 'Confirmed by the service: 2 controls, 1 remaining assignment.' },
		]);
	});

	it.each([
		['add', 'EMEA'],
		['remove', 'North America'],
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
				action: 'unchanged',
				before: ['EMEA'],
				after: ['EMEA'],
			},
		]);
		expect(result.hints(NODE)).toMatchObject([{ message: 'Already up to date: 1 of 1 control.' }]);
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

	it('Dry Run lists before and after, and writes nothing', async () => {
		given(at(controls, 0), 'EMEA', 'EMEA / Retail');
		const items = [{ control: 'AC-01', scopes: 'North America; EMEA' }];
		const after: Record<string, string[]> = {
			add: ['EMEA', 'EMEA / Retail', 'North America'],
			remove: ['EMEA / Retail'],
			replace: ['North America', 'EMEA'],
		};
		for (const mode of Object.keys(after)) {
			const result = await assign(items, { mode, dryRun: true });
			expect(Object.keys(result.json(NODE)[0] ?? {}).slice(0, 4)).toEqual([
				'action',
				'controlIdentifier',
				'added',
				'removed',
			]);
			expect(result.items(NODE)).toMatchObject([
				{
					json: {
						objectId: controls[0],
						controlIdentifier: 'AC-01',
						action: 'would be changed',
						dryRun: true,
						before: ['EMEA', 'EMEA / Retail'],
						after: after[mode],
						scopeIds: after[mode]?.map(scopeId),
					},
					pairedItem: { item: 0 },
				},
			]);
		}
		expect(requests()).toEqual([]);
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
					json: { controlIdentifier: 'AC-01', before: ['EMEA', 'EMEA / Retail'] },
					pairedItem: { item: 1 },
				},
				{ json: { action: 'error', why: 'There is no control with the ID or identifier "AC-99"' } },
				{ json: { action: 'error', why: 'There is no scope with the ID, path, or name "EMAE"' } },
			]);
			expect(result.hints(NODE)).toMatchObject([
				{
					message: expect.stringMatching(/^Dry run: nothing was written\. 3 errors, 1/),
					type: 'warning',
				},
			]);
			expect(requests()).toEqual([]);
		});

		it('if more would be removed than Removal Limit allows', async () => {
			given(at(controls, 0), 'EMEA', 'North America');
			const items = [{ control: 'AC-01', scopes: 'EMEA; North America' }];
			const result = await dryRun(items, { mode: 'remove', options: { removeAtMost: 1 } });
			expect(result.json(NODE)).toMatchObject([
				{ controlIdentifier: 'AC-01', removed: ['EMEA', 'North America'] },
				{ action: 'error', why: '2 assignments would be removed, but Removal Limit is 1' },
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

	it('Removal Limit is checked before anything is written', async () => {
		given(at(controls, 0), 'EMEA');
		given(at(controls, 1), 'EMEA');
		const items = [
			{ control: controls[0], scopes: 'EMEA' },
			{ control: controls[1], scopes: 'EMEA' },
		];
		const remove = async (removeAtMost: number) =>
			await assign(items, { mode: 'remove', options: { removeAtMost } }, {}, 'id');
		const result = await remove(1);
		expect(result.error?.message).toBe('2 assignments would be removed, but Removal Limit is 1');
		expect(requests()).toEqual([]);
		expect((await remove(2)).error).toBeUndefined();
		expect(assigned(at(controls, 0))).toEqual([]);
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
		['their control is not shown', ['id', 'controlType', 'scopeName'], 'EMEA', /which control/],
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
		{ message: open(third), description: expect.stringContaining('quota exceeded'), row: 3 },
	]);
});

it.each(['add', 'remove'])(
	'mode %s writes nothing if the list of controls is incomplete, whatever the options say',
	async (mode) => {
		harness.service.answerShapes = { controls: { page: 1 } };
		const options = { allowIncompleteList: true, removeAtMost: 100 };
		const result = await assign([{ control: 'AC-01', scopes: 'EMEA' }], { mode, options });
		expect(result.error?.message).toMatch(/^The service returned 1 of \d+ controls$/);
		expect(requests()).toEqual([]);
	},
);
