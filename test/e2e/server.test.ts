import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { IDataObject, INodeTypeDescription, IRunExecutionData } from 'n8n-workflow';

import { isEventDriven } from '../../sandbox/demo/examples';
import type { Instance } from '../../sandbox/server/instance';
import {
	credentialFor,
	prepareInstance,
	SIGNING_SECRET,
	workflowId,
} from '../../sandbox/server/instance';
import { CURRENT, OLDEST } from '../../sandbox/server/lines';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import type { RecordedRun } from './executions';
import { recordedRuns } from './executions';
import { eventWorkflow } from './eventWorkflow';
import type { ReadinessGate } from './readinessGate';
import { startGate } from './readinessGate';

const line = process.env.E2E_LINE === OLDEST.name ? OLDEST : CURRENT;
const PREFIX = 'n8n-nodes-grc-tprm.';
const NAMES = ['control', 'pagedHttp', 'scope', 'scopeAssignment', 'tprmTrigger', 'tprmVendor'];

let service: Service;
let instance: Instance;
let userFolder: string;

beforeAll(async () => {
	userFolder = mkdtempSync(path.join(tmpdir(), 'grc-tprm-e2e-'));
	service = await startService();
	const progress = (text: string) => process.stderr.write(`${text}\n`);
	instance = await prepareInstance(line, service, {
		userFolder,
		isNew: true,
		progress,
		more: [eventWorkflow('e2e-events')],
	});
	await instance.server.start();
	await instance.rest.enter();
});
afterAll(async () => {
	await instance?.server.stop();
	await service?.close();
	rmSync(userFolder, { recursive: true, force: true });
});

