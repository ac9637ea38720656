import {
	integerOf,
	type Surroundings,
	surroundingsOf,
} from '../../../../nodes/shared/paging/detect/facts';
import type { Fact } from '../../../../nodes/shared/paging/detect/types';
import { seenIn, URL_LIST } from './firstPage';

/** @returns what a response with one record at `items` says beside it */
function beside(members: object): Surroundings {
	return surroundingsOf({ body: { items: [{ id: 1 }], ...members }, headers: {} }, 'items');
}

/** @returns what the headers of a response say */
function inHeaders(headers: Record<string, unknown>): Surroundings {
	return surroundingsOf({ body: [], headers }, '');
}

const textsOf = (facts: readonly Fact[]) =>
	facts.map(({ path, value }) => `${path} is ${String(value)}`);

const LINK = { rel: 'next', href: '/list?page=2' };

describe('the values of a response', () => {
	test.each<[members: object, texts: string[]]>([
		[{ total: 23 }, ['total is 23']],
		[{ meta: { more: true, next: null } }, ['meta.more is true', 'meta.next is null']],
		[{ a: { b: { c: { d: { total: 23 } } } } }, ['a.b.c.d.total is 23']],
		[{ a: { b: { c: { d: { e: { total: 23 } } } } } }, []],
		[{ tags: ['a', 1], empty: {} }, []],
	])('%j', (members, texts) => {
		expect(textsOf(beside(members).facts)).toEqual(texts);
	});

	test.each<[what: string, body: unknown, property: string, texts: string[]]>([
		['what is before the records', [{ total: 23 }, [LINK]], '1', ['0.total is 23']],
		['nothing in the records', { total: 23, items: [LINK] }, 'items', ['total is 23']],
		[
			'nothing in nested records',
			{ data: { items: [LINK], total: 23 } },
			'data.items',
			['data.total is 23'],
		],
		['nothing in an array of records', [LINK, LINK], '', []],
	])('%s', (_what, body, property, texts) => {
		const around = surroundingsOf({ body, headers: {} }, property);
		expect(textsOf(around.facts)).toEqual(texts);
		expect([...around.relations]).toEqual([]);
	});

	test('each with its names', () => {
		const total = { name: 'totalcount', value: 23, isReadable: true };
		expect(beside({ total_count: 23, 'page-info': { totalCount: 23 } }).facts).toEqual([
			{ ...total, path: 'total_count', keys: ['total_count'], parent: '' },
			{
				...total,
				path: 'page-info.totalCount',
				keys: ['page-info', 'totalCount'],
				parent: 'pageinfo',
			},
		]);
	});
});

describe('the links of a response', () => {
	test.each<[members: object, relations: string[]]>([
		[{ links: { next: '/2', Last: '/9' } }, ['next', 'last']],
		[{ _links: { next: { href: '/2' } } }, ['next']],
		[{ paging: { next: '/2' } }, []],
		[{ backlinks: { next: '/2' } }, []],
		[{ linksto: { next: '/2' } }, []],
		[
			{
				links: [
					{ rel: 'Next', href: '/2' },
					{ name: 'author', url: '/a' },
				],
			},
			['next', 'author'],
		],
		[{ links: [{ rel: 'next' }] }, []],
		[{ links: [{ href: '/2' }] }, []],
		[{ links: [{ rel: 2, href: '/2' }] }, []],
		[{ links: [{ rel: 'next', href: null }] }, []],
	])('%j', (members, relations) => {
		expect([...beside(members).relations]).toEqual(relations);
	});

	test.each<[members: object, texts: string[]]>([
		[{ links: [LINK] }, ['links[rel=next].href is /list?page=2']],
		[{ meta: { links: [LINK] } }, ['meta.links[rel=next].href is /list?page=2']],
		[{ links: [{ relation: 'Self', uri: '/2' }] }, ['links[relation=Self].uri is /2']],
		[{ links: [{ name: 'last', link: '/2' }] }, ['links[name=last].link is /2']],
		[{ links: [{ rel: 'author', href: '/a' }] }, []],
		[{ links: [{ rel: 'next' }] }, []],
		[{ links: [null, 'next', LINK] }, ['links[rel=next].href is /list?page=2']],
	])('as values: %j', (members, texts) => {
		expect(textsOf(beside(members).facts)).toEqual(texts);
	});
});

