import type { IDataObject } from 'n8n-workflow';

import { isEventDriven, readExamples } from '../../sandbox/demo/examples';
import { Engine } from '../../sandbox/engine/engine';
import type { WorkflowResult } from '../../sandbox/engine/engine';
import { WebhookServer } from '../../sandbox/engine/webhook';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import { SECRET, TRIGGER_TYPE } from '../helpers/deliveries';
import { CREDENTIAL_ID } from '../helpers/harness';

let engine: Engine;
let service: Service;
let server: WebhookServer;

const examples = readExamples().filter(isEventDriven);

beforeAll(async () => {
	engine = await Engine.load();
	service = await startService();
	server = await WebhookServer.start(engine);
	engine.setCredential(CREDENTIAL_ID, {
		baseUrl: service.url,
		clientId: service.client.id,
		clientSecret: service.client.secret,
		webhookSigningSecret: SECRET,
	});
});
afterAll(async () => {
	await server.stop();
	await service.close();
});

/** Activates an example as a person does and lets the service send it one event. */
async function run(name: string, type: string, data?: IDataObject): Promise<WorkflowResult> {
	const example = examples.find(({ file }) => file === `${name}.json`);
	if (!example) throw new Error(`There is no example ${name}`);
	const url = await server.activate(example.workflow);
	const endpoint = service.webhooks.register({ url, events: [type], secret: SECRET });
	service.webhooks.emit(type, data ? { data } : {});
	await service.webhooks.idle();
	endpoint.active = false;
	expect(service.webhooks.counts()).toEqual({ delivered: service.webhooks.deliveries.length });
	const { result } = (await server.executions.list.at(-1)?.finished) ?? {};
	if (!result) throw new Error('The example did not run');
	expect(result.error).toBeUndefined();
	return result;
}

it('each event-driven example has its test here', () => {
	expect(examples.map(({ file }) => file)).toEqual([
		'assessment-completed-or-reopened.json',
		'document-uploaded-download.json',
		'rating-changed-ticket-text.json',
		'vendor-changes-as-a-log.json',
	]);
});

it('the examples are subscribed to nothing more than they handle', () => {
	for (const { workflow } of examples) {
		const trigger = workflow.nodes.find(({ type }) => type === TRIGGER_TYPE);
		expect(trigger?.parameters['events']).toHaveLength(1);
	}
});

it('rating changed: ticket text', async () => {
	const result = await run('rating-changed-ticket-text', 'vendor.risk_rating_changed', {
		vendor_name: 'Aurora Bank',
		previous: 'medium',
	});
	const [ticket] = result.json('Write the ticket');
	expect(ticket).toMatchObject({ title: 'Risk rating changed: Aurora Bank', priority: 'High' });
	expect(ticket?.['text']).toMatch(/from medium to critical on \d{4}-.*\n\nReference: evt_/);
});

it('assessment completed or reopened', async () => {
	const name = 'assessment-completed-or-reopened';
	const completed = await run(name, 'assessment.status_changed');
	expect(completed.json('Completed')[0]?.['message']).toMatch(/is complete\.$/);
	expect(completed.json('Reopened')).toEqual([]);

	const reopened = await run(name, 'assessment.status_changed', { status: 'InProgress' });
	expect(reopened.json('Reopened')[0]?.['message']).toMatch(/was reopened\.$/);
	expect(reopened.json('Completed')).toEqual([]);

	const other = await run(name, 'assessment.status_changed', { status: 'Paused' });
	expect([...other.json('Completed'), ...other.json('Reopened')]).toEqual([]);
});

it('document uploaded: download', async () => {
	const result = await run('document-uploaded-download', 'document.uploaded');
	const files = result.items('Download');
	expect(files.length).toBeGreaterThan(0);
	for (const { json, binary } of files) {
		const document = service.documents.byId.get(String(json['id']));
		expect(binary?.['data']?.mimeType).toBe(document?.type);
		expect(json['bytes']).toBe(document?.size);
	}
});

it('vendor changes as a log', async () => {
	const result = await run('vendor-changes-as-a-log', 'vendor.updated', {
		vendor_id: 'vnd_9',
		changes: {
			notes: { previous: 'old', current: null },
			tags: { previous: [], current: ['gdpr'] },
		},
	});
	expect(result.json('Rows')).toMatchObject([
		{ vendorId: 'vnd_9', field: 'notes', previous: 'old', current: null },
		{ vendorId: 'vnd_9', field: 'tags', previous: [], current: ['gdpr'] },
	]);
});
