import type { IDataObject } from 'n8n-workflow';

import type { Expectations, Json } from './expectation';
import { column } from './expectation';

/** The vendor of every event by default: the newest one. */
const VENDOR = { id: 'vnd_e31e6435f63d4b6389e36555', name: 'Dune Zones' };
const ASSESSMENT = 'asm_89456ad10655457f9c2579ce';
const DOCUMENTS = [
	{
		id: 'doc_df11d58d4b1f410c8e4b7585',
		fileName: 'SOC 2 Type II report.pdf',
		mimeType: 'application/pdf',
		bytes: 0,
	},
	{
		id: 'doc_c7ae9e8180a24db8a1546e99',
		fileName: 'Prüfbericht – Übersicht 2025.pdf',
		mimeType: 'application/pdf',
		bytes: 76_801,
	},
];

/** The examples that wait for an event. */
export const events: Expectations = {
	'assessment-completed-or-reopened.json': {
		event: 'assessment.status_changed',
		check: (json) => {
			expect(json('Slack')).toEqual([
				{
					message: `Assessment ${ASSESSMENT} of ${VENDOR.name} is complete. Review the answers and rate the vendor.`,
					at: startedBy('assessment.status_changed', json)['occurred_at'],
				},
			]);
			expect(json('Reopened')).toEqual([]);
		},
		variants: [
			{
				data: { status: 'InProgress', vendor_name: undefined },
				check: (json) => {
					expect(json('Completed')).toEqual([]);
					expect(json('Slack')).toEqual([
						{
							message: `Assessment ${ASSESSMENT} of ${VENDOR.id} was reopened. Put the review on hold.`,
							at: startedBy('assessment.status_changed', json)['occurred_at'],
						},
					]);
				},
			},
			{
				data: { status: 'Draft' },
				check: (json) => {
					startedBy('assessment.status_changed', json);
					expect([...json('Completed'), ...json('Reopened'), ...json('Slack')]).toEqual([]);
				},
			},
		],
	},
	'soc-2-report-dates.json': {
		event: 'document.uploaded',
		check: (json) => {
			startedBy('document.uploaded', json);
			expect(json('Download')).toEqual(DOCUMENTS);
			expect(json('Is a SOC 2 report')).toEqual(DOCUMENTS.slice(0, 1));
		},
		// The other members in which the ids may come, and none.
		variants: [
			{
				data: { document_ids: undefined, documents: DOCUMENTS.map(({ id }) => ({ id })) },
				check: (json) => expect(json('Download')).toEqual(DOCUMENTS),
			},
			{
				data: { document_ids: undefined, document_id: DOCUMENTS[1]?.id },
				check: (json) => expect(json('Download')).toEqual([DOCUMENTS[1]]),
			},
			{
				data: { document_ids: undefined },
				check: (json) => {
					startedBy('document.uploaded', json);
					expect(json('Download')).toEqual([]);
				},
			},
		],
	},
	'reconcile-new-vendors.json': {
		event: 'vendor.created',
		check: (json, service) => {
			expect(column(json('Onboard the vendor'), 'vendorId')).toEqual([VENDOR.id]);
			expect(json('Send mail')).toHaveLength(1);
			expect(service.mailbox.mails).toContainEqual(
				expect.objectContaining({
					to: 'vendor-management@example.com',
					subject: `New vendor: ${VENDOR.name}`,
				}),
			);
		},
		variants: [
			{
				data: { vendor_name: 'Created again' },
				check: (json) => {
					expect(json('Vendor')).toEqual([{ vendorId: VENDOR.id, vendorName: 'Created again' }]);
					expect(json('Send mail')).toEqual([]);
				},
			},
		],
	},
	'audit-trail-to-a-file.json': {
		event: 'vendor.updated',
		check: (json) => {
			const { id: eventId, occurred_at: occurredAt } = startedBy('vendor.updated', json);
			const [{ line } = { line: '' }] = json('Line');
			expect(String(line)).toMatch(/^\{.*\}\n$/);
			const tag = 'critical-supplier';
			expect(JSON.parse(String(line))).toEqual({
				...{ occurredAt, event: 'vendor.updated', eventId, source: 'ui' },
				...{ vendorId: VENDOR.id, vendorName: VENDOR.name },
				changes: {
					owner_email: { previous: 'owner25@example.com', current: 'new.owner@example.com' },
					tags: { previous: [tag], current: [tag, 'reviewed'] },
					notes: { previous: null, current: null },
				},
			});
			expect(json('Append to file')).toHaveLength(1);
		},
	},
	'questionnaire-overdue.json': {
		event: 'assessment.created',
		check: (json) => {
			const { occurred_at: sentAt } = startedBy('assessment.created', json);
			expect(json('Remember when it was sent')).toMatchObject([
				{ assessment_id: ASSESSMENT, vendor_name: VENDOR.name, sent_at: sentAt },
			]);
		},
	},
	'rating-dropped-ticket.json': {
		event: 'vendor.risk_rating_changed',
		check: (json) => {
			const { id, occurred_at: at } = startedBy('vendor.risk_rating_changed', json);
			expect(json('Write ticket text')).toMatchObject([
				{
					title: `Risk rating critical: ${VENDOR.name}`,
					text: `The rating of ${VENDOR.name} changed from low to critical on ${at}.\n\nReference: ${id}`,
				},
			]);
			expect(json('Register')).toMatchObject([
				{ vendor_id: VENDOR.id, rating: 'critical', changed_at: at },
			]);
		},
		variants: [
			// Better than before, or not bad enough.
			...[
				{ previous: 'critical', current: 'high' },
				{ previous: 'low', current: 'medium' },
			].map((data) => ({
				data,
				check: (json: Json) => {
					startedBy('vendor.risk_rating_changed', json);
					expect(json('Write ticket text')).toEqual([]);
				},
			})),
			{
				data: { vendor_name: undefined, previous: undefined, current: 'high' },
				check: (json) =>
					expect(column(json('Write ticket text'), 'title')).toEqual([
						`Risk rating high: ${VENDOR.id}`,
					]),
			},
		],
	},
	'risk-created-jira-issue.json': {
		event: 'risk.created',
		check: (json) => {
			const event = startedBy('risk.created', json);
			expect(json('Create issue')).toEqual([event]);
		},
	},
	'vendor-offboarding.json': {
		event: 'vendor.archived',
		check: (json, service) => {
			const { occurred_at: at } = startedBy('vendor.archived', json);
			const tasks = json('Store task');
			expect(tasks).toHaveLength(4);
			expect(tasks[0]).toMatchObject({ vendor_name: VENDOR.name, archived_at: at });
			expect(service.mailbox.mails).toContainEqual(
				expect.objectContaining({
					subject: `Offboard ${VENDOR.name}`,
					body: expect.stringContaining(`- ${String(tasks[3]?.['task'])}`),
				}),
			);
		},
	},
};

/** @returns the event that started the run: its id and its moment are new every time */
function startedBy(type: string, json: Json): IDataObject {
	const [event = {}, ...others] = json('TPRM Trigger');
	expect(event).toMatchObject({
		type,
		id: expect.stringMatching(/^evt_\w+$/),
		occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
	});
	expect(others).toEqual([]);
	return event;
}
