import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/engine/engine';
import { Harness } from '../../sandbox/engine/harness';
import { MAIL_CREDENTIAL_ID, mailCredential } from '../../sandbox/engine/serviceCredential';
import { sample } from '../../sandbox/service/paging/samples';
import { closeStreamsOf } from '../helpers/closeStreams';
import type { NodeChange } from '../helpers/templates';
import { Published, template } from '../helpers/templates';

let harness: Harness;

afterEach(async () => await harness.stop());

describe('dates of contracts and reassessments by mail', () => {
	const FILE = 'contract-end-dates.json';
	const DAY_MS = 24 * 60 * 60 * 1000;
	const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

	function vendor(name: string, days: number, changes: IDataObject = {}) {
		const now = '2026-01-05T08:00:00.000Z';
		return {
			...{ id: `vnd_${name}`, external_id: name, name, status: 'active' as const },
			...{ domain: null, risk_rating: null, owner_email: `${name}@example.com` },
			...{ tprm_contract_end_date: inDays(days), started_at: null, notes: null },
			...{ tags: ['gdpr'], created_at: now, updated_at: now, ...changes },
		};
	}

	beforeEach(async () => {
		harness = await Harness.start({
			vendors: [
				vendor('soon', 20),
				vendor('later', 89),
				vendor('past', -3),
				vendor('far', 120),
				vendor('ownerless', 30, { owner_email: null }),
				vendor('archived', 20, { status: 'archived' }),
			],
		});
	});

	const stored = (name: string) => {
		const found = harness.service.vendors.byId.get(`vnd_${name}`);
		if (!found) throw new Error(`There is no vendor ${name}`);
		return found;
	};

	/** @returns who got a mail since the last call, and about what */
	const mails = () =>
		harness.service.mailbox.mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
	const about = (name: string, days: number, to = `${name}@example.com`) =>
		`${to}: ${name}: contract ends on ${inDays(days)}`;

	it('sends one mail per vendor and end date', async () => {
		const daily = new Published(harness, template(FILE));
		expect((await daily.run()).error).toBeUndefined();
		expect(mails().sort()).toEqual([
			about('later', 89),
			about('soon', 20),
			about('ownerless', 30, 'vendor-management@example.com'),
		]);
		expect(stored('soon').tags).toEqual(['gdpr', `mail sent: contract ends on ${inDays(20)}`]);

		expect((await daily.run()).error).toBeUndefined();
		expect(mails()).toEqual([]);

		stored('soon').tprm_contract_end_date = inDays(50);
		stored('far').tprm_contract_end_date = inDays(60);
		stored('later').notes = 'Changed, but not its date';
		await daily.run();
		expect(mails().sort()).toEqual([about('far', 60), about('soon', 50)]);

		// The date before: there was a mail about it.
		stored('soon').tprm_contract_end_date = inDays(20);
		await daily.run();
		expect(mails()).toEqual([]);
	});

	it('sends one mail about a contract and a reassessment', async () => {
		Object.assign(stored('soon'), { next_assessment_date: inDays(40) });
		Object.assign(stored('far'), { next_assessment_date: inDays(50) });
		const daily = new Published(harness, template(FILE));
		expect((await daily.run()).error).toBeUndefined();
		expect(mails()).toEqual(
			expect.arrayContaining([
				`${about('soon', 20)}, reassessment is due on ${inDays(40)}`,
				`far@example.com: far: reassessment is due on ${inDays(50)}`,
			]),
		);
		expect((await daily.run()).error).toBeUndefined();
		expect(mails()).toEqual([]);
	});

	it('sends in the next run the mail that failed, and only that one', async () => {
		const daily = new Published(harness, template(FILE));
		harness.service.mailbox.refused.add('soon@example.com');
		const { error } = await daily.run();
		expect(error?.message).toContain('Mails that could not be sent: 1. The next run sends them.');
		expect(error?.message).toContain('No such mailbox');
		expect(mails()).toHaveLength(2);
		expect(stored('soon').tags).toEqual(['gdpr']);

		harness.service.mailbox.refused.clear();
		expect((await daily.run()).error).toBeUndefined();
		expect(mails()).toEqual([about('soon', 20)]);
		await daily.run();
		expect(mails()).toEqual([]);
	});

	it('marks no vendor when the mail server is down', async () => {
		const closed = { ...mailCredential(harness.service), port: 9 };
		harness.engine.setCredential(MAIL_CREDENTIAL_ID, closed);
		const { error } = await new Published(harness, template(FILE)).run();
		// What n8n makes of the first error.
		expect(error?.message).toContain('refused the connection');
		expect([...harness.service.vendors.byId.values()].flatMap(({ tags }) => tags)).toEqual(
			Array(6).fill('gdpr'),
		);
	});
});

