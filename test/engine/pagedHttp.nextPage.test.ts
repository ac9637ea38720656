import type { IDataObject } from 'n8n-workflow';

import { NODE } from '../../sandbox/engine/singleNode';
import { harnessForAll } from '../helpers/harness';
import { type Api, serveApi } from '../helpers/jsonApi';
import { Listeners } from '../helpers/listen';
import { pagedHttp, runPaged } from '../helpers/pagedHttp';

/** What names the next page in another way than it is requested: what the form does, and what it says. */

const harness = harnessForAll();
const listeners = new Listeners();

afterEach(() => listeners.close());

const serve = async (answer: Api) => await serveApi(listeners, answer);

const NEXT_URL = { schemeType: 'nextToken', tokenType: 'url', cursorPath: 'next' };
const NEXT_TOKEN = { schemeType: 'nextToken', cursorPath: 'next', cursorParameter: 'cursor' };

const inForm = (url: string, form: IDataObject, options: IDataObject = {}) => ({
	type: 'pagedHttp' as const,
	parameters: {
		...{ authentication: 'none', source: 'fields', url, property: 'items', returnAll: true },
		...form,
		options: { prefetch: 1, ...options },
	},
});

const automatic = (url: string) => ({
	type: 'pagedHttp' as const,
	parameters: { authentication: 'none', source: 'automatic', url, returnAll: true, options: {} },
});

const record = (id: number) => ({ id, name: `Vendor ${id}` });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** @returns an API of 27 vendors, of which every third one is active, that forgets all but the page */
const forgetful = async () =>
	await serve((url) => {
		const page = Number(url.searchParams.get('page') ?? 1);
		const size = Number(url.searchParams.get('pageSize') ?? 25);
		const isActive = url.searchParams.get('status') === 'active';
		const all = upTo(27).filter((id) => !isActive || id % 3 === 0);
		const items = all.slice((page - 1) * size, page * size).map(record);
		const next = page * size < all.length ? `${url.origin}${url.pathname}?page=${page + 1}` : null;
		return { body: { items, next } };
	});

describe('next URLs that forget what was asked', () => {
	const active = upTo(27).filter((id) => id % 3 === 0);

	it.each([
		['status=active&pageSize=4', active],
		['pageSize=2', upTo(27)],
	])('%s: the form keeps it', async (query, ids) => {
		const { origin, asked } = await forgetful();
		const { items, summary } = await runPaged(
			harness,
			inForm(`${origin}/vendors?${query}`, NEXT_URL),
		);
		expect(items).toEqual(ids);
		expect(asked[1]).toBe(`/vendors?page=2&${query}`);
		expect(summary).toMatchObject({ warnings: [], incomplete: [] });
	});

	it.each([
		['status=active&pageSize=4', active],
		['pageSize=2', upTo(27)],
	])('%s: Automatic keeps it, and so does what it found', async (query, ids) => {
		const { origin } = await forgetful();
		const { items, summary } = await runPaged(harness, automatic(`${origin}/vendors?${query}`));
		expect(items).toEqual(ids);
		expect(summary).toMatchObject({ warnings: [], incomplete: [], requests: expect.any(Number) });
		const saved = await runPaged(harness, pagedHttp(summary.dataset));
		expect(saved.items).toEqual(ids);
		expect(saved.summary).toMatchObject({ warnings: [], incomplete: [] });
	});

	it('a key of the credential is sent as ever, and is no part of what is kept', async () => {
		const { origin, asked } = await forgetful();
		const parameter = [{ name: 'app_code', value: 'k3y-0123456789' }];
		const credential = { authentication: 'query', query: { parameter }, baseUrl: origin };
		harness.engine.setCredential('key', credential);
		const form = { ...NEXT_URL, authentication: 'pagedHttpApi' };
		const { parameters } = inForm('/vendors?status=active&pageSize=4', form, { maxPages: 2 });
		const { items, summary } = await runPaged(harness, {
			type: 'pagedHttp',
			parameters,
			settings: { credentials: { pagedHttpApi: { id: 'key', name: 'Key' } } },
		});
		expect(items).toEqual(active.slice(0, 8));
		expect(asked[1]).toBe('/vendors?page=2&status=active&pageSize=4&app_code=k3y-0123456789');
		expect(summary.resume).toMatchObject({
			position: `${origin}/vendors?page=3&status=active&pageSize=4`,
		});
	});

	it('a dataset of the specification is read as it says, and reports the loss', async () => {
		const { origin, asked } = await forgetful();
		const dataset = {
			url: `${origin}/vendors?status=active&pageSize=4`,
			property: 'items',
			pagingScheme: {
				...{ type: 'nextToken', tokenType: 'url', pageUntil: 'noNextToken' },
				response: { nextToken: 'next' },
			},
		};
		const { summary, result } = await runPaged(harness, pagedHttp(dataset));
		expect(asked[1]).toBe('/vendors?page=2');
		expect(summary.incomplete).toEqual([expect.stringContaining('without status, pageSize')]);
		expect(result.hints(NODE)[0]?.message).toContain('keepParameters');
	});
});

