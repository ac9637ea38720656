import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { WorkflowResult } from '../../sandbox/engine/engine';
import { Harness } from '../../sandbox/engine/harness';
import { sampleScopes } from '../../sandbox/service/sampleData';
import { down, Published, template } from '../helpers/templates';

const FILE = 'sync-with-an-approval.json';

let harness: Harness;

beforeEach(async () => {
	const scopes = sampleScopes().filter(({ pathNames: [region] }) => region === 'EMEA');
	harness = await Harness.start({ scopes });
});
afterEach(async () => await harness.stop());

const active = () =>
	harness.service.organization.listScopes('active').map(({ pathNames }) => pathNames.join(' / '));

const [SITE, ...TEAMS] = ['', ' / Operations', ' / Technology'].map(
	(team) => `EMEA / Finance / Lyon${team}`,
);
const CLOSED = [SITE, ...TEAMS];

/** @returns the description of a scope, which an empty cell would clear */
function descriptionOf(path: string): string {
	const scopes = harness.service.organization.listScopes('active');
	return scopes.find(({ pathNames }) => pathNames.join(' / ') === path)?.description ?? '';
}

/** The spreadsheet: a new unit, and a closed one that is no longer in it. */
const sheet = (): IDataObject[] => [
	...active()
		.filter((text) => !CLOSED.includes(text))
		.map((text) => ({ path: text, owner: '', description: descriptionOf(text) })),
	{ path: 'EMEA / Digital / Antwerp', owner: 'user-1', description: 'New' },
];

const approved = { data: { approved: true, respondedAt: '2027-01-04T09:30:00.000Z' } };
const rejected = { data: { approved: false } };

/** The workflow as somebody has it who has activated the question. */
const asking = (changes: Parameters<typeof template>[1] = {}) =>
	new Published(harness, template(FILE, changes));

it('asks with the plan by mail, writes nothing before the answer, and then exactly the plan', async () => {
	const weekly = asking();
	const before = active();
	const waiting = await weekly.run({ 'Org chart': sheet() });
	expect(waiting.status).toBe('waiting');
	const [mail] = harness.service.mailbox.mails;
	expect(mail).toMatchObject({ to: 'org-chart-owner@example.com' });
	expect(mail?.subject).toMatch(/^Org chart: 1 to create, 3 to archive.* \([0-9a-f]{16}\)$/);
	for (const scope of [...CLOSED, 'EMEA / Digital / Antwerp']) expect(mail?.body).toContain(scope);
	expect(active()).toEqual(before);

	const done = await weekly.answer(waiting, approved);
	expect(done.error).toBeUndefined();
	expect(active().filter((scope) => CLOSED.includes(scope))).toEqual([]);
	expect(active()).toContain('EMEA / Digital / Antwerp');
	expect(active()).toHaveLength(before.length - 3 + 1);
});

it('tells in a line per scope what was done, what was lost, and who was asked, and when the answer came', async () => {
	const { organization } = harness.service;
	const [control] = organization.controls.keys();
	const site = organization
		.listScopes('active')
		.find(({ pathNames }) => pathNames.join(' / ') === SITE);
	if (!control || !site) throw new Error('The sample has no control, or no Lyon');
	organization.assign(control, [site.id]);
	const weekly = asking();
	const done = await weekly.answer(await weekly.run({ 'Org chart': sheet() }), approved);
	const lines = done.json('Line').map(({ line }) => JSON.parse(String(line)) as IDataObject);
	expect(lines.find(({ path: scope }) => scope === SITE)).toMatchObject({
		action: 'archived',
		why: 'not in the input',
		changes: { status: { previous: 'active', current: 'archived' } },
		removedAssignments: [{ controlId: control, scopeId: site.id }],
		approvedAt: '2027-01-04T09:30:00.000Z',
		approvedBy: null,
		askedOf: 'org-chart-owner@example.com',
		plan: done.json('Dry run')[0]?.plan,
	});
});

/** Lines of the file that a run adds to. */
const linesOf = (done: WorkflowResult) =>
	done.json('Line').map(({ line }) => JSON.parse(String(line)) as IDataObject);

const SAM = { __rl: true, mode: 'list', value: 'U1', cachedResultName: 'sam' };
const MESSAGE = { resource: 'message', operation: 'sendAndWait' };

it.each([
	['slack', 2.3, { ...MESSAGE, select: 'user', user: SAM }, 'sam'],
	['slack', 2.3, { ...MESSAGE, select: 'channel', channelId: { ...SAM, mode: 'id' } }, 'sam'],
	['gmail', 2.1, { ...MESSAGE, sendTo: 'sam' }, 'sam'],
	['telegram', 1.2, { ...MESSAGE, chatId: 'sam' }, 'sam'],
	['noOp', 1, {}, null],
])(
	'names in each line who was asked with %s, and who has answered',
	async (node, typeVersion, parameters, askedOf) => {
		const question = { type: `n8n-nodes-base.${node}`, typeVersion, disabled: false, parameters };
		const responder = { id: 'U1', name: 'Sam', source: 'slack' };
		const data = { ...approved.data, responder };
		const done = await asking({ 'Ask for approval': question }).run({
			'Org chart': sheet(),
			'Ask for approval': [{ data }],
		});
		expect(done.error).toBeUndefined();
		const lines = linesOf(done);
		expect(lines.length).toBeGreaterThan(0);
		for (const line of lines) expect(line).toMatchObject({ approvedBy: responder, askedOf });
	},
);

