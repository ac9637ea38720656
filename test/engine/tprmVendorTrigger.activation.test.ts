import type { IDataObject, WorkflowActivateMode } from 'n8n-workflow';

import { Engine } from '../../sandbox/engine/engine';
import { CREDENTIAL_ID } from '../../sandbox/engine/serviceCredential';
import { triggerWorkflow } from '../../sandbox/engine/triggerWorkflow';
import { WebhookServer } from '../../sandbox/engine/webhook';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import { deliver, SECRET, watchLog } from '../helpers/deliveries';
import { withFakeClock } from '../helpers/fakeClock';

const LIST = '/tprm-api/manage/webhooks/events';

let engine: Engine;
let service: Service;
let server: WebhookServer;
let log: ReturnType<typeof watchLog>;

beforeAll(async () => {
	engine = await Engine.load();
	service = await startService();
	server = await WebhookServer.start(engine);
});
afterAll(async () => {
	await server.stop();
	await service.close();
});
beforeEach(() => {
	service.log.clear();
	service.faults.clear();
	service.webhooks.eventNames = ['vendor.created', 'vendor.updated', 'contract.signed'];
	setCredential();
	log = watchLog(server);
});
afterEach(() => log.stop());

function setCredential(changes: Record<string, string> = {}): void {
	engine.setCredential(CREDENTIAL_ID, {
		baseUrl: service.url,
		clientId: service.client.id,
		clientSecret: service.client.secret,
		webhookSigningSecret: SECRET,
		...changes,
	});
}

const file = (parameters: IDataObject = {}) =>
	triggerWorkflow({ events: ['vendor.created'], ...parameters }, { name: 'Activated' });

const activate = async (parameters: IDataObject = {}, by?: WorkflowActivateMode) =>
	await server.activate(file(parameters), by ? { by } : {});

describe('activation by the user', () => {
	it('asks the service whether the chosen events exist, and registers nothing there', async () => {
		const url = await activate();
		expect(service.log.find('GET', LIST)).toHaveLength(1);
		expect(service.log.find().filter(({ path }) => !path.endsWith('/token'))).toHaveLength(1);
		expect((await deliver(url)).status).toBe(200);
		expect(log.warnings).toEqual([]);
	});

	it('knows that a completed or reopened assessment is a change of status', async () => {
		service.webhooks.eventNames = ['assessment.status_changed'];
		const events = ['assessment.status_changed:Completed', 'assessment.status_changed:InProgress'];
		await activate({ events });
		service.webhooks.eventNames = ['vendor.created'];
		await expect(activate({ events })).rejects.toThrow(
			/^The service does not offer the event assessment.status_changed$/,
		);
	});

	it('asks nothing when every event is chosen', async () => {
		await activate({ events: ['*'] });
		expect(service.log.count()).toBe(0);
	});

	it.each<WorkflowActivateMode>(['activate', 'update', 'create'])(
		'says what is missing (%s)',
		async (by) => {
			setCredential({ webhookSigningSecret: ' ' });
			await expect(activate({}, by)).rejects.toMatchObject({
				message: 'Webhook Signing Secret is missing from the credential',
				description: expect.stringContaining('then try again'),
			});
			setCredential();
			await expect(
				activate({ events: ['vendor.created', 'vendor.gone'] }, by),
			).rejects.toMatchObject({
				message: 'The service does not offer the event vendor.gone',
				description: expect.stringContaining('vendor.created, vendor.updated, contract.signed'),
			});
			await expect(activate({ events: [] }, by)).rejects.toThrow('No events are selected');
			engine.credentials.delete(CREDENTIAL_ID);
			await expect(activate({}, by)).rejects.toThrow('cannot be read');
		},
	);

	it('a service that cannot be reached does not prevent receiving', async () => {
		service.faults.add({ path: LIST, fault: { kind: 'status', status: 500 }, times: 100 });
		const url = await withFakeClock(() => activate());
		expect((await deliver(url)).status).toBe(200);
		expect(log.warnings).toEqual([expect.stringContaining('could not be checked')]);
	});
});

describe('activation by n8n itself', () => {
	it.each<WorkflowActivateMode>(['init', 'leadershipChange'])(
		'logs what is wrong and never leaves the webhook unregistered (%s)',
		async (by) => {
			await server.deactivate(file());
			setCredential({ webhookSigningSecret: '' });
			const url = await activate({}, by);
			expect(log.warnings).toEqual([expect.stringContaining('Webhook Signing Secret is missing')]);
			expect((await deliver(url)).status).toBe(503);

			setCredential();
			await activate({ events: ['vendor.gone'] }, by);
			expect(log.warnings.at(-1)).toContain('does not offer the event vendor.gone');
			await activate({ events: [] }, by);
			engine.credentials.delete(CREDENTIAL_ID);
			await activate({}, by);
			expect(log.warnings.at(-1)).toContain('cannot be read');
		},
	);
});

describe('the list under Trigger On', () => {
	const options = async () => await engine.loadOptions(file(), 'TPRM Trigger', 'getEvents');
	const names = async () => (await options()).map(({ value }) => value);

	it('shows what the service offers, names that are new included, and all of them at once', async () => {
		expect(await options()).toEqual([
			expect.objectContaining({ name: 'All Events', value: '*' }),
			expect.objectContaining({ name: 'contract.signed', value: 'contract.signed' }),
			expect.objectContaining({ name: 'Vendor Created', value: 'vendor.created' }),
			expect.objectContaining({ name: 'Vendor Updated', value: 'vendor.updated' }),
		]);
		for (const { description } of await options()) expect(description).toMatch(/\w{3}/);
	});

	it.each([
		['the service cannot be reached', () => setCredential({ baseUrl: 'http://127.0.0.1:9' })],
		['the credential is wrong', () => setCredential({ clientSecret: 'wrong' })],
		['there is no credential', () => void engine.credentials.delete(CREDENTIAL_ID)],
		['the answer contains no names', () => (service.webhooks.eventNames = [])],
	])('falls back to the known events when %s', async (_why, prepare) => {
		prepare();
		// The exchange for a token is repeated for a while.
		expect(await withFakeClock(names)).toHaveLength(20);
		expect(log.warnings).toHaveLength(1);
	});

	it('falls back to the known events when the answer takes too long, and the log says so', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
		expect(await names()).toHaveLength(20);
		expect(timeout).toHaveBeenCalledWith(4_000);
		timeout.mockRestore();
		expect(log.warnings).toEqual([
			'TPRM Trigger: the list of events could not be loaded (The service did not respond in time)',
		]);
	});

	it('writes no secret into the log, and no line, that a service puts into an error', async () => {
		const message = `no\nERROR forged ${service.client.secret}\u202e`;
		const fault = { kind: 'status', status: 400, body: { json: { error: { message } } } } as const;
		service.faults.add({ fault, path: LIST, times: 9 });
		await names();
		expect(log.warnings).toEqual([expect.stringContaining('no ERROR forged ***')]);
	});

	it('finds names in objects too, whatever their member is called', async () => {
		const events = [
			{ name: 'Vendor created', event: 'vendor.created' },
			{ type: 'vendor.updated', description: 'x' },
			'contract.signed',
		];
		service.webhooks.eventNames = events as never;
		expect((await names()).sort()).toEqual(
			['*', 'contract.signed', 'vendor.created', 'vendor.updated'].sort(),
		);
	});
});
