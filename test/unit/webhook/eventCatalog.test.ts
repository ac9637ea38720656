import { EVENT_CATALOG } from '../../../nodes/shared/webhook/eventCatalog';

test('the catalog names the 17 events of the service, sorted, each explained in one line', () => {
	expect(EVENT_CATALOG.map(({ value }) => value)).toEqual([
		'assessment.ai_started',
		'assessment.created',
		'assessment.status_changed',
		'assessment.submitted',
		'collaborator.added',
		'collaborator.updated',
		'document.uploaded',
		'export.completed',
		'monitoring.run_completed',
		'monitoring.run_failed',
		'monitoring.run_started',
		'question.marked_done',
		'risk.created',
		'vendor.archived',
		'vendor.created',
		'vendor.risk_rating_changed',
		'vendor.updated',
	]);
	const labels = EVENT_CATALOG.map(({ name }) => name);
	expect(labels).toEqual([...labels].sort());
	for (const { description } of EVENT_CATALOG) expect(description).toMatch(/^[A-Z].{15,80}[^.]$/);
});