it('adds what it has written to the file when a row is refused, the error too, and then fails', async () => {
	const weekly = asking();
	const rows = sheet();
	const [first] = rows;
	if (!first) throw new Error('The sheet is empty');
	first.description = 'New';
	const waiting = await weekly.run({ 'Org chart': rows });
	const fault = { kind: 'status', status: 422 } as const;
	harness.service.faults.add({ fault, method: 'POST', path: '/v1/scopes' });
	const done = await weekly.answer(waiting, approved);
	expect(done.error?.message).toContain('The service was told to answer 422');
	const lines = linesOf(done);
	expect(lines.find(({ path: scope }) => scope === first.path)).toMatchObject({
		action: 'updated',
		askedOf: 'org-chart-owner@example.com',
	});
	const errors = lines.filter(({ error }) => error !== undefined);
	expect(errors).toMatchObject([
		{ error: { message: 'The service was told to answer 422', row: rows.length } },
		{ error: { message: expect.stringContaining('Not archived: 3 scopes') } },
	]);
	expect(active()).toEqual(expect.arrayContaining(CLOSED));

	// The next run does what is left.
	const last = await weekly.answer(await weekly.run({ 'Org chart': rows }), approved);
	expect(last.error).toBeUndefined();
	expect(active()).toContain('EMEA / Digital / Antwerp');
	expect(active()).not.toContain(SITE);
});

it('stops when a scope was added by then that would be archived too', async () => {
	const weekly = asking();
	const waiting = await weekly.run({ 'Org chart': sheet() });
	const [root] = harness.service.organization.listScopes('active');
	const later = { name: 'Founded meanwhile', owner: 'user-1', parentId: root?.id };
	harness.service.organization.createScope(later);
	const done = await weekly.answer(waiting, approved);
	expect(done.error?.message).toBe('The plan has changed since it was approved');
	const messages = linesOf(done).map(({ error }) => (error as IDataObject).message);
	expect([...new Set(messages)]).toEqual(['The plan has changed since it was approved']);
	expect(active()).toEqual(expect.arrayContaining([...CLOSED, 'EMEA / Founded meanwhile']));
});

it.each([
	['rejected', rejected],
	['not answered in time', { data: {} }],
])('writes nothing when it is %s, and asks again in the next run', async (_how, answer) => {
	const weekly = asking();
	const rows = sheet();
	const before = active();
	const waiting = await weekly.run({ 'Org chart': rows });
	const done = await weekly.answer(waiting, answer);
	expect(done.error).toBeUndefined();
	expect(done.json('Sync')).toEqual([]);
	expect(active()).toEqual(before);
	expect((await weekly.run({ 'Org chart': rows })).status).toBe('waiting');
	expect(harness.service.mailbox.mails).toHaveLength(2);
});

it.each(['Org chart', 'Ask for approval'])('writes nothing when %s fails', async (node) => {
	const before = active();
	const { error } = await asking({ [node]: down }).run(
		node === 'Org chart' ? {} : { 'Org chart': sheet() },
	);
	expect(error?.message).toBe('The service is down');
	expect(active()).toEqual(before);
});

it('writes nothing, and asks no one, when a row of the spreadsheet is wrong', async () => {
	const before = active();
	const rows = [...sheet(), { path: 'EMEA / / Digital', owner: 'user-1', description: '' }];
	const done = await asking().run({ 'Org chart': rows, 'Ask for approval': [approved] });
	expect(done.error?.message).toContain(`Row ${rows.length}: `);
	expect(done.json('Ask for approval')).toEqual([]);
	expect(active()).toEqual(before);
});

it('reads a CSV file instead of the spreadsheet, as its note says', async () => {
	const folder = mkdtempSync(join(process.env.N8N_USER_FOLDER ?? '', 'org-chart-'));
	const csv = join(folder, 'org-chart.csv');
	const rows = sheet().map((row) =>
		[row.path, row.owner, row.description].map((cell) => `"${String(cell)}"`).join(','),
	);
	writeFileSync(csv, ['path,owner,description', ...rows].join('\n'));
	const workflow = template(FILE, {
		'Org chart': {
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1,
			parameters: { operation: 'csv', binaryPropertyName: 'data', options: {} },
		},
	});
	const node = workflow.nodes.find(({ name }) => name === 'Org chart');
	if (!node) throw new Error('The template has no org chart');
	workflow.nodes.push({
		...node,
		id: 'read-file',
		name: 'Read file',
		type: 'n8n-nodes-base.readWriteFile',
		parameters: { operation: 'read', fileSelector: csv, options: {} },
	});
	workflow.connections['Read file'] = { main: [[{ node: 'Org chart', type: 'main', index: 0 }]] };
	workflow.connections['Every Monday'] = {
		main: [[{ node: 'Read file', type: 'main', index: 0 }]],
	};
	const weekly = new Published(harness, workflow);
	const result = await weekly.run({ 'Ask for approval': [approved] });
	expect(result.error).toBeUndefined();
	expect(active()).not.toContain(SITE);
	expect(active()).toContain('EMEA / Digital / Antwerp');
});
