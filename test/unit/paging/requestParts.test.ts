import { blockedBy, withMembers, withQuery } from '../../../nodes/shared/paging/request';

type Parameters = Array<readonly [string, string | number | undefined]>;

describe('query parameters', () => {
	test.each<[what: string, url: string, parameters: Parameters, expected: string]>([
		['none', 'https://a.test/rows', [], 'https://a.test/rows'],
		['the first one', 'https://a.test/rows', [['p', 1]], 'https://a.test/rows?p=1'],
		['in the order given', '/rows', [['b', 1], ['a', 2]], '/rows?b=1&a=2'], // prettier-ignore
		['behind those that are there', '/rows?q=x', [['p', 0]], '/rows?q=x&p=0'],
		['without a value: left out', '/rows', [['p', undefined]], '/rows'],
		['without a value: what is there stays', '/rows?p=7', [['p', undefined]], '/rows?p=7'],
		['in the place of the old one', '/rows?a=1&p=7&b=2', [['p', 1]], '/rows?a=1&p=1&b=2'],
		['where it had no value', '/rows?p&a=1', [['p', 1]], '/rows?p=1&a=1'],
		['not where a name only begins alike', '/rows?pp=7', [['p', 1]], '/rows?pp=7&p=1'],
		['a name with a space, written as +', '/rows?my+page=7', [['my page', 1]], '/rows?my%20page=1'],
		[
			'an encoded name',
			'/rows?page%5Bnumber%5D=7',
			[['page[number]', 1]],
			'/rows?page%5Bnumber%5D=1',
		],
		['beside a name that cannot be decoded', '/rows?%zz=1', [['p', 1]], '/rows?%zz=1&p=1'],
		['encoded values', '/rows', [['t', 'a b&c=d#e/ü']], '/rows?t=a%20b%26c%3Dd%23e%2F%C3%BC'],
		[
			'others as they are written',
			'/rows?q=a%20b+c&$top=1&flag',
			[['p', 1]],
			'/rows?q=a%20b+c&$top=1&flag&p=1',
		],
		['a second question mark', '/rows?q=what?&p=7', [['p', 1]], '/rows?q=what?&p=1'],
		['a question mark and nothing behind it', '/rows?', [['p', 1]], '/rows?p=1'],
		['before the fragment', '/rows?a=1#part', [['p', 1]], '/rows?a=1&p=1#part'],
		['before a fragment that looks like a query', '/rows#p=7?p=8', [['p', 1]], '/rows?p=1#p=7?p=8'],
	])('%s', (_what, url, parameters, expected) => {
		expect(withQuery(url, parameters)).toBe(expected);
	});
});

describe('members of a body', () => {
	test.each<[what: string, body: object, parameters: Parameters, expected: object]>([
		['none', { a: 1 }, [], { a: 1 }],
		['new', { a: 1 }, [['p', 2]], { a: 1, p: 2 }],
		['replaced', { p: 9 }, [['p', 2]], { p: 2 }],
		['without a value: left out', {}, [['p', undefined]], {}],
		['without a value: what is there stays', { p: 9 }, [['p', undefined]], { p: 9 }],
		['nested', {}, [['x.y.z', 2]], { x: { y: { z: 2 } } }],
		[
			'nested beside others',
			{ x: { a: 1, y: { b: 2 } } },
			[['x.y.z', 3]],
			{ x: { a: 1, y: { b: 2, z: 3 } } },
		], // prettier-ignore
		['nested below null', { x: null }, [['x.y', 2]], { x: { y: 2 } }],
		[
			'a name that every object inherits',
			{},
			[['constructor.name', 2]],
			{ constructor: { name: 2 } },
		],
		['a text', {}, [['token', 'a b']], { token: 'a b' }],
	])('%s', (_what, body, parameters, expected) => {
		const before = structuredClone(body);
		expect(withMembers({ ...body }, parameters)).toEqual(expected);
		expect(body).toEqual(before);
	});

	test('are copied down to the last level', () => {
		const body = { x: { y: { z: 1 } } };
		const copy = withMembers(body, [['x.y.p', 2]]);
		expect(copy).toEqual({ x: { y: { z: 1, p: 2 } } });
		expect(body).toEqual({ x: { y: { z: 1 } } });
	});

	test('left out are no members at all', () => {
		expect(Object.keys(withMembers({}, [['p', undefined]]))).toEqual([]);
	});
});

describe('what a nested parameter would destroy', () => {
	test.each<[body: object, name: string, blocked: string | undefined]>([
		[{}, 'p', undefined],
		[{}, 'x.p', undefined],
		[{ x: { p: 5 } }, 'x.p', undefined],
		[{ x: null }, 'x.p', undefined],
		[{ x: 5 }, 'x.p', 'x'],
		[{ x: [] }, 'x.p', 'x'],
		[{ x: { y: 5 } }, 'x.y.p', 'x.y'],
		[{ x: { y: { z: false } } }, 'x.y.z.p', 'x.y.z'],
		[{ x: 5, 'x.p': 1 }, 'x.p', undefined],
		[{}, 'constructor.name', undefined],
	])('in %j, %s: %p', (body, name, blocked) => {
		expect(blockedBy({ ...body }, name)).toBe(blocked);
	});
});
