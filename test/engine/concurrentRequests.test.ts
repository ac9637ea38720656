import type { IDataObject, INode } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import type { Vendor } from '../../sandbox/service/vendorFields';
import { guardAmount } from '../helpers/amounts';
import { quiet, withFakeClock } from '../helpers/fakeClock';
import { harnessForEach } from '../helpers/harness';

const harness = harnessForEach({ vendors: [], documents: [] });

type Settings = Partial<INode>;
const CONTINUE: Settings = { onError: 'continueRegularOutput' };

const vendorNode = (operation: string, parameters: IDataObject, settings: Settings = {}) => ({
	type: 'tprmVendor',
	parameters: { resource: 'vendor', operation, ...parameters },
	settings,
});
const create = (options: IDataObject = {}, settings?: Settings) =>
	vendorNode('create', { options }, settings);
const rows = (count: number) =>
	Array.from({ length: count }, (_, i): IDataObject => ({ name: `Vendor ${i}` }));
const vendors = () => [...harness.service.vendors.byId.values()];
const writes = () =>
	harness.service.log.requests.filter(
		({ method, path }) => method !== 'GET' && !/token$|search$/.test(path),
	);
/** Requests in progress at once, the most during the run. */
const mostAtOnce = () => Math.max(...writes().map(({ openBefore }) => openBefore + 1));
const textOf = (error: unknown) => {
	const { message, description } = error as { message: string; description?: string };
	return `${message}\n${description ?? ''}`;
};

/**
 * Answers creations in turns: those that wait are answered when no more arrive, or so many have
 * been open at once, the newest first.
 */
function answerInReverse(most?: number): void {
	const held: Array<() => void> = [];
	let arrived = 0;
	harness.service.vendors.processing = async () => {
		arrived++;
		await new Promise<void>((resolve) => {
			held.push(resolve);
			void quiet(
				() => arrived,
				() => mostAtOnce() === most,
			).then(() => held.pop()?.());
		});
	};
}

describe('Concurrent Requests', () => {
	it.each([
		[{ concurrentRequests: 16 }, 16],
		[{ concurrentRequests: 3 }, 3],
		[{ concurrentRequests: 1 }, 1],
		[{}, 8],
	])('with the options %j up to %i requests are in progress', async (options, most) => {
		answerInReverse(most);
		const result = await harness.run(create(options), rows(40));
		expect(result.error).toBeUndefined();
		expect(mostAtOnce()).toBe(most);
	});
});

