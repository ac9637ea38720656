import type { IDataObject, INode } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/engine/engine';
import type { Harness } from '../../sandbox/engine/harness';
import { NODE, singleNode } from '../../sandbox/engine/singleNode';
import type { Fault } from '../../sandbox/service/faults';
import { amount, guardAmount } from '../helpers/amounts';
import { withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';
import { spareLastAttempts } from '../helpers/trouble';
import { seeded } from '../helpers/seeded';

const VENDORS = '/tprm-api/vendors';
const MAY = 'The request may have been processed anyway.';
const HOUR_MS = 60 * 60 * 1000;

const harness = harnessForEach({ vendors: [], documents: [] });

const rows = (count: number) =>
	Array.from({ length: count }, (_, i): IDataObject => ({ name: `Vendor ${i}` }));
const vendors = () => [...harness.service.vendors.byId.values()];
const posts = () => harness.service.log.find('POST', VENDORS);
const keys = () => posts().map(({ headers }) => headers['idempotency-key'] ?? '');
const create = (options: IDataObject = {}, settings: Partial<INode> = {}) => ({
	type: 'tprmVendor',
	parameters: { resource: 'vendor', operation: 'create', options },
	settings,
});

/**
 * 20 % refused with 429 or 503, 5 % reset after they were processed, 5 % never answered. A rule is
 * asked only where those before it did not strike, hence the quotients.
 */
function injectTrouble(seed: number, times: number): void {
	const { faults } = harness.service;
	faults.random = seeded(seed);
	spareLastAttempts(harness.service, VENDORS);
	const on = { method: 'POST', path: VENDORS, times };
	faults.add({ ...on, fault: { kind: 'status', status: 429, retryAfter: '2' }, probability: 0.1 });
	faults.add({
		...on,
		fault: { kind: 'status', status: 503, retryAfter: '3' },
		probability: 0.1 / 0.9,
	});
	faults.add({ ...on, fault: { kind: 'reset', when: 'after' }, probability: 0.05 / 0.8 });
	faults.add({ ...on, fault: { kind: 'hang' }, probability: 0.05 / 0.75 });
	harness.service.strictRetryAfter = true;
	// A renewal sends a request twice within one attempt, and trouble may strike both.
	harness.service.authority.tokenLifetime = (24 * HOUR_MS) / 1000;
}

/** So many requests in a row are processed without an answer, which ends the attempts at one item. */
function loseAnswers({ after, count }: { after: number; count: number }): void {
	const { faults } = harness.service;
	const take = faults.take.bind(faults);
	let seen = 0;
	faults.take = (method, path) => {
		if (path === VENDORS) seen++;
		const isLost = path === VENDORS && seen > after && seen <= after + count;
		return isLost ? { kind: 'reset', when: 'after' } : take(method, path);
	};
}

/** Every row is there once, under its own name, and comes out beside its item. */
function expectEachOnce(count: number, result: Awaited<ReturnType<Harness['run']>>): void {
	expect(result.error).toBeUndefined();
	expect(vendors()).toHaveLength(count);
	expect(new Set(vendors().map(({ name }) => name)).size).toBe(count);
	expect(result.items(NODE).map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual(
		rows(count).map(({ name }, item) => [name, { item }]),
	);
	const ids = result.json(NODE).map(({ id }) => String(id));
	expect(ids.filter((id) => harness.service.vendors.byId.has(id))).toHaveLength(count);
	expect(new Set(ids).size).toBe(count);
}

describe('creates under 20 % refusals, 5 % resets and 5 % time-outs', () => {
	it('end with one vendor per row, and wait as long as Retry-After says', async () => {
		const count = amount(150, 2_000);
		injectTrouble(1, Infinity);
		const result = await withFakeClock(() => harness.run(create(), rows(count)));
		expectEachOnce(count, result);
		expect(harness.service.retryAfterViolations).toBe(0);
		const statuses = posts().map(({ status }) => status);
		const share = (wanted: number[]) =>
			statuses.filter((status) => wanted.includes(status)).length / statuses.length;
		expect(share([429, 503])).toBeGreaterThan(0.15);
		expect(share([0])).toBeGreaterThan(0.06);
	});

	it("end with one vendor per row when n8n's Retry On Fail runs the node again", async () => {
		const count = guardAmount(80, 200);
		injectTrouble(1, Infinity);
		loseAnswers({ after: 60, count: 5 });
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5000 };
		// One after the other, so that all attempts that are lost are those of one item.
		const node = create({ concurrentRequests: 1 }, settings);
		const result = await withFakeClock(() => harness.run(node, rows(count)));
		expectEachOnce(count, result);
		expect(harness.service.retryAfterViolations).toBe(0);
		// One key per item over all tries, and the first item was sent in more than one of them.
		expect(new Set(keys()).size).toBe(count);
		const bodies = posts().map(({ body }) => (body as IDataObject | undefined)?.name);
		expect(bodies.lastIndexOf('Vendor 0')).toBeGreaterThan(bodies.indexOf('Vendor 40'));
	});
});

describe('Idempotency: Automatic', () => {
	it('differs between items, also equal ones, and between executions', async () => {
		await harness.run(create(), [{ name: 'Same' }, { name: 'Same' }]);
		await harness.run(create(), [{ name: 'Same' }, { name: 'Same' }]);
		expect(new Set(keys()).size).toBe(4);
		expect(vendors()).toHaveLength(4);
	});

	it('is the same for the same item of the same execution', async () => {
		const executionId = '4711';
		await harness.run(create(), rows(2), { executionId });
		await harness.run(create(), rows(2), { executionId });
		expect(new Set(keys()).size).toBe(2);
		expect(vendors()).toHaveLength(2);
	});

	it('is kept by Retry On Fail even where the content changes, so that nothing is doubled', async () => {
		const fault = { kind: 'reset', when: 'after' } as const;
		harness.service.faults.add({ fault, method: 'POST', path: VENDORS, times: 5 });
		const node = create({}, { retryOnFail: true, maxTries: 2 });
		const result = await withFakeClock(() =>
			harness.run(
				{
					...node,
					parameters: {
						...node.parameters,
						fieldsFrom: 'json',
						fieldsJson: '={{ { name: "At " + Date.now() } }}',
					},
				},
				[{}],
			),
		);
		expect(vendors()).toHaveLength(1);
		expect(result.error).toMatchObject({ details: { clientCode: 'idempotency.key_reused' } });
	});

	it('differs between the runs of a loop', async () => {
		const result = await harness.engine.run(loopOver(['A', 'A', 'A']));
		expect(result.error).toBeUndefined();
		expect(new Set(keys()).size).toBe(3);
		expect(vendors()).toHaveLength(3);
	});
});

describe('Idempotency: From Content', () => {
	const options = { idempotency: 'content' };

	it('is equal for equal content, in any order of the fields and in any execution', async () => {
		await harness.run(create(options), [{ name: 'C', notes: 'n' }]);
		await harness.run(create(options), [
			{ notes: 'n', name: 'C' },
			{ name: 'C', notes: 'other' },
		]);
		expect(new Set(keys()).size).toBe(2);
		expect(vendors()).toHaveLength(2);
	});
});

describe('Idempotency: Custom Key', () => {
	const own = (ownIdempotencyKey: string) => ({ idempotency: 'own', ownIdempotencyKey });

	it('is sent as it is', async () => {
		await harness.run(create(own('={{ "intake/" + $json.notes }}')), [{ name: 'O', notes: '7' }]);
		expect(keys()).toEqual(['intake/7']);
	});

	it.each([
		[' ', 'Custom Idempotency Key is empty'],
		['schlüssel\n', 'Custom Idempotency Key cannot be sent'],
		['x'.repeat(256), 'Custom Idempotency Key cannot be sent'],
	])('refuses %j', async (key, message) => {
		const result = await harness.run(create(own(key)), rows(1));
		expect(result.error?.message).toBe(message);
		expect(posts()).toHaveLength(0);
	});

	it('names the items that would share a key without being the same', async () => {
		const result = await harness.run(create(own('fixed')), rows(2));
		expect(result.error).toMatchObject({
			message: 'Rows 1 and 2 are different vendors with the same idempotency key',
			context: { itemIndex: 1 },
		});
		expect(vendors()).toHaveLength(0);
	});
});

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
	const [item] = result.json(NODE);
	const { message, description } = (item?.error ?? {}) as IDataObject;
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
		expect(second).toContain('the new key could create a duplicate');
		expect([first, second, ...others].join('\n')).not.toMatch(/again later|run the workflow later/);
	});
});

it('Vendor: Create or Update says that its next run searches first', async () => {
	const [, first] = await errorLines(five(timeout), 'upsert');
	expect(first).toContain(MAY);
	expect(first).toContain('Search for the vendor with Get Many');
	expect(first).toContain('the next run updates it');
});

/** n8n's Loop Over Items around the node, one item at a time. */
function loopOver(names: string[]): WorkflowFile {
	const file = singleNode(
		create(),
		names.map((name) => ({ name })),
	);
	const loop: INode = {
		id: 'loop',
		name: 'Loop',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		position: [100, 0],
		parameters: { batchSize: 1, options: {} },
	};
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	return {
		...file,
		nodes: [...file.nodes, loop],
		connections: {
			Start: { main: [to('Loop')] },
			Loop: { main: [[], to(NODE)] },
			[NODE]: { main: [to('Loop')] },
		},
	};
}
