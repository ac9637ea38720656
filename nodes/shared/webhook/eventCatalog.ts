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
		description: 'The AI has started to work through an assessment',
	},
	{
		name: 'Assessment Created',
		value: 'assessment.created',
		description: 'Somebody completed the creation wizard, so a draft does not count yet',
	},
	{
		name: 'Assessment Status Changed',
		value: 'assessment.status_changed',
		description: 'An assessment moved to another status, for instance completed or reopened',
	},
	{
		name: 'Assessment Submitted',
		value: 'assessment.submitted',
		description: 'Someone outside handed in a questionnaire, a follow-up or documents',
	},
	{
		name: 'Collaborator Added',
		value: 'collaborator.added',
		description: 'Somebody new takes part as a collaborator',
	},
	{
		name: 'Collaborator Updated',
		value: 'collaborator.updated',
		description: 'The details of a collaborator changed',
	},
	{
		name: 'Document Uploaded',
		value: 'document.uploaded',
		description: 'Files arrived and can be downloaded by the IDs in the event',
	},
	{
		name: 'Export Completed',
		value: 'export.completed',
		description: 'A requested export is ready',
	},
	{
		name: 'Monitoring Run Completed',
		value: 'monitoring.run_completed',
		description: 'A risk monitoring run came to its end with results',
	},
	{
		name: 'Monitoring Run Failed',
		value: 'monitoring.run_failed',
		description: 'A risk monitoring run stopped with an error',
	},
	{
		name: 'Monitoring Run Started',
		value: 'monitoring.run_started',
		description: 'A risk monitoring run is under way',
	},
	{
		name: 'Question Marked Done',
		value: 'question.marked_done',
		description: 'A question or follow-up question was ticked off',
	},
	{
		name: 'Risk Created',
		value: 'risk.created',
		description: 'The register has a new risk, found by the AI or entered by hand',
	},
	{
		name: 'Vendor Archived',
		value: 'vendor.archived',
		description: 'Somebody put a vendor into the archive',
	},
	{
		name: 'Vendor Created',
		value: 'vendor.created',
		description: 'Somebody entered a new vendor',
	},
	{
		name: 'Vendor Risk Rating Changed',
		value: 'vendor.risk_rating_changed',
		description: 'A vendor is rated as more or less risky than before',
	},
	{
		name: 'Vendor Updated',
		value: 'vendor.updated',
		description: 'Fields of a vendor changed; the event lists old and new values',
	},
] as const satisfies readonly CatalogEvent[];
