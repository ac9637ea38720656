import type { IDataObject } from 'n8n-workflow';

import type { Example } from '../../sandbox/demo/examples';
import { isEventDriven, readExamples } from '../../sandbox/demo/examples';
import { Engine } from '../../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { WebhookServer } from '../../sandbox/engine/webhook';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
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
});
afterAll(async () => {
	await server.stop();
	await service.close();
});

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
		'gives what its notes promise, once and for its event only: $data',
		async (variant) => {
			const [result, ...others] = await runs(example, event, variant.data);
			if (!result) throw new Error('The example did not run');
			expect(result.error).toBeUndefined();
			variant.check((nodeName, output) => result.json(nodeName, output), service);
			expect(others).toEqual([]);
		},
	);
});

it('a downloaded document is where the notes say, with its name and type', async () => {
	const example = examples.find(({ file }) => file === 'document-uploaded-download.json');
	if (!example) throw new Error('There is no such example');
	const [result] = await runs(example, 'document.uploaded');
	const items = result?.items('Download') ?? [];
	expect(items).toHaveLength(2);
	for (const { json, binary } of items) {
		const { fileName, mimeType } = json;
		expect(binary).toMatchObject({ data: { fileName, mimeType } });
	}
});