it('a Link header with single quotes is followed; one with unknown relations is no end', async () => {
	const link = (relation: string) => async () =>
		await serve((url) => {
			const page = Number(url.searchParams.get('p') ?? 1);
			const headers = page < 3 ? { Link: `<rows?p=${page + 1}>; rel=${relation}` } : {};
			return { headers, body: { items: [record(page)] } };
		});
	const form = { ...NEXT_URL, cursorPath: 'header:Link' };
	const single = await link("'next'")();
	const read = await runPaged(harness, inForm(`${single.origin}/rows`, form));
	expect(read.items).toEqual([1, 2, 3]);
	expect(read.summary.incomplete).toEqual([]);

	const odd = await link('"weiter"')();
	const { summary } = await runPaged(harness, inForm(`${odd.origin}/rows`, form));
	expect(summary).toMatchObject({ stopReason: 'pathNotFound' });
	expect(summary.stopMessage).not.toContain('All');
	expect(summary.incomplete).toEqual([
		`Next Path "header:Link" has no relation that is known on page 1; reading stopped there. It is "<rows?p=2>; rel=\\"weiter\\"".`,
	]);
});

describe('relative next URLs', () => {
	const below = async (path: string, next: string, more: object = {}) =>
		await serve((url) => {
			if (url.pathname !== path) return { status: 404, body: { message: 'No such route' } };
			const start = Number(url.searchParams.get('start') ?? 0);
			const links = start < 4 ? { next: `${next}?start=${start + 2}`, ...more } : {};
			return { body: { items: [record(start + 1), record(start + 2)], _links: links } };
		});
	const form = { ...NEXT_URL, cursorPath: '_links.next' };

	it('belong to the base that the answer names: in the form, in Automatic, and in what it found', async () => {
		const path = '/confluence/rest/api/space';
		const api = await serve((url) => {
			const start = Number(url.searchParams.get('start') ?? 0);
			if (url.pathname !== path) return { status: 404, body: {} };
			const next = { base: `${url.origin}/confluence`, next: `/rest/api/space?start=${start + 2}` };
			const items = [record(start + 1), record(start + 2)];
			return { body: { items, _links: start < 4 ? next : {} } };
		});
		const byForm = await runPaged(harness, inForm(api.origin + path, form));
		expect(byForm.items).toEqual(upTo(6));
		const found = await runPaged(harness, automatic(api.origin + path));
		expect(found.items).toEqual(upTo(6));
		expect(found.summary.dataset).toMatchObject({
			pagingScheme: { response: { nextBase: '_links.base' } },
		});
		const saved = await runPaged(harness, pagedHttp(found.summary.dataset));
		expect(saved.items).toEqual(upTo(6));
	});

	it('behind a gateway, they get the part of the path that they lack', async () => {
		const { origin } = await below('/gateway/v1/list', '/v1/list');
		const node = inForm('/list', { ...form, baseUrl: `${origin}/gateway/v1` });
		expect((await runPaged(harness, node)).items).toEqual(upTo(6));
		const { items, summary } = await runPaged(harness, automatic(`${origin}/gateway/v1/list`));
		expect(items).toEqual(upTo(6));
		const saved = await runPaged(harness, pagedHttp(summary.dataset));
		expect(saved.items).toEqual(upTo(6));
	});

	it('that lead nowhere name the field for the base', async () => {
		const { origin } = await below('/rows', '/v9/other');
		const { result } = await runPaged(harness, inForm(`${origin}/rows`, form));
		expect(result.error?.message).toContain('status 404 for page 2');
		expect(result.error).toMatchObject({
			description: expect.stringContaining('set Next URL Base Path (Options > Paging Details)'),
		});
	});
});

