import {
	connection,
	graphql,
	offsets,
	pageBased,
	parameter,
	rows,
	serve,
	tokens,
} from './fakeServer';
import { incompleteOf, readJudged } from './incompleteOf';

/** @returns a server of so many records by offset, which may read its parameters in another way */
function byOffset(count: number, range: (offset: number, limit: number) => [number, number]) {
	return serve((request) => {
		const offset = Number(parameter(request, 'offset') ?? 0);
		const [from, to] = range(offset, Number(parameter(request, 'limit') ?? 100));
		return { body: { items: rows(from, Math.min(to, count)) } };
	});
}

const larger = (count: number, size: number, cause: string) =>
	`A page contained ${count} records, more than the ${size} in pagingScheme.request.limitValue. ${cause}`;
const ignores = (name: string, field = 'limitParameter') =>
	`The API seems to ignore pagingScheme.request.${field} "${name}".`;
const twice = (page: number, records: number) =>
	`Page ${page} begins with records of the page before it. ${records} ${records === 1 ? 'record of this run was' : 'records of this run were'} read twice; check the page or offset parameter and the page size.`;

describe('a server that ignores the page size', () => {
	test('returns larger pages', async () => {
		const server = serve((request) => {
			const from = Number(parameter(request, 'page')) * 500 - 500;
			return { body: { items: rows(from, Math.min(from + 500, 700)) } };
		});
		const { incomplete, items } = await readJudged(pageBased(), server);
		expect(items).toEqual(rows(0, 700));
		expect(incomplete).toEqual([larger(500, 100, ignores('size'))]);
	});

	test('returns all records after the offset: none is dropped, and it is said', async () => {
		const server = byOffset(250, (offset) => [offset, Infinity]);
		const { incomplete, items } = await readJudged(offsets(), server);
		expect(items).toEqual([...rows(0, 250), ...rows(100, 250), ...rows(200, 250)]);
		expect(incomplete).toEqual([larger(250, 100, ignores('limit')), twice(2, 200)]);
	});

	test('is not to blame where no page size is sent', async () => {
		const server = byOffset(250, (offset) => [offset, offset + 200]);
		const dataset = offsets(undefined, { limitParameter: undefined });
		const cause = 'pagingScheme.request.limitValue has to be the number of records per page.';
		expect(await incompleteOf(dataset, server)).toEqual([larger(200, 100, cause), twice(2, 150)]);
		const pages = serve((_request, count) => ({ body: { items: count > 1 ? [] : rows(0, 200) } }));
		expect(await incompleteOf(pageBased(undefined, { limitParameter: undefined }), pages)).toEqual(
			[],
		);
	});

	test.each([
		['tokens', tokens(), 'size', serve(() => ({ body: { items: rows(0, 101), next: null } }))],
		['connections', graphql(), 'first', serve(() => connection(rows(0, 101), false, null))],
	])('is said of %s', async (_what, dataset, name, server) => {
		expect(await incompleteOf(dataset, server)).toEqual([larger(101, 100, ignores(name))]);
	});
});

describe('a server that returns smaller pages than offsets rise by', () => {
	const smaller = (largest: number) =>
		`No page contained more than ${largest} records, but offsets rise by 100, so the records between them are missing: set pagingScheme.request.limitValue to ${largest}.`;

	test.each([
		[300, [smaller(50)]],
		[50, []],
	])('with %i records in pages of 50', async (count, reasons) => {
		const server = byOffset(count, (offset) => [offset, offset + 50]);
		expect(await incompleteOf(offsets(), server)).toEqual(reasons);
	});

	test.each([
		['pages of different sizes', [97, 99, 95]],
		['two pages without a typical page size', [97, 20]],
		['a page that was full', [100, 40, 40]],
	])('but not of %s', async (_what, sizes) => {
		const server = serve((_request, count) => ({
			body: { items: rows(count * 100, count * 100 + (sizes[count - 1] ?? 0)) },
		}));
		expect(await incompleteOf(offsets(), server)).toEqual([]);
	});
});

