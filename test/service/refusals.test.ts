import { randomUUID } from 'node:crypto';

import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';

import type { RequestOptions } from './client';
import { Client, refusal } from './client';

let service: Service;
let client: Client;
let ids: Record<string, string>;

beforeAll(async () => {
	service = await startService();
	client = await Client.connect(service);
	const [scope = ''] = service.organization.scopes.keys();
	const [control = ''] = service.organization.controls.keys();
	const [vendor = ''] = service.vendors.byId.keys();
	ids = { scope, control, vendor };
});
afterAll(async () => await service.close());

/** Puts real ids in the places of `{scope}` and the like. */
const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
const all = () =>
	structuredClone([
		service.organization.scopes,
		service.organization.assignments,
		service.vendors.byId,
	]);

const target = { objectType: 'control', objectId: '{control}' };

it.each<[request: string, bodies: unknown[]]>([
	[
		'POST /v1/scopes',
		[
			[],
			null,
			{ name: 'A' },
			{ name: ' ', owner: 'u' },
			{ name: 7, owner: 'u' },
			{ name: 'A', owner: 'u', status: 'active' },
			{ name: 'A', owner: 'u', parentId: 'x' },
		],
	],
	['PATCH /v1/scopes/{scope}', [{}, { parentId: null }, { status: 'gone' }, { name: null }]],
	[
		'PATCH /v1/scopes',
		[
			{ scopeIds: [], patch: { owner: 'u' } },
			{ scopeIds: ['x'], patch: { owner: 'u' } },
			{ scopeIds: ['{scope}'], patch: {} },
			{ scopeIds: ['{scope}'] },
			[{ id: '{scope}', owner: 'u' }],
		],
	],
	['POST /v1/scopes/tree', [{ onlyActive: 'true' }, { depth: 1 }]],
	[
		'POST /v1/scopeassignments',
		[
			{ ...target, scopeIds: ['{scope}'] },
			[],
			[target],
			[{ ...target, scopeIds: ['EMEA'] }],
			[{ ...target, scopeIds: ['{scope}'], objectType: 'risk' }],
			[{ ...target, scopeIds: ['{scope}'], owner: 'u' }],
		],
	],
	['POST /tprm-api/vendors/search', [[], { page: 2 }, { status: 'gone' }]],
	[
		'POST /tprm-api/vendors',
		[
			{},
			{ name: '  ' },
			{ name: null },
			{ name: 'A', colour: 'red' },
			{ name: 'A', id: 'vnd_1' },
			{ name: 'A', status: 'archived' },
			{ name: 'A', created_at: null },
			{ name: 'A', risk_rating: 'huge' },
			{ name: 'A', owner_email: 'x' },
			{ name: 'A', tags: 'a,b' },
			[{ name: 'A' }],
			...['31-02-2026', '2026-02-31', '12-31-2026', '31.12.2026', '', 1798675200].map((date) => ({
				name: 'A',
				tprm_contract_end_date: date,
			})),
			// The clocks in Berlin go from two to three o'clock that night.
			...['01-07-2026 25:00:00', 'tomorrow', '29-03-2026 02:30:00', '2026-03-29T02:30:00'].map(
				(time) => ({ name: 'A', started_at: time }),
			),
		],
	],
	[
		'PATCH /tprm-api/vendors/{vendor}',
		[{}, { colour: 'red' }, { status: 'archived' }, { name: null }],
	],
	['PUT /tprm-api/vendors/{vendor}', [{}, { notes: 'x' }, { name: 'A', id: 'vnd_1' }]],
	['POST /tprm-api/vendors/{vendor}/archive', [{ reason: 'x' }]],
])('%s refuses what is invalid, and changes nothing', async (request, bodies) => {
	const [method = '', path = ''] = filled(request).split(' ');
	const before = all();
	for (const body of bodies) {
		const json: unknown = JSON.parse(filled(JSON.stringify(body)));
		const answer = await client.send(method, path, { json });
		expect([json, refusal(answer)]).toEqual([json, '422 request.invalid']);
	}
	expect(all()).toEqual(before);
});

it.each(['/v1/scopes', '/v1/scopes/tree', '/tprm-api/vendors/search', '/tprm-api/vendors'])(
	'POST %s takes nothing but JSON',
	async (path) => {
		const headers = { 'Content-Type': 'application/json' };
		const raw = new URLSearchParams({ name: 'A' });
		const wrong: RequestOptions[] = [{}, { raw }, { headers }, { raw: '{', headers }];
		const answers = wrong.map(async (one) => refusal(await client.send('POST', path, one)));
		expect(await Promise.all(answers)).toEqual([
			'415 request.unsupported_media_type',
			'415 request.unsupported_media_type',
			'400 request.body_missing',
			'400 request.malformed',
		]);
	},
);

it.each([
	...['?page=2', '?status=gone', '?status=active&status=archived'].map((q) => `/v1/scopes${q}`),
	...['?expandScopes=yes', '?canLink=1', '?limit=10'].map((q) => `/v1/controls${q}`),
])('GET %s is refused', async (path) => {
	expect(refusal(await client.send('GET', path))).toBe('422 request.invalid');
});

it.each<[request: string, body: unknown, expected: string]>([
	['POST /v1/scopes', { name: 'A', owner: 'u', parentId: randomUUID() }, '404 scope.not_found'],
	[`PATCH /v1/scopes/${randomUUID()}`, { owner: 'u2' }, '404 scope.not_found'],
	[
		'POST /v1/scopeassignments',
		[
			{ ...target, scopeIds: ['{scope}'] },
			{ ...target, scopeIds: [] },
		],
		'422 assignment.ambiguous',
	],
	[
		'POST /v1/scopeassignments',
		[{ ...target, objectId: randomUUID(), scopeIds: ['{scope}'] }],
		'404 control.not_found',
	],
	[
		'POST /v1/scopeassignments',
		[{ ...target, scopeIds: ['{scope}', randomUUID()] }],
		'404 scope.not_found',
	],
	['PATCH /tprm-api/vendors/vnd_nobody', { name: 'A' }, '404 vendor.not_found'],
	['PUT /tprm-api/vendors/vnd_nobody', { name: 'A' }, '404 vendor.not_found'],
	['POST /tprm-api/vendors/vnd_nobody/archive', {}, '404 vendor.not_found'],
	['DELETE /tprm-api/vendors/vnd_nobody', {}, '404 vendor.not_found'],
])('%s with %j is refused: %s', async (request, body, expected) => {
	const [method = '', path = ''] = filled(request).split(' ');
	const json: unknown = JSON.parse(filled(JSON.stringify(body)));
	const before = all();
	expect(refusal(await client.send(method, path, { json }))).toBe(expected);
	expect(all()).toEqual(before);
});