describe('assessments to Slack or Teams', () => {
	const FILE = 'assessment-completed-or-reopened.json';
	const EVENT = 'assessment.status_changed';

	beforeEach(async () => {
		harness = await Harness.start();
	});

	/** Text of the message as n8n would send it: the node is another one with the same expression. */
	const read = (parameter: string, text: unknown): NodeChange => ({
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		disabled: false,
		parameters: {
			mode: 'manual',
			assignments: { assignments: [{ id: '1', name: parameter, value: text, type: 'string' }] },
			options: {},
		},
	});

	const valueOf = (name: string, parameter: string) =>
		template(FILE).nodes.find((node) => node.name === name)?.parameters[parameter];

	it.each([
		['Slack', 'text', 'Microsoft Teams'],
		['Microsoft Teams', 'message', 'Slack'],
	])('posts the message in %s', async (used, parameter, other) => {
		const workflow = template(FILE, {
			[used]: read(parameter, valueOf(used, parameter)),
			[other]: { disabled: true },
		});
		const event = { id: 'evt_1', type: EVENT, occurred_at: '2026-01-05T08:00:00+00:00' };
		const data = { assessment_id: 'asm_1', vendor_name: 'Acme', status: 'Completed' };
		const result = await new Published(harness, workflow).run({
			'TPRM Trigger': [{ ...event, data }],
		});
		expect(result.error).toBeUndefined();
		expect(result.json(used)).toEqual([
			{
				[parameter]:
					'Assessment asm_1 of Acme is complete. Review the answers and rate the vendor.',
			},
		]);
	});
});

describe('export to a file', () => {
	const FILE = 'export-a-large-list-to-a-file.json';
	let folder: string;

	beforeEach(async () => {
		harness = await Harness.start();
		folder = mkdtempSync(path.join(process.env.N8N_USER_FOLDER ?? '', 'export-'));
		// In jest, n8n does not recognize the error that says that a file is new.
		for (let part = 1; part < 8; part++) writeFileSync(path.join(folder, `part-${part}.csv`), '');
	});

	/** The template with a folder to write to, and a wait that takes no time. */
	const exporting = (changes: Record<string, NodeChange> = {}): WorkflowFile =>
		template(FILE, {
			'Write file': {
				disabled: false,
				parameters: { fileName: `=${folder}/part-{{ $runIndex + 1 }}.csv` },
			},
			'Wait 10 minutes': { disabled: true },
			...changes,
		});

	const broken: NodeChange = {
		parameters: {
			...{ url: '/sample/broken/locked-now-and-then', limitParameter: '', limitValue: 0 },
			...{ pageUntil: 'noDataLeft', totalCount: '' },
		},
	};

	/** @returns the rows of each file, by name */
	const files = () =>
		readdirSync(folder)
			.sort()
			.map((name) => readFileSync(path.join(folder, name)))
			.filter(({ length }) => length > 0)
			.map((text) => parse<unknown>(text, { columns: true }));

	const records = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => sample(from + index));

	it('writes all records to one file', async () => {
		const { error } = await new Published(harness, exporting()).run();
		expect(error).toBeUndefined();
		expect(files()).toEqual([records(0, 2_350)]);
	});

	it('continues in a second file behind the last page read', async () => {
		const nightly = new Published(harness, exporting({ Export: broken }));
		const { error } = await nightly.run();
		expect(error).toBeUndefined();
		expect(files()).toEqual([records(0, 200), records(200, 250)]);
	});

	it('says what is wrong when it fails again and again, and keeps the files', async () => {
		const nightly = new Published(harness, exporting());
		const fault = { kind: 'status', status: 422 } as const;
		harness.service.faults.add({ fault, path: '/sample/pages', skip: 1, times: 1_000 });
		const { error, run } = await nightly.run();
		expect(error?.message).toMatch(/^The export is incomplete: .*422/);
		expect(run.data.resultData.runData['Export']).toHaveLength(6);
		expect(files().flat()).toEqual(records(0, 500));
	});

	it('says so when records are missing', async () => {
		const options = { ...valueOfOptions(), maxPages: 2 };
		const nightly = new Published(harness, exporting({ Export: { parameters: { options } } }));
		const { error } = await nightly.run();
		expect(error?.message).toBe('The export is incomplete: maxPages');
		expect(files()).toEqual([records(0, 1_000)]);
	});

	it('fails when the file cannot be written', async () => {
		const parameters = { fileName: '/proc/nowhere/{{ $json.fileName }}' };
		const change = { 'Write file': { disabled: false, parameters } };
		const nightly = new Published(harness, exporting(change));
		const { error } = await closeStreamsOf(async () => await nightly.run());
		expect(error).toBeDefined();
	});

	const valueOfOptions = () =>
		template(FILE).nodes.find(({ name }) => name === 'Export')?.parameters[
			'options'
		] as IDataObject;
});
