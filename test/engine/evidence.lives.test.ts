import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { showVendor } from '../../sandbox/service/vendorFields';
import { amount } from '../helpers/amounts';
import { harnessForEach } from '../helpers/harness';
import { seeded } from '../helpers/seeded';

/** What a tenant has: records by their id, and the scopes of each control. */
interface Tenant {
	vendors: Map<string, IDataObject>;
	scopes: Map<string, IDataObject>;
	assignments: Map<string, string[]>;
}

const harness = harnessForEach();

const LIVES = Array.from({ length: amount(8, 300) }, (_, index) => index + 1);
const RUNS_PER_LIFE = 10;

/** So many vendors that rows often mean the same one. */
const VENDORS = 12;

/** What services set by themselves whenever a record changes. */
const SET_BY_SERVICE = ['created_at', 'updated_at', 'createdOn', 'updatedOn', 'pathNames'];

function tenantNow(): Tenant {
	const { vendors, organization, settings } = harness.service;
	return structuredClone({
		vendors: new Map(
			[...vendors.byId].map(([id, vendor]) => [id, { ...showVendor(vendor, settings) }]),
		),
		scopes: new Map([...organization.scopes].map(([id, { ...scope }]) => [id, { ...scope }])),
		assignments: new Map(
			[...organization.controls.keys()].map((id) => [
				id,
				[...(organization.assignments.get(id)?.keys() ?? [])].sort(),
			]),
		),
	});
}

