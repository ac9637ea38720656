import type { IDataObject } from 'n8n-workflow';

import { errorMessages } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { CONTROL_FIELDS } from '../../sandbox/service/answerShapes';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';

const PATH = '/v1/scopeassignments';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const harness = harnessForEach();
let controls: string[];
let scopes: string[];

beforeEach(() => {
	const { organization } = harness.service;
	controls = [...organization.controls.keys()];
	scopes = organization.listScopes('active').map(({ id }) => id);
});

const at = (list: string[], index: number) => list[index] ?? '';
const assigned = (controlId: string) => [
	...(harness.service.organization.assignments.get(controlId)?.keys() ?? []),
];
const requests = () => harness.service.log.find('POST', PATH);
const sentControls = () =>
	requests().map(({ body }) =>
		(body as Array<{ objectId: string }>).map(({ objectId }) => objectId),
	);

async function assign(items: IDataObject[], options: IDataObject = {}, settings = {}) {
	return await assignWith({ options }, items, settings);
}

async function assignWith(parameters: IDataObject, items: IDataObject[], settings = {}) {
	return await harness.run(
		{
			type: 'scopeAssignment',
			parameters: {
				resource: 'scopeAssignment',
				operation: 'assign',
				mode: 'replace',
				controlId: { __rl: true, mode: 'id', value: '={{ $json.control }}' },
				scopeIds: '={{ $json.scopes }}',
				options: {},
				...parameters,
			},
			settings,
		},
		items,
	);
}

it('assigns both scopes when two items name the same control', async () => {
	const control = at(controls, 0);
	const result = await assign([
		{ control, scopes: [at(scopes, 0)] },
		{ control, scopes: [at(scopes, 1)] },
	]);
	expect(result.error).toBeUndefined();
	expect(assigned(control)).toEqual([scopes[0], scopes[1]]);
	expect(requests()).toHaveLength(1);
	expect(requests()[0]?.body).toEqual([
		{ objectType: 'control', objectId: control, scopeIds: [scopes[0], scopes[1]] },
	]);
});

it('leads each derived control back to the items that asked for it', async () => {
	const [first, second] = controls;
	const items = [
		{ control: first, scopes: [scopes[0]] },
		{ control: second, scopes: [scopes[0], scopes[1]] },
		{ control: first, scopes: [scopes[0], scopes[2]] },
	];
	const result = await assign(items, { splitAssignments: true });
	const { organization } = harness.service;
	const pairs = result
		.items(NODE)
		.map(({ json, pairedItem }) => [
			(json.parent as IDataObject).id,
			json.scopeName,
			[pairedItem].flat().map((pair) => (pair as { item: number }).item),
		]);
	const name = (index: number) => organization.scopes.get(at(scopes, index))?.name;
	expect(pairs).toEqual([
		[first, name(0), [0, 2]],
		[second, name(0), [1]],
		[second, name(1), [1]],
		[first, name(2), [2]],
	]);
	expect(result.json(NODE)[0]).toMatchObject({ controlType: 'scopeAssignment' });
	// What a control has gained is told once.
	expect(result.json(NODE).map(({ added }) => (added as unknown[]).length)).toEqual([2, 2, 0, 0]);
});

it('returns a row for each control, paired with all items that named it, with the derived controls in it', async () => {
	const [first, second] = controls;
	const { organization } = harness.service;
	organization.assign(first ?? '', [at(scopes, 3)]);
	const result = await assign([
		{ control: first, scopes: [scopes[0]] },
		{ control: second, scopes: [scopes[0], scopes[1]] },
		{ control: first, scopes: [scopes[0], scopes[2]] },
	]);
	const shown = (...indexes: number[]) =>
		indexes.map((index) => {
			const { id, pathNames = [] } = organization.scopes.get(at(scopes, index)) ?? {};
			return { id, path: pathNames.join(' / ') };
		});
	const { name, controlIdentifier } = organization.controls.get(first ?? '') ?? {};
	expect(result.items(NODE)).toMatchObject([
		{
			json: {
				...{ action: 'assigned', why: '2 scopes added, 1 scope removed', warning: '', row: 1 },
				...{ id: first, name, controlIdentifier, objectId: first },
				changes: { scopes: { previous: shown(3), current: shown(0, 2) } },
				...{ added: shown(0, 2), removed: shown(3) },
				assignments: [{ scopeId: scopes[0] }, { scopeId: scopes[2] }],
				requestId: expect.stringMatching(/^req_/) as string,
			},
			pairedItem: [{ item: 0 }, { item: 2 }],
		},
		{
			json: { action: 'assigned', id: second, added: shown(0, 1), removed: [] },
			pairedItem: { item: 1 },
		},
	]);
	expect(result.hints(NODE)).toMatchObject([
		{
			message: 'Done: 2 assigned, 4 control assignments added, 1 control assignment removed.',
			type: 'info',
		},
	]);
});

