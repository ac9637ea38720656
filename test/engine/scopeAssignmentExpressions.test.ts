import type { IDataObject } from 'n8n-workflow';

import { errorMessages, Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';

let harness: Harness;
let control: string;
let scopes: string[];

beforeAll(async () => {
	harness = await Harness.start();
	const { organization } = harness.service;
	[control = ''] = organization.controls.keys();
	scopes = organization.listScopes('active').map(({ id }) => id);
});
afterAll(async () => await harness.stop());
beforeEach(() => harness.service.organization.assignments.clear());

const assigned = () => [...(harness.service.organization.assignments.get(control)?.keys() ?? [])];

async function assign(parameters: IDataObject, items: IDataObject[]) {
	return await harness.run(
		{
			type: 'scopeAssignment',
			parameters: {
				resource: 'scopeAssignment',
				operation: 'assign',
				mode: 'replace',
				controlId: { __rl: true, mode: 'id', value: control },
				options: {},
				...parameters,
			},
			settings: { onError: 'continueRegularOutput' },
		},
		items,
	);
}

it.each([
	['a field', '={{ $json.scopes }}', (ids: string[]) => ({ scopes: ids })],
	['a field without blanks', '={{$json.scopes}}', (ids: string[]) => ({ scopes: ids })],
	['a nested field', '={{ $json.a.b }}', (ids: string[]) => ({ a: { b: ids.join() } })],
	['a quoted name', '={{ $json["my scopes"] }}', (ids: string[]) => ({ 'my scopes': ids })],
	['single quotes', "={{ $json['a'].b }}", (ids: string[]) => ({ a: { b: ids } })],
	['records', '={{ $json.scopes }}', (ids: string[]) => ({ scopes: ids.map((id) => ({ id })) })],
	[
		'a function',
		'={{ $json.scopes.map(s => s.id) }}',
		(ids: string[]) => ({ scopes: ids.map((id) => ({ id })) }),
	],
	['text around it', '={{ $json.a }},{{ $json.b }}', ([a, b]: string[]) => ({ a, b })],
	['another item', '={{ $input.first().json.scopes }}', (ids: string[]) => ({ scopes: ids })],
])('reads Scopes from %s', async (_, scopeIds, item) => {
	const two = scopes.slice(0, 2);
	await assign({ scopeIds }, [item(two)]);
	expect(assigned()).toEqual(two);
});

it.each([[{}], [{ a: null }], [{ a: {} }], [{ a: 'text' }]])(
	'says of %j that a field in it lists no scopes',
	async (item) => {
		const result = await assign({ scopeIds: '={{ $json.a.b }}' }, [item]);
		expect(errorMessages(result.json(NODE))).toEqual([
			`No scopes are listed for the control ${control}`,
		]);
	},
);

it('reads an option with an expression for each item', async () => {
	const { organization } = harness.service;
	const [, other = ''] = organization.controls.keys();
	organization.assign(control, scopes.slice(0, 1));
	organization.assign(other, scopes.slice(0, 1));
	const result = await assign(
		{
			controlId: { __rl: true, mode: 'id', value: '={{ $json.control }}' },
			scopeIds: [],
			options: { allowRemovingAll: '={{ $json.all }}' },
		},
		[
			{ control, all: true },
			{ control: other, all: false },
		],
	);
	expect(assigned()).toEqual([]);
	expect(organization.assignments.get(other)?.size).toBe(1);
	expect(errorMessages(result.json(NODE))).toHaveLength(1);
});

it('a control that is not there is an error of its item', async () => {
	const result = await assign(
		{ controlId: { __rl: true, mode: 'id', value: '={{ $json.control }}' }, scopeIds: [scopes[0]] },
		[{ control: '' }, { other: 1 }, { control: { id: 1 } }, { control }],
	);
	expect(errorMessages(result.json(NODE))).toEqual([
		'Control is empty',
		'Control is empty',
		'Control must be text, but is an object',
	]);
	expect(assigned()).toEqual([scopes[0]]);
});
