import type { PageRequest } from '../../../../nodes/shared/paging';
import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import { paginate } from '../../../../nodes/shared/paging/run/paginate';
import { parameter, rows, serve } from '../fakeServer';

/** What real servers answer, and what people paste: read whole, or refused in words. */

const URL_LIST = 'https://api.test/list';

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

/** @returns the ids that Automatic reads, or why it does not */
async function readAuto(answer: (request: PageRequest) => Answer, url = URL_LIST) {
	const server = serve(answer);
	try {
		const found = await detectDataset(url, { send: server.send });
		const pages = paginate(found.dataset, { send: found.send, isProven: true });
		const ids: unknown[] = [];
		for await (const { items } of pages) ids.push(...items.map((item) => Object(item).id));
		return { ids, refusal: '', asked: server.seen.length, found };
	} catch (error) {
		const { message, fix = '' } = error as Error & { fix?: string };
		return { ids: [], refusal: `${message} ${fix}`, asked: server.seen.length };
	}
}

const number = (request: PageRequest, name: string, first: number) =>
	Number(parameter(request, name) ?? first);
const idsTo = (count: number) => rows(0, count).map(({ id }) => id);
const cut = (count: number, from: number, size: number) =>
	rows(Math.max(0, from), Math.min(Math.max(0, from) + size, count));

describe('an empty array beside an array of objects', () => {
	it.each([
		[{ vendors: [], users: rows(0, 3), has_more: false }],
		[{ users: rows(0, 3), vendors: [] }],
	])('that no name prefers is not certain: %j', async (body) => {
		const { refusal } = await readAuto(() => ({ body }));
		expect(refusal).toMatch(
			/more than one array.*vendors.*users|more than one array.*users.*vendors/,
		);
	});

	it.each([
		['the URL names the other one', { tags: [], list: rows(0, 3), has_more: false }],
		['it has a name of something else', { errors: [], users: rows(0, 3), has_more: false }],
		['the other one has a usual name', { tags: [], items: rows(0, 3), has_more: false }],
	])('is not in doubt where %s', async (_why, body) => {
		expect((await readAuto(() => ({ body }))).ids).toEqual([0, 1, 2]);
	});
});

describe('a pasted URL of the second page', () => {
	const byPage = (first: number) => (request: PageRequest) => {
		const page = number(request, 'page', first);
		return { body: { items: page < first ? [] : cut(12, (page - first) * 5, 5) } };
	};
	it('by number, of an API that counts from 0, is asked about once', async () => {
		const { found, ids } = await readAuto(byPage(0), `${URL_LIST}?page=1`);
		expect(ids).toEqual(idsTo(12).slice(5));
		expect(found?.beginsAt).toBe('page');
	});
	it('is the first one of an API that counts from 1', async () => {
		const { found, ids } = await readAuto(byPage(1), `${URL_LIST}?page=1`);
		expect(ids).toEqual(idsTo(12));
		expect(found?.beginsAt).toBeUndefined();
	});
	it('is the first one where 0 and 1 are one page', async () => {
		const same = (request: PageRequest) => {
			const page = Math.max(1, number(request, 'page', 1));
			return { body: { items: cut(12, (page - 1) * 5, 5) } };
		};
		const { found, ids } = await readAuto(same, `${URL_LIST}?page=1`);
		expect(ids).toEqual(idsTo(12));
		expect(found?.beginsAt).toBeUndefined();
	});
	it('by offset, of an API that counts from 0', async () => {
		const answer = (request: PageRequest) => ({
			body: { items: cut(12, number(request, 'offset', 0), 5) },
		});
		const { found } = await readAuto(answer, `${URL_LIST}?offset=1`);
		expect(found?.beginsAt).toBe('offset');
	});
});

describe('an envelope in an array', () => {
	it.each([
		[[{ total: 11, page: 1, vendors: rows(0, 11) }], idsTo(11)],
		[{ results: [{ hits: rows(0, 7), nbPages: 1, page: 0 }] }, idsTo(7)],
	])('is unwrapped or refused: %j', async (body, all) => {
		const { ids, refusal, asked } = await readAuto(() => ({ body }));
		if (refusal === '') expect(ids).toEqual(all);
		expect(asked).toBeLessThanOrEqual(32);
	});

	it('is never read as a list of envelopes', async () => {
		const { ids, refusal } = await readAuto((request) => {
			const page = number(request, 'page', 1);
			return { body: [{ total: 11, page, vendors: cut(11, (page - 1) * 5, 5) }] };
		});
		if (refusal === '') expect(ids).toEqual(idsTo(11));
	});
});

it('the next page is found in an array of one query (Google Custom Search)', async () => {
	const { ids } = await readAuto((request) => {
		const start = number(request, 'start', 1);
		const next = start + 10 <= 25 ? { nextPage: [{ startIndex: start + 10, count: 10 }] } : {};
		return {
			body: {
				queries: { request: [{ startIndex: start, count: 10 }], ...next },
				items: cut(25, start - 1, 10),
			},
		};
	});
	expect(ids).toEqual(idsTo(25));
});

