import type { IDataObject } from 'n8n-workflow';

import { errorMessages, Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import { CONTROL_FIELDS } from '../../sandbox/service/answerShapes';

let harness: Harness;
let controls: string[];
let scopes: string[];

beforeEach(async () => {
	harness = await Harness.start();
	const { organization } = harness.service;
	controls = [...organization.controls.keys()];
	scopes = organization.listScopes('active').map(({ id }) => id);
});
afterEach(async () => await harness.stop());

const at = (list: string[], index: number) => list[index] ?? '';
const assigned = (controlId: string) => [
	...(harness.service.organization.assignments.get(controlId)?.keys() ?? []),
];

async function assign(items: IDataObject[], settings = {}) {
	return await harness.run(
		{
			type: 'scopeAssignment',
			parameters: {
				resource: 'scopeAssignment',
				operation: 'assign',
				controlId: { __rl: true, mode: 'id', value: '={{ $json.control }}' },
				scopeIds: '={{ $json.scopes }}',
				options: {},
			},
			settings,
		},
		items,
	);
}

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
		const result = await assign(items);
		expect(result.error).toBeUndefined();
		const outputs = result.items(NODE);
		expect(outputs).toHaveLength(6000);
		const links = outputs.reduce((sum, { pairedItem }) => sum + [pairedItem].flat().length, 0);
		expect(links).toBeLessThanOrEqual(items.length);
		expect(result.hints(NODE)).toEqual([]);
	});

	it('with the id of the control, to the first item of the control', async () => {
		const fields = [...CONTROL_FIELDS, 'parent'];
		harness.service.answerShapes = { assigned: { fields } };
		const result = await assign(table(2, 2));
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
		{ json: { controlType: 'scopeAssignment' }, pairedItem: { item: 0 } },
		{ json: { controlType: 'scopeAssignment' }, pairedItem: { item: 1 } },
	]);
});

describe('what the service does not confirm', () => {
	it.each(['empty', 'none'] as const)('is said when the answer is %s', async (wrap) => {
		harness.service.answerShapes = { assigned: { wrap } };
		const result = await assign(table(2, 2));
		expect(result.items(NODE)).toMatchObject([
			{ json: { objectId: controls[0], scopeIds: scopes.slice(0, 2), confirmed: false } },
			{ json: { objectId: controls[1], scopeIds: scopes.slice(0, 2), confirmed: false } },
		]);
		expect(result.hints(NODE)).toMatchObject([
			{ message: expect.stringContaining('The service confirmed none of 4 assignments.') },
		]);
	});

	it('is an error of its items, and of no others, when the service reports errors', async () => {
		harness.service.answerShapes = { assigned: { refuse: [at(controls, 1)] } };
		const result = await assign(table(3, 1), { onError: 'continueRegularOutput' });
		expect(result.items(NODE)).toMatchObject([
			{ json: { scopeName: 'EMEA' }, pairedItem: { item: 0 } },
			{ json: { error: {} }, pairedItem: { item: 1 } },
			{ json: { scopeName: 'EMEA' }, pairedItem: { item: 2 } },
		]);
		expect(errorMessages(result.json(NODE))).toEqual([
			`The control ${controls[1]} was not assigned to the scope ${scopes[0]}: The control is locked`,
		]);
	});

	it('is told scope by scope', async () => {
		harness.service.answerShapes = { assigned: { refuse: [at(scopes, 1)] } };
		const result = await assign([{ control: controls[0], scopes: scopes.slice(0, 2) }], {
			onError: 'continueRegularOutput',
		});
		expect(assigned(at(controls, 0))).toEqual([scopes[0]]);
		expect(result.json(NODE)).toMatchObject([
			{ scopeName: 'EMEA' },
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
});

describe('scope ids', () => {
	it.each([
		['JSON text of an array', (ids: string[]) => JSON.stringify(ids)],
		['JSON text of records', (ids: string[]) => JSON.stringify(ids.map((id) => ({ id })))],
		['semicolons', (ids: string[]) => ids.join('; ')],
		['lines', (ids: string[]) => `${ids.join('\r\n')}\n`],
		['the other letter case too', (ids: string[]) => [...ids, at(ids, 0).toUpperCase()]],
	])('are read from %s', async (_, write) => {
		await assign([{ control: controls[0], scopes: write(scopes.slice(0, 3)) }]);
		expect(assigned(at(controls, 0))).toEqual(scopes.slice(0, 3));
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

	it('does not show a scope as updated that the service reports as failed', async () => {
		harness.service.answerShapes = { scopesPatched: { refuse: [at(scopes, 1)] } };
		const result = await update(scopes.slice(0, 3));
		expect(result.json(NODE)).toMatchObject([
			{ id: scopes[0], owner: 'user-99' },
			{
				error: { message: `The scope ${scopes[1]} was not updated: The scope is locked` },
			},
			{ id: scopes[2], owner: 'user-99' },
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
