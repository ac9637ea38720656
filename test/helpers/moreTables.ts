import type { IDataObject } from 'n8n-workflow';

import type { Organization } from '../../sandbox/service/organization';
import type { Service } from '../../sandbox/service/service';
import { CLEARED, type Vendor } from '../../sandbox/service/vendorFields';

/** A table that an analyst brings, and what a careful person wants to see. */
interface Table extends Seen {
	name: string;
	operation: Operation;
	/** Cells as a CSV file has them, all text; or as items, where a spreadsheet has other types. */
	rows: IDataObject[] | ((service: Service) => IDataObject[]);
	/** Of each row of a dry run: its action, and after ` ! ` text of its warning or error; without, it says nothing. */
	see: string[];
}

interface Seen {
	/** The same of a real run, where the service or the brake refuses rows; else both say the same. */
	real?: string[];
	/** Text of a hint. */
	hint?: string;
	/** What is different in the service afterwards, a line each; or each row is a new record, cell by cell. */
	after: string[] | 'as written';
}

/** @returns cells as items: columns are separated by `|`, the first line names them */
function csv(text: string): IDataObject[] {
	const [header = [], ...lines] = text
		.trim()
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()));
	return lines.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])));
}

const REGISTER = csv(`
external_id | name                | domain           | risk_rating | owner_email      | tprm_contract_end_date | notes                     | tags
V-001       | Müller AG           | mueller.example  | high        | jane@corp.example | 2027-03-31            | DPA signed 2024-05-01     | cloud
V-002       | Acme GmbH           | acme.example     | low         | jane@corp.example | 2027-06-30            | ISO 27001                 | gdpr
00123       | Northwind Logistics | northwind.example | medium     | omar@corp.example | 2026-12-31            | EU only                   | on-site
1E5         | Einstein Labs       | einstein.example | low         | omar@corp.example | 2028-01-31            | Lab                       | cloud
V-006       | Total Energies SA   | totalenergies.example | low    | jane@corp.example | 2027-01-31            | Fuel cards                | on-site
V-007       | Booking.com         | booking.example  | medium      | jane@corp.example | 2027-02-28            | Travel                    | cloud
V-008       | C&A                 | ca.example       | low         | omar@corp.example | 2027-08-31            | Uniforms                  | on-site
V-009       | Old Partner         | old.example      | low         | omar@corp.example | 2024-12-31            | Ended                     | gdpr
V-010       | Å                   | aa.example       | low         | jane@corp.example | 2027-09-30            | Print                     | on-site
V-011       | Johnson & Johnson   | jnj.example      | high        | jane@corp.example | 2027-10-31            | Health                    | gdpr
V-012       | Strauß KG           | strauss.example  | low         | omar@corp.example | 2027-11-30            | Catering                  | on-site
MAR1        | Marina One          | marina.example   | low         | omar@corp.example | 2027-12-31            | Office                    | on-site
`);

/** @returns the vendors that the service has */
export function register(): Vendor[] {
	return REGISTER.map(({ tags, ...fields }, at): Vendor => ({
		...CLEARED,
		...(fields as unknown as Vendor),
		tags: [String(tags)],
		id: `vnd_${String(at + 1).padStart(4, '0')}`,
		status: fields.external_id === 'V-009' ? 'archived' : 'active',
		created_at: '2026-01-05T08:00:00.000Z',
		updated_at: '2026-01-05T08:00:00.000Z',
	}));
}

/** Gives the service its scopes and assignments. */
export function tree(organization: Organization): void {
	const ids = new Map<string, string>();
	for (const path of SCOPES) {
		const names = path.split(' > ');
		const parentId = ids.get(names.slice(0, -1).join(' > '));
		const { id } = organization.createScope({
			name: names.at(-1) ?? '',
			owner: names.length > 2 ? 'user-2' : 'user-1',
			description: `About ${names.at(-1)}`,
			parentId,
		});
		ids.set(path, id);
	}
	for (const [identifier, ...paths] of ASSIGNED) {
		const control = [...organization.controls.values()].find(
			({ controlIdentifier }) => controlIdentifier === identifier,
		);
		organization.assign(
			control?.id ?? '',
			paths.map((path) => ids.get(path) ?? ''),
		);
	}
}

const SCOPES = [
	...['EMEA', 'EMEA > Germany', 'EMEA > Germany > Berlin', 'EMEA > Germany > Munich'],
	...['EMEA > France', 'EMEA > France > Lyon', 'APAC', 'APAC > Japan', 'APAC > Japan > Ōtsu'],
	...['NA', 'NA > Canada', 'R&D', 'Legal', 'Risk', 'Legal, Risk'],
];

/** What a table of all scopes has as well. */
const EXISTING = [
	'EMEA / Germany / Berlin',
	'EMEA / Germany / Munich',
	'EMEA / France / Lyon',
	'APAC / Japan / Ōtsu',
	'Legal',
	'Risk',
	'Legal, Risk',
].join('\n');

const ASSIGNED = [
	['AC-01', 'EMEA', 'APAC'],
	['AC-02', 'EMEA > Germany > Berlin'],
	['AT-01', 'R&D'],
];

const vendor = (operation: string, more: IDataObject = {}) => ({
	type: 'tprmVendor',
	parameters: { resource: 'vendor', operation, ...more },
});
const scopes = (more: IDataObject) => ({
	type: 'scope',
	parameters: {
		...{ resource: 'tree', operation: 'sync', owner: '={{ $json.Owner }}' },
		additionalFields: { description: '={{ $json.About }}' },
		...more,
	},
});
const assign = (more: IDataObject) => ({
	type: 'scopeAssignment',
	parameters: {
		...{ resource: 'scopeAssignment', operation: 'assign' },
		controlId: { __rl: true, mode: 'identifier', value: '={{ $json.Control }}' },
		...more,
	},
});

const BY_PARENT = {
	...{ tableHas: 'parent', name: '={{ $json.Unit }}', parent: '={{ $json.Parent }}' },
	rowKey: '={{ $json.Key }}',
};
const LEVELS = ['Region', 'Country', 'City'].map((name) => `={{ $json.${name} }}`);