it('takes scope ids as a list, as text with commas, as records and from the chooser', async () => {
	const [a, b] = scopes;
	await assign([
		{ control: controls[0], scopes: [a, b, a, ''] },
		{ control: controls[1], scopes: `${a}, ${b},` },
		{ control: controls[2], scopes: [{ id: a }, { id: b, name: 'x' }] },
	]);
	for (const control of controls.slice(0, 3)) expect(assigned(control)).toEqual([a, b]);

	await harness.run({
		type: 'scopeAssignment',
		parameters: {
			resource: 'scopeAssignment',
			operation: 'assign',
			controlId: { __rl: true, mode: 'id', value: controls[3] },
			scopeIds: [a],
		},
	});
	expect(assigned(at(controls, 3))).toEqual([a]);
});

it('finds a control and a scope in which a spreadsheet has left invisible characters', async () => {
	const { organization } = harness.service;
	const { controlIdentifier } = organization.controls.get(at(controls, 0)) ?? {};
	const { pathNames = [] } = organization.scopes.get(at(scopes, 3)) ?? {};
	// An identifier is also found where an ID is expected.
	const controlId = { __rl: true, mode: 'id', value: `${controlIdentifier}\u200b` };
	const result = await assignWith({ controlId }, [
		{ scopes: `\u200b${pathNames.join(' /\u2060')}` },
	]);
	expect(result.error).toBeUndefined();
	expect(assigned(at(controls, 0))).toEqual([scopes[3]]);
});

describe('an empty set of scopes', () => {
	it.each([[[]], [''], [' , '], [null]])('%j is explained and not sent', async (empty) => {
		const control = at(controls, 0);
		harness.service.organization.assign(control, [at(scopes, 0)]);
		const result = await assign([{ control, scopes: empty }]);
		expect(result.error).toMatchObject({
			message: `No scopes are listed for the control ${control}`,
			description: expect.stringContaining('Allow Removing All Assignments'),
		});
		expect(requests()).toHaveLength(0);
		expect(assigned(control)).toEqual([scopes[0]]);
	});

	it('is sent when removing everything is allowed, and the item has an output', async () => {
		const control = at(controls, 0);
		harness.service.organization.assign(control, [at(scopes, 0)]);
		const result = await assign([{ control, scopes: [] }], { allowRemovingAll: true });
		expect(assigned(control)).toEqual([]);
		expect(result.items(NODE)).toMatchObject([
			{ json: { objectId: control, scopeIds: [] }, pairedItem: { item: 0 } },
		]);
	});

	it('holds the other items of its control back, since their request would remove what it meant', async () => {
		const [held, free] = controls;
		harness.service.organization.assign(at(controls, 0), [at(scopes, 0), at(scopes, 1)]);
		const result = await assign(
			[
				{ control: held, scopes: [scopes[0]] },
				{ control: held, scopes: '' },
				{ control: free, scopes: [scopes[0]] },
			],
			{},
			{ onError: 'continueRegularOutput' },
		);
		expect(errorMessages(result.json(NODE))).toEqual([
			`Control ${held} was skipped because of an error in row 2`,
			`No scopes are listed for the control ${held}`,
		]);
		expect(assigned(at(controls, 0))).toEqual([scopes[0], scopes[1]]);
		expect(assigned(at(controls, 1))).toEqual([scopes[0]]);
	});
});