describe('with 16 requests at once the run is the same as with 1', () => {
	const COUNT = 24;
	const locator = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
	/** Vendors of the service before each run. */
	let before: Vendor[] = [];

	beforeEach(async () => {
		await harness.run(create(), rows(COUNT));
		before = vendors().map((vendor) => ({ ...vendor }));
	});

	/** Runs a node on the same vendors, and returns its output. */
	async function outputWith(concurrentRequests: number, operation: string, items: IDataObject[]) {
		const { byId } = harness.service.vendors;
		byId.clear();
		for (const vendor of before) byId.set(vendor.id, { ...vendor });
		harness.service.log.clear();
		// Of those in progress, the first is answered last.
		for (let place = 0; place < COUNT && concurrentRequests > 1; place++) {
			const ms = 250 - (place % concurrentRequests) * 15;
			harness.service.faults.add({ fault: { kind: 'slow', ms }, path: /vendors/ });
		}
		const options = { concurrentRequests, removalLimit: COUNT };
		const parameters = { vendorId: locator, matchField: 'name', options };
		const node = vendorNode(operation, parameters, CONTINUE);
		const result = await withFakeClock(() => harness.run(node, items));
		harness.service.faults.clear();
		return result.items(NODE).map(({ json, pairedItem }) => ({ ...lasting(json), pairedItem }));
	}

	/** What is the same whenever something is done: without times, and without ids of requests and of new vendors. */
	function lasting({ id, created_at: _, updated_at: __, error, ...json }: IDataObject) {
		const known = before.some((vendor) => vendor.id === id) ? { id } : {};
		const { requestId, writtenAt, ...others } = json;
		const written = { hasRequest: requestId !== undefined, isWritten: writtenAt !== null };
		return { ...others, ...known, ...written, error: (error as IDataObject | undefined)?.message };
	}

	it.each([
		['create', () => rows(COUNT)],
		[
			'upsert',
			() =>
				rows(COUNT).map(({ name }, i) => ({ name: i % 2 ? name : `New ${i}`, notes: `note ${i}` })),
		],
		['archive', () => before.map(({ id }, i) => ({ id: i === 7 ? 'vnd_none' : id }))],
		['delete', () => before.map(({ id }, i) => ({ id: i === 7 ? 'vnd_none' : id }))],
	])('in the output of %s and its order', async (operation, itemsOf) => {
		const items = itemsOf();
		const single = await outputWith(1, operation, items);
		expect(mostAtOnce()).toBe(1);
		const several = await outputWith(16, operation, items);
		expect(mostAtOnce()).toBeGreaterThan(4);
		expect(several).toEqual(single);
		expect(several.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});
});

describe('after a failure that stops the node', () => {
	it('nothing new is sent, and the error names what was done', async () => {
		answerInReverse();
		const items = rows(40).map((row, i) => (i === 2 ? { ...row, unknown: 'refused' } : row));
		const result = await harness.run(create({ concurrentRequests: 4 }), items);
		expect(result.error).toMatchObject({ context: { itemIndex: 2 } });
		// Items 0, 1 and 3 were in progress, and were waited for.
		expect(vendors().map(({ name }) => name)).toEqual(
			expect.arrayContaining(['Vendor 0', 'Vendor 1', 'Vendor 3']),
		);
		const done = vendors()
			.map(({ name }) => Number(name.slice(7)))
			.sort((a, b) => a - b);
		expect(done.length).toBeLessThan(12);
		const last = done.at(-1) ?? 0;
		expect(textOf(result.error)).toContain(
			`${done.length} of 40 items were processed (rows 1, 2, 4 to ${last + 1})`.replace(
				'4 to 4',
				'4',
			),
		);
	});
});

describe('writes to one record keep the order of the items', () => {
	const seed = async () => {
		await harness.run(create(), rows(2));
		harness.service.log.clear();
		return vendors().map(({ id }) => id);
	};
	/** The first request for a record is answered last, unless the others wait for it. */
	const slowFirst = () =>
		harness.service.faults.add({
			fault: { kind: 'slow', ms: 50 },
			path: /vendors|scopes/,
			times: 2,
		});
	const locator = { __rl: true, mode: 'id', value: '={{ $json.id }}' };

	it('with Update', async () => {
		const ids = await seed();
		const items = Array.from({ length: 10 }, (_, i) => ({ id: ids[i % 2], notes: `note ${i}` }));
		slowFirst();
		const node = vendorNode('update', {
			vendorId: locator,
			fieldsFrom: 'rows',
			fields: { field: [{ name: 'notes', value: '={{ $json.notes }}' }] },
		});
		const result = await withFakeClock(() => harness.run(node, items));
		expect(result.error).toBeUndefined();
		for (const id of ids) {
			const sent = writes()
				.filter(({ path }) => path.endsWith(String(id)))
				.map(({ body }) => (body as IDataObject).notes);
			expect(sent).toEqual(items.filter((item) => item.id === id).map(({ notes }) => notes));
		}
		// Two records, one request each.
		expect(mostAtOnce()).toBe(2);
	});

	it('with Create or Update', async () => {
		await seed();
		const items = Array.from({ length: 12 }, (_, i) => ({
			name: `Vendor ${i % 3}`,
			notes: `note ${i}`,
		}));
		slowFirst();
		const node = vendorNode('upsert', { matchField: 'name' });
		const result = await withFakeClock(() => harness.run(node, items));
		expect(result.json(NODE).map(({ action }) => action)).toEqual(
			items.map((_, i) => (i === 2 ? 'created' : 'updated')),
		);
		expect(vendors().map(({ name, notes }) => [name, notes])).toEqual([
			['Vendor 0', 'note 9'],
			['Vendor 1', 'note 10'],
			['Vendor 2', 'note 11'],
		]);
	});

	it('with Create and one idempotency key for several items', async () => {
		slowFirst();
		const same = [{ name: 'Same' }, { name: 'Other' }, { name: 'Same' }];
		const node = create({ idempotency: 'content' });
		const result = await withFakeClock(() => harness.run(node, same));
		expect(vendors()).toHaveLength(2);
		expect(result.json(NODE)[2]?.id).toBe(result.json(NODE)[0]?.id);
		expect(mostAtOnce()).toBe(2);
	});

	it('and nothing waits in line after a failure that stops the node', async () => {
		const [id] = await seed();
		const node = vendorNode('archive', { vendorId: locator });
		harness.service.faults.add({ fault: { kind: 'status', status: 400 }, path: /archive$/ });
		const result = await harness.run(node, [{ id }, { id }, { id }]);
		expect(result.error).toMatchObject({ context: { itemIndex: 0 } });
		expect(writes()).toHaveLength(1);
	});
});

describe('scopes', () => {
	const scopeNode = (operation: string, parameters: IDataObject, settings: Settings = {}) => ({
		type: 'scope',
		parameters: { resource: 'scope', operation, ...parameters },
		settings,
	});
	const scopeIds = () => [...harness.service.organization.scopes.keys()];
	const slowAll = () =>
		harness.service.faults.add({
			fault: { kind: 'slow', ms: 200 },
			path: /^\/v1\/scopes/,
			times: Infinity,
		});

	const chosen = { scopeId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } };
	const described = { ...chosen, updateFields: { description: '={{ $json.name }}' } };

	it.each<[string, string, IDataObject]>([
		['create', 'name', { name: '={{ $json.name }}', owner: 'u' }],
		['update', 'description', described],
		['updateMany', 'description', described],
	])('%s works on several at once, and keeps the order', async (operation, field, parameters) => {
		slowAll();
		const items = scopeIds()
			.slice(0, 20)
			.map((id, i) => ({ id, name: `name ${i}` }));
		const node = scopeNode(operation, parameters);
		const result = await withFakeClock(() => harness.run(node, items));
		expect(result.items(NODE).map(({ json, pairedItem }) => [json[field], pairedItem])).toEqual(
			items.map(({ name }, item) => [name, { item }]),
		);
		expect(mostAtOnce()).toBe(8);
	});

	const syncNode = (settings: Settings = {}) => ({
		type: 'scope',
		parameters: { resource: 'tree', operation: 'sync', path: '={{ $json.path }}', owner: 'u' },
		settings,
	});
	const paths = (count: number) =>
		Array.from({ length: count }, (_, i): IDataObject => ({ path: `New / Region ${i} / Office` }));

	it('of one level are created at once by Sync, below those of the level above', async () => {
		slowAll();
		const result = await withFakeClock(() => harness.run(syncNode(), paths(20)));
		expect(result.error).toBeUndefined();
		expect(mostAtOnce()).toBe(8);
		const created = writes().map(({ body }) => (body as IDataObject).name);
		expect(created[0]).toBe('New');
		expect(created.lastIndexOf('Region 19')).toBeLessThan(created.indexOf('Office'));
		const offices = result.items(NODE).filter(({ json }) => json.name === 'Office');
		expect(offices.map(({ json, pairedItem }) => [json.pathNames, pairedItem])).toEqual(
			paths(20).map((_, item) => [['New', `Region ${item}`, 'Office'], { item }]),
		);
	});
});

it('each of many items that fail for one reason has an error', async () => {
	// In CI, more than a call can take as arguments.
	const count = guardAmount(10_000, 130_000);
	const result = await harness.run(create({ concurrentRequests: 0 }, CONTINUE), rows(count));
	expect(result.error).toBeUndefined();
	const items = result.items(NODE);
	expect(items).toHaveLength(count);
	expect(items.at(-1)).toMatchObject({
		json: { error: { message: expect.stringContaining('Concurrent Requests must be') as string } },
		pairedItem: { item: count - 1 },
	});
});