it('a token with a capital letter is sent with a small one (PageToken, pageToken)', async () => {
	const { ids } = await readAuto((request) => {
		const from = number(request, 'pageToken', 0);
		const next = from + 5 < 12 ? { PageToken: String(from + 5) } : {};
		return { body: { Items: cut(12, from, 5), ...next } };
	});
	expect(ids).toEqual(idsTo(12));
});

it('a next URL without a protocol has that of the first', async () => {
	const { ids } = await readAuto((request) => {
		const page = number(request, 'leaf', 1);
		const next = page < 3 ? { next: `//api.test/list?leaf=${page + 1}` } : {};
		return { body: { items: cut(12, (page - 1) * 5, 5), ...next } };
	});
	expect(ids).toEqual(idsTo(12));
});

it('a page two that needs another permission is reported as that', async () => {
	const { refusal } = await readAuto((request) =>
		parameter(request, 'page') === '2'
			? { status: 401, body: { message: 'Sign in to see more' } }
			: { body: { page: 1, total_pages: 3, items: rows(0, 5) } },
	);
	expect(refusal).toContain('401');
	expect(refusal).toContain('Sign in to see more');
});

it('a total that is that of one page is not believed if page two has records', async () => {
	const { ids, refusal } = await readAuto((request) => {
		const page = number(request, 'page', 1);
		const items = cut(37, (page - 1) * 17, 17);
		return { body: { total: items.length, items } };
	});
	if (refusal === '') expect(ids).toEqual(idsTo(37));
});

describe('a plain list without pages', () => {
	it.each([
		['with a name (BambooHR)', { fields: [{ id: 'a' }], employees: rows(0, 43) }],
		['as the response', rows(0, 43)],
	])('%s is read with a handful of requests', async (_what, body) => {
		const { ids, asked } = await readAuto(() => ({ body }), 'https://api.test/employees/directory');
		expect(ids).toEqual(idsTo(43));
		expect(asked).toBeLessThanOrEqual(6);
	});

	it('that may be a full page is refused with the setting that reads it', async () => {
		const { refusal, asked } = await readAuto(() => ({ body: rows(0, 100) }));
		expect(refusal).toContain('One Page');
		expect(asked).toBeLessThanOrEqual(32);
	});
});

it('a guess that is answered with 500 means that the server does not know it', async () => {
	const { ids, asked } = await readAuto((request) =>
		new URL(request.url).search === ''
			? { body: rows(0, 7) }
			: { status: 500, body: { message: 'Internal Server Error' } },
	);
	expect(ids).toEqual(idsTo(7));
	expect(asked).toBeLessThanOrEqual(32);
});

it('a plain list of a server that takes each parameter for a filter is read (Feathers)', async () => {
	const { ids, asked } = await readAuto(({ url }) => ({
		body: new URL(url).search === '' ? rows(0, 23) : [],
	}));
	expect(ids).toEqual(idsTo(23));
	expect(asked).toBeLessThanOrEqual(10);
});

it('a server that fails at brackets in a name is asked a handful of questions (json-server 1)', async () => {
	const { ids, asked } = await readAuto(({ url }) =>
		/\[|%5B/.test(url) ? { status: 500, body: '' } : { body: rows(0, 23) },
	);
	expect(ids).toEqual(idsTo(23));
	expect(asked).toBeLessThanOrEqual(9);
});

it('the number of the next page is for the parameter that numbers the page in the URL (json-server 1)', async () => {
	const { ids, asked } = await readAuto((request) => {
		const page = number(request, '_page', 1);
		return { body: { next: page < 3 ? page + 1 : null, data: cut(23, page * 10 - 10, 10) } };
	}, `${URL_LIST}?_page=1`);
	expect(ids).toEqual(idsTo(23));
	expect(asked).toBeLessThanOrEqual(4);
});

it('a connection of GraphQL that is requested by URL is refused with what to enter', async () => {
	const { refusal } = await readAuto(() => ({
		body: {
			data: { vendors: { nodes: rows(0, 10), pageInfo: { hasNextPage: true, endCursor: 'abc' } } },
		},
	}));
	expect(refusal).toContain(
		'fill in Paging Scheme (GraphQL Connection), Page Info Path (data.vendors.pageInfo), and Query',
	);
});

it('a total that sinks as the offset rises is not that of the list (Verdaccio, whose size is an end)', async () => {
	const { refusal } = await readAuto((request) => {
		const from = number(request, 'from', 0);
		const objects = rows(from, 25);
		return { body: { objects, total: objects.length } };
	});
	expect(refusal).toContain('is not certain');
});

it('204 is an empty list', async () => {
	const { ids, refusal } = await readAuto(() => ({ status: 204, body: undefined }));
	expect(refusal).toBe('');
	expect(ids).toEqual([]);
});