/** The forms that are filled in, by a name. */
export const operations = (_service: Service) => ({
	create: vendor('create'),
	'by ID': vendor('upsert', { matchField: 'external_id' }),
	'by name': vendor('upsert', { matchField: 'name' }),
	'by domain': vendor('upsert', { matchField: 'domain' }),
	'by ID, clearing': vendor('upsert', {
		matchField: 'external_id',
		options: { emptyCells: 'clear' },
	}),
	'by ID, mapped': vendor('upsert', {
		...{ matchField: 'external_id', fieldsFrom: 'rows' },
		fields: {
			field: [
				['external_id', '={{ $json.Nr }}'],
				['name', '={{ $json.Firma }}'],
				['notes', '={{ $json.Bemerkung }}'],
			].map(([name, value]) => ({ name, value })),
		},
	}),
	sync: vendor('sync', { matchField: 'external_id' }),
	'sync, archiving': vendor('sync', {
		matchField: 'external_id',
		options: { archiveUnnamed: true },
	}),
	'sync by name, archiving': vendor('sync', {
		matchField: 'name',
		options: { archiveUnnamed: true },
	}),
	update: vendor('update', {
		...{ vendorId: { __rl: true, mode: 'id', value: '={{ $json.id }}' }, fieldsFrom: 'input' },
		options: { excludeFields: 'id' },
	}),
	paths: scopes({ path: '={{ $json.Path }}' }),
	'paths, archiving': scopes({ path: '={{ $json.Path }}', options: { archiveUnnamed: true } }),
	parents: scopes(BY_PARENT),
	levels: scopes({ tableHas: 'levels', levels: LEVELS }),
	'levels, one owner': scopes({ tableHas: 'levels', levels: LEVELS, owner: 'user-1' }),
	'update many': {
		type: 'scope',
		parameters: {
			...{ resource: 'scope', operation: 'updateMany' },
			scopeId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: {
				name: '={{ $json.Name }}',
				description: '={{ $json.About }}',
				owner: { __rl: true, mode: 'id', value: '={{ $json.Owner }}' },
				status: '={{ $json.Status }}',
			},
		},
	},
	pairs: assign({ tableLayout: 'pairs', mode: 'add', scopeIds: '={{ $json.Scopes }}' }),
	'pairs, replacing': assign({
		tableLayout: 'pairs',
		mode: 'replace',
		scopeIds: '={{ $json.Scopes }}',
	}),
	matrix: assign({ tableLayout: 'matrix', mode: 'add' }),
	'matrix, replacing': assign({ tableLayout: 'matrix', mode: 'replace' }),
});

export type Operation = keyof ReturnType<typeof operations>;

/** What a new vendor has besides, so that none of the fields of the others is missing. */
export const REST = new Map(
	Object.entries({
		...{
			risk_rating: 'low',
			owner_email: 'jane@corp.example',
			tprm_contract_end_date: '2027-05-31',
		},
		...{ notes: 'New', tags: 'cloud' },
	}),
);
const whole = (rows: IDataObject[]) =>
	rows.map((row, at): IDataObject => ({
		external_id: `N-${at}`,
		domain: `new${at}.example`,
		...Object.fromEntries(REST),
		tags: ['cloud'],
		...row,
	}));
const named = (...names: unknown[]) => whole(names.map((name) => ({ name }) as IDataObject));
const times = (count: number, text: string) => Array.from({ length: count }, () => text);
const idOf = ({ organization }: Service, path: string) =>
	[...organization.scopes.values()].find(({ pathNames }) => pathNames.join(' > ') === path)?.id ??
	'';
/** Rows with a Scope path in place of its ID. */
const byScope = (text: string) => (service: Service) =>
	csv(text).map(({ Scope, ...row }) => ({ id: idOf(service, String(Scope)) || Scope, ...row }));
const t = (
	name: string,
	operation: Operation,
	rows: Table['rows'],
	see: string[],
	after: Seen['after'] = [],
	more: Omit<Seen, 'after'> = {},
): Table => ({ name, operation, rows, see, after, ...more });

