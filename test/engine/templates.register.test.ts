import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../../sandbox/engine/engine';
import { Harness } from '../../sandbox/engine/harness';
import { sample } from '../../sandbox/service/paging/samples';
import { ChangingList } from '../helpers/changingList';
import { Listeners } from '../helpers/listen';
import { Published, template } from '../helpers/templates';

const FILE = 'paging-sync-a-vendor-register.json';

let harness: Harness;
let list: ChangingList;
const listeners = new Listeners();

beforeEach(async () => {
	harness = await Harness.start({ vendors: [vendor('V-1', 'Not in the register')] });
	list = await ChangingList.start(listeners);
	list.records = [record('a'), record('b'), record('c')];
});
afterEach(async () => {
	listeners.close();
	await harness.stop();
});

function record(id: string, name = `Vendor ${id}`): IDataObject {
	return { id, name, website: `https://${id}.example`, tier: 'low' };
}

function vendor(externalId: string, name: string) {
	const now = '2026-01-05T08:00:00.000Z';
	return {
		...{ id: `vnd_${externalId}`, external_id: externalId, name, status: 'active' as const },
		...{ domain: null, risk_rating: null, owner_email: null, tprm_contract_end_date: null },
		...{ started_at: null, notes: null, tags: [], created_at: now, updated_at: now },
	};
}

/** The template as a user sets it up for the list: another URL, and no credential. */
const register = (dryRun = false): WorkflowFile =>
	template(FILE, {
		'Read register': { parameters: { url: `${list.url}/records?page=1`, authentication: 'none' } },
		'Create or update': { parameters: { dryRun } },
		Archive: { parameters: { dryRun } },
	});

/** @returns the vendors of the service, oldest first */
const vendors = () =>
	[...harness.service.vendors.byId.values()].map(
		({ external_id: id, name, status }) => `${id} ${name}, ${status}`,
	);

/** @returns what was written since the last call */
function written(): string[] {
	const calls = harness.service.log.requests
		.filter(({ method, path }) => method !== 'GET' && !/(search|token)$/.test(path))
		.map(({ method, path }) => `${method} ${path.replace(/vnd_\w+/, '{id}')}`);
	harness.service.log.clear();
	return calls;
}

const OTHER = 'V-1 Not in the register, active';
const CREATE = 'POST /tprm-api/vendors';

it('writes only what has changed since the last run, and archives what is gone', async () => {
	const weekly = new Published(harness, register());
	expect((await weekly.run()).error).toBeUndefined();
	expect(vendors().sort()).toEqual([
		OTHER,
		'a Vendor a, active',
		'b Vendor b, active',
		'c Vendor c, active',
	]);
	expect(written()).toEqual([CREATE, CREATE, CREATE]);

	expect((await weekly.run()).error).toBeUndefined();
	expect(written()).toEqual([]);

	list.records = [record('a'), record('b', 'Renamed'), record('d')];
	const changed = await weekly.run();
	expect(changed.error).toBeUndefined();
	expect(changed.json('Create or update')).toMatchObject([
		{ external_id: 'b', action: 'updated' },
		{ external_id: 'd', action: 'created' },
	]);
	expect(vendors().sort()).toEqual([
		OTHER,
		'a Vendor a, active',
		'b Renamed, active',
		'c Vendor c, active',
		'd Vendor d, active',
	]);
	expect(written().sort()).toEqual(['PATCH /tprm-api/vendors/{id}', CREATE]);

	// One run may skip a record of a list that changes meanwhile; two do not skip the same one.
	await weekly.run();
	expect(vendors()).toContain('c Vendor c, archived');
	expect(written()).toEqual(['POST /tprm-api/vendors/{id}/archive']);

	await weekly.run();
	expect(written()).toEqual([]);
});

