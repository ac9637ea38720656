/** One event as an n8n option: label, exact event name, and when it is sent. */
export interface CatalogEvent {
	name: string;
	value: string;
	description: string;
}

/**
 * The events known when this version was built, sorted by name (third-party-risk, Events: Catalog).
 * The service's live list comes first; this one stands in when it cannot be read, and explains the
 * names in it.
 */
export const EVENT_CATALOG = [
	{
		name: 'Assessment AI Started',
		value: 'assessment.ai_started',
		description: 'AI started to process an assessment',
	},
	{
		name: 'Assessment Created',
		value: 'assessment.created',
		description: 'An assessment was created; drafts do not count',
	},
	{
		name: 'Assessment Status Changed',
		value: 'assessment.status_changed',
		description: 'The status of an assessment changed, for example to completed or reopened',
	},
	{
		name: 'Assessment Submitted',
		value: 'assessment.submitted',
		description: 'An external user submitted a questionnaire, a follow-up, or documents',
	},
	{
		name: 'Collaborator Added',
		value: 'collaborator.added',
		description: 'A collaborator was added',
	},
	{
		name: 'Collaborator Updated',
		value: 'collaborator.updated',
		description: 'A collaborator was changed',
	},
	{
		name: 'Document Uploaded',
		value: 'document.uploaded',
		description: 'Documents were uploaded; the event contains their IDs',
	},
	{
		name: 'Export Completed',
		value: 'export.completed',
		description: 'An export is ready to download',
	},
	{
		name: 'Monitoring Run Completed',
		value: 'monitoring.run_completed',
		description: 'A monitoring run finished with results',
	},
	{
		name: 'Monitoring Run Failed',
		value: 'monitoring.run_failed',
		description: 'A monitoring run stopped with an error',
	},
	{
		name: 'Monitoring Run Started',
		value: 'monitoring.run_started',
		description: 'A monitoring run started',
	},
	{
		name: 'Question Marked Done',
		value: 'question.marked_done',
		description: 'A question or follow-up question was marked as done',
	},
	{
		name: 'Risk Created',
		value: 'risk.created',
		description: 'A risk was added, suggested by AI or entered by a user',
	},
	{
		name: 'Vendor Archived',
		value: 'vendor.archived',
		description: 'A vendor was archived',
	},
	{
		name: 'Vendor Created',
		value: 'vendor.created',
		description: 'A new vendor was added',
	},
	{
		name: 'Vendor Risk Rating Changed',
		value: 'vendor.risk_rating_changed',
		description: 'The risk rating of a vendor went up or down',
	},
	{
		name: 'Vendor Updated',
		value: 'vendor.updated',
		description: 'Fields of a vendor changed; the event contains the old and new values',
	},
] as const satisfies readonly CatalogEvent[];

/** The event that one of {@link STATUS_CHANGES} is taken from. */
const STATUS_CHANGED = 'assessment.status_changed';

/**
 * Status changes that have an entry of their own in the form, sorted by name (third-party-risk, Events:
 * Catalog). The service sends them as one event: the value is its name, a colon, and `data.status`.
 */
export const STATUS_CHANGES = [
	{
		name: 'Assessment Completed',
		value: `${STATUS_CHANGED}:Completed`,
		description: 'The status of an assessment changed to completed',
	},
	{
		name: 'Assessment Reopened',
		value: `${STATUS_CHANGED}:InProgress`,
		description: 'The status of an assessment changed back to in progress',
	},
] as const satisfies readonly CatalogEvent[];

/** @returns the event that the service sends for a value of the form */
export function sentAs(chosen: string): string {
	return STATUS_CHANGES.some(({ value }) => value === chosen) ? STATUS_CHANGED : chosen;
}
