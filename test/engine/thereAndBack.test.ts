import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';
import type { DateFormat } from '../../sandbox/service/dates';
import type { Scope } from '../../sandbox/service/organization';
import type { Vendor } from '../../sandbox/service/vendorFields';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { amount } from '../helpers/amounts';
import { syncScopes, writesTo } from '../helpers/scopeSync';
import { seeded } from '../helpers/seeded';
import { runVendor } from '../helpers/vendors';
import { comeBack, WAYS_BACK } from '../helpers/waysBack';

type Random = () => number;

const below = (random: Random, count: number) => Math.floor(random() * count);
const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)] as T;

const TEXTS = [
	...['Müller & Söhne', 'a, "b"; c', 'two\nlines', 'three\r\nlines\n', "l'été", '日本', '=SUM(A1)'],
	...[
		'007',
		'2027',
		'1e5',
		'TRUE',
		'null',
		' spaced  out ',
		'-',
		'\ttab',
		"'quoted",
		'{"a":1}',
		'[x',
	],
	...['31.12.2027', '31-12-2027', '12-11-2027', '1,5', '50 %', 'A\u00a0B', '+49 30 1234'],
];
const NUMBERS = [
	...[0, -1, 1.5, 120_000, 1_024, 0.1, 1_234_567.891_23, 123_456_789_012, 99_999_999_999],
	...[1e-7, 1 / 3, 1e21, -0.000_012_345_678],
];

/** A value of a field that all vendors have, or its emptiness. */
const maybe = <T>(random: Random, value: T, none: unknown = null): unknown =>
	random() < 0.25 ? none : value;

const some = <T>(random: Random, make: () => T, most = 3): T[] =>
	Array.from({ length: below(random, most + 1) }, make);

/** A vendor with the fields that administrators may have added to those of the sample. */
function randomVendor(random: Random, vendor: Vendor, index: number): Vendor {
	const text = () => pick(random, TEXTS);
	const number = () => pick(random, NUMBERS);
	const day = () => `20${20 + below(random, 9)}-0${1 + below(random, 9)}-${10 + below(random, 18)}`;
	const contact = () => ({
		name: text(),
		email: maybe(random, 'a@b.example'),
		phones: some(random, text, 2),
		main: random() < 0.5,
		...(random() < 0.2 && { role: text() }),
	});
	return {
		...vendor,
		external_id: pick(random, [`00${index}`, `V-${index}`, `1${index}`]),
		name: `${pick(random, ['Müller', 'A, "B"', 'Ödön', 'l’été'])} ${index}`,
		notes: maybe(random, text(), pick(random, [null, ''])) as string | null,
		tags: some(random, text),
		status: pick(random, ['active', 'active', 'archived']),
		tprm_contract_end_date: maybe(random, day()) as string | null,
		started_at: maybe(random, `${day()}T1${below(random, 10)}:30:00.000Z`) as string | null,
		...{
			spend: maybe(random, number()),
			headcount: maybe(random, below(random, 5_000)),
			critical: maybe(random, random() < 0.5),
			scores: some(random, () => maybe(random, number())),
			address: maybe(random, {
				city: text(),
				'post.code': maybe(random, '01067'),
				geo: maybe(random, { lat: number(), lon: number() }),
				lines: some(random, text),
				note: maybe(random, text(), ''),
			}),
			contacts: some(random, contact),
			budget: maybe(random, { 2026: number(), 2027: maybe(random, number()) }),
			'custom.field': maybe(random, text()),
			mixed: pick<unknown>(random, [text(), number(), random() < 0.5, null]),
		},
	};
}

const FORMATS: DateFormat[] = ['DD-MM-YYYY', 'MM-DD-YYYY', 'YYYY-MM-DD'];
const NAMES = [
	...[
		'EMEA',
		'Retail',
		'retail',
		'Müller & Söhne',
		'R/D',
		'A / B',
		'U.S.',
		'a, "b"; c',
		'=SUM(A1)',
	],
	...['2027', '007', "l'été", '日本', 'tags.0', 'constructor', '  spaced  out ', 'TRUE', '1e5'],
];

function uuid(random: Random): string {
	const hex = Array.from({ length: 32 }, () => below(random, 16).toString(16)).join('');
	return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}