export const MORE_TABLES: Table[] = [
	// Ordinary tables.
	t(
		'names with words for nothing',
		'by name',
		named(
			'N/A Consulting',
			'None Ltd',
			'Null & Void Legal',
			'TBD Media',
			'Unknown Worlds',
			'Sum Up',
			'Total',
			'Test GmbH',
			'Blank Space Ltd',
		),
		times(9, 'created'),
		'as written',
	),
	t(
		'names in all languages',
		'by name',
		named(
			'São Paulo Logística',
			'Ōtsu Seiki 株式会社',
			'شركة الاتصالات',
			'Ελληνική Τράπεζα',
			'Łódź Druk',
			'🚀 Rocket Labs',
			'“Quoted” Co',
			'O’Neill’s',
			'Ø',
			'大阪',
			'Ñandú',
			'Âge d’Or',
			'CAFÉ À LA CRÈME',
		),
		times(13, 'created'),
		'as written',
	),
	t(
		'names with digits and marks',
		'by name',
		named(
			'3M',
			'7-Eleven',
			'Yahoo!',
			'1-800-Flowers.com',
			'99',
			'A.P. Møller – Mærsk',
			'AT&T',
			'+Simple',
			'(ISC)²',
			'E.ON',
			'1.FC Nürnberg',
			'50 % Off',
			'#1 Print',
			'@Home',
		),
		times(14, 'created'),
		'as written',
	),
	t(
		'IDs that look like numbers',
		'by ID',
		csv(`
external_id          | name                | notes
1E5                  | Einstein Labs       | Moved
00123                | Northwind Logistics | Moved
MAR1                 | Marina One          | Office`),
		['updated', 'updated', 'unchanged'],
		['00123: notes EU only > Moved', '1E5: notes Lab > Moved'],
	),
	t(
		'new IDs that look like numbers',
		'by ID',
		whole(
			csv(`
external_id          | name       | domain
2E7                  | Twoseven   | twoseven.example
00456                | Fourfive   | fourfive.example
12345678901234567890 | Longnumber | longnumber.example
0x1F                 | Hexa       | hexa.example
1-2                  | Onetwo     | onetwo.example
5.1                  | Fiveone    | fiveone.example`),
		),
		times(6, 'created'),
		'as written',
	),
	t(
		'all kinds of text in a text field',
		'by ID',
		[
			'DPA signed 31.12.2027',
			'12345',
			'yes',
			'TRUE',
			'1,024 seats',
			'N/A for this vendor',
			'see #REF! in the old sheet',
			'- first\n- second',
			'+49 30 123456',
			'=1+1',
			'{{ $json.x }}',
			'<b>bold</b>',
		].map((notes, at): IDataObject => ({ external_id: REGISTER[at]?.external_id, notes })),
		[...times(7, 'updated'), 'updated ! archived', ...times(4, 'updated')],
		[
			'00123: notes EU only > yes',
			'1E5: notes Lab > TRUE',
			'MAR1: notes Office > <b>bold</b>',
			'V-001: notes DPA signed 2024-05-01 > DPA signed 31.12.2027',
			'V-002: notes ISO 27001 > 12345',
			'V-006: notes Fuel cards > 1,024 seats',
			'V-007: notes Travel > N/A for this vendor',
			'V-008: notes Uniforms > see #REF! in the old sheet',
			'V-009: notes Ended > - first\n- second',
			'V-010: notes Print > +49 30 123456',
			'V-011: notes Health > =1+1',
			'V-012: notes Catering > {{ $json.x }}',
		],
	),
	t(
		'numbers of a spreadsheet in text fields',
		'by ID',
		[
			{ external_id: 'V-001', notes: 12345 },
			{ external_id: 'V-002', notes: 42.5 },
			{ external_id: 'V-008', notes: true },
		],
		times(3, 'updated'),
		[
			'V-001: notes DPA signed 2024-05-01 > 12345',
			'V-002: notes ISO 27001 > 42.5',
			'V-008: notes Uniforms > true',
		],
	),
	t(
		'a number as the name of a new vendor',
		'by ID',
		whole([{ name: 4711, external_id: 815 }]),
		['created'],
		['+ 815; name 4711'],
	),
	t(
		'Namibia, Null Island, and the like in tags',
		'by ID',
		[
			{ external_id: 'V-001', tags: ['NA', 'EMEA'] },
			{ external_id: 'V-002', tags: ['ÉU'] },
		],
		['updated', 'updated'],
		['V-001: tags cloud > NA, EMEA', 'V-002: tags gdpr > ÉU'],
	),
	t(
		'domains in other spellings, and in other alphabets',
		'by domain',
		[
			{ domain: 'HTTPS://www.Mueller.example/', notes: 'x' },
			...whole([
				{ domain: 'müller-bank.example', name: 'Bank' },
				{ domain: 'a.co.uk', name: 'Auk' },
				{ domain: 'xn--bcher-kva.example', name: 'Book' },
			]),
		],
		['updated', 'created', 'created', 'created'],
		[
			'+ N-0; domain müller-bank.example; name Bank',
			'+ N-1; domain a.co.uk; name Auk',
			'+ N-2; domain xn--bcher-kva.example; name Book',
			'V-001: notes DPA signed 2024-05-01 > x',
		],
	),
	t(
		'the register as it is, by CSV',
		'sync',
		(service) =>
			[...service.vendors.byId.values()].map(({ tags, started_at, ...vendor }) => ({
				...vendor,
				started_at: started_at ?? '',
				'tags.0': tags[0] ?? '',
				'tags.1': '',
			})),
		times(12, 'unchanged'),
	),
	t(
		'blanks around values',
		'by name',
		[
			{ name: 'Acme GmbH\u00a0', notes: ' ISO 27001 ' },
			{ name: '  C&A', domain: 'ca.example ' },
		],
		['unchanged', 'unchanged'],
	),
	t(
		'composed letters of a Mac',
		'by name',
		[{ name: 'Müller AG'.normalize('NFD'), notes: 'Mac' }],
		['updated'],
		['V-001: notes DPA signed 2024-05-01 > Mac'],
	),
	t(
		'IDs of a system of purchasing, and hashtags',
		'by ID',
		csv(`
external_id | id   | notes
V-001       | 17   | #1 supplier!
V-002       | P-18 | #YES we can!`),
		['updated', 'updated'],
		['V-001: notes DPA signed 2024-05-01 > #1 supplier!', 'V-002: notes ISO 27001 > #YES we can!'],
	),
	t(
		'similar names that are not the same',
		'by ID',
		named(
			'Bluu Print',
			'Booking',
			'Johnson',
			'Total Energy',
			'Northwind Traders',
			'Strauss & Sons',
		),
		times(6, 'created'),
		'as written',
	),
	t(
		'fields with unusual, but right forms',
		'by ID',
		csv(`
external_id | domain                  | owner_email
V-001       | https://mueller.example | Jane.O'Neil+grc@corp.example
V-002       | büro.example            | team.risk@corp.example
V-008       | ca.example/shop         | omar@corp.example`),
		['updated', 'updated', 'updated'],
		[
			'V-001: domain mueller.example > https://mueller.example',
			"V-001: owner_email jane@corp.example > Jane.O'Neil+grc@corp.example",
			'V-002: domain acme.example > büro.example',
			'V-002: owner_email jane@corp.example > team.risk@corp.example',
			'V-008: domain ca.example > ca.example/shop',
		],
	),
	t(
		'dates in one known order',
		'by ID',
		csv(`
external_id | tprm_contract_end_date
V-001       | 31.12.2027
V-002       | 1.2.2028
00123       | 2028-01-15
V-006       | 9999-12-31`),
		times(4, 'updated'),
		[
			'00123: tprm_contract_end_date 2026-12-31 > 2028-01-15',
			'V-001: tprm_contract_end_date 2027-03-31 > 2027-12-31',
			'V-002: tprm_contract_end_date 2027-06-30 > 2028-02-01',
			'V-006: tprm_contract_end_date 2027-01-31 > 9999-12-31',
		],
	),
	t(
		'dates of a spreadsheet',
		'by ID',
		[
			{ external_id: 'V-001', tprm_contract_end_date: 46752 },
			{ external_id: 'V-002', tprm_contract_end_date: '2027-12-31T00:00:00.000Z' },
		],
		['updated', 'updated'],
		[
			'V-001: tprm_contract_end_date 2027-03-31 > 2027-12-31',
			'V-002: tprm_contract_end_date 2027-06-30 > 2027-12-31',
		],
	),
	t(
		'a totals name with other cells',
		'by name',
		whole(
			csv(`
name             | domain
Total            | total.example
Somme Consulting | somme.example
Gesamt GmbH      | gesamt.example`),
		),
		times(3, 'created'),
		'as written',
	),
	t(
		'vendors by their IDs, with empty cells',
		'update',
		csv(`
id       | notes      | owner_email       | risk_rating
vnd_0001 |            | omar@corp.example |
vnd_0002 | ISO 27001  |                   |`),
		['updated', 'unchanged'],
		['V-001: owner_email jane@corp.example > omar@corp.example'],
	),
	t(
		'new vendors without a look at others',
		'create',
		named('N/A Consulting', 'Å', '12345', '東京'),
		times(4, 'created'),
		'as written',
	),
	t(
		'org chart with names that look odd',
		'paths',
		csv(`
Path                        | Owner  | About
NA / Canada / Toronto       | user-1 | -> see list
NA / Mexico                 | user-1 | N/A Consulting is here
EMEA / Germany / Å          | user-1 | 12345
Total Rewards               | user-1 | Total
R&D / 3D                    | user-1 | yes
EMEA / São Paulo Desk       | user-1 | 31.12.2027
APAC / Japan / 大阪         | user-1 | 🚀
${EXISTING}`),
		[...times(7, 'created'), ...times(7, 'unchanged')],
		[
			'+ APAC / Japan / 大阪; owner user-1; description 🚀',
			'+ EMEA / Germany / Å; owner user-1; description 12345',
			'+ EMEA / São Paulo Desk; owner user-1; description 31.12.2027',
			'+ NA / Canada / Toronto; owner user-1; description -> see list',
			'+ NA / Mexico; owner user-1; description N/A Consulting is here',
			'+ R&D / 3D; owner user-1; description yes',
			'+ Total Rewards; owner user-1; description Total',
		],
	),
	t(
		'HR export with keys',
		'parents',
		csv(`
Key    | Unit       | Parent | Owner
00123  | Group      |        | user-1
1E5    | None Ltd   | 00123  | user-1
NA     | Namibia    | 00123  | user-1
X-1    | Sum Up     | 1E5    | user-1`),
		times(4, 'created'),
		[
			'+ Group / Namibia; owner user-1',
			'+ Group / None Ltd / Sum Up; owner user-1',
			'+ Group / None Ltd; owner user-1',
			'+ Group; owner user-1',
		],
	),
	t(
		'HR export with numbers as keys',
		'parents',
		[
			{ Key: 1, Unit: 'Group', Parent: 0, Owner: 'user-1' },
			{ Key: 2, Unit: 'Payroll', Parent: '1', Owner: 'user-1' },
			{ Key: '3', Unit: 'Total', Parent: 1, Owner: 'user-1' },
		],
		times(3, 'created'),
		['+ Group / Payroll; owner user-1', '+ Group / Total; owner user-1', '+ Group; owner user-1'],
	),
	t(
		'levels with blanks at the end',
		'levels',
		csv(`
Region | Country  | City     | Owner
NA     | Canada   |          |
NA     | USA      | New York | user-1
EMEA   |          |          |
APAC   | Singapore | Singapore | user-1
APAC   | Japan    |          |`),
		['unchanged', 'created', 'created', 'unchanged', 'created', 'created', 'unchanged'],
		[
			'+ APAC / Singapore / Singapore; owner user-1',
			'+ APAC / Singapore; owner user-1',
			'+ NA / USA / New York; owner user-1',
			'+ NA / USA; owner user-1',
		],
	),
	t(
		'scopes in another Unicode form and with odd blanks',
		'paths',
		[{ Path: 'APAC / Japan / Ōtsu'.normalize('NFD') }, { Path: 'EMEA/ Germany\u00a0/Berlin ' }],
		['unchanged', 'unchanged'],
	),
	t(
		'new texts for scopes',
		'update many',
		byScope(`
Scope                   | About                  | Owner
EMEA                    | N/A Consulting, 12345  |
APAC                    |                        | user-2
EMEA > Germany > Berlin | About Berlin           | user-2`),
		['updated', 'updated', 'unchanged'],
		['APAC: owner user-1 > user-2', 'EMEA: description About EMEA > N/A Consulting, 12345'],
	),
	t(
		'scopes by name, path, and list',
		'pairs',
		csv(`
Control | Scopes
AC-01   | NA; R&D
AC-02   | EMEA / France / Lyon
AT-01   | Ōtsu,Legal`),
		times(3, 'assigned'),
		[
			'AC-01: scopes APAC; EMEA > APAC; EMEA; NA; R&D',
			'AC-02: scopes EMEA / Germany / Berlin > EMEA / France / Lyon; EMEA / Germany / Berlin',
			'AT-01: scopes R&D > APAC / Japan / Ōtsu; Legal; R&D',
		],
	),
	t(
		'marks of all kinds',
		'matrix',
		[
			{ Control: 'AC-01', Owner: 'jane', NA: 'x', Legal: true, 'R&D': 1 },
			{ Control: 'AC-02', Owner: '', NA: 'X ', Legal: false, 'R&D': '✔️' },
			{ Control: 'AT-01', Owner: 'n/a', NA: '', Legal: 'no', 'R&D': 'Yes' },
		],
		['assigned', 'assigned', 'unchanged'],
		[
			'AC-01: scopes APAC; EMEA > APAC; EMEA; Legal; NA; R&D',
			'AC-02: scopes EMEA / Germany / Berlin > EMEA / Germany / Berlin; NA; R&D',
		],
		{ hint: 'Ignored columns, since no active scope has their name: Owner.' },
	),

	// Tables with accidents: vendors.
	t(
		'formula errors of other languages',
		'by ID',
		['#NV', '#WERT!', '#BEZUG!', '#VALEUR!', '#N/D', '#¡VALOR!', '#ÜBERLAUF!', '#BLOCKED!'].map(
			(notes, at) => ({ external_id: REGISTER[at]?.external_id, notes }),
		),
		times(8, 'error ! formula error'),
	),
	t(
		'nothing, as databases and people write it, in the key',
		'by ID',
		whole([
			{ external_id: '\\N', name: 'Apple' },
			{ external_id: 'n.v.t.', name: 'Banana' },
			{ external_id: '#NV', name: 'Cherry' },
			{ external_id: 'k.A', name: 'Date' },
			{ external_id: 'Not set', name: 'Elder' },
			{ external_id: 'entfällt', name: 'Fig' },
		]),
		[
			'error ! placeholder',
			'error ! placeholder',
			'error ! formula',
			...times(3, 'error ! placeholder'),
		],
	),
	t(
		'zero as the key of two',
		'by ID',
		whole([
			{ external_id: '0', name: 'Apple' },
			{ external_id: '0', name: 'Banana' },
		]),
		['created', 'updated'],
		['+ 0; name Banana'],
		{ hint: 'Same vendor as an earlier row, but with different values: row 2' },
	),
	t(
		'wrong encoding in a list',
		'by ID',
		[
			{ external_id: 'V-001', tags: ['gÃ¼ltig'] },
			{ external_id: 'V-002', 'tags.0': 'M\ufffdll', 'tags.1': '' },
		],
		times(2, 'error ! wrong encoding'),
	),
	t(
		'a list as text',
		'by ID',
		csv(`
external_id | tags
V-001       | cloud, gdpr`),
		['updated ! tags'],
		[],
		{ real: ['error ! tags'] },
	),
	t(
		'names sorted without the rest',
		'by ID',
		csv(`
external_id | name
V-001       | Acme GmbH
V-002       | Booking.com
V-008       | Müller AG`),
		times(3, 'updated ! Another vendor'),
		[
			'V-001: name Müller AG > Acme GmbH',
			'V-002: name Acme GmbH > Booking.com',
			'V-008: name C&A > Müller AG',
		],
	),
	t(
		'two columns exchanged',
		'by ID',
		csv(`
external_id | name            | domain
V-001       | mueller.example | Müller AG
V-002       | acme.example    | Acme GmbH`),
		times(2, 'updated ! domain'),
		[
			'V-001: domain mueller.example > Müller AG',
			'V-001: name Müller AG > mueller.example',
			'V-002: domain acme.example > Acme GmbH',
			'V-002: name Acme GmbH > acme.example',
		],
	),
	t(
		'umlauts and signs in other spellings',
		'by ID',
		whole(
			csv(`
name                 | domain
Mueller AG           | m.example
Strauss KG           | s.example
Johnson and Johnson  | j.example
ＡＣＭＥ             | f.example
Northwind-Logistics  | n.example
The Booking.com      | t.example`),
		),
		times(6, 'created ! There is a vendor'),
		[
			'+ N-0; domain m.example; name Mueller AG',
			'+ N-1; domain s.example; name Strauss KG',
			'+ N-2; domain j.example; name Johnson and Johnson',
			'+ N-3; domain f.example; name ＡＣＭＥ',
			'+ N-4; domain n.example; name Northwind-Logistics',
			'+ N-5; domain t.example; name The Booking.com',
		],
	),
	t(
		'an ID that a spreadsheet has made a date',
		'by ID',
		whole(
			csv(`
external_id | name
1-Mar       | Marina One
01.Mrz      | Marine Two`),
		),
		['created ! Marina One', 'created ! a spreadsheet may have made of another ID'],
		['+ 01.Mrz; name Marine Two', '+ 1-Mar; name Marina One'],
	),
	t(
		'IDs with other dashes and zeros',
		'by ID',
		whole([
			{ external_id: 'V\u2011001', name: 'Alpha' },
			{ external_id: 'V–002', name: 'Beta' },
			{ external_id: '123', name: 'Gamma' },
			{ external_id: 'v-008', name: 'Delta' },
		]),
		times(4, 'created ! Differs from'),
		['+ 123; name Gamma', '+ V‑001; name Alpha', '+ V–002; name Beta', '+ v-008; name Delta'],
	),
	t(
		'a pivot table',
		'by name',
		[
			...named('Apple'),
			...csv(`
name              | notes
Gesamtergebnis    | 12
Total general     | 12
Eindtotaal        | 12
Total (12)        | 12
Итого             | 12`),
		],
		['created', ...times(5, 'created ! row of totals')],
		[
			'+ 12; name Eindtotaal',
			'+ 12; name Gesamtergebnis',
			'+ 12; name Total (12)',
			'+ 12; name Total general',
			'+ 12; name Итого',
			'+ N-0; name Apple',
		],
	),
	t(
		'a footer and a remark',
		'by name',
		[
			...named('Apple'),
			{ name: 'Exported on 2026-11-28 by jane', domain: '' },
			{ name: 'Page 1 of 3' },
		],
		['created', 'created ! All other vendors', 'created ! All other vendors'],
		['+ ; name Exported on 2026-11-28 by jane', '+ ; name Page 1 of 3', '+ N-0; name Apple'],
	),
	t(
		'a mapped header again',
		'by ID, mapped',
		csv(`
Nr    | Firma     | Bemerkung
V-001 | Müller AG | Neu
Nr    | Firma     | Bemerkung
      | Nirgends  |`),
		['updated', 'created ! header again', 'error ! no value'],
		['+ Nr; notes Bemerkung; name Firma', 'V-001: notes DPA signed 2024-05-01 > Neu'],
	),
	t(
		'columns with invisible characters and capitals',
		'by ID',
		[
			{ external_id: 'V-001', '\ufeffnotes': 'New' },
			{ external_id: 'V-002', 'notes ': 'New' },
			{ external_id: 'V-008', Notes: 'New' },
		],
		['updated', 'updated', 'updated ! Did you mean notes'],
		['V-001: notes DPA signed 2024-05-01 > New', 'V-002: notes ISO 27001 > New'],
		{ real: ['updated', 'updated', 'error ! Did you mean notes'] },
	),
	t(
		'the ID of another vendor beside the key',
		'by ID',
		csv(`
external_id | id       | notes
V-001       | vnd_0002 | For Acme`),
		['updated ! vnd_0002'],
		['V-001: notes DPA signed 2024-05-01 > For Acme'],
	),
	t(
		'days on which programs begin to count',
		'by ID',
		csv(`
external_id | tprm_contract_end_date
V-001       | 1899-12-30
V-002       | 1970-01-01
00123       | 1900-01-00
V-006       | 00.01.1900
V-007       | 0000-00-00
V-008       | 01.01.1970`),
		times(6, 'updated ! where there is no date'),
		[
			'V-001: tprm_contract_end_date 2027-03-31 > 1899-12-30',
			'V-002: tprm_contract_end_date 2027-06-30 > 1970-01-01',
			'V-008: tprm_contract_end_date 2027-08-31 > 1970-01-01',
		],
		{
			real: [
				'updated ! where',
				'updated ! where',
				'error ! 1900-01-00',
				'error ! 00.01.1900',
				'error ! 0000-00-00',
				'updated ! where',
			],
		},
	),
	t(
		'midnight in Berlin, in UTC',
		'by ID',
		csv(`
external_id | tprm_contract_end_date
V-001       | 2027-12-30T23:00:00.000Z
V-002       | 2027-06-29T22:00:00.000Z`),
		['updated', 'unchanged'],
		['V-001: tprm_contract_end_date 2027-03-31 > 2027-12-31'],
	),
	t(
		'days that are not there, and short years',
		'by ID',
		csv(`
external_id | tprm_contract_end_date
V-001       | 30.02.2027
V-002       | 31.12.27
00123       | 04/05/2027
V-006       | Q4 2027
V-007       | unlimited`),
		times(5, 'updated ! tprm_contract_end_date'),
		[],
		{ real: times(5, 'error ! tprm_contract_end_date') },
	),
	t(
		'people in place of addresses, and ratings with capitals',
		'by ID',
		csv(`
external_id | owner_email                  | risk_rating
V-001       | Jane Doe <jane@corp.example> | high
V-002       | jane@corp.example            | High
V-008       | jane@corp.example            | n/a`),
		['updated ! owner_email', 'updated', 'updated ! placeholder'],
		[],
		{ real: ['error ! owner_email', 'error ! risk_rating', 'error ! risk_rating'] },
	),
	t(
		'one vendor twice, with other values',
		'by ID',
		csv(`
external_id | risk_rating | notes
V-001       | low         | First
V-001       | high        | Second`),
		['updated', 'updated'],
		['V-001: notes DPA signed 2024-05-01 > Second'],
		{ hint: 'Same vendor as an earlier row, but with different values: row 2' },
	),
	t(
		'one vendor twice',
		'update',
		csv(`
id       | notes
vnd_0001 | First
vnd_0001 | Second`),
		['updated', 'updated'],
		['V-001: notes DPA signed 2024-05-01 > Second'],
		{ hint: 'Same vendor as an earlier row, but with different values: row 2' },
	),
	t(
		'vendors that are not there, and placeholders',
		'update',
		csv(`
id       | notes
n/a      | First
vnd_9999 | Second
V-001    | Third
vnd_0008 | Fourth`),
		['error ! n/a', 'error ! vnd_9999', 'error ! V-001', 'updated ! archived'],
		['V-009: notes Ended > Fourth'],
		{ real: ['error ! n/a', 'error ! vnd_9999', 'error ! V-001', 'updated ! archived'] },
	),
	t(
		'an archived vendor with a status',
		'by ID',
		csv(`
external_id | status   | notes
V-001       | archived | Ended
V-009       | active   | Back`),
		['updated ! status', 'updated ! archived'],
		['V-001: notes DPA signed 2024-05-01 > Ended', 'V-009: notes Ended > Back'],
	),
	t(
		'all notes lost',
		'by ID, clearing',
		REGISTER.map(({ external_id }) => ({ external_id, notes: '' })),
		[
			...times(7, 'updated ! Clears notes'),
			'updated ! archived',
			...times(4, 'updated ! Clears notes'),
			'error ! 12 of 12 values',
		],
		[],
		{ real: times(12, 'error ! 12 of 12 values of notes would be cleared') },
	),
	t(
		'a filtered table',
		'sync, archiving',
		REGISTER.slice(0, 9).map(({ external_id, notes }) => ({ external_id, notes })),
		[...times(7, 'unchanged'), 'unchanged ! archived', 'unchanged', ...times(3, 'archived')],
		[
			'MAR1: status active > archived',
			'V-011: status active > archived',
			'V-012: status active > archived',
		],
	),
	t(
		'keys that have lost their zeros',
		'sync, archiving',
		REGISTER.filter(({ external_id }) => external_id !== 'V-009').map(
			({ external_id, tags, ...row }) => ({
				...row,
				tags: [tags],
				external_id: external_id === '00123' ? 123 : external_id,
			}),
		),
		[
			...['unchanged', 'unchanged', 'created ! Differs from', ...times(8, 'unchanged')],
			'archived ! spelled alike',
		],
		[
			'+ 123; domain northwind.example; risk_rating medium; owner_email omar@corp.example; tprm_contract_end_date 2026-12-31; notes EU only; tags on-site; name Northwind Logistics',
			'00123: status active > archived',
		],
	),
	t(
		'a vendor that was renamed',
		'sync by name, archiving',
		REGISTER.filter(({ external_id }) => external_id !== 'V-009').map(({ tags, ...row }) => ({
			...row,
			tags: [tags],
			name: row.name === 'Marina One' ? 'Harbor Two' : row.name,
		})),
		[...times(10, 'unchanged'), 'created ! MAR1', 'archived'],
		[
			'+ MAR1; domain marina.example; owner_email omar@corp.example; tprm_contract_end_date 2027-12-31; notes Office; tags on-site; name Harbor Two',
			'MAR1: status active > archived',
		],
	),
	t(
		'new vendors that are none',
		'create',
		[
			...named('N/A', '#NV', 'MÃ¼ller', 'Apple'),
			{ name: 'Total', notes: '12' },
			{ name: 'name', notes: 'notes' },
		],
		[
			'error ! placeholder',
			'error ! formula',
			'error ! encoding',
			'created',
			'created ! totals',
			'created ! header',
		],
		['+ 12; name Total', '+ N-3; name Apple', '+ notes; name name'],
	),
	t(
		'one row twice',
		'create',
		[...named('Apple'), ...named('Apple')],
		['created', 'created ! row 1'],
		['+ N-0; name Apple', '+ N-0; name Apple'],
	),
	t(
		'control characters and HTML',
		'by ID',
		[
			{ external_id: 'V-001', notes: 'Tom &amp; Jerry' },
			{ external_id: 'V-002', notes: 'a\u0000b' },
			{ external_id: 'V-008', name: 'C&amp;A' },
		],
		['updated ! &amp;', 'error ! encoding', 'updated ! &amp;'],
		['V-001: notes DPA signed 2024-05-01 > Tom &amp; Jerry', 'V-008: name C&A > C&amp;A'],
	),
	t(
		'names with quotes left by a wrong separator',
		'by name',
		whole([{ name: '"Acme GmbH"' }, { name: "'C&A'" }]),
		times(2, 'created ! Differs from'),
		['+ N-0; name "Acme GmbH"', "+ N-1; name 'C&A'"],
	),

	// Tables with accidents: scopes.
	t(
		'slashes inside names',
		'paths',
		csv(`
Path                         | Owner
EMEA / Sales/Marketing       | user-1
EMEA / Germany / N/A Support | user-1
EMEA / Germany / 24/7 Desk   | user-1`),
		[
			'created ! Missing',
			'created ! Path Separator',
			'created ! Missing',
			'created ! Path Separator',
			'created ! Missing',
			'created ! Path Separator',
		],
		[
			'+ EMEA / Germany / 24 / 7 Desk; owner user-1',
			'+ EMEA / Germany / 24; owner user-1',
			'+ EMEA / Germany / N / A Support; owner user-1',
			'+ EMEA / Germany / N; owner user-1',
			'+ EMEA / Sales / Marketing; owner user-1',
			'+ EMEA / Sales; owner user-1',
		],
	),
	t(
		'other separators',
		'paths',
		csv(`
Path                   | Owner
EMEA\\Germany\\Bonn    | user-1
EMEA → Germany → Bonn  | user-1
EMEA::Germany::Bonn    | user-1
EMEA » Germany » Bonn  | user-1`),
		times(4, 'created ! Path Separator'),
		[
			'+ EMEA » Germany » Bonn; owner user-1',
			'+ EMEA → Germany → Bonn; owner user-1',
			'+ EMEA::Germany::Bonn; owner user-1',
			'+ EMEA\\Germany\\Bonn; owner user-1',
		],
	),
	t(
		'names that are nearly there',
		'paths',
		csv(`
Path                      | Owner
EMAE / Spain              | user-1
EMEA / Germany / Munchen  | user-1
EMEA / Germany / BERLIN   | user-1
EMEA / Germany / • Berlin | user-1
EMEA / Germany / "Berlin" | user-1
APAC / Japan / Otsu       | user-1`),
		[
			'created ! EMEA',
			'created',
			'created ! Munich',
			'created ! Berlin',
			'created ! Berlin',
			'created ! Berlin',
			'created ! Ōtsu',
		],
		[
			'+ APAC / Japan / Otsu; owner user-1',
			'+ EMAE / Spain; owner user-1',
			'+ EMAE; owner user-1',
			'+ EMEA / Germany / "Berlin"; owner user-1',
			'+ EMEA / Germany / BERLIN; owner user-1',
			'+ EMEA / Germany / Munchen; owner user-1',
			'+ EMEA / Germany / • Berlin; owner user-1',
		],
	),
	t(
		'a scope twice',
		'paths',
		csv(`
Path  | Owner  | About
EMEA  | user-1 | One
EMEA  | user-2 | Two`),
		times(2, 'error ! more than once'),
	),
	t(
		'owners in all forms',
		'paths',
		csv(`
Path  | Owner             | About
EMEA  | Doe, John         |
APAC  | jane@corp.example |
NA    | User-1            |
R&D   | user-11           |
Legal | n/a               |`),
		[
			'updated ! owner',
			'updated ! owner',
			'updated ! Did you mean "user-1"',
			'updated ! owner',
			'error ! placeholder',
		],
		[
			'APAC: owner user-1 > jane@corp.example',
			'EMEA: owner user-1 > Doe, John',
			'NA: owner user-1 > User-1',
			'R&D: owner user-1 > user-11',
		],
	),
	t(
		'texts that a program has damaged',
		'paths',
		csv(`
Path          | Owner  | About
EMEA          |        | #NV
APAC          |        | MÃ¼nchen
NA / MÃ¼nchen | user-1 |
NA / #BEZUG!  | user-1 |`),
		['error ! formula', 'error ! encoding', 'error ! encoding', 'error ! formula'],
	),
	t(
		'a pivot table of levels',
		'levels, one owner',
		csv(`
Region         | Country | City
EMEA           | Germany | Berlin
Gesamtergebnis |         |
Grand Total    |         |`),
		['updated', 'created ! totals', 'created ! totals'],
		[
			'+ Gesamtergebnis; owner user-1',
			'+ Grand Total; owner user-1',
			'EMEA / Germany / Berlin: owner user-2 > user-1',
		],
	),
	t(
		'levels that repeat the one above',
		'levels',
		csv(`
Region | Country | City   | Owner
EMEA   | EMEA    | EMEA   | user-1
EMEA   | Germany | Berlin | user-2`),
		['created ! Missing', 'created ! last three levels', 'unchanged'],
		['+ EMEA / EMEA / EMEA; owner user-1', '+ EMEA / EMEA; owner user-1'],
	),
	t(
		'merged cells in levels',
		'levels',
		csv(`
Region | Country | City | Owner
EMEA   | Spain   | Madrid | user-1
       |         | Bilbao | user-1
       | Italy   | Milan  | user-1`),
		['created', 'created', 'error ! merged', 'error ! merged'],
		['+ EMEA / Spain / Madrid; owner user-1', '+ EMEA / Spain; owner user-1'],
	),
	t(
		'an org chart whose header is there again',
		'parents',
		csv(`
Unit   | Parent | Owner
EMEA   |        | user-1
Unit   | Parent | Owner
Spain  | EMEA   | user-1
Total  |        |`),
		['unchanged', 'error ! "Parent"', 'created', 'error ! Owner is required'],
		['+ EMEA / Spain; owner user-1'],
	),
	t(
		'parents that are misspelled or paths',
		'parents',
		csv(`
Unit    | Parent         | Owner
EMEA    |                |
Spain   | EMAE           | user-1
Italy   | EMEA           | user-1
Milan   | EMEA / Italy   | user-1
Iberia  | iberia         | user-1`),
		['unchanged', 'error ! EMEA', 'created', 'error ! EMEA / Italy', 'error ! iberia'],
		['+ EMEA / Italy; owner user-1'],
	),
	t(
		'numbers of keys that are not the same',
		'parents',
		csv(`
Key    | Unit    | Parent | Owner
00123  | EMEA    |        |
200    | Spain   | 123    | user-1
300    | Italy   | 200.0  | user-1`),
		['unchanged', 'error ! "00123"', 'error ! "200"'],
	),
	t(
		'a branch only',
		'paths, archiving',
		csv(`
Path
EMEA / Germany / Berlin`),
		['unchanged', ...times(12, 'archived'), 'error ! 12 of 15'],
		[],
		{ real: ['error ! 12 of 15'] },
	),
	t(
		'a city that has moved',
		'paths',
		csv(`
Path                  | Owner
EMEA / France / Berlin | user-2`),
		['created ! If this row is a new name'],
		['+ EMEA / France / Berlin; owner user-2'],
	),

	// Update Many and Assign.
	t(
		'changes that nobody means',
		'update many',
		byScope(`
Scope                   | Name  | About | Owner     | Status
EMEA                    | N/A   |       |           |
APAC                    |       | #NV   |           |
NA                      |       |       | Doe, John |
R&D                     |       |       |           | inactive
id                      | Name  | About | Owner     | Status
EMEA > Germany > Berlin | Munich |      |           |`),
		[
			'error ! N/A',
			'error ! formula',
			'updated ! owner',
			'error ! Status',
			'error ! Status',
			'updated ! Munich',
		],
		[
			'AC-02: scopes EMEA / Germany / Berlin > EMEA / Germany / Munich',
			'EMEA / Germany / Berlin: path EMEA / Germany / Berlin > EMEA / Germany / Munich',
			'NA: owner user-1 > Doe, John',
		],
	),
	t(
		'a scope twice',
		'update many',
		byScope(`
Scope | About
EMEA  | One
EMEA  | Two`),
		times(2, 'error ! Conflicting'),
	),
	t(
		'a scope that is archived',
		'update many',
		byScope(`
Scope | Status
R&D   | Archived
NA    |`),
		['archived', 'unchanged'],
		['AT-01: scopes R&D > -', 'R&D: status active > archived'],
	),
	t(
		'a name with a comma in it',
		'pairs',
		csv(`
Control | Scopes
AC-03   | Legal, Risk`),
		['error ! and a list of others'],
	),
	t(
		'scopes that are not there',
		'pairs',
		csv(`
Control | Scopes
AC-01   | -
AC-02   | all
AC-03   | EMEA; EMAE
AC-1    | EMEA
ac-04   | EMEA
AT-01   |`),
		[
			'error ! placeholder',
			'error ! "all"',
			'error ! EMEA',
			'error ! AC-1',
			'assigned',
			'error ! No scopes',
		],
		['+ AC-04; scopes EMEA'],
	),
	t(
		'nothing in place of scopes',
		'pairs, replacing',
		csv(`
Control | Scopes
AC-01   |
AC-02   | n/a
AT-01   | R&D`),
		['error ! No scopes', 'error ! placeholder', 'unchanged'],
	),
	t(
		'a matrix with cells that say something else',
		'matrix, replacing',
		csv(`
Control | EMEA | APAC | Total
AC-01   | x    | ?    | 1
AC-02   | n/a  |      | 0
AT-01   |      | x    | 1
Total   | 2    | 1    | 3`),
		['error ! not a mark', 'error ! not a mark', 'assigned', 'error ! not a mark'],
		['AT-01: scopes R&D > APAC; R&D'],
	),
	t(
		'columns twice, and misspelled',
		'matrix',
		csv(`
Control | EMEA | EMEA_1 | APCA
AC-03   | x    | x      | x`),
		['error ! Did you mean'],
	),
	t(
		'a matrix whose marks are words',
		'matrix',
		csv(`
Control | EMEA | APAC | NA
AC-03   | ja   | nein | TRUE
AC-04   | Y    | N    | (x)`),
		['assigned', 'error ! "(x)" in row 2'],
		['+ AC-03; scopes EMEA; NA'],
	),
];
