import type { IDataObject } from 'n8n-workflow';

import { Harness } from '../../sandbox/engine/harness';
import type { Fault } from '../../sandbox/service/faults';
import { withFakeClock } from '../helpers/fakeClock';

const VENDORS = '/tprm-api/vendors';
const MAY = 'The request may have been processed anyway.';

let harness: Harness;

beforeEach(async () => {
	harness = await Harness.start({ vendors: [], documents: [] });
});
afterEach(async () => await harness.stop());

/** Runs an operation whose first answers are lost, and returns the lines of its error. */
async function errorLines(
	faults: Fault[],
	operation = 'create',
	options: IDataObject = {},
): Promise<string[]> {
	for (const fault of faults) harness.service.faults.add({ fault, method: 'POST', path: VENDORS });
	const node = {
		type: 'tprmVendor',
		parameters: { resource: 'vendor', operation, options },
		settings: { onError: 'continueRegularOutput' as const },
	};
	const result = await withFakeClock(() => harness.run(node, [{ name: 'Acme' }]));
	const [item] = result.json('Under Test');
	const { message, description } = item?.error as IDataObject;
	return `${String(message)}\n${String(description)}`.split('\n');
}

const five = (fault: Fault) => Array.from({ length: 5 }, () => fault);
const timeout: Fault = { kind: 'status', status: 504, body: 'html' };

describe('Vendor: Create, when the answers were lost', () => {
	it.each<[string, Fault[]]>([
		['five 504', five(timeout)],
		['a 201 that is cut off', five({ kind: 'truncate' })],
		['a 201 that is a page', [{ kind: 'status', status: 201, body: 'html' }]],
		[
			'a connection that is lost, then 503',
			[{ kind: 'reset', when: 'after' }, ...five({ kind: 'status', status: 503 })],
		],
	])('offers a search, not another run: %s', async (_, faults) => {
		const [, first, second, ...others] = await errorLines(faults);
		expect(first).toContain(MAY);
		expect(first).toContain('Search for the vendor with Get Many');
		expect(first).toContain('with Idempotency set to Automatic, a new run can create it twice');
		expect(second).toContain('For later runs, set Idempotency under Options to From Content');
		expect(second).toContain('a new key would create the duplicate');
		expect([first, second, ...others].join('\n')).not.toMatch(/again later|run the workflow later/);
	});

	it.each([
		['From Content', { idempotency: 'content' }],
		['Custom Key', { idempotency: 'own', ownIdempotencyKey: 'k' }],
		['Custom Key', { ownIdempotencyKey: 'k' }],
	])('says that the same key finds the vendor with %s', async (label, options) => {
		const [, first, ...others] = await errorLines(five(timeout), 'create', options);
		expect(first).toContain(MAY);
		expect(first).toContain(
			`With Idempotency set to ${label}, you can run it again within 24 hours`,
		);
		expect(first).toContain('Later, search for the vendor with Get Many first');
		expect(others.join('\n')).not.toContain('From Content');
	});

	it('says nothing of the kind when the service did not process it', async () => {
		for (const status of [400, 503]) {
			const lines = await errorLines(five({ kind: 'status', status }));
			expect(lines.join('\n')).not.toContain(MAY);
			harness.service.faults.clear();
		}
	});
});

it('Vendor: Create or Update says that its next run searches first', async () => {
	const [, first] = await errorLines(five(timeout), 'upsert');
	expect(first).toContain(MAY);
	expect(first).toContain('Search for the vendor with Get Many');
	expect(first).toContain('the next run updates it');
});