function randomScopes(random: Random): Scope[] {
	const scopes: Scope[] = [];
	for (let left = 2 + below(random, 16); left > 0; left--) {
		const parent = random() < 0.4 ? undefined : pick<Scope | undefined>(random, scopes);
		const name = pick(random, NAMES);
		const id = uuid(random);
		const pathNames = [...(parent?.pathNames ?? []), name];
		const isTaken = scopes.some((scope) => scope.pathNames.join('\n') === pathNames.join('\n'));
		if (isTaken || pathNames.length > 4) continue;
		scopes.push({
			...{ id, name, pathNames, parentId: parent?.id ?? null },
			pathIds: [...(parent?.pathIds ?? []), id],
			owner: pick(random, ['user-1', '007', 'u_2']),
			description: pick(random, ['', ...TEXTS]),
			status: parent?.status === 'archived' || random() < 0.15 ? 'archived' : 'active',
			...{ customFields: random() < 0.3 ? { code: '01' } : {} },
			...{ createdOn: '2026-01-05T08:00:00.000Z', updatedOn: '2026-01-05T08:00:00.000Z' },
		});
	}
	return scopes;
}

/** A tenant that nobody made up. */
async function tenant(random: Random): Promise<Harness> {
	const vendors = SOME_VENDORS.slice(0, 3 + below(random, 8));
	const harness = await Harness.start({
		vendors: vendors.map((vendor, index) => randomVendor(random, vendor, index)),
		scopes: randomScopes(random),
		documents: [],
	});
	harness.service.settings = {
		timeZone: pick(random, ['Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata']),
		dateFormat: pick(random, FORMATS),
	};
	harness.setCredential();
	return harness;
}

const vendorWrites = ({ service }: Harness) =>
	service.log
		.find()
		.filter(({ path, method }) => method !== 'GET' && !/token$|search$/.test(path))
		.map(({ method, path, body }) => [method, path, body]);

/** A row that is not as it should be, with what it says. */
const changed = (rows: IDataObject[]) =>
	rows
		.filter(({ action }) => action !== 'unchanged')
		.map(({ action, why, warning, error, changes }) => ({ action, why, warning, error, changes }));

const TENANTS = Array.from({ length: amount(6, 200) }, (_, index) => index + 1);

describe.each(TENANTS)('tenant %i', (seed) => {
	const random = seeded(seed);
	let harness: Harness;
	beforeAll(async () => {
		harness = await tenant(random);
	});
	afterAll(async () => await harness.stop());

	it.each(Object.keys(WAYS_BACK))('has vendors that come back unchanged: %s', async (name) => {
		const convertDates = random() < 0.3;
		const parameters = {
			...{ resource: 'vendor', operation: 'getMany', returnAll: true },
			options: convertDates ? { convertDates } : {},
		};
		const way = WAYS_BACK[name] ?? { nodes: [] };
		const rows = await comeBack(harness, { type: 'tprmVendor', parameters }, way);
		expect(rows).toHaveLength(harness.service.vendors.byId.size);
		harness.service.log.clear();
		const matchField = pick(random, ['id', 'external_id', 'name']);
		const operation = pick(random, ['upsert', 'sync']);
		const options = {
			...(operation === 'sync' && { archiveUnnamed: true }),
			...(random() < 0.3 && { emptyCells: 'clear' }),
		};
		const run = async (dryRun: boolean) =>
			await runVendor(harness, operation, { matchField, options, dryRun }, rows);
		expect(changed((await run(true)).json(NODE))).toEqual([]);
		const result = await run(false);
		expect(result.error?.message).toBeUndefined();
		expect(changed(result.json(NODE))).toEqual([]);
		expect(result.json(NODE)).toHaveLength(rows.length);
		expect(vendorWrites(harness)).toEqual([]);
	});

	it.each(Object.keys(WAYS_BACK))('has scopes that come back unchanged: %s', async (name) => {
		const isTree = random() < 0.5;
		const parameters = isTree
			? { resource: 'tree', operation: 'get', output: 'rows', onlyActive: true }
			: { resource: 'scope', operation: 'getMany', returnAll: true, filters: { status: 'active' } };
		const way = WAYS_BACK[name] ?? { nodes: [] };
		if (harness.service.organization.listScopes('active').length === 0) return;
		const rows = await comeBack(harness, { type: 'scope', parameters }, way);
		harness.service.log.clear();
		const isPlain = [...harness.service.organization.scopes.values()].every(
			(scope) => !scope.name.includes('/'),
		);
		// Names that have the separator are no path in text: they are found by their parents.
		const byPath = isPlain && random() < 0.5;
		const table = byPath
			? { tableHas: 'path', path: '={{ $json.path }}' }
			: {
					...{ tableHas: 'parent', name: '={{ $json.name }}', parent: '={{ $json.parentId }}' },
					rowKey: '={{ $json.id }}',
				};
		const result = await syncScopes(harness, rows, {
			...table,
			owner: '={{ $json.owner }}',
			additionalFields: { description: '={{ $json.description }}' },
			...(random() < 0.5 && { matchBy: 'id', scopeId: '={{ $json.id }}' }),
			options: { archiveUnnamed: true },
		});
		expect(result.error?.message).toBeUndefined();
		expect(changed(result.json(NODE))).toEqual([]);
		expect(writesTo(harness)).toEqual([]);
	});
});
