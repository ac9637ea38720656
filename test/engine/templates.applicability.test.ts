import type { IDataObject } from 'n8n-workflow';

import { harnessForEach } from '../helpers/harness';
import { Published, template } from '../helpers/templates';

const FILE = 'statement-of-applicability.json';

const harness = harnessForEach();

function controlId(identifier: string): string {
	const controls = [...harness.service.organization.controls.values()];
	return controls.find(({ controlIdentifier }) => controlIdentifier === identifier)?.id ?? '';
}

function given(identifier: string, ...regions: string[]): void {
	const { organization } = harness.service;
	const scopes = organization
		.listScopes('active')
		.filter(({ pathNames }) => pathNames.length === 1);
	const ids = scopes.filter(({ name }) => regions.includes(name)).map(({ id }) => id);
	organization.assign(controlId(identifier), ids);
}

/** Names of the scopes of a control. */
function assigned(identifier: string): string[] {
	const { assignments } = harness.service.organization;
	const scopes = [...(assignments.get(controlId(identifier))?.values() ?? [])];
	return scopes.map(({ scopeName }) => scopeName).sort();
}

const sheet = (): IDataObject[] => [
	{ controlIdentifier: 'AC-01', Owner: 'Sam', EMEA: 'x', 'North America': '' },
	{ controlIdentifier: 'AC-02', Owner: 'Kim', EMEA: '-', 'North America': 'x' },
];

const approved = { data: { approved: true, respondedAt: '2027-01-04T09:30:00.000Z' } };

/** The workflow as somebody has it who has activated the question. */
const monthly = () => new Published(harness, template(FILE));

beforeEach(() => {
	given('AC-01', 'North America', 'Asia Pacific');
	given('AC-02', 'North America');
});

it('asks with what would change, and writes that after the answer, and nothing in the next month', async () => {
	const workflow = monthly();
	const waiting = await workflow.run({ Sheet: sheet() });
	expect(waiting.error?.message).toBeUndefined();
	expect(waiting.status).toBe('waiting');
	const [mail] = harness.service.mailbox.mails;
	expect(mail?.subject).toMatch(/^Statement of applicability: 1 to assign, .*\([0-9a-f]{16}\)$/);
	expect(mail?.body).toContain('AC-01');
	expect(mail?.body).toMatch(/add EMEA: remove North America/);
	expect(mail?.body).not.toContain('AC-02');
	expect(assigned('AC-01')).toEqual(['Asia Pacific', 'North America']);

	const done = await workflow.answer(waiting, approved);
	expect(done.error).toBeUndefined();
	expect(assigned('AC-01')).toEqual(['Asia Pacific', 'EMEA']);
	expect(assigned('AC-02')).toEqual(['North America']);
	const lines = done.json('Line').map(({ line }) => JSON.parse(String(line)) as IDataObject);
	expect(lines[0]).toMatchObject({
		...{ action: 'assigned', controlIdentifier: 'AC-01' },
		...{ added: [{ path: 'EMEA' }], removed: [{ path: 'North America' }] },
		...{ approvedAt: '2027-01-04T09:30:00.000Z', askedOf: 'control-owner@example.com' },
	});
	expect((await workflow.run({ Sheet: sheet() })).status).toBe('success');
	expect(harness.service.mailbox.mails).toHaveLength(1);
});

it('stops when assignments of a control were changed by then', async () => {
	const workflow = monthly();
	const waiting = await workflow.run({ Sheet: sheet() });
	given('AC-01', 'North America');
	const done = await workflow.answer(waiting, approved);
	expect(done.error?.message).toBe('The plan has changed since it was approved');
	expect(assigned('AC-01')).toEqual(['North America']);
});

it('writes nothing when it is declined, and asks no one when a mark is wrong', async () => {
	const workflow = monthly();
	const waiting = await workflow.run({ Sheet: sheet() });
	await workflow.answer(waiting, { data: { approved: false } });
	expect(assigned('AC-01')).toEqual(['Asia Pacific', 'North America']);
	const wrong = sheet().map((row) => ({ ...row, EMEA: 'partly' }));
	const failed = await workflow.run({ Sheet: wrong });
	expect(failed.error?.message).toContain('Row 1: The column "EMEA" is "partly" in row 1');
	expect(harness.service.mailbox.mails).toHaveLength(1);
});
