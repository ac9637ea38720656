import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { PollingWorkflow } from '../../sandbox/engine/polling';
import { WebhookServer } from '../../sandbox/engine/webhook';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';
import { closeStreamsOf } from '../helpers/closeStreams';
import { ChangingList } from '../helpers/changingList';
import { SECRET } from '../helpers/deliveries';
import { harnessForEach } from '../helpers/harness';
import { Listeners } from '../helpers/listen';
import type { NodeChange } from '../helpers/templates';
import { down, Published, template } from '../helpers/templates';

const harness = harnessForEach({ vendors: SOME_VENDORS });

const DAY_MS = 24 * 60 * 60 * 1000;
const mails = () =>
	harness.service.mailbox.mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);

/** @returns an event as the trigger puts it out */
const event = (type: string, data: IDataObject, daysAgo = 0): IDataObject => ({
	...{ id: `evt_${type}`, type, api_version: 'v1', source: 'ui', data },
	occurred_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
});

describe.each([
	['assessment-completed-or-reopened.json', 'assessment.status_changed', 'Slack'],
	['audit-trail-to-a-file.json', 'vendor.updated', 'Append to file'],
	['questionnaire-overdue.json', 'assessment.created', 'Remember when it was sent'],
	['rating-dropped-ticket.json', 'vendor.risk_rating_changed', 'Create ticket'],
	['rating-dropped-ticket.json', 'vendor.risk_rating_changed', 'Register'],
	['risk-created-jira-issue.json', 'risk.created', 'Create issue'],
	['vendor-offboarding.json', 'vendor.archived', 'Send mail'],
])('%s, started by %s', (file, name, node) => {
	it(`gets the event again while ${node} is down, and does its work once`, async () => {
		harness.setCredential({ webhookSigningSecret: SECRET });
		const server = await WebhookServer.start(harness.engine);
		const { webhooks } = harness.service;
		webhooks.timeScale = 0;
		const url = await server.activate(template(file, { [node]: down }));
		webhooks.register({ url, events: [name], secret: SECRET });
		let activated: Promise<unknown> | undefined;
		server.executions.store = async () => {
			// While the second attempt is made, it is back for the third.
			if (server.executions.list.length === 1) {
				activated ??= server.activate(template(file));
				await activated;
			}
		};
		webhooks.emit(name);
		await webhooks.idle();
		const runs = await Promise.all(
			server.executions.list.map(async ({ finished }) => await finished),
		);
		expect(runs.map(({ failed }) => failed)).toEqual([true, true, false]);
		expect(runs.at(-1)?.result?.json(node)).toHaveLength(1);
		expect(webhooks.counts()).toEqual({ delivered: 1 });
		await server.stop();
	});
});

/** Shows with which values a node of another service would be called: another one with the same expressions. */
function shown(file: string, name: string, ...parameters: string[]): NodeChange {
	const { parameters: own = {} } = template(file).nodes.find((node) => node.name === name) ?? {};
	const values = { ...own, ...(own['additionalFields'] as IDataObject) };
	const assignments = parameters.map((parameter) => ({
		...{ id: parameter, name: parameter, value: values[parameter] },
		type: parameter === 'labels' ? 'array' : 'string',
	}));
	return {
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		disabled: false,
		parameters: { mode: 'manual', assignments: { assignments }, options: {} },
	};
}

describe('a Jira issue for each risk', () => {
	const FILE = 'risk-created-jira-issue.json';
	const risk = { id: 'rsk_1', title: 'Backups are not encrypted', severity: 'high' };
	const data = { vendor_name: 'Acme', assessment_id: 'asm_1', source: 'manual', risk };

	it('has what the event says, and the ID of the risk as its label', async () => {
		const issue = shown(FILE, 'Create issue', 'summary', 'description', 'labels');
		const risks = new Published(harness, template(FILE, { 'Create issue': issue }));
		const result = await risks.run({ 'TPRM Trigger': [event('risk.created', data)] });
		expect(result.error).toBeUndefined();
		expect(result.json('Create issue')).toMatchObject([
			{
				summary: 'Backups are not encrypted (Acme)',
				description: expect.stringContaining('Severity: high\nFound by: a person'),
				labels: ['risk-rsk_1'],
			},
		]);
	});

	it('is not created again if there is one with this label', async () => {
		const risks = new Published(
			harness,
			template(FILE, { 'Create issue': down, 'Find issue': { disabled: false } }),
		);
		const result = await risks.run({
			'TPRM Trigger': [event('risk.created', data)],
			'Find issue': [{ key: 'GRC-7' }],
		});
		expect(result.error).toBeUndefined();
	});
});