describe('the headers of a response', () => {
	test.each([
		['X-Total-Count', 'totalcount'],
		['x-pagination-limit', 'limit'],
		['Max-Results', 'maxresults'],
		['Acme-Total-Count', 'totalcount'],
		['Wix-Total-Count', 'totalcount'],
		['Mypaging-Next-Token', 'nexttoken'],
		['Acme-Next-Review', 'acmenextreview'],
		['Retry-After', 'retryafter'],
		['RateLimit-Next', 'ratelimitnext'],
	])('the name of %s is %s', (header, name) => {
		expect(inHeaders({ [header]: 5 }).facts).toMatchObject([{ name, value: 5 }]);
	});

	test.each([undefined, null, true, { a: 1 }])('a value that is %j is none', (value) => {
		expect(inHeaders({ 'X-Next-Cursor': value }).facts).toEqual([]);
	});

	test('one that is sent several times is a list', () => {
		const { facts, relations } = inHeaders({ Link: ['</1>; rel=first', '</2>; rel=next'] });
		expect(facts.at(-1)?.value).toBe('</1>; rel=first, </2>; rel=next');
		expect([...relations]).toEqual(['first', 'next']);
	});

	test('a link to another page is seen, but cannot be read', () => {
		const value = `<${URL_LIST}?page=5>; rel="last", </a>; rel="author"`;
		const { facts, relations } = inHeaders({ link: value });
		const path = 'header:Link rel=last';
		const keys = ['link', 'last', 'href'];
		expect(facts).toEqual([
			{ path, keys, name: 'href', parent: 'last', value: `${URL_LIST}?page=5`, isReadable: false },
			{ path: 'header:Link', keys: ['link'], name: 'link', parent: '', value, isReadable: true },
		]);
		expect([...relations]).toEqual(['last', 'author']);
	});

	test('a link without an address leads to no page', () => {
		const previousIn = (link: string) => textsOf(seenIn({ headers: { link } }).previous);
		expect(previousIn('</list?page=2>; rel=prev')).toEqual([
			'header:Link rel=prev is /list?page=2',
		]);
		expect(previousIn('; rel=prev')).toEqual([]);
	});

	test('only the one named Link has links', () => {
		const { facts, relations } = inHeaders({ 'X-Link-Info': '</1>; rel="last"' });
		expect(facts.map(({ path }) => path)).toEqual(['header:X-Link-Info']);
		expect([...relations]).toEqual([]);
	});

	test('JSON in one is seen, but cannot be read', () => {
		const value = '{"total_count":23,"pages":[1,2],"links":{"next":"/2"}}';
		const header = { path: 'header:X-Pagination', value, isReadable: true };
		expect(inHeaders({ 'x-pagination': value }).facts).toEqual([
			{ ...header, keys: ['pagination'], name: 'pagination', parent: '' },
			{
				path: 'header:X-Pagination',
				keys: ['header', 'total_count'],
				name: 'totalcount',
				parent: 'header',
				value: 23,
				isReadable: false,
			},
		]);
	});
});

describe('a number', () => {
	test.each<[value: Fact['value'], number: number | undefined]>([
		[0, 0],
		[23, 23],
		['0', 0],
		[' 23 ', 23],
		['123456789012345', 123_456_789_012_345],
		['1234567890123456', undefined],
		[-1, undefined],
		['-1', undefined],
		[2.5, undefined],
		['2.5', undefined],
		['5 of 23', undefined],
		['page 5', undefined],
		['', undefined],
		[true, undefined],
		[null, undefined],
	])('%j is %j', (value, number) => {
		const [fact] = inHeaders({ total: 1 }).facts;
		expect(fact && integerOf({ ...fact, value })).toBe(number);
	});
});
