import type { IPinData } from 'n8n-workflow';

import { sampleScopes } from '../service/sampleData';

/** A unit that the sample organization has, and the spreadsheet no longer. */
const CLOSED = ['Latin America', 'Finance', 'Milan'];

/** What the spreadsheet contains: one new unit, one with another description, and one closed. */
const ORG_CHART = [
	...sampleScopes()
		.filter(({ status }) => status === 'active')
		.filter(({ pathNames }) => !CLOSED.every((name, level) => pathNames[level] === name))
		.map(({ pathNames, description }) => ({ path: pathNames.join(' / '), owner: '', description }))
		.map((row) =>
			row.path === 'EMEA / Logistics' ? { ...row, description: 'Fleet and warehouses' } : row,
		),
	{ path: 'EMEA / Logistics / Antwerp', owner: 'user-36', description: 'Container terminal' },
];

/** A statement of applicability: three controls, of which one has no scope, and a column of the user. */
const APPLICABILITY = [
	{
		controlIdentifier: 'AC-01',
		Owner: 'Sam',
		EMEA: 'x',
		'North America': 'x',
		'Asia Pacific': '-',
	},
	{ controlIdentifier: 'AT-01', Owner: 'Kim', EMEA: 'x', 'North America': '', 'Asia Pacific': 'x' },
	{ controlIdentifier: 'AU-01', Owner: '', EMEA: '-', 'North America': '-', 'Asia Pacific': '-' },
];

/** What somebody has entered for the owners and the parents of the HR export. */
const HR_MAPPING = [
	{ hr_value: 'lena@example.com', grc_value: 'user-1' },
	{ hr_value: 'omar@example.com', grc_value: 'user-35' },
	{ hr_value: 'ines@example.com', grc_value: 'user-32' },
	{ hr_value: 'EMEA Holding', grc_value: '100' },
	{ hr_value: 'Ventures Holding', grc_value: '700' },
];

/** What a run has written to the audit file: it changed a description. */
const AUDIT_FILE = sampleScopes()
	.filter(({ pathNames }) => pathNames.join(' / ') === 'EMEA / Logistics')
	.map(({ id, name, description }) => ({
		...{ action: 'updated', why: 'description changed', warning: '', row: 7, id, name },
		path: 'EMEA / Logistics',
		changes: { description: { previous: description, current: 'Fleet and warehouses' } },
		...{ requestId: 'req-1', writtenAt: '2027-01-04T06:00:02.000Z', execution: '1234' },
	}));

/**
 * What nodes of examples return that would ask a service or a person, by file and node. As in n8n's
 * editor, such a node does not run.
 */
export const PINNED: Readonly<Record<string, IPinData>> = {
	'intake-form-with-approval.json': {
		'On form submission': [
			{
				json: {
					Vendor: 'Nordwind Analytics',
					Domain: 'nordwind.example',
					'Your mail address': 'sam@example.com',
					'What is it for?': 'Web statistics',
				},
			},
		],
		'Ask for approval': [{ json: { data: { approved: true } } }],
	},
	'no-event-for-two-days.json': {
		'Last run': [{ json: { id: 231, status: 'success', startedAt: '2026-01-05T08:30:00.000Z' } }],
	},
	'vendor-event-of-another-tool.json': {
		'Signed Webhook Trigger': [
			{
				json: {
					vendor: {
						id: 'a2f7e1b9d0c3f4e5a6c7b8d8',
						name: 'Nordwind Analytics',
						websiteUrl: 'https://www.nordwind.example/',
						latestDecision: { status: 'REJECTED' },
					},
				},
			},
		],
	},
	'statement-of-applicability.json': {
		Sheet: APPLICABILITY.map((json) => ({ json })),
		'Ask for approval': [{ json: { data: { approved: true } } }],
	},
	'sync-an-hr-export.json': {
		Mapping: HR_MAPPING.map((json) => ({ json })),
	},
	'sync-with-an-approval.json': {
		'Org chart': ORG_CHART.map((json) => ({ json })),
		'Ask for approval': [{ json: { data: { approved: true } } }],
	},
	'undo-a-run.json': {
		Rows: [{ json: { rows: AUDIT_FILE } }],
	},
};
