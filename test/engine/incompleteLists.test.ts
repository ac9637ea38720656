import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import type { AnswerShape, AnswerShapes } from '../../sandbox/service/answerShapes';
import { harnessForAll } from '../helpers/harness';

const harness = harnessForAll();
/** For a scope and a vendor that are not there yet. */
let number = 0;

beforeEach(() => {
	number++;
	harness.service.answerShapes = {};
	// Of a control that has its scopes already, nothing is written.
	harness.service.organization.assignments.clear();
});

const TOKEN_PATH = '/tprm-api/oauth/token';
const SEARCH = '/tprm-api/vendors/search';
/** Requests that change something. */
const writes = () =>
	harness.service.log
		.find()
		.filter(({ method, path }) => method !== 'GET' && ![TOKEN_PATH, SEARCH].includes(path));

const shapeOf = (list: keyof AnswerShapes, shape: AnswerShape) => {
	harness.service.answerShapes[list] = shape;
};

/** Operations that write on the strength of a list. */
const WRITERS: Record<string, { list: keyof AnswerShapes; type: string; parameters: IDataObject }> =
	{
		'Scope Tree: Sync': {
			list: 'scopes',
			type: 'scope',
			parameters: {
				resource: 'tree',
				operation: 'sync',
				path: '={{ "EMEA / New " + $json.number }}',
				owner: 'u',
			},
		},
		'Vendor: Create or Update': {
			list: 'vendors',
			type: 'tprmVendor',
			parameters: {
				resource: 'vendor',
				operation: 'upsert',
				matchField: 'name',
				fieldsFrom: 'json',
				fieldsJson: '={{ { name: "New " + $json.number } }}',
			},
		},
		'Assign, with the list of scopes': {
			list: 'scopes',
			type: 'scopeAssignment',
			parameters: { controlId: { __rl: true, mode: 'id', value: 'a' }, scopeIds: 'EMEA' },
		},
		'Assign, with the list of controls': {
			list: 'controls',
			type: 'scopeAssignment',
			parameters: {
				controlId: { __rl: true, mode: 'identifier', value: 'AC-01' },
				scopeIds: 'EMEA',
			},
		},
	};

async function run(name: string, options: IDataObject = {}) {
	const { type, parameters } = WRITERS[name] ?? { type: '', parameters: {} };
	const assign = { resource: 'scopeAssignment', operation: 'assign', mode: 'replace' };
	const control = [...harness.service.organization.controls.keys()][0];
	const { controlId } = parameters as { controlId?: IDataObject };
	if (controlId?.mode === 'id') controlId.value = control;
	const node = { type, parameters: { ...assign, ...parameters, options } };
	return await harness.run(node, [{ number }]);
}

/** Ways in which APIs say how many records there are. */
const TOTALS: AnswerShape[] = [
	...[{ total: 99999 }, { meta: { total: 99999 } }, { meta: { pagination: { total: 99999 } } }].map(
		(beside): AnswerShape => ({ wrap: 'data', beside }),
	),
	...['X-Total', 'X-Total-Count'].map((name): AnswerShape => ({
		wrap: 'array',
		headers: { [name]: '99999' },
	})),
];

/** Ways in which they say that there are more. */
const MORE: AnswerShape[] = [
	...[{ Link: '</a>; rel=prev, </b?page=2>; rel="next"' }, { 'X-Next-Page': '2' }].map(
		(headers): AnswerShape => ({ wrap: 'array', headers }),
	),
	{ wrap: 'array', status: 206 },
	...[
		{ next: '/b?page=2' },
		{ pagination: { hasMore: true } },
		{ next_cursor: 'b' },
		{ page: 1, totalPages: 7 },
	].map((beside): AnswerShape => ({ wrap: 'member', beside })),
];

