import { readPath } from '../../../nodes/shared/paging/path';

const at = (path: string, body: unknown, headers: Record<string, unknown> = {}) =>
	readPath(path, { body, headers }) ?? 'nothing';

describe('a path into the body', () => {
	test.each<[path: string, body: unknown, value: unknown]>([
		['', [1], [1]],
		['', 'text', 'text'],
		['', null, 'nothing'],
		['a', { a: 1 }, 1],
		['a', { a: false }, false],
		['a', { a: '' }, ''],
		['a', { a: null }, 'nothing'],
		['a', {}, 'nothing'],
		['a', null, 'nothing'],
		['length', 'text', 'nothing'],
		['constructor', {}, 'nothing'],
		['a.constructor', { a: {} }, 'nothing'],
		['a.b.c', { a: { b: { c: 1 } } }, 1],
		['a.b.c', { a: null }, 'nothing'],
		['a.b', { a: { b: 1 }, 'a.b': 2 }, 2],
		['a.b', { a: { b: 1 }, 'a.b': null }, 'nothing'],
		['x.@odata.count', { x: { '@odata.count': 3 } }, 3],
		['a.b.c', { 'a.b': { c: 4 }, a: { b: { c: 5 } } }, 4],
		['a.b.c', { 'a.b': {}, a: { b: { c: 5 } } }, 'nothing'],
		['rows.0.id', { rows: [{ id: 7 }] }, 7],
		['rows[0].id', { rows: [{ id: 7 }] }, 7],
		['rows[1][0]', { rows: [[], [8]] }, 8],
		['[0].id', [{ id: 7 }], 'nothing'],
		['0.id', [{ id: 7 }], 7],
		['rows.-1', { rows: [5] }, 5],
		['rows.-2', { rows: [5] }, 'nothing'],
		['rows.x0', { rows: [5] }, 'nothing'],
		['rows.0e0', { rows: [5] }, 'nothing'],
		['rows.length', { rows: [5] }, 'nothing'],
		['rows[x]', { rows: [5] }, 'nothing'],
		['rows[0]', { 'rows[0]': 'itself', rows: [5] }, 'itself'],
		['map.0', { map: { 0: 'key' } }, 'key'],
		['xheader:a', { 'xheader:a': 1 }, 1],
	])('%s in %j: %j', (path, body, value) => expect(at(path, body)).toEqual(value));
});

describe('a path into the headers', () => {
	const headers = {
		'X-Total.Count': '7',
		empty: '',
		none: undefined,
		null: null,
		link: ['<a>', '<b>'],
		zero: 0,
	};
	test.each<[path: string, value: unknown]>([
		['header:X-Total.Count', '7'],
		['header:x-total.count', '7'],
		['HEADER: X-TOTAL.COUNT ', '7'],
		['header:none', 'nothing'],
		['header:null', 'nothing'],
		['header:missing', 'nothing'],
		['header:link', '<a>, <b>'],
		['header:', 'nothing'],
	])('%s: %j', (path, value) => {
		expect(at(path, { 'header:x-total.count': 'body' }, headers)).toEqual(value);
	});
});