describe(`n8n ${line.version}`, () => {
	it('lists the nodes of the installed tarball, each with icons that are there', async () => {
		const answer = await instance.rest.send('GET', '/types/nodes.json');
		const types = (await answer.json()) as INodeTypeDescription[];
		const ours = types.filter(({ name }) => name.startsWith(PREFIX) && !name.endsWith('Tool'));
		expect(ours.map(({ name }) => name.slice(PREFIX.length)).sort()).toEqual(NAMES);
		for (const { iconUrl } of ours) {
			for (const url of Object.values(iconUrl as Record<string, string>)) {
				const icon = await instance.rest.send('GET', `/${url}`);
				expect([url, icon.status]).toEqual([url, 200]);
				expect(await icon.text()).toContain('<svg');
			}
		}
	});

	it('tests the credential: it works, and a wrong secret is explained in our words', async () => {
		const credential = credentialFor(service);
		const test = async (changes: IDataObject) =>
			await instance.rest.call<{ status: string; message: string }>(
				'POST',
				'/rest/credentials/test',
				{
					credentials: { ...credential, data: { ...credential.data, ...changes } },
				},
			);
		expect(await test({})).toMatchObject({ status: 'OK' });

		const refused = await test({ clientSecret: 'wrong-secret-value' });
		expect(refused).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('/tprm-api/oauth/token answered 401'),
		});
		expect(refused.message).not.toContain('wrong-secret-value');
	});

	it('runs every example that needs no event', async () => {
		for (const example of instance.examples.filter((candidate) => !isEventDriven(candidate))) {
			const output = await instance.server.cli(
				'execute',
				`--id=${workflowId(example)}`,
				'--rawOutput',
			);
			const { data } = JSON.parse(
				output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1),
			) as { data: IRunExecutionData };
			const { error, runData } = data.resultData;
			expect([example.file, error?.message]).toEqual([example.file, undefined]);
			for (const { name, type } of example.workflow.nodes) {
				if (!type.startsWith(PREFIX)) continue;
				const items = runData[name]?.[0]?.data?.main?.[0] ?? [];
				expect([example.file, name, items.length > 0]).toEqual([example.file, name, true]);
			}
		}
	});

	describe('the trigger', () => {
		const id = 'e2e-events';
		let gate: ReadinessGate;
		let runsBefore: RecordedRun[] = [];

		const url = () => `${gate.url}/webhook/${id}/webhook`;
		const newRuns = async () => await recordedRuns(instance.rest, id);
		/** n8n lists a run that is just ending in neither of its two lists: look again for a while. */
		const runsOnce = async (count: number) => {
			for (let look = 0; look < 20; look++) {
				const runs = await newRuns();
				if (runs.length >= count) return runs;
				await new Promise((resolve) => setTimeout(resolve, 250));
			}
			return await newRuns();
		};
		const acknowledged = () =>
			service.webhooks.deliveries
				.filter(({ state }) => state === 'delivered')
				.map(({ event }) => event.id);
		const setActive = async (active: boolean) => {
			const { versionId } = await instance.rest.call<{ versionId: string }>(
				'GET',
				`/rest/workflows/${id}`,
			);
			if (line === OLDEST) {
				await instance.rest.call('PATCH', `/rest/workflows/${id}`, { active, versionId });
			} else {
				const action = active ? 'activate' : 'deactivate';
				await instance.rest.call('POST', `/rest/workflows/${id}/${action}`, { versionId });
			}
			// n8n answers before its webhooks are as they should be: an unsigned request tells.
			await heard(active ? 401 : 404);
		};
		const heard = async (status = 401) => {
			while ((await unsigned()) !== status)
				await new Promise((resolve) => setTimeout(resolve, 100));
		};
		const unsigned = async () => {
			const { status } = await fetch(`${instance.server.url}/webhook/${id}/webhook`, {
				method: 'POST',
				body: '',
			});
			return status;
		};

		beforeAll(async () => {
			await setActive(true);
			gate = await startGate(instance.server.url);
			service.webhooks.timeScale = 0.02;
			service.webhooks.register({
				url: url(),
				secret: SIGNING_SECRET,
				events: service.webhooks.eventNames,
			});
		});
		afterAll(async () => {
			await gate?.close();
		});
		beforeEach(async () => {
			service.webhooks.deliveries.length = 0;
			runsBefore = await newRuns();
		});

		it('runs the workflow exactly once per signed event', async () => {
			for (let i = 0; i < 30; i++) service.webhooks.emit('vendor.created');
			await service.webhooks.idle();
			expect(service.webhooks.counts()).toEqual({ delivered: 30 });

			const runs = (await runsOnce(30)).map(({ eventId }) => eventId);
			expect(runs.sort()).toEqual(acknowledged().sort());
			// A re-send after a failure recovery is the same event.
			const [first] = service.webhooks.deliveries;
			if (first) service.webhooks.redeliver(first);
			await service.webhooks.idle();
			expect(await newRuns()).toHaveLength(runs.length);
		});

		it('answers forged deliveries with 401, and no execution is recorded', async () => {
			const answers = await Promise.all(
				Array.from({ length: 50 }, async (_, i) => {
					const { status } = await fetch(url(), {
						method: 'POST',
						headers: {
							'content-type': 'application/json',
							'x-service-timestamp': String(Math.floor(Date.now() / 1000)),
							'x-service-signature': `v1=${String(i).padStart(64, '0')}`,
						},
						body: JSON.stringify({ id: `evt_forged${i}`, type: 'vendor.created', data: {} }),
					});
					return status;
				}),
			);
			expect(new Set(answers)).toEqual(new Set([401]));
			expect(await newRuns()).toHaveLength(runsBefore.length);
		});

		it('is deaf while its workflow is inactive, and hears again when it is active', async () => {
			await setActive(false);
			service.webhooks.emit('vendor.archived');
			await service.webhooks.idle();
			expect(service.webhooks.counts()).toEqual({ refused: 1 });
			await setActive(true);
			service.webhooks.emit('vendor.archived');
			await service.webhooks.idle();
			expect(service.webhooks.counts()).toEqual({ refused: 1, delivered: 1 });
			expect(await runsOnce(runsBefore.length + 1)).toHaveLength(runsBefore.length + 1);
		});

		it('recognizes a re-send after n8n was restarted', async () => {
			for (let i = 0; i < 5; i++) {
				service.webhooks.emit('risk.created');
				await service.webhooks.idle();
			}
			gate.isOpen = false;
			await instance.server.stop();
			await instance.server.start();
			await instance.rest.enter();
			await heard();
			gate.isOpen = true;
			for (const delivery of [...service.webhooks.deliveries]) service.webhooks.redeliver(delivery);
			await service.webhooks.idle();
			expect(service.webhooks.counts()).toEqual({ delivered: 10 });
			expect(await runsOnce(runsBefore.length + 5)).toHaveLength(runsBefore.length + 5);
		});

		it('has a recorded run for every acknowledged event after n8n was killed in a burst', async () => {
			const BURST = 150;
			for (let i = 0; i < BURST; i++) service.webhooks.emit('assessment.created');
			// Until a part of them is acknowledged, or nothing moves any more.
			let isIdle = false;
			void service.webhooks.idle().then(() => (isIdle = true));
			while (acknowledged().length < BURST / 5 && !isIdle) {
				await new Promise((resolve) => setTimeout(resolve, 5));
			}
			gate.isOpen = false;
			await instance.server.kill();
			const before = acknowledged().length;
			await instance.server.start();
			await instance.rest.enter();
			await heard();
			gate.isOpen = true;
			await service.webhooks.idle();

			const runs = (await runsOnce(runsBefore.length + BURST)).map(({ eventId }) => eventId);
			const missing = acknowledged().filter((event) => !runs.includes(event));
			const twice = acknowledged().filter(
				(event) => runs.indexOf(event) !== runs.lastIndexOf(event),
			);
			process.stderr.write(
				`n8n ${line.version}: ${before} of ${BURST} acknowledged before the kill, ${acknowledged().length} in the end; ${missing.length} missing, ${twice.length} twice\n`,
			);
			expect(acknowledged()).toHaveLength(BURST);
			// n8n 1.x answers before it stores the run, so a kill may lose what was on its way.
			if (line === CURRENT) expect(missing).toEqual([]);
		});
	});
});
