import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';

import { credentialFor } from '../../sandbox/server/instance';
import type { TemporaryInstance } from '../../sandbox/server/temporary';
import { OLDEST } from '../../sandbox/server/lines';
import { line } from './line';
import type { Shared } from './shared';

const PREFIX = 'n8n-nodes-grc-tprm.';
const NAMES = [
	'control',
	'pagedHttp',
	'pagedHttpTrigger',
	'scope',
	'scopeAssignment',
	'signedWebhookTrigger',
	'tprmVendor',
	'tprmVendorTrigger',
];

/** What n8n shows of the package. */
export function packageTests(shared: Shared): void {
	let instance: TemporaryInstance;

	describe(`the package on n8n ${line.version}`, () => {
		beforeAll(async () => {
			instance = await shared();
		});
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
			const credential = credentialFor(instance.service);
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
				message: 'The service rejected the client ID or secret. Check both.',
			});
			expect(refused.message).not.toContain('wrong-secret-value');
		});

		// Only n8n 2.x knows what changes in 3.0; an image may have either.
		if (line !== OLDEST && line.image === undefined) {
			it("needs no change for n8n 3, by n8n's own migration rules", async () => {
				const { report, totalWorkflows } = await instance.rest.call<MigrationReport>(
					'POST',
					'/rest/breaking-changes/report/refresh?version=v3',
				);
				const workflows = await instance.rest.call<unknown[]>('GET', '/rest/workflows');
				expect(totalWorkflows).toBe(workflows.length);
				expect(report.workflowResults).toEqual([]);
				// The rules were run: what they say about the server is about how it is run here.
				expect(report.instanceResults.length).toBeGreaterThan(0);
			});
		}
	});
}

/** What n8n says about the workflows and the server before an update of its own. */
interface MigrationReport {
	totalWorkflows: number;
	report: {
		workflowResults: Array<{ ruleTitle: string }>;
		instanceResults: Array<{ ruleTitle: string }>;
	};
}