describe('records that are returned twice', () => {
	test('since the offset counts the last record of the page before', async () => {
		const server = byOffset(250, (offset) => (offset ? [offset - 1, offset + 99] : [0, 100]));
		const { incomplete, items } = await readJudged(offsets(), server);
		expect(items).toHaveLength(251);
		expect(incomplete).toEqual([twice(2, 1)]);
	});

	test('since a cursor includes its record', async () => {
		const server = serve((request) => {
			const from = Number(parameter(request, 'token') ?? 0);
			return { body: { items: rows(from, from + 5), next: from < 8 ? from + 4 : null } };
		});
		expect(await incompleteOf(tokens(), server)).toEqual([twice(2, 2)]);
	});

	test('since the list has changed meanwhile', async () => {
		const pages = [[{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 3 }], []];
		const server = serve((_request, count) => ({ body: { items: pages[count - 1] } }));
		expect(await incompleteOf(pageBased(), server)).toEqual([
			expect.stringMatching(/^1 record of this run was read twice/),
		]);
	});

	test.each<[what: string, one: unknown[], two: unknown[]]>([
		['plain values that may be equal', [1, 2, 3], [3, 4]],
		['records that are equal within a page', [{ id: 1 }, { id: 1 }], [{ id: 1 }, { id: 2 }]],
		['a single record without an identity', [{ name: 'a' }, { name: 'b' }], [{ name: 'b' }]],
		['other records', [{ id: 1 }], [{ id: 2 }]],
	])('are not claimed of %s', async (_what, one, two) => {
		const pages = [one, two, []];
		const server = serve((_request, count) => ({ body: { items: pages[count - 1] } }));
		expect(await incompleteOf(pageBased(), server)).toEqual([]);
	});
});

describe('a numbered page that repeats another one', () => {
	const clamped = (count: number, size = 100) =>
		serve((request) => {
			const page = Math.min(Number(parameter(request, 'page')), Math.ceil(count / size));
			return { body: { items: rows((page - 1) * size, Math.min(page * size, count)) } };
		});

	test.each([
		['page', pageBased(), ignores('page', 'pageParameter')],
		['offset', offsets(), ignores('offset', 'offsetParameter')],
	])('is the first one where the server ignores the %s', async (_name, dataset, cause) => {
		const server = serve(() => ({ body: { items: rows(0, 100) } }));
		const { incomplete, items } = await readJudged(dataset, server);
		expect(items).toEqual(rows(0, 100));
		expect(incomplete).toEqual([
			`Page 2 repeats the page before it; reading stopped there. ${cause}`,
		]);
	});

	test('is the end after several pages', async () => {
		const { incomplete, summary } = await readJudged(pageBased(), clamped(250));
		expect(incomplete).toEqual([]);
		expect(summary.warnings).toEqual([]);
	});

	test('is page 1 where the server starts over, and is not returned again', async () => {
		const server = serve((request) => {
			const from = ((Number(parameter(request, 'page')) - 1) % 3) * 100;
			return { body: { items: rows(from, from + 100) } };
		});
		const { items, incomplete, summary } = await readJudged(pageBased(), server);
		expect(items).toEqual(rows(0, 300));
		expect(summary).toMatchObject({ stopReason: 'loopDetected', pages: 3, requests: 4 });
		expect(incomplete).toEqual([]);
	});
});

describe('page size advice after a resume', () => {
	const server = () =>
		serve((request) => {
			const page = Number(parameter(request, 'page'));
			const size = page === 1 ? 100 : 40;
			return { body: { items: rows(page * 100, page * 100 + size), total: 250 } };
		});
	const fewer = '180 records were read, fewer than the 250 that the API reported.';
	const rest = async (resume: unknown) =>
		await incompleteOf(pageBased('total'), server(), { resume });

	test('is true over all runs, or left out', async () => {
		const { summary } = await readJudged(pageBased('total'), server(), { limits: { maxPages: 1 } });
		expect(await rest(summary.resume)).toEqual([fewer]);
		const { observed: _, ...unknown } = { ...summary.resume };
		expect(await rest(unknown)).toEqual([fewer]);
	});
});
