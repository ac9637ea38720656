import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

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

/** The spreadsheet: a new unit, and a closed one that is no longer in it. */
const sheet = (): IDataObject[] => [
	...active()
		.filter((text) => !CLOSED.includes(text))
		.map((text) => ({ path: text, owner: '', description: '' })),
	{ path: 'EMEA / Digital / Antwerp', owner: 'user-1', description: 'New' },
];

const approved = { data: { approved: true } };
const rejected = { data: { approved: false } };

it('asks for an approval by mail, and archives nothing before it', async () => {
	const weekly = new Published(harness, template(FILE));
	const before = active();
	const waiting = await weekly.run({ 'Org chart': sheet() });
	expect(waiting.status).toBe('waiting');
	expect(harness.service.mailbox.mails).toMatchObject([
		{ to: 'org-chart-owner@example.com', subject: 'Archive 3 scopes?' },
	]);
	for (const scope of CLOSED) expect(harness.service.mailbox.mails[0]?.body).toContain(scope);
	// What is new needs no approval.
	expect(active().sort()).toEqual([...before, 'EMEA / Digital / Antwerp'].sort());

	const done = await weekly.answer(waiting, approved);
	expect(done.error).toBeUndefined();
	expect(done.json('Archive').map(({ status }) => status)).toEqual(Array(3).fill('archived'));
	expect(active().filter((scope) => CLOSED.includes(scope))).toEqual([]);
	expect(active()).toHaveLength(before.length - 3 + 1);
});

it('archives only what the message listed, even if more is missing by then', async () => {
	const weekly = new Published(harness, template(FILE));
	const waiting = await weekly.run({ 'Org chart': sheet() });
	const [root] = harness.service.organization.listScopes('active');
	const later = { name: 'Founded meanwhile', owner: 'user-1', parentId: root?.id };
	harness.service.organization.createScope(later);
	await weekly.answer(waiting, approved);
	expect(active()).toContain('EMEA / Founded meanwhile');
	expect(active()).not.toContain(SITE);
});

it.each([
	['rejected', rejected],
	['not answered in time', { data: {} }],
])('archives nothing when it is %s, and asks again in the next run', async (_how, answer) => {
	const weekly = new Published(harness, template(FILE));
	const rows = sheet();
	const waiting = await weekly.run({ 'Org chart': rows });
	const done = await weekly.answer(waiting, answer);
	expect(done.error).toBeUndefined();
	expect(done.json('Archive')).toEqual([]);
	expect(active()).toEqual(expect.arrayContaining(CLOSED));
	expect((await weekly.run({ 'Org chart': rows })).status).toBe('waiting');
	expect(harness.service.mailbox.mails).toHaveLength(2);
});

it.each(['Org chart', 'Ask for approval'])('archives nothing when %s fails', async (node) => {
	const weekly = new Published(harness, template(FILE, { [node]: down }));
	const { error } = await weekly.run(node === 'Org chart' ? {} : { 'Org chart': sheet() });
	expect(error?.message).toBe('The service is down');
	expect(active()).toEqual(expect.arrayContaining(CLOSED));
});

it('archives nothing when a row of the spreadsheet is wrong', async () => {
	const weekly = new Published(harness, template(FILE));
	const rows = [...sheet(), { path: 'EMEA / / Digital', owner: 'user-1', description: '' }];
	const { error } = await weekly.run({ 'Org chart': rows, 'Ask for approval': [approved] });
	expect(error).toBeDefined();
	expect(active()).toEqual(expect.arrayContaining(CLOSED));
});

it('reads a CSV file instead of the spreadsheet, as its note says', async () => {
	const folder = mkdtempSync(path.join(process.env.N8N_USER_FOLDER ?? '', 'org-chart-'));
	const csv = path.join(folder, 'org-chart.csv');
	const rows = sheet().map((row) => [row.path, row.owner, row.description].join(','));
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