/** The fields of records that a row can tell about, empty ones as one value. */
function comparable({ vendors, scopes, assignments }: Tenant) {
	const fields = (records: Tenant['vendors']) =>
		Object.fromEntries(
			[...records].map(([id, record]) => [
				id,
				Object.fromEntries(
					Object.entries(record)
						.filter(([name]) => !SET_BY_SERVICE.includes(name))
						.map(([name, value]) => [name, isEmpty(value) ? null : value]),
				),
			]),
		);
	return {
		vendors: fields(vendors),
		scopes: fields(scopes),
		assignments: Object.fromEntries(assignments),
	};
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Takes back what a row says, as somebody would who has nothing but the rows. */
function takeBack(tenant: Tenant, kind: 'vendors' | 'scopes' | 'assignments', row: IDataObject) {
	if (row.writtenAt === null || row.error !== undefined) return;
	const id = String(row.id);
	const changes = (row.changes ?? {}) as Record<string, { previous: unknown; current: unknown }>;
	if (kind === 'assignments') {
		const { previous, current } = changes.scopes as unknown as Record<string, IDataObject[]>;
		expect(tenant.assignments.get(id)).toEqual(current?.map((scope) => scope.id).sort());
		tenant.assignments.set(id, (previous ?? []).map((scope) => String(scope.id)).sort());
		return;
	}
	const records = tenant[kind];
	if (row.action === 'created') records.delete(id);
	else if (row.action === 'deleted') {
		expect(row.deleted).toBe(true);
		records.set(id, { ...(row.record as IDataObject) });
	} else {
		const record = records.get(id) ?? {};
		for (const [name, { previous, current }] of Object.entries(changes)) {
			const present = record[name] as unknown;
			expect([name, isEmpty(present) ? null : present]).toEqual([name, current]);
			record[name] = previous as IDataObject[string];
		}
	}
	for (const { controlId, scopeId } of (row.removedAssignments ?? []) as IDataObject[]) {
		const before = tenant.assignments.get(String(controlId)) ?? [];
		tenant.assignments.set(String(controlId), [...before, String(scopeId)].sort());
	}
}

const pick = <T>(random: () => number, list: readonly T[]): T =>
	list[Math.floor(random() * list.length)] as T;

/** One run of a random operation with a few random rows. */
function randomRun(random: () => number, tenant: Tenant) {
	const vendorIds = [...tenant.vendors.keys(), 'vnd_unknown'];
	const names = [...tenant.vendors.values()].map(({ name }) => String(name));
	const active = [...tenant.scopes].filter(([, { status }]) => status === 'active');
	const scopeIds = random() < 0.8 ? active.map(([id]) => id) : [...tenant.scopes.keys()];
	const controlIds = [...tenant.assignments.keys()];
	const some = <T>(make: () => T, most = 4) =>
		Array.from({ length: 1 + Math.floor(random() * most) }, make);
	const fields = () => ({
		name: random() < 0.6 ? pick(random, names) : `New ${Math.floor(random() * 1_000)}`,
		...(random() < 0.5 && { notes: pick(random, ['', 'note', 'other']) }),
		...(random() < 0.4 && { risk_rating: pick(random, ['low', 'high', 'low', 'high', 'unknown']) }),
		...(random() < 0.3 && { tags: pick<string[]>(random, [[], ['a'], ['a', 'b']]) }),
	});
	const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	const options = { removalLimit: 1_000 };
	const vendor = (operation: string, rows: IDataObject[], more: IDataObject = {}) => ({
		kind: 'vendors' as const,
		node: {
			type: 'tprmVendor',
			parameters: {
				...{ resource: 'vendor', operation, fieldsFrom: 'input', vendorId: byId, options },
				...more,
			},
		},
		rows,
	});
	const scope = (resource: string, operation: string, rows: IDataObject[], more: IDataObject) => ({
		kind: 'scopes' as const,
		node: { type: 'scope', parameters: { resource, operation, scopeId: byId, options, ...more } },
		rows,
	});
	const withId = () => ({ id: pick(random, vendorIds), ...fields() });
	const named = () => ({
		name: pick(random, ['North', 'South', `Team ${Math.floor(random() * 1_000)}`]),
		owner: pick(random, ['user-1', 'user-2']),
		description: pick(random, ['', 'text']),
	});
	const update = {
		updateFields: {
			...{ name: '={{ $json.name }}', description: '={{ $json.description }}' },
			...(random() < 0.5 && { status: pick(random, ['active', 'archived']) }),
		},
	};
	const assign = {
		kind: 'assignments' as const,
		node: {
			type: 'scopeAssignment',
			parameters: {
				mode: pick(random, ['add', 'remove', 'replace']),
				controlId: { __rl: true, mode: 'id', value: '={{ $json.control }}' },
				scopeIds: '={{ $json.scopes }}',
				options: { ...options, allowRemovingAll: true },
			},
		},
		rows: some(() => ({
			control: pick(random, controlIds),
			scopes: some(() => pick(random, scopeIds), 3),
		})),
	};
	const columns = some(() => pick(random, scopeIds));
	const matrix = {
		...assign,
		node: {
			...assign.node,
			parameters: { ...assign.node.parameters, tableLayout: 'matrix' },
		},
		rows: some(() => ({
			control: pick(random, controlIds),
			...Object.fromEntries(columns.map((id) => [id, pick(random, ['x', 'x', '-', ''])])),
		})),
	};
	const path = () => ({
		path: [
			...some(() => pick(random, ['EMEA', 'Germany', `Team ${Math.floor(random() * 1_000)}`]), 3),
		].join(' / '),
		owner: pick(random, ['user-1', 'user-2']),
	});
	return pick(random, [
		() => vendor('create', some(fields)),
		() => vendor('upsert', some(fields), { matchField: 'name' }),
		() => vendor('update', some(withId)),
		() => vendor('replace', some(withId)),
		() => vendor('archive', some(withId)),
		() => vendor('delete', some(withId, 2)),
		() =>
			scope('scope', 'create', some(named), {
				name: '={{ $json.name }}',
				owner: '={{ $json.owner }}',
			}),
		() =>
			scope(
				'scope',
				'update',
				some(() => ({ id: pick(random, scopeIds), ...named() })),
				update,
			),
		() =>
			scope(
				'scope',
				'updateMany',
				some(() => ({ id: pick(random, scopeIds), ...named() })),
				update,
			),
		() =>
			scope(
				'scope',
				'archive',
				some(() => ({ id: pick(random, scopeIds) }), 2),
				{},
			),
		() =>
			scope('tree', 'sync', some(path), {
				...{ path: '={{ $json.path }}', owner: '={{ $json.owner }}' },
				options: { ...options, archiveUnnamed: random() < 0.1 },
			}),
		() => assign,
		() => matrix,
	])();
}

function evidenceOf({ action, why, warning, changes }: IDataObject) {
	return { action, why, warning, changes };
}

describe('the rows of all runs', () => {
	it.each(LIVES)(
		'tell life %i of a tenant: taken back, they lead to its beginning',
		async (life) => {
			const random = seeded(life);
			for (const id of [...harness.service.vendors.byId.keys()].slice(VENDORS))
				harness.service.vendors.byId.delete(id);
			const begin = comparable(tenantNow());
			const runs: Array<ReturnType<typeof randomRun> & { output: IDataObject[] }> = [];
			for (let run = 0; run < RUNS_PER_LIFE; run++) {
				const next = randomRun(random, tenantNow());
				const settings = { onError: 'continueRegularOutput' as const };
				const { type, parameters } = next.node;
				const dry = { type, settings, parameters: { ...parameters, dryRun: true } };
				const planned = (await harness.run(dry, next.rows)).json(NODE);
				const approvedPlan = planned[0]?.plan;
				const options = { ...parameters.options, ...(random() < 0.5 && { approvedPlan }) };
				const real = { type, settings, parameters: { ...parameters, options } };
				const result = await harness.run(real, next.rows);
				expect(result.error).toBeUndefined();
				const output = result.json(NODE);
				// What the service refuses can change what the rows after it find.
				if (output.every(({ error }) => error === undefined))
					expect({ real, rows: next.rows, told: output.map(evidenceOf) }).toEqual({
						...{ real, rows: next.rows, told: planned.map(evidenceOf) },
					});
				runs.push({ ...next, output });
			}
			const tenant = tenantNow();
			for (const { kind, node, rows, output } of runs.reverse()) {
				for (const row of output.toReversed()) {
					try {
						takeBack(tenant, kind, row);
					} catch (error) {
						const run = JSON.stringify({ node, rows, output }, null, 1);
						throw new Error(`${String(error)}\n${run}`, { cause: error });
					}
				}
			}
			expect(comparable(tenant)).toEqual(begin);
			const written = runs.flatMap(({ output }) => output).filter(({ writtenAt }) => writtenAt);
			expect(written.length).toBeGreaterThan(5);
		},
	);
});
