import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import type { Control, Scope } from '../../sandbox/service/organization';
import { amount } from '../helpers/amounts';
import { seeded } from '../helpers/seeded';
import { comeBack, WAYS_BACK } from '../helpers/waysBack';

type Random = () => number;

const below = (random: Random, count: number) => Math.floor(random() * count);
const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)] as T;

/** Names as organizations have them, among them those that spreadsheets and our own columns make difficult. */
const NAMES = [
	...['EMEA', 'Retail', 'retail', 'Müller & Söhne', 'R/D', 'U.S.', 'a, "b"; c', '=SUM(A1)', '2027'],
	...['name', 'id', 'Name', 'controlIdentifier', '1', 'x', '-', "l'été", '日本', 'tags.0', '#REF'],
	...[
		'constructor',
		'toString',
		'Owner',
		'Comment',
		'  spaced  out ',
		'__EMPTY',
		'TRUE',
		'01',
		'1e5',
	],
];

function randomScopes(random: Random): Scope[] {
	const scopes: Scope[] = [];
	const count = 2 + below(random, 14);
	while (scopes.length < count) {
		const parent = random() < 0.5 ? undefined : pick<Scope | undefined>(random, scopes);
		const name = pick(random, NAMES);
		const id = uuid(random);
		const pathNames = [...(parent?.pathNames ?? []), name];
		const isTaken = scopes.some((scope) => scope.pathNames.join('\n') === pathNames.join('\n'));
		if (isTaken || pathNames.length > 4) continue;
		scopes.push({
			...{ id, name, pathNames, owner: 'user-1', description: '', customFields: {} },
			parentId: parent?.id ?? null,
			pathIds: [...(parent?.pathIds ?? []), id],
			status: parent?.status === 'archived' || random() < 0.15 ? 'archived' : 'active',
			...{ createdOn: '2026-01-05T08:00:00.000Z', updatedOn: '2026-01-05T08:00:00.000Z' },
		});
	}
	return scopes;
}

function randomControls(random: Random): Control[] {
	return Array.from({ length: 2 + below(random, 8) }, (_, index) => ({
		id: uuid(random),
		controlType: 'control',
		// Two controls can have one identifier.
		controlIdentifier: pick(random, [`AC-${index}`, `1.${index}0`, 'AC-0', '']),
		name: pick(random, [...NAMES, '']),
		...{ owner: 'user-1', status: 'active', freshness: 'fresh', canLink: true },
	}));
}

function uuid(random: Random): string {
	const hex = Array.from({ length: 32 }, () => below(random, 16).toString(16)).join('');
	return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}

/** A tenant that nobody made up. */
async function tenant(random: Random): Promise<Harness> {
	const scopes = randomScopes(random);
	const controls = randomControls(random);
	const harness = await Harness.start({ scopes, controls });
	const density = random();
	for (const { id } of controls)
		harness.service.organization.assign(
			id,
			scopes.filter(({ status }) => status === 'active' && random() < density).map((s) => s.id),
		);
	return harness;
}

/** @returns the assignments of a tenant, as `control scope` */
function assignmentsOf({ service }: Harness): Set<string> {
	return new Set(
		[...service.organization.assignments].flatMap(([control, scopes]) =>
			[...scopes.keys()].map((scope) => `${control} ${scope}`),
		),
	);
}

/** @returns the sheet that Get Many writes, at the end of a way */
async function sheet(harness: Harness, way: string): Promise<IDataObject[]> {
	const parameters = { resource: 'control', operation: 'getMany', output: 'matrix' };
	const from = { type: 'control', parameters: { ...parameters, returnAll: true } };
	return await comeBack(harness, from, WAYS_BACK[way] ?? { nodes: [] });
}

async function assign(harness: Harness, rows: IDataObject[], parameters: IDataObject = {}) {
	return await harness.run(
		{
			type: 'scopeAssignment',
			parameters: {
				...{ resource: 'scopeAssignment', operation: 'assign', tableLayout: 'matrix' },
				mode: 'replace',
				controlId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				options: {},
				...parameters,
			},
		},
		rows,
	);
}

const writes = ({ service }: Harness) => service.log.count('POST', '/v1/scopeassignments');

const TENANTS = Array.from({ length: amount(5, 200) }, (_, index) => index + 1);

describe.each(TENANTS)('tenant %i', (seed) => {
	const random = seeded(seed);
	let harness: Harness;
	beforeAll(async () => {
		harness = await tenant(random);
	});
	afterAll(async () => await harness.stop());

	it.each(Object.keys(WAYS_BACK))('its matrix comes back unchanged: %s', async (name) => {
		const before = assignmentsOf(harness);
		const rows = await sheet(harness, name);
		expect(rows).toHaveLength(harness.service.organization.controls.size);
		const result = await assign(harness, rows);
		const active = harness.service.organization.listScopes('active');
		if (active.length === 0) {
			expect(result.error?.message).toBe('The table has no column for a scope');
			return;
		}
		expect(result.error?.message).toBeUndefined();
		expect(result.json(NODE).map(({ action }) => action)).toEqual(rows.map(() => 'unchanged'));
		// Nothing is ignored of what we have written ourselves; Google Sheets numbers the rows.
		const isNumbered = 'row_number' in (rows[0] ?? {});
		const ignored = '• Ignored columns, since no active scope has their name: row_number.';
		const hints = result.hints(NODE).flatMap(({ message }) => message.split(/(?:<br>)?\n/));
		expect(hints).toEqual([`Done: ${rows.length} unchanged.`, ...(isNumbered ? [ignored] : [])]);
		expect(writes(harness)).toBe(0);
		expect(assignmentsOf(harness)).toEqual(before);
	});

	it.each(Object.keys(WAYS_BACK))(
		'one mark that is changed is one assignment: %s',
		async (name) => {
			const rows = await sheet(harness, name);
			const { organization } = harness.service;
			const titles = Object.keys(rows[0] ?? {}).filter(
				(title) => !/^\ufeff?(?:id|controlIdentifier|name|row_number)$/.test(title),
			);
			if (titles.length === 0) return;
			const title = pick(random, titles);
			const row = pick(random, rows);
			const id = String(row.id ?? row['\ufeffid']);
			const was = row[title] === 'x';
			const isLast = rows.every((other) => other === row || other[title] === undefined);
			row[title] = was
				? pick(random, ['-', ...(isLast ? [] : ['', null])])
				: pick(random, ['x', 1]);
			const mode = pick(random, ['replace', was ? 'replace' : 'add']);
			const before = assignmentsOf(harness);
			const options = { removalLimit: 1 };
			const result = await assign(harness, rows, { mode, options });
			expect(result.error?.message).toBeUndefined();
			const after = assignmentsOf(harness);
			const added = [...after].filter((each) => !before.has(each));
			const removed = [...before].filter((each) => !after.has(each));
			expect([added.length, removed.length]).toEqual(was ? [0, 1] : [1, 0]);
			const [control, scope = ''] = [...added, ...removed][0]?.split(' ') ?? [];
			expect(control).toBe(id);
			const { name: scopeName = '', pathNames = [] } = organization.scopes.get(scope) ?? {};
			expect([scopeName, pathNames.join(' / '), scope].map((text) => text.trim())).toContain(
				title.replace('\ufeff', '').trim(),
			);
			const changed = result.json(NODE).filter(({ action }) => action !== 'unchanged');
			expect(changed).toMatchObject([{ action: 'assigned', id }]);
			expect(writes(harness)).toBe(1);
			harness.service.log.clear();
		},
	);
});
