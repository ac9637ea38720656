import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { IDataObject, INodeTypeDescription, IRunExecutionData } from 'n8n-workflow';

import { isEventDriven } from '../../sandbox/demo/examples';
import type { Instance } from '../../sandbox/server/instance';
import { credentialFor, prepareInstance, workflowId } from '../../sandbox/server/instance';
import { CURRENT, OLDEST } from '../../sandbox/server/lines';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

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
	instance = await prepareInstance(line, service, { userFolder, isNew: true, progress });
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
			const { data } = JSON.parse(output.slice(output.indexOf('{'))) as { data: IRunExecutionData };
			const { error, runData } = data.resultData;
			expect([example.file, error?.message]).toEqual([example.file, undefined]);
			for (const { name, type } of example.workflow.nodes) {
				if (!type.startsWith(PREFIX)) continue;
				const items = runData[name]?.[0]?.data?.main?.[0] ?? [];
				expect([example.file, name, items.length > 0]).toEqual([example.file, name, true]);
			}
		}
	});
});