describe('tokens that are not plain text', () => {
	/** Knows a token only as it has written it, and refuses any other one. */
	const strict = async (next: string, sent: string) =>
		await serve((url) => {
			if (url.search === '') return { body: { items: [record(1)], next } };
			return url.search === `?cursor=${sent}`
				? { body: { items: [record(2)], next: null } }
				: { status: 400, body: { message: 'bad cursor' } };
		});

	it.each([
		['abc%2Bdef%3D', 'abc%2Bdef%3D', 'encoded', 'set Token Format to Percent-Encoded'],
		['http://inside:8080/x?cursor=a%2Bb', 'a%2Bb', 'url', 'set Token Format to URL'],
	])('%s: an error names the setting that reads it', async (next, sent, tokenFormat, advice) => {
		const { origin } = await strict(next, sent);
		const failed = await runPaged(harness, inForm(`${origin}/rows`, NEXT_TOKEN));
		expect(failed.result.error?.message).toContain('status 400 for page 2: bad cursor');
		expect(failed.result.error).toMatchObject({ description: expect.stringContaining(advice) });

		const details = { pagingDetails: { settings: { tokenFormat } } };
		const { items } = await runPaged(harness, inForm(`${origin}/rows`, NEXT_TOKEN, details));
		expect(items).toEqual([1, 2]);
	});

	it('a URL that is the token is sent as one', async () => {
		const { origin } = await strict('http://x/y?z=1', 'http%3A%2F%2Fx%2Fy%3Fz%3D1');
		expect((await runPaged(harness, inForm(`${origin}/rows`, NEXT_TOKEN))).items).toEqual([1, 2]);
	});
});

it('endless pages without records end, and the advice is not to raise Max Pages', async () => {
	const { origin, asked } = await serve((_url, count) => ({
		body: { items: count === 1 ? [record(1)] : [], next: `t${count}` },
	}));
	const { items, summary, result } = await runPaged(harness, inForm(`${origin}/rows`, NEXT_TOKEN));
	expect(items).toEqual([1]);
	expect(asked).toHaveLength(101);
	expect(summary).toMatchObject({
		stopReason: 'loopDetected',
		stopMessage: '1 record read, but some may be missing or duplicated',
		resume: { position: 't101' },
	});
	const [hint] = result.hints(NODE).map(({ message }) => message);
	expect(hint).toContain('The last 100 pages had no records');
	expect(hint).toContain('set Stop When to No Data Left');
	expect(hint).not.toContain('Max Pages');
});

it('a list inside a record that goes on is said once', async () => {
	const data = { lines: { data: [{ sku: 1 }], has_more: true } };
	const { origin } = await serve((url) => {
		const page = Number(url.searchParams.get('page'));
		return { body: { items: page < 3 ? [{ ...record(page), ...data }] : [] } };
	});
	const node = inForm(`${origin}/rows`, { schemeType: 'pageBased' });
	const { summary, result } = await runPaged(harness, node);
	expect(summary.warnings).toEqual([expect.stringContaining('"lines.has_more" reports more')]);
	expect(result.hints(NODE)).toHaveLength(1);
});
