import type { IDataObject } from 'n8n-workflow';

import type { Example } from '../../sandbox/demo/examples';
import { isEventDriven, readExamples } from '../../sandbox/demo/examples';
import { Engine } from '../../sandbox/engine/engine';
import { PollingWorkflow } from '../../sandbox/engine/polling';
import {
	CREDENTIAL_ID,
	MAIL_CREDENTIAL_ID,
	mailCredential,
} from '../../sandbox/engine/serviceCredential';
import { WebhookServer } from '../../sandbox/engine/webhook';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import { CLEARED } from '../../sandbox/service/vendorFields';
import { SECRET } from '../helpers/deliveries';
import { outputOf } from '../helpers/exampleOutputs';

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
	engine.setCredential(MAIL_CREDENTIAL_ID, mailCredential(service));
});
afterAll(async () => {
	await server.stop();
	await service.close();
});

function exampleOf(name: string): Example {
	const example = examples.find(({ file }) => file === name);
	if (!example) throw new Error(`There is no example ${name}`);
	return example;
}

/**
 * Activates an example as a person does and lets the service send it one event of each name.
 *
 * @returns its runs
 */
async function runs({ workflow }: Example, event: string, data: IDataObject = {}) {
	const { length } = server.executions.list;
	const url = await server.activate(workflow);
	const events = service.webhooks.eventNames;
	const endpoint = service.webhooks.register({ url, events: [...events], secret: SECRET });
	for (const name of events) service.webhooks.emit(name, name === event ? { data } : {});
	await service.webhooks.idle();
	endpoint.active = false;
	expect(service.webhooks.counts()).toEqual({ delivered: service.webhooks.deliveries.length });
	const started = server.executions.list.slice(length);
	return await Promise.all(started.map(async ({ finished }) => (await finished).result));
}

describe.each(examples)('examples/$file', (example) => {
	const { event = '', check, variants = [] } = outputOf(example.file);

	it.each([{ data: {}, check }, ...variants])(
		'gives what its notes promise, once and for its events only: $data',
		async (variant) => {
			const all = await runs(example, event, variant.data);
			const startedBy = all.map((each) => each?.json('TPRM Trigger')[0]?.['type']);
			const [trigger] = example.workflow.nodes.filter(({ name }) => name === 'TPRM Trigger');
			expect(startedBy.sort()).toEqual(trigger?.parameters['events']);
			const result = all.find((each) => each?.json('TPRM Trigger')[0]?.['type'] === event);
			if (!result) throw new Error('The example did not run');
			expect(result.error).toBeUndefined();
			variant.check((nodeName, output) => result.json(nodeName, output), service);
		},
	);
});

describe('a new vendor is onboarded once', () => {
	const example = exampleOf('reconcile-new-vendors.json');
	const { workflow } = example;
	let night: PollingWorkflow;

	beforeAll(async () => {
		const nodes = workflow.nodes.filter(({ name }) => name === 'Every night');
		night = new PollingWorkflow(engine, { ...workflow, nodes });
		expect(await night.activate()).toEqual([]);
	});

	/** Polls as in the night, and starts the workflow with what was found. */
	async function poll() {
		const found = await night.poll();
		const { length } = service.mailbox.mails;
		const nodes = workflow.nodes.filter(({ name }) => name !== 'TPRM Trigger').reverse();
		const pinData = { 'Every night': found.map((json) => ({ json })) };
		const { error } = await engine.run({ ...workflow, nodes, pinData });
		expect(error).toBeUndefined();
		const mails = service.mailbox.mails.slice(length).map(({ subject }) => subject);
		return { found: found.map(({ name }) => name), mails };
	}

	it('by its event, and not again by the poll of the night', async () => {
		const vendor = await service.vendors.create({ ...CLEARED, name: 'Announced' });
		const data = { vendor_id: vendor.id, vendor_name: 'Announced' };
		const [run] = await runs(example, 'vendor.created', data);
		expect(run?.json('Send mail')).toHaveLength(1);
		expect(await poll()).toEqual({ found: ['Announced'], mails: [] });
	});

	it('by the poll if the event was lost, and not again by an event that comes late', async () => {
		const vendor = await service.vendors.create({ ...CLEARED, name: 'Unannounced' });
		expect(await poll()).toEqual({ found: ['Unannounced'], mails: ['New vendor: Unannounced'] });
		const data = { vendor_id: vendor.id, vendor_name: 'Unannounced' };
		const [run] = await runs(example, 'vendor.created', data);
		expect(run?.error).toBeUndefined();
		expect(run?.json('Send mail')).toEqual([]);
	});
});

it('a downloaded document is where the notes say, with its name and type', async () => {
	const [result] = await runs(exampleOf('soc-2-report-dates.json'), 'document.uploaded');
	const items = result?.items('Download') ?? [];
	expect(items).toHaveLength(2);
	for (const { json, binary } of items) {
		const { fileName, mimeType } = json;
		expect(binary).toMatchObject({ data: { fileName, mimeType } });
	}
});
