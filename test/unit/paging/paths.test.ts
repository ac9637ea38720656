import { readPath } from '../../../nodes/shared/paging/response/path';

const at = (path: string, body: unknown, headers: Record<string, unknown> = {}) =>
	readPath(path, { body, headers }) ?? 'nothing';

describe('a path into the body', () => {
	test.each<[path: string, body: unknown, value: unknown]>([
		['', [1], [1]],
		['', 'text', 'text'],
		['', 0, 0],
		['', null, 'nothing'],
		['', undefined, 'nothing'],
		['a', { a: 1 }, 1],
		['a', { a: 0 }, 0],
		['a', { a: false }, false],
		['a', { a: '' }, ''],
		['a', { a: null }, 'nothing'],
		['a', { a: undefined }, 'nothing'],
		['a', {}, 'nothing'],
		['a', 'text', 'nothing'],
		['a', null, 'nothing'],
		['length', 'text', 'nothing'],
		['constructor', {}, 'nothing'],
		['a.constructor', { a: {} }, 'nothing'],
		['a.b.c', { a: { b: { c: 1 } } }, 1],
		['a.b.c', { a: { b: 5 } }, 'nothing'],
		['a.b.c', { a: null }, 'nothing'],
		['a.b', { a: { b: 1 }, 'a.b': 2 }, 2],
		['a.b', { a: { b: 1 }, 'a.b': null }, 'nothing'],
		['x.a.b', { x: { a: { b: 1 }, 'a.b': 2 } }, 2],
		['x.@odata.count', { x: { '@odata.count': 3 } }, 3],
		['x.a.b.c', { x: { 'a.b': { c: 4 } } }, 4],
		['a.b.c', { 'a.b': { c: 4 }, a: { b: { c: 5 } } }, 4],
		['a.b.c', { 'a.b': {}, a: { b: { c: 5 } } }, 'nothing'],
		['rows.0.id', { rows: [{ id: 7 }] }, 7],
		['rows[0].id', { rows: [{ id: 7 }] }, 7],
		['rows[1][0]', { rows: [[], [8]] }, 8],
		['rows[10]', { rows: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, 10],
		['rows.12', { rows: Array.from({ length: 13 }, (_, index) => index) }, 12],
		['[0].id', [{ id: 7 }], 'nothing'],
		['0.id', [{ id: 7 }], 7],
		['1', [5, 6], 6],
		['rows.1', { rows: [5] }, 'nothing'],
		['rows.-1', { rows: [5] }, 5],
		['rows.-2', { rows: [5] }, 'nothing'],
		['rows.x0', { rows: [5] }, 'nothing'],
		['rows.0x', { rows: [5] }, 'nothing'],
		['rows.0x0', { rows: [5] }, 'nothing'],
		['rows.0e0', { rows: [5] }, 'nothing'],
		['a', { '': { a: 1 } }, 'nothing'],
		['rows.length', { rows: [5] }, 'nothing'],
		['rows[x]', { rows: [5] }, 'nothing'],
		['rows[0]', { 'rows[0]': 'itself', rows: [5] }, 'itself'],
		['map.0', { map: { 0: 'key' } }, 'key'],
		['map[0]', { map: { 0: 'key' } }, 'key'],
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
		['header:empty', ''],
		['header:zero', 0],
		['header:none', 'nothing'],
		['header:null', 'nothing'],
		['header:missing', 'nothing'],
		['header:link', '<a>, <b>'],
		['header:', 'nothing'],
	])('%s: %j', (path, value) => {
		expect(at(path, { 'header:x-total.count': 'body' }, headers)).toEqual(value);
	});
});
