import type { IDataObject, INode } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import { NODE } from '../../sandbox/engine/singleNode';

const VENDORS = '/tprm-api/vendors';
const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };

let harness: Harness;

beforeEach(async () => {
	harness = await Harness.start({ vendors: [], documents: [] });
});
afterEach(async () => await harness.stop());

const create = (options: IDataObject = {}, settings: Partial<INode> = {}) => ({
	type: 'tprmVendor',
	parameters: { resource: 'vendor', operation: 'create', options },
	settings,
});
const rows = (count: number) =>
	Array.from({ length: count }, (_, i): IDataObject => ({ name: `Vendor ${i}` }));
const posts = () => harness.service.log.find('POST', VENDORS);

describe('a token that is not accepted, not even a new one', () => {
	const TOKEN = '/tprm-api/oauth/token';
	it.each([1, 8])('costs one renewal with %i requests at once', async (concurrentRequests) => {
		await harness.run(create(), rows(1));
		harness.service.log.clear();
		harness.service.faults.add({
			fault: { kind: 'status', status: 401 },
			path: VENDORS,
			times: Infinity,
		});
		const result = await harness.run(create({ concurrentRequests }, CONTINUE), rows(40));
		expect(result.json(NODE)).toHaveLength(40);
		for (const { error } of result.json(NODE)) expect(error).toMatchObject({ httpStatus: 401 });
		expect(harness.service.log.count('POST', TOKEN)).toBe(1);
		// The first ones twice, with the old and with the new token; the others once.
		expect(posts()).toHaveLength(40 + concurrentRequests);
	});

	it('is renewed again after it was accepted', async () => {
		const { faults, log } = harness.service;
		await harness.run(create(), rows(1));
		log.clear();
		for (const skip of [1, 3]) {
			faults.add({ fault: { kind: 'expireToken' }, method: 'POST', path: VENDORS, skip });
		}
		const result = await harness.run(create({ concurrentRequests: 1 }), rows(10));
		expect(result.error).toBeUndefined();
		expect(log.count('POST', TOKEN)).toBe(2);
	});

	it('is renewed again where each one is good for one request', async () => {
		const { faults, log } = harness.service;
		await harness.run(create(), rows(1));
		log.clear();
		// A fault that strikes is not counted by the ones after it.
		for (const skip of [0, 1, 2]) {
			faults.add({ fault: { kind: 'expireToken' }, method: 'POST', path: VENDORS, skip });
		}
		const result = await harness.run(create({ concurrentRequests: 1 }), rows(4));
		expect(result.error).toBeUndefined();
		expect(posts().map(({ status }) => status)).toEqual([401, 201, 401, 201, 401, 201, 201]);
	});

	it('is renewed once for all requests in progress', async () => {
		await harness.run(create(), rows(1));
		harness.service.log.clear();
		harness.service.authority.revokeAll();
		const result = await harness.run(create({ concurrentRequests: 16 }), rows(40));
		expect(result.error).toBeUndefined();
		expect(harness.service.log.count('POST', TOKEN)).toBe(1);
	});
});