it('a ticket that was created before the register failed is found, and registered', async () => {
	const file = 'rating-dropped-ticket.json';
	const rating = new Published(
		harness,
		template(file, { 'Create ticket': down, 'Find ticket': { disabled: false } }),
	);
	const data = { vendor_id: 'vnd_1', previous: 'low', current: 'high' };
	const result = await rating.run({
		'TPRM Trigger': [event('vendor.risk_rating_changed', data)],
		'Find ticket': [{ key: 'GRC-7' }],
	});
	expect(result.error).toBeUndefined();
	expect(result.json('Register')).toMatchObject([{ vendor_id: 'vnd_1', ticket: 'GRC-7' }]);
});

it('ratings of another service become tickets, one for each vendor that got worse', async () => {
	const listeners = new Listeners();
	const list = await ChangingList.start(listeners);
	const rated = (...ratings: string[]) =>
		ratings.map((rating, id) => ({
			id: `v${id}`,
			name: `Vendor ${id}`,
			rating,
			seen: Math.random(),
		}));
	const url = `${list.url}/records?page=1`;
	const file = template('rating-dropped-ticket.json', {
		'Another rating service': { disabled: false, parameters: { url, authentication: 'none' } },
		'Create ticket': shown('rating-dropped-ticket.json', 'Create ticket', 'summary', 'labels'),
	});
	const [trigger] = file.nodes.filter(({ name }) => name === 'Another rating service');
	if (!trigger) throw new Error('There is no such node');
	const polled = new PollingWorkflow(harness.engine, {
		...file,
		nodes: [trigger],
		connections: {},
	});
	list.records = rated('low', 'low', 'low', 'critical');
	expect(await polled.activate()).toEqual([]);
	list.records = rated('high', 'low', 'critical', 'low');
	const started = await polled.poll();
	expect(started.map(({ id }) => id)).toEqual(['v0', 'v2', 'v3']);
	const result = await new Published(harness, file).run({ 'Another rating service': started });
	listeners.close();
	expect(result.error).toBeUndefined();
	const rows = result.run.data.resultData.runData['Register'] ?? [];
	expect(rows.flatMap(({ data }) => data?.main?.[0]?.map(({ json }) => json) ?? [])).toMatchObject([
		{ vendor_id: 'v0', rating: 'high' },
		{ vendor_id: 'v2', rating: 'critical' },
	]);
	expect(result.json('Create ticket')).toMatchObject([
		{
			summary: 'Risk rating critical: Vendor 2',
			labels: [expect.stringMatching(/^rating-v2-critical-20/)],
		},
	]);
});

describe('questionnaires without an answer', () => {
	const FILE = 'questionnaire-overdue.json';
	const TO = 'vendor-management@example.com';
	let questionnaires: Published;

	const happened = async (type: string, id: string, daysAgo: number, more: IDataObject = {}) => {
		const data = { assessment_id: id, vendor_name: `Vendor ${id}`, ...more };
		const { error } = await questionnaires.run({ 'TPRM Trigger': [event(type, data, daysAgo)] });
		expect(error).toBeUndefined();
	};
	const morning = async () => (await questionnaires.run({ 'Every morning': [{}] })).error;

	beforeEach(async () => {
		questionnaires = new Published(harness, template(FILE));
		await happened('assessment.created', 'late', 15);
		await happened('assessment.created', 'recent', 13);
		await happened('assessment.created', 'answered', 20);
		await happened('assessment.submitted', 'answered', 2, { module: 'questionnaire' });
		// The events of one assessment may arrive in any order.
		await happened('assessment.status_changed', 'early', 2, { status: 'Completed' });
		await happened('assessment.created', 'early', 20);
		await happened('assessment.created', 'half', 20);
		await happened('assessment.submitted', 'half', 2, { module: 'documents' });
	});

	it('are reported after 14 days, once', async () => {
		expect(await morning()).toBeUndefined();
		const about = (id: string) => `${TO}: No answer from Vendor ${id} for 14 days`;
		expect(mails().sort()).toEqual([about('half'), about('late')]);
		expect(await morning()).toBeUndefined();
		expect(mails()).toEqual([]);
	});

	it('are reported by the next run if the mail fails', async () => {
		harness.service.mailbox.refused.add(TO);
		expect((await morning())?.message).toContain('Mails that could not be sent: 2.');
		harness.service.mailbox.refused.clear();
		expect(await morning()).toBeUndefined();
		expect(mails()).toHaveLength(2);
	});
});

