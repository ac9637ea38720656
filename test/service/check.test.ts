import { readFileSync } from 'node:fs';

import { check, checkService, report } from '../../scripts/check';
import { ASSUMPTIONS } from '../../scripts/check/assumptions';
import type { Observed } from '../../scripts/check/types';
import { serviceCredential } from '../../sandbox/engine/serviceCredential';
import type { Fault } from '../../sandbox/service/faults';
import type { Service } from '../../sandbox/service/service';
import { startService } from '../../sandbox/service/service';
import { SOME_VENDORS } from '../../sandbox/service/vendorSamples';

let service: Service;

beforeEach(async () => {
	service = await startService({ vendors: SOME_VENDORS });
	const [control] = service.organization.controls.keys();
	const [scope] = service.organization.scopes.keys();
	service.organization.assign(control ?? '', [scope ?? '']);
});
afterEach(async () => await service.close());

const json = (status: number, body: unknown): Fault => ({
	kind: 'status',
	status,
	body: { json: body },
});
const answer = (path: string, fault: Fault, skip = 0) =>
	service.faults.add({ fault, path, skip, times: 9 });

it('finds nothing at the reference service, which all assumptions were tested with', async () => {
	const findings = await check(serviceCredential(service));
	expect(findings.filter(({ result }) => result !== 'same')).toEqual([]);
	expect(report(findings)).toContain('Nothing differs.');
});

it('only reads', async () => {
	await check(serviceCredential(service));
	const reads =
		/^GET |^POST \/(tprm-api\/oauth\/token|tprm-api\/vendors\/search|v1\/scopes\/tree)$/;
	for (const { method, path } of service.log.find()) expect(`${method} ${path}`).toMatch(reads);
});

it('has an entry in the documentation for every assumption', () => {
	const page = readFileSync('docs/open-points.md', 'utf8');
	for (const { title } of ASSUMPTIONS) expect(page).toContain(`\n| ${title} `);
});

const LISTS = ['id', 'name', 'owner', 'parentId', 'pathNames', 'status'];

it.each<[string, () => void, string]>([
	[
		'Which token the `/v1` calls need',
		() => answer('/v1/scopes', json(403, {})),
		'/v1 returned 403, /tprm-api 200',
	],
	[
		'`expires_in` missing',
		() => answer('/tprm-api/oauth/token', json(200, { access_token: 'none' })),
		'no lifetime',
	],
	[
		'A token without access to the list of events',
		() => answer('/tprm-api/manage/webhooks/events', json(404, {})),
		'returned 404',
	],
	['Redirects', () => answer('/v1/controls', { kind: 'redirect', location: '/x' }), '2 calls'],
	[
		'Shape of list responses',
		() => (service.answerShapes.controls = { wrap: 'data', beside: { facets: [] } }),
		'controls: an object with data, facets',
	],
	[
		'Paging of lists',
		() => (service.answerShapes.scopes = { wrap: 'array', headers: { 'X-Total-Count': '99999' } }),
		'of 99999 scopes',
	],
	[
		'Fields of a listed scope',
		() => (service.answerShapes.scopes = { fields: LISTS.filter((name) => name !== 'pathNames') }),
		'not every record has pathNames; the records have id, name, owner, parentId, status',
	],
	[
		'Statuses of scopes and vendors',
		() => (service.answerShapes.scopes = { fields: LISTS.filter((name) => name !== 'status') }),
		'without status',
	],
	[
		'Whether the root of the tree is a scope',
		() => answer('/v1/scopes/tree', json(200, { scope: { pathNames: ['Acme'] } })),
		'not empty',
	],
	[
		'How an expanded list shows the scopes of a control',
		() => (service.answerShapes.controls = { fields: ['id', 'controlType'] }),
		'assignments have controlType, id',
	],
	[
		'Shape of the event list',
		() => (service.webhooks.eventNames = ['vendor.created', 'vendor.renamed']),
		'unknown: vendor.renamed; not listed: assessment.ai_started',
	],
	[
		'Fields of a vendor',
		() => (service.answerShapes.vendors = { fields: ['id', 'label'] }),
		'not every record has name, status; the records have id',
	],
	[
		'Paging of the search',
		() => (service.answerShapes.vendors = { beside: { has_more: true } }),
		'reported that there are more',
	],
	[
		'Which texts are dates',
		() => (service.settings.dateFormat = 'YYYY-MM-DD'),
		'look like 9999-99-99',
	],
	[
		'Errors of the `/v1` calls',
		() => answer('/v1/scopes', json(401, { message: 'no' }), 1),
		'401 with an object with message',
	],
	[
		'Errors of third-party calls',
		() => service.faults.add({ fault: json(404, { detail: 'no' }), path: /document/, times: 9 }),
		'404 with an object with detail',
	],
	[
		'A 2xx response that is not JSON',
		() => answer('/tprm-api/manage/webhooks/events', { kind: 'status', status: 200, body: 'html' }),
		'events',
	],
])('reports a difference: %s', async (title, change, note) => {
	const credential = serviceCredential(service);
	change();
	const findings = await check({ ...credential, accessToken: '' });
	expect(findings).toContainEqual({
		title,
		result: 'differs',
		note: expect.stringContaining(note),
	});
});