describe('a chunk that is refused', () => {
	const items = () =>
		controls.slice(0, 6).map((control, i) => ({
			control,
			scopes: [i === 3 ? UNKNOWN : scopes[0]],
		}));

	it('does not hide or undo the others with "continue"', async () => {
		const result = await assign(items(), { batchSize: 2 }, { onError: 'continueRegularOutput' });
		expect(requests()).toHaveLength(3);
		expect(
			result
				.items(NODE)
				.map(({ json, pairedItem }) => [
					pairedItem,
					json.error ? (json.error as IDataObject).clientCode : json.action,
				]),
		).toEqual([
			[{ item: 0 }, 'assigned'],
			[{ item: 1 }, 'assigned'],
			[{ item: 2 }, 'scope.not_found'],
			[{ item: 3 }, 'scope.not_found'],
			[{ item: 4 }, 'assigned'],
			[{ item: 5 }, 'assigned'],
		]);
		expect(controls.slice(0, 6).map((control) => assigned(control).length)).toEqual([
			1, 1, 0, 0, 1, 1,
		]);
	});

	it('stops the run otherwise, and says which chunk, which items and what was applied', async () => {
		const result = await assign(items(), { batchSize: 2 });
		expect(result.error).toMatchObject({
			message: `There is no scope ${UNKNOWN}`,
			description: expect.stringContaining(
				'To find the row at fault, set Batch Size under Options to 1. This was batch 2 of 3 (rows 3, 4). Batches applied: 1.',
			),
		});
		const names = ['Access control 1', 'Awareness and training 1'];
		const written = names.map((name, index) => `assigned "${name}" (${at(controls, index)})`);
		expect(result.error?.description).toContain(`Written before: ${written.join(', ')}.`);
		expect(requests()).toHaveLength(2);
	});

	it('gives no advice to find the row at fault where it is known', async () => {
		const { error } = await assign(items(), { batchSize: 1 });
		expect(error?.description).toContain('This was batch 4 of 6 (row 4). Batches applied: 1 to 3.');
		expect(error?.description).not.toContain('Batch Size');
	});
});

it('is sent again when the connection breaks, since it states the whole set', async () => {
	harness.service.faults.add({ fault: { kind: 'reset', when: 'after' }, path: PATH });
	const control = at(controls, 0);
	const result = await withFakeClock(() => assign([{ control, scopes: [scopes[0]] }]));
	expect(result.status).toBe('success');
	expect(assigned(control)).toEqual([scopes[0]]);
	expect(sentControls()).toEqual([[control], [control]]);
});

it('names the entry of a list that is neither text nor a record with an id', async () => {
	const result = await assign([{ control: controls[0], scopes: [scopes[0], true] }]);
	expect(result.error?.message).toBe(
		'Entry 2 of Scope Names or IDs is not an ID, a path, or a name',
	);
	expect(requests()).toHaveLength(0);
});

it('offers controls by identifier and name, and active scopes by path', async () => {
	const { results } = await harness.listSearch('scopeAssignment', 'searchControls', 'ac-01');
	expect(results).toEqual([{ name: 'AC-01 Access control 1', value: controls[0] }]);
	const options = await harness.loadOptions('scopeAssignment', 'getScopes');
	expect(options).toHaveLength(scopes.length);
	expect(options[0]?.name).toBe('Asia Pacific');
});

describe('a control', () => {
	it('the same control in upper and lower case is one control', async () => {
		const control = at(controls, 0);
		await assign([
			{ control, scopes: [scopes[0]] },
			{ control: control.toUpperCase(), scopes: [scopes[1]] },
		]);
		expect(requests()).toHaveLength(1);
		expect(assigned(control)).toEqual([scopes[0], scopes[1]]);
	});
});

/** Rows as of a table: one per control and scope. */
const table = (controlCount: number, scopeCount: number) =>
	controls
		.slice(0, controlCount)
		.flatMap((control) => scopes.slice(0, scopeCount).map((scope) => ({ control, scopes: scope })));

describe('an answer without the ids of control and scope', () => {
	beforeEach(() => {
		harness.service.answerShapes = { assigned: { fields: CONTROL_FIELDS } };
	});

	it('links each derived control to one item at most', async () => {
		const items = table(200, 30);
		const result = await assign(items, { splitAssignments: true });
		expect(result.error).toBeUndefined();
		const outputs = result.items(NODE);
		expect(outputs).toHaveLength(6000);
		const links = outputs.reduce((sum, { pairedItem }) => sum + [pairedItem].flat().length, 0);
		expect(links).toBeLessThanOrEqual(items.length);
		expect(result.hints(NODE)).toMatchObject([
			{
				message: expect.stringMatching(
					/^Done: 6000 assigned, 6000 control assignments added, .*\n.* The status of this control is "retired"\.$/,
				) as string,
			},
		]);
	});

	it('with the id of the control, to the first item of the control', async () => {
		const fields = ['id', 'name', 'controlType', 'parent'];
		harness.service.answerShapes = { assigned: { fields } };
		const result = await assign(table(2, 2), { splitAssignments: true });
		expect(result.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 2 },
			{ item: 2 },
		]);
	});
});

