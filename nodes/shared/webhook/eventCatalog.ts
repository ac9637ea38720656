/** One event as an n8n option: exact event name, label, and when it is sent. */
const event = (value: string, name: string, description: string) => ({
	name,
	value,
	description,
});

/**
 * The events known when this version was built, sorted by name (third-party-risk, Events: Catalog).
 * The service's live list comes first; this one stands in when it cannot be read, and explains the
 * names in it.
 */
export const EVENT_CATALOG = [
	event('assessment.ai_started', 'Assessment AI Started', 'AI started to process an assessment'),
	event(
		'assessment.created',
		'Assessment Created',
		'An assessment was created; drafts do not count',
	),
	event(
		'assessment.status_changed',
		'Assessment Status Changed',
		'The status of an assessment changed, for example to completed or reopened',
	),
	event(
		'assessment.submitted',
		'Assessment Submitted',
		'An external user submitted a questionnaire, a follow-up, or documents',
	),
	event('collaborator.added', 'Collaborator Added', 'A collaborator was added'),
	event('collaborator.updated', 'Collaborator Updated', 'A collaborator was changed'),
	event(
		'document.uploaded',
		'Document Uploaded',
		'Documents were uploaded; the event contains their IDs',
	),
	event('export.completed', 'Export Completed', 'An export is ready to download'),
	event(
		'monitoring.run_completed',
		'Monitoring Run Completed',
		'A monitoring run finished with results',
	),
	event('monitoring.run_failed', 'Monitoring Run Failed', 'A monitoring run stopped with an error'),
	event('monitoring.run_started', 'Monitoring Run Started', 'A monitoring run started'),
	event(
		'question.marked_done',
		'Question Marked Done',
		'A question or follow-up question was marked as done',
	),
	event('risk.created', 'Risk Created', 'A risk was added, suggested by AI or entered by a user'),
	event('vendor.archived', 'Vendor Archived', 'A vendor was archived'),
	event('vendor.created', 'Vendor Created', 'A new vendor was added'),
	event(
		'vendor.risk_rating_changed',
		'Vendor Risk Rating Changed',
		'The risk rating of a vendor went up or down',
	),
	event(
		'vendor.updated',
		'Vendor Updated',
		'Fields of a vendor changed; the event contains the old and new values',
	),
];

/** The event that one of {@link STATUS_CHANGES} is taken from. */
const STATUS_CHANGED = 'assessment.status_changed';

/**
 * Status changes that have an entry of their own in the form, sorted by name (third-party-risk, Events:
 * Catalog). The service sends them as one event: the value is its name, a colon, and `data.status`.
 */
export const STATUS_CHANGES = [
	event(
		`${STATUS_CHANGED}:Completed`,
		'Assessment Completed',
		'An assessment was completed. The service sends it as assessment.status_changed.',
	),
	event(
		`${STATUS_CHANGED}:InProgress`,
		'Assessment Reopened',
		'A completed assessment was reopened. The service sends it as assessment.status_changed.',
	),
];

/** @returns the event that the service sends for a value of the form */
export function sentAs(chosen: string): string {
	return STATUS_CHANGES.some(({ value }) => value === chosen) ? STATUS_CHANGED : chosen;
}