it('returns everything again when a vendor could not be created, without duplicates', async () => {
	const weekly = new Published(harness, register());
	harness.service.faults.add({
		fault: { kind: 'status', status: 403 },
		method: 'POST',
		path: '/tprm-api/vendors',
		skip: 2,
	});
	expect((await weekly.run()).error).toBeDefined();
	expect(vendors()).toHaveLength(3);
	const again = await weekly.run();
	expect(again.error).toBeUndefined();
	expect(again.json('Read register').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
	expect(vendors()).toHaveLength(4);
	expect((await weekly.run()).json('Read register')).toEqual([]);
});

it('archives in the next run what could not be archived', async () => {
	const weekly = new Published(harness, register());
	await weekly.run();
	list.records.pop();
	await weekly.run();
	harness.service.faults.add({ fault: { kind: 'status', status: 403 }, path: /archive$/ });
	expect((await weekly.run()).error).toBeDefined();
	expect(vendors()).toContain('c Vendor c, active');
	expect((await weekly.run()).error).toBeUndefined();
	expect(vendors()).toContain('c Vendor c, archived');
});

it('counts nothing as done that its dry runs have only shown', async () => {
	const weekly = new Published(harness, register());
	await weekly.run();
	list.records = [record('a'), record('b', 'Renamed')];
	weekly.workflow = register(true);
	await weekly.run();
	written();
	const shown = await weekly.run();
	expect(shown.json('Archive')).toMatchObject([{ action: 'archived', dryRun: true }]);
	expect(written()).toEqual([]);
	weekly.workflow = register();
	const next = await weekly.run();
	expect(next.hints('Read register')[0]?.message).toBe(
		'Returned again: 2 records, such as b (2 times before). Dry Run was on in "Archive" and "Create or update", so nothing was written for them.',
	);
	expect(next.error).toBeUndefined();
	expect(vendors()).toEqual(expect.arrayContaining(['b Renamed, active', 'c Vendor c, archived']));
});

it('counts a record as done that is gone and has no vendor', async () => {
	const weekly = new Published(harness, register());
	await weekly.run();
	list.records.pop();
	for (const { id, external_id: key } of harness.service.vendors.byId.values()) {
		if (key === 'c') harness.service.vendors.byId.delete(id);
	}
	await weekly.run();
	expect((await weekly.run()).json('Read register')).toEqual([{ id: 'c', change: 'removed' }]);
	expect((await weekly.run()).json('Read register')).toEqual([]);
});

it('writes nothing when more than ten records are gone, until a person has looked at it', async () => {
	const weekly = new Published(harness, register());
	const all = Array.from({ length: 12 }, (_, index) => record(`r${index}`));
	list.records = all;
	await weekly.run();
	written();
	list.records = [record('r0'), record('new')];
	await weekly.run();
	written();
	list.records = [record('r0', 'Renamed')];
	const { error } = await weekly.run();
	expect(error?.message).toContain('11 of 13 records are gone from the list');
	expect(written()).toEqual([]);
	list.records = [record('r0', 'Renamed'), ...all.slice(1, 11), record('new')];
	expect((await weekly.run()).error).toBeUndefined();
	expect(vendors()).toContain('r11 Vendor r11, archived');
	expect(vendors().filter((text) => text.endsWith('archived'))).toHaveLength(1);
	expect(vendors()).toContain('r0 Renamed, active');
});

it.each([
	['page numbers', '/sample/pages?records=40&pageSize=20'],
	['an offset', '/sample/offsets?records=40&limit=20'],
	['next URLs', '/sample/urls?records=40&size=20'],
])('reads a register with %s: only its URL differs', async (_how, url) => {
	const changes = { 'Read register': { parameters: { url } } };
	const weekly = new Published(harness, template(FILE, changes));
	expect((await weekly.run()).error).toBeUndefined();
	const wanted = Array.from({ length: 40 }, (_, index) => sample(index));
	expect(vendors().sort()).toEqual(
		[OTHER, ...wanted.map(({ id, name }) => `${id} ${name}, active`)].sort(),
	);
	expect((await weekly.run()).json('Create or update')).toEqual([]);
});