it.each(['member', 'array', 'data'] as const)('reads an answer as %s', async (wrap) => {
	harness.service.answerShapes = { assigned: { wrap } };
	const result = await assign(table(2, 1));
	expect(result.items(NODE)).toMatchObject([
		{ json: { assignments: [{ controlType: 'scopeAssignment' }] }, pairedItem: { item: 0 } },
		{ json: { assignments: [{ controlType: 'scopeAssignment' }] }, pairedItem: { item: 1 } },
	]);
});

describe('what the service does not confirm', () => {
	it.each(['empty', 'none'] as const)('is said when the answer is %s', async (wrap) => {
		harness.service.answerShapes = { assigned: { wrap } };
		const result = await assign(table(2, 2));
		const warning = `The service did not confirm the assignment to: ${scopes.slice(0, 2).join(', ')}.`;
		expect(result.items(NODE)).toMatchObject([
			{ json: { objectId: controls[0], scopeIds: scopes.slice(0, 2), warning } },
			{ json: { objectId: controls[1], scopeIds: scopes.slice(0, 2), warning } },
		]);
		expect(result.hints(NODE)).toMatchObject([
			{
				message: expect.stringMatching(
					/2 rows with a warning.*\n• The service did not confirm 4 assignments: /s,
				),
				type: 'warning',
			},
		]);
	});

	it('is an error of its items, and of no others, when the service reports errors', async () => {
		harness.service.answerShapes = { assigned: { refuse: [at(controls, 1)] } };
		const result = await assign(table(3, 1), {}, { onError: 'continueRegularOutput' });
		expect(result.items(NODE)).toMatchObject([
			{ json: { assignments: [{ scopeName: 'EMEA' }] }, pairedItem: { item: 0 } },
			{ json: { error: {} }, pairedItem: { item: 1 } },
			{ json: { assignments: [{ scopeName: 'EMEA' }] }, pairedItem: { item: 2 } },
		]);
		expect(errorMessages(result.json(NODE))).toEqual([
			`The control ${controls[1]} was not assigned to the scope ${scopes[0]}: The control is locked`,
		]);
	});

	it('is told scope by scope', async () => {
		harness.service.answerShapes = { assigned: { refuse: [at(scopes, 1)] } };
		const result = await assign(
			[{ control: controls[0], scopes: scopes.slice(0, 2) }],
			{},
			{
				onError: 'continueRegularOutput',
			},
		);
		expect(assigned(at(controls, 0))).toEqual([scopes[0]]);
		// The row says what was done, not what was wanted.
		expect(result.json(NODE)).toMatchObject([
			{
				...{ added: [{ id: scopes[0] }], assignments: [{ scopeName: 'EMEA' }] },
				changes: { scopes: { previous: [], current: [{ id: scopes[0] }] } },
				...{ why: '1 scope added', scopeIds: [scopes[0]] },
				warning: expect.stringContaining('The service refused a part of this.') as string,
			},
			{ error: { message: expect.stringContaining('The scope is locked') } },
		]);
	});

	it('stops the run otherwise', async () => {
		harness.service.answerShapes = { assigned: { refuse: [at(controls, 0)] } };
		const result = await assign(table(1, 2));
		expect(result.error?.message).toBe(
			`The control ${controls[0]} was not assigned to 2 scopes: The control is locked`,
		);
	});

	it.each([
		['other scopes', [1]],
		['none', []],
	])('has no row for a control that keeps its scopes instead of %s', async (_, wanted) => {
		const control = at(controls, 0);
		harness.service.organization.assign(control, [at(scopes, 0)]);
		harness.service.answerShapes = { assigned: { refuse: [control] } };
		const items = [{ control, scopes: wanted.map((index) => at(scopes, index)) }];
		const settings = { onError: 'continueRegularOutput' };
		const result = await assign(items, { allowRemovingAll: true }, settings);
		expect(assigned(control)).toEqual([scopes[0]]);
		expect(result.json(NODE)).toMatchObject([
			{ error: { message: expect.stringContaining('The control is locked') as string } },
		]);
		expect(result.json(NODE)).toHaveLength(1);
	});

	it('and what was written with it is named by the error of a run that stops', async () => {
		harness.service.answerShapes = { assigned: { refuse: controls.slice(0, 2) } };
		const { error } = await assign(table(3, 1));
		expect(error?.message).toContain(`The control ${controls[0]} was not assigned`);
		expect(error?.description).toContain('Row 2 failed too: ');
		expect(error?.description).toMatch(
			new RegExp(`Written before: assigned "[^"]+" \\(${controls[2]}\\)\\.`),
		);
	});
});

