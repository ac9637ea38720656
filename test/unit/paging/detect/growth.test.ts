import { detectDataset } from '../../../../nodes/shared/paging/detect/detectDataset';
import { workOf } from '../../../helpers/workOf';
import { rows, serve } from '../fakeServer';
import { URL_LIST } from './neverShort';

const named = (count: number, member: (at: number) => unknown) =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, member(at)]));

it('an answer with more values than can mean anything is refused, with one request', async () => {
	const links = new Array(20_000).fill({ rel: 'next', href: '/items?page=2' });
	for (const more of [{ links }, named(20_000, (at) => `x${at}`)]) {
		const { send, seen } = serve(() => ({ body: { ...more, items: rows(0, 5) } }));
		await expect(detectDataset(URL_LIST, { send })).rejects.toThrow('too many values');
		expect(seen).toHaveLength(1);
	}
});

it('what is longer than any URL is not tried as a token, nor as the page before', async () => {
	const long = '\u200b'.repeat(100_000);
	const links = { previous: `/items?page=${long}`, next: '/items?page=2' };
	for (const [record, more] of [
		[{ id: long }, { has_more: true }],
		[{ cursor: long }, { has_more: true }],
		[{}, links],
	]) {
		const { send, seen } = serve(({ url }) => {
			const first = url.includes('page=2') ? 5 : 0;
			return {
				body: { items: [...rows(first, first + 4), { id: first + 4, ...record }], ...more },
			};
		});
		await detectDataset(URL_LIST, { send }).catch(() => undefined);
		expect(Math.max(...seen.map(({ url }) => url.length))).toBeLessThan(1_000);
	}
});

it('records without an id are not searched for each name that an id may have', async () => {
	let reads = 0;
	const get = (record: object, name: string | symbol): unknown => {
		reads++;
		return Reflect.get(record, name);
	};
	const body = Array.from({ length: 1_000 }, () => new Proxy({}, { get }));
	const { send, seen } = serve(() => ({ body }));
	await expect(detectDataset(URL_LIST, { send })).rejects.toThrow('determine the paging scheme');
	// Each time that they are compared, each record is read a few times.
	expect(reads).toBeLessThan(10 * seen.length * body.length);
});

describe('an answer with twice the members costs twice the work', () => {
	const members: Record<string, (count: number) => object> = {
		'that say nothing': (count) => named(count, (at) => at),
		'named "total…"': (count) =>
			Object.fromEntries(Array.from({ length: count }, (_, at) => [`total${at}`, 100 + at])),
		totals: (count) => named(count, (at) => ({ total: { value: 100 + at, relation: 'gte' } })),
		counts: (count) => named(count, (at) => ({ count: 100 + at })),
		'next URLs': (count) => named(count, (at) => ({ next: `/items?page=${at}` })),
		'one next URL': (count) => named(count, () => ({ next: '/items?page=2' })),
		'next URLs, each with a base': (count) =>
			named(count, () => ({ next: '/items?page=2', base: 'https://api.test/' })),
		tokens: (count) => named(count, (at) => ({ next: `t${at}`, has_more: true })),
		'one token': (count) => named(count, () => ({ next: 'token' })),
		'numbers of the next page': (count) => named(count, () => ({ next_page: 2 })),
		'page numbers': (count) => named(count, (at) => ({ page: 1, pages: 2 + at })),
		'pages from 0': (count) => named(count, (at) => ({ page: 0, last_page: 2 + at })),
		offsets: (count) => named(count, () => ({ offset: 0, limit: 20 })),
		flags: (count) => named(count, () => ({ has_more: true })),
		remaining: (count) => named(count, () => ({ remaining: 1 })),
		'pages before': (count) => named(count, (at) => ({ previous: `/items?page=${at}` })),
		'tokens of pages before': (count) => named(count, (at) => ({ previous: `t${at}` })),
		arrays: (count) => ({ all: named(count, () => [{ a: 1 }]) }),
		links: (count) => ({ links: new Array(count).fill({ rel: 'next', href: '/items?page=2' }) }),
	};
	const FEW = 100;

	// Each page is page one again, so that all that the members suggest is tried.
	test.each(Object.entries(members))('%s', async (_, make) => {
		const search = async (count: number) => {
			const { send } = serve(() => ({ body: { ...make(count), items: rows(0, 5) } }));
			await detectDataset(URL_LIST, { send }).catch(() => undefined);
		};
		const few = await workOf(async () => await search(FEW));
		const many = await workOf(async () => await search(2 * FEW));
		expect(few).toBeGreaterThan(FEW);
		expect(many).toBeLessThan(2.2 * few);
	});
});