describe.each(Object.keys(WRITERS))('%s', (name) => {
	const list = WRITERS[name]?.list ?? 'scopes';

	// Every operation has its list from one function: one of them is tried with all ways.
	const isFirst = name === 'Vendor: Create or Update';

	it.each([
		...(isFirst ? TOTALS : TOTALS.slice(1, 2)),
		{ wrap: 'member', beside: { [`total_${list}`]: 99999 } } as const,
	])('writes nothing when %j says that there are more', async (shape) => {
		shapeOf(list, shape);
		const result = await run(name);
		expect(result.error?.message).toMatch(
			/^The service returned \d+ of 99999 (scopes|vendors|controls)$/,
		);
		expect(result.error).toMatchObject({
			description: expect.stringContaining('turn on Allow Incomplete List under Options'),
		});
		expect(writes()).toEqual([]);
	});

	it.each(isFirst ? MORE : MORE.slice(0, 1))('nor when %j does', async (shape) => {
		shapeOf(list, shape);
		const result = await run(name);
		expect(result.error?.message).toMatch(/^The service returned .* reported that there are more$/);
		expect(writes()).toEqual([]);
	});

	it('writes nothing when the page is as full as it can be', async () => {
		const { scopes, controls } = harness.service.organization;
		const sizes = { scopes: scopes.size, controls: controls.size };
		const limit = list === 'vendors' ? harness.service.vendors.byId.size : Object(sizes)[list];
		shapeOf(list, { wrap: 'member', beside: { limit, offset: 0 } });
		const result = await run(name);
		expect(result.error?.message).toMatch(/which is its page size, so there may be more$/);
		expect(writes()).toEqual([]);
	});

	it('goes on with Allow Incomplete List, and says so', async () => {
		shapeOf(list, { wrap: 'member', beside: { total: 99999 } });
		const result = await run(name, { allowIncompleteList: true });
		expect(result.error).toBeUndefined();
		expect(writes()).not.toEqual([]);
		expect(result.hints(NODE)).toContainEqual(
			expect.objectContaining({ message: expect.stringContaining('of 99999') }),
		);
	});

	it('goes on when a number counts something else, or no more than was returned', async () => {
		shapeOf(list, {
			wrap: 'member',
			beside: {
				stats: { total_spend: 10_000, total: 10_000 },
				total_spend: 10_000,
				total: 'many',
				count: 1,
				meta: { total: 12.5, hasMore: false, next: null },
				links: { next: { href: null } },
			},
			headers: { 'X-Total-Count': '1', Link: '</next>; rel="prev"' },
		});
		const result = await run(name);
		expect(result.error).toBeUndefined();
		expect(writes()).not.toEqual([]);
	});
});

it('Create or Update knows a total by the name of what it counts', async () => {
	shapeOf('vendors', { wrap: 'data', beside: { total_vendors: 99999 } });
	const result = await run('Vendor: Create or Update');
	expect(result.error?.message).toMatch(/of 99999 vendors$/);
	expect(writes()).toEqual([]);
});

it('Create or Update needs a list, whatever the option says', async () => {
	shapeOf('vendors', { wrap: 'none' });
	const result = await run('Vendor: Create or Update', { allowIncompleteList: true });
	expect(result.error?.message).toBe('The service returned a list of vendors that cannot be used');
	expect(writes()).toEqual([]);
});

describe('reading an incomplete list', () => {
	it.each<[keyof AnswerShapes, string, string]>([
		['scopes', 'scope', 'scope'],
		['controls', 'control', 'control'],
		['vendors', 'tprmVendor', 'vendor'],
		['events', 'tprmVendor', 'webhookEvent'],
	])(
		'of %s gives one hint, unless fewer were wanted, and tells the model of a tool',
		async (list, type, resource) => {
			shapeOf(list, { wrap: 'member', beside: { total: 99999 } });
			const read = async (parameters: IDataObject) =>
				await harness.run({ type, parameters: { resource, operation: 'getMany', ...parameters } }, [
					{},
					{},
				]);
			const result = await read({ returnAll: true });
			expect(result.error).toBeUndefined();
			expect(result.hints(NODE)).toMatchObject([
				{ message: expect.stringMatching(/^The service returned \d+ of 99999 .*Paged HTTP node/) },
			]);
			expect((await read({ limit: 1 })).hints(NODE)).toEqual([]);

			const parameters = { resource, operation: 'getMany', returnAll: true, startAt: 100_000 };
			const tool = await harness.run({ type: `${type}Tool`, parameters });
			expect(tool.json(NODE).at(-1)?.note).toMatch(
				/ of 99999 .*Paged HTTP node to read the others\.$/,
			);
		},
	);
});