describe('for so many items that plain fields are not read by n8n', () => {
	const CONTINUE = { onError: 'continueRegularOutput' };
	const twelve = (...items: IDataObject[]) =>
		Array.from({ length: 12 }, (_, index) => ({
			control: controls[0],
			...items[index % items.length],
		}));

	it.each([
		['a field', '={{$json.scopes}}', (ids: string[]) => ({ scopes: ids })],
		['a nested field', '={{ $json.a.b }}', (ids: string[]) => ({ a: { b: ids.join() } })],
		['a quoted name', '={{ $json["my scopes"] }}', (ids: string[]) => ({ 'my scopes': ids })],
		['records', "={{ $json['a'] }}", (ids: string[]) => ({ a: ids.map((id) => ({ id })) })],
		['a function', '={{ $json.a.toReversed() }}', ([a, b]: string[]) => ({ a: [b, a] })],
		['text around it', '={{ $json.a }},{{ $json.b }}', ([a, b]: string[]) => ({ a, b })],
		['another item', '={{ $input.first().json.a }}', (ids: string[]) => ({ a: ids })],
	])('scopes are read from %s', async (_, scopeIds, item) => {
		const two = scopes.slice(0, 2);
		await assignWith({ scopeIds }, twelve(item(two)));
		expect(assigned(at(controls, 0))).toEqual(two);
	});

	it('a field that is missing or no list lists no scopes', async () => {
		const items = twelve({}, { a: null }, { a: {} }, { a: 'text' });
		const result = await assignWith({ scopeIds: '={{ $json.a.b }}' }, items, CONTINUE);
		const message = `No scopes are listed for the control ${controls[0]}`;
		expect(errorMessages(result.json(NODE))).toEqual(items.map(() => message));
	});

	it('an option with an expression is read for each item, and a control that is missing is an error', async () => {
		const [first = '', second = ''] = controls;
		for (const control of [first, second]) {
			harness.service.organization.assign(control, scopes.slice(0, 1));
		}
		const items = twelve(
			{ all: true },
			{ control: second, all: false },
			{ control: '' },
			{ control: { id: 1 } },
		);
		const options = { allowRemovingAll: '={{ $json.all }}' };
		const result = await assignWith({ scopeIds: [], options }, items, CONTINUE);
		expect([assigned(first), assigned(second)]).toEqual([[], scopes.slice(0, 1)]);
		expect(errorMessages(result.json(NODE)).slice(0, 3)).toEqual([
			`No scopes are listed for the control ${second}`,
			'Control is empty',
			'Control must be a single value, but is an object',
		]);
	});
});

describe('Scope > Update Many', () => {
	async function update(ids: string[]) {
		return await harness.run(
			{
				type: 'scope',
				parameters: {
					resource: 'scope',
					operation: 'updateMany',
					scopeId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
					updateFields: { owner: 'user-99' },
					options: {},
				},
				settings: { onError: 'continueRegularOutput' },
			},
			ids.map((id) => ({ id })),
		);
	}

	it('takes an error for that of the scope that it names; others are not confirmed', async () => {
		const [a, b, c] = scopes;
		const json = { scopes: [{ id: a }], errors: [{ scopeId: b, message: 'locked by its owner' }] };
		const body = { json, contentType: 'application/json' };
		harness.service.faults.add({ fault: { kind: 'status', status: 200, body }, method: 'PATCH' });
		expect((await update(scopes.slice(0, 3))).json(NODE)).toMatchObject([
			{ id: a },
			{ error: { message: `The scope ${b} was not updated: locked by its owner` } },
			{ error: { message: `The service did not confirm the update of the scope ${c}` } },
		]);
	});

	it('does not show a scope as updated that is missing among others', async () => {
		harness.service.answerShapes = { scopesPatched: { page: 2 } };
		const result = await update(scopes.slice(0, 3));
		expect(result.json(NODE)).toMatchObject([
			{ id: scopes[0], owner: 'user-99' },
			{ id: scopes[1], owner: 'user-99' },
			{
				error: { message: `The service did not confirm the update of the scope ${scopes[2]}` },
			},
		]);
	});

	it('takes ids that differ only in letter case for one scope', async () => {
		const [id = ''] = scopes;
		const result = await update([id, id.toUpperCase()]);
		const [request] = harness.service.log.find('PATCH', '/v1/scopes');
		expect(request?.body).toMatchObject({ scopeIds: [id] });
		expect(result.json(NODE)).toMatchObject([{ id }, { id }]);
	});
});