describe('controls that changed', () => {
	const FILE = 'control-changed-owner.json';
	const control = (index: number) => {
		const found = [...harness.service.organization.controls.values()][index];
		if (!found) throw new Error(`There is no control ${index}`);
		return found;
	};

	it('are reported to their owners once, also if a mail fails at first', async () => {
		const daily = new Published(harness, template(FILE));
		expect((await daily.run()).error).toBeUndefined();
		expect(mails()).toEqual([]);

		Object.assign(control(0), { owner: 'user-1', status: 'draft' });
		Object.assign(control(1), { owner: 'user-99', name: 'Renamed' });
		harness.service.mailbox.refused.add('compliance@example.com');
		expect((await daily.run()).error).toBeUndefined();
		expect(mails()).toHaveLength(1);
		harness.service.mailbox.refused.clear();
		expect((await daily.run()).error).toBeUndefined();
		expect(harness.service.mailbox.mails).toHaveLength(1);
		expect(harness.service.mailbox.mails).toContainEqual(
			expect.objectContaining({
				to: 'compliance@example.com',
				subject: `Changed: ${control(1).controlIdentifier} Renamed`,
				body: expect.stringMatching(/name: Renamed \(before: .+\)\nowner: user-99 \(before/),
			}),
		);
		mails();
		expect((await daily.run()).error).toBeUndefined();
		expect(mails()).toEqual([]);
	});
});

describe('a vendor that a colleague asks for', () => {
	const FILE = 'intake-form-with-approval.json';
	const FORM = {
		Vendor: ' Nordwind Analytics ',
		Domain: '',
		'Your mail address': 'sam@example.com',
		'What is it for?': 'Web statistics',
	};
	const named = () => harness.service.vendors.search({ name: 'Nordwind Analytics' });
	const submit = async (intake: Published, form: IDataObject = FORM) =>
		await intake.run({ 'On form submission': [form] });
	const answer = async (intake: Published, approved?: boolean) =>
		await intake.answer(await submit(intake), { data: { approved } });

	it('is created once a person has approved it', async () => {
		const intake = new Published(harness, template(FILE));
		const waiting = await submit(intake);
		expect(waiting.status).toBe('waiting');
		expect(named()).toEqual([]);
		expect(mails()).toEqual(['vendor-management@example.com: Add the vendor Nordwind Analytics?']);
		const done = await intake.answer(waiting, { data: { approved: true } });
		expect(done.error).toBeUndefined();
		expect(named()).toMatchObject([{ owner_email: 'sam@example.com', domain: null }]);
		expect(done.json('Created')).toEqual([{ answer: 'Nordwind Analytics was added.' }]);
		expect(mails()).toEqual(['sam@example.com: Your request for Nordwind Analytics']);
	});

	it.each([false, undefined])('is not created if the answer is %j', async (approved) => {
		const done = await answer(new Published(harness, template(FILE)), approved);
		expect(done.error).toBeUndefined();
		expect(named()).toEqual([]);
		expect(done.json('Declined')).toHaveLength(1);
	});

	it('is not asked about if it is there, whatever its letter case', async () => {
		const intake = new Published(harness, template(FILE));
		await answer(intake, true);
		mails();
		const again = await submit(intake, { ...FORM, Vendor: 'NORDWIND Analytics' });
		expect(again.error).toBeUndefined();
		expect(again.json('Already there')).toHaveLength(1);
		expect(mails()).toEqual(['sam@example.com: Your request for NORDWIND Analytics']);
	});

	it('is not created twice if it was requested twice, and after an error not at all', async () => {
		const intake = new Published(harness, template(FILE));
		const [one, other] = [await submit(intake), await submit(intake)];
		const refused = { kind: 'status', status: 403 } as const;
		harness.service.faults.add({ fault: refused, method: 'POST', path: '/tprm-api/vendors' });
		const approved = { data: { approved: true } };
		expect((await intake.answer(one, approved)).error).toBeDefined();
		expect(named()).toEqual([]);
		await intake.answer(one, approved);
		expect((await intake.answer(other, approved)).error).toBeUndefined();
		expect(named()).toHaveLength(1);
	});
});

describe('the dates of a SOC 2 report', () => {
	const FILE = 'soc-2-report-dates.json';
	const [DATES, NO_DATES] = [
		{ period_start: '2025-10-01', period_end: '2026-09-30' },
		{ period_start: '', period_end: '' },
	];
	const active = { disabled: false };
	const uploaded = (change: Record<string, NodeChange> = {}) =>
		new Published(
			harness,
			template(FILE, { 'Text of the report': active, 'Read dates': active, ...change }),
		);
	const some = () => {
		const [vendor] = harness.service.vendors.byId.values();
		const documents = [...harness.service.documents.byId.values()];
		const report = documents.find(({ name }) => name.startsWith('SOC 2'));
		if (!vendor || !report) throw new Error('There is no SOC 2 report');
		return { vendor, report };
	};
	const run = async (workflow: Published, output: IDataObject = DATES) => {
		const { vendor, report } = some();
		const data = { vendor_id: vendor.id, document_ids: [report.id] };
		return await workflow.run({
			'TPRM Trigger': [event('document.uploaded', data)],
			'Text of the report': [{ text: 'From October 1, 2025 to September 30, 2026' }],
			'Read dates': [{ output }],
		});
	};

	it('are added to the notes of the vendor once a person has approved them', async () => {
		const { vendor } = some();
		Object.assign(vendor, { notes: 'Critical' });
		const workflow = uploaded();
		const waiting = await run(workflow);
		expect(waiting.status).toBe('waiting');
		expect(mails()).toEqual([
			`vendor-management@example.com: SOC 2 report of ${vendor.name}: are these dates right?`,
		]);
		expect(some().vendor.notes).toBe('Critical');
		const done = await workflow.answer(waiting, { data: { approved: true } });
		expect(done.error).toBeUndefined();
		expect(some().vendor.notes).toBe('Critical\nSOC 2 report from 2025-10-01 to 2026-09-30');
	});

	it('are not written if they are declined', async () => {
		const workflow = uploaded();
		const { notes } = some().vendor;
		const done = await workflow.answer(await run(workflow), { data: { approved: false } });
		expect(done.error).toBeUndefined();
		expect(some().vendor.notes).toBe(notes);
	});

	it('are not asked about where the model finds none', async () => {
		expect((await run(uploaded(), NO_DATES)).status).toBe('success');
		expect(mails()).toEqual([]);
	});

	it.each(['Read dates', 'Ask for approval'])('are not written when %s fails', async (name) => {
		const { vendor, report } = some();
		const { notes } = vendor;
		const data = { vendor_id: vendor.id, document_ids: [report.id] };
		const { error } = await uploaded({ [name]: down }).run({
			'TPRM Trigger': [event('document.uploaded', data)],
			'Text of the report': [{ text: '' }],
			...(name !== 'Read dates' && { 'Read dates': [{ output: DATES }] }),
		});
		expect(error?.message).toBe('The service is down');
		expect(some().vendor.notes).toBe(notes);
	});
});

it('the audit trail has one line for each event, and fails where it cannot be written', async () => {
	const file = 'audit-trail-to-a-file.json';
	const target = path.join(
		mkdtempSync(path.join(process.env.N8N_USER_FOLDER ?? '', 'audit-')),
		'a',
	);
	// In jest, n8n does not recognize the error that says that a file is new.
	writeFileSync(target, '');
	const to = (fileName: string) => ({ disabled: false, parameters: { fileName } });
	const trail = new Published(harness, template(file, { 'Append to file': to(target) }));
	for (const current of ['high', 'critical']) {
		const data = { vendor_id: 'vnd_1', previous: 'low', current };
		const { error } = await trail.run({
			'TPRM Trigger': [event('vendor.risk_rating_changed', data)],
		});
		expect(error).toBeUndefined();
	}
	const lines = readFileSync(target, 'utf8').trimEnd().split('\n');
	expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
		{ vendorId: 'vnd_1', changes: { risk_rating: { previous: 'low', current: 'high' } } },
		{ vendorId: 'vnd_1', changes: { risk_rating: { previous: 'low', current: 'critical' } } },
	]);
	trail.workflow = template(file, { 'Append to file': to('/proc/nowhere/a') });
	const archived = { 'TPRM Trigger': [event('vendor.archived', {})] };
	const { error } = await closeStreamsOf(async () => await trail.run(archived));
	expect(error).toBeDefined();
});