it('reports missing headers', () => {
	const headers = ASSUMPTIONS.find(({ title }) => title === 'Headers of responses');
	const reply = { status: 200, headers: { 'x-request-id': 'r', 'ratelimit-limit': '1' }, body: [] };
	const observed = { replies: { vendors: reply, scopes: reply } } as unknown as Observed;
	expect(headers?.check(observed)).toEqual({
		result: 'differs',
		note: 'missing: x-response-time-ms; limits and paging: ratelimit-limit',
	});
});

describe('the report', () => {
	const MARK = 'Mark3r';

	it.each([['--client-secret', 's3cret-9'], ['--client-secret=s3cret-9']])(
		'of a secret as an argument is a refusal without it: %s',
		async (...args) => {
			await expect(checkService(['--base-url', service.url, ...args])).rejects.toThrow(
				/^Unknown option '--client-secret'$/,
			);
			expect(service.log.count()).toBe(0);
		},
	);

	/** Runs the command in this process, and returns what it prints, with its exit code. */
	async function printed(...args: string[]) {
		process.env['GRC_CLIENT_ID'] = service.client.id;
		process.env['GRC_CLIENT_SECRET'] = service.client.secret;
		const log = jest.spyOn(console, 'log').mockReturnValue();
		try {
			await checkService(['--base-url', service.url, ...args]);
			return { code: process.exitCode, text: log.mock.calls.join('\n') };
		} finally {
			process.exitCode = 0;
			log.mockRestore();
		}
	}

	/** Everything that differs quotes what the service sent as little as what does not. */
	it.each([
		['', 'Mark3r'],
		// A name that consists of letters looks like that of a field.
		[' that consists of letters', 'Zebramark'],
	])('has no value of the organization%s, and no secret', async (what, mark) => {
		const isWord = what !== '';
		// IDs remain different: scopes of one ID would contain themselves.
		const spelled = (id: string) =>
			mark + id.replace(/[^a-z]/gi, (other) => 'ghijklmnop'[Number(other)] ?? '');
		const changed = (name: string, value: string) =>
			!isWord ? `${mark} ${value}` : /^(id|parentId)$/.test(name) ? spelled(value) : mark;
		const markAll = (record: object) => {
			for (const [name, value] of Object.entries(record)) {
				if (typeof value === 'string') Reflect.set(record, name, changed(name, value));
			}
		};
		service.organization.scopes.forEach(markAll);
		service.organization.controls.forEach(markAll);
		service.vendors.byId.forEach((vendor) => {
			markAll(vendor);
			Object.assign(vendor, { tags: [mark, { tag: mark }], contact: { [mark]: mark } });
		});
		service.webhooks.eventNames = [`${mark}.created`];
		// Keys that are data: a list by domain.
		service.answerShapes.vendors = { wrap: 'data', beside: { 'mark3r.zebramark.example': [] } };
		service.answerShapes.controls = { wrap: 'data', beside: { [`${mark} of 2026`]: [] } };
		const headers = { Link: mark };
		service.answerShapes.scopes = { wrap: 'member', beside: { next: mark }, headers };
		service.faults.add({ fault: json(404, { detail: mark }), path: /document/, times: 9 });
		if (!isWord)
			service.faults.add({ fault: json(200, { [`${mark}-1`]: mark }), path: /tree/, times: 9 });
		const { code, text } = await printed();
		expect(code).toBe(1);
		expect(text).toContain('DIFFERS');
		expect(text.toLowerCase()).not.toMatch(/mark3r|zebramark/);
		expect(text).not.toContain(service.client.secret);
		expect(text).not.toContain(service.client.id);
		for (const token of service.log.find().map(({ headers: sent }) => sent.authorization ?? '')) {
			if (token !== '') expect(text).not.toContain(token.replace(/^\w+ /, ''));
		}
	});

	it('says why there is none, and needs a client, without showing the secret', async () => {
		const body = { error: 'invalid_client', error_description: `${MARK} is unknown` };
		answer('/tprm-api/oauth/token', json(401, body));
		const said = await printed().catch(String);
		expect(said).toContain('returned status 401');
		expect(said).toContain('The service rejected the client ID or secret. Check both.');
		expect(said).not.toContain(service.client.secret);
		expect(said).not.toContain(MARK);
		delete process.env['GRC_CLIENT_SECRET'];
		await expect(checkService(['--base-url', service.url])).rejects.toThrow(
			'GRC_CLIENT_ID and GRC_CLIENT_SECRET are required',
		);
	});

	it('of a service as it is expected to be ends with 0', async () => {
		const { code, text } = await printed('--date-format', 'dd-MM-yyyy');
		expect(text).toContain('Nothing differs.');
		expect(code).toBe(0);
	});
});
