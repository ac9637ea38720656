import { findRecords } from '../../../../nodes/shared/paging/detect/records';
import { rows } from '../fakeServer';
import { URL_LIST } from './firstPage';

const SIX = rows(0, 6);
const OTHERS = rows(10, 13);

describe('of two arrays, the records are', () => {
	test.each<[string, object, string]>([
		['not the private one', { users: SIX, _history: OTHERS }, 'users'],
		['the outer one', { users: SIX, a: { b: { c: { items: [1, 2] } } } }, 'users'],
		['the one with a usual name, also of numbers', { items: [1, 2], grid: [[1], [2]] }, 'items'],
		[
			'the one with a usual name, though the total is beside the other',
			{ total: 23, users: SIX, data: { items: OTHERS } },
			'data.items',
		],
	])('%s', (_what, body, property) => {
		expect(findRecords(body, URL_LIST).property).toBe(property);
	});

	test.each<[string, object, string]>([
		['/v1/tickets', { tickets: [], users: SIX }, 'tickets'],
		['/v1/users', { user: SIX, results: OTHERS }, 'user'],
		['/v1/user', { users: SIX, results: OTHERS }, 'users'],
		['/v1/series-categories', { seriesCategory: SIX, results: OTHERS }, 'seriesCategory'],
		['/wiki/en/find', { en: OTHERS, results: SIX }, 'results'],
	])('by the path %s: %j', (path, body, property) => {
		expect(findRecords(body, `https://api.test${path}`).property).toBe(property);
	});

	test('not clear if the total is beside one of them and everything else', () => {
		const body = { total: 23, users: SIX, inner: { groups: OTHERS } };
		expect(() => findRecords(body, URL_LIST)).toThrow('users (6 records) and inner.groups');
	});
});

describe('an array is', () => {
	const LINK = { href: '/a', rel: 'self' };

	test.each<[string, object, string]>([
		['not of links, if one of them is none', { items: [LINK, { id: 2 }] }, 'items'],
		['not of links, if they have no relation', { items: [{ href: '/a', name: 'A' }] }, 'items'],
		['included, also with a text', { included: [{ id: 1 }, 'x'] }, 'included'],
	])('%s', (_what, body, property) => {
		expect(findRecords(body, URL_LIST).property).toBe(property);
	});

	test.each<[string, object]>([
		['of links', { items: [LINK, LINK] }],
		['an empty list of what is included', { included: [] }],
		['of numbers about what is included', { included: [1, 2] }],
	])('not of records: %s', (_what, body) => {
		expect(() => findRecords(body, URL_LIST)).toThrow('The response has no array of records.');
	});
});

test('metadata and records are two members of an array, not three', () => {
	const [metadata, third] = [{ page: 1 }, 'x'];
	expect(findRecords([metadata, SIX], URL_LIST)).toMatchObject({ property: '1', records: SIX });
	expect(findRecords([metadata, SIX, third], URL_LIST)).toEqual({
		property: '',
		records: [metadata, SIX, third],
		evidence: 'Records: the response is an array of 3 records.',
	});
});

describe('an array for each value in the URL', () => {
	test.each<[string, object, string]>([
		['?symbols=ABC,XYZ&limit=5', { bars: { ABC: SIX } }, 'bars.ABC'],
		['?symbols=ABC,XYZ', { data: { bars: { ABC: SIX } } }, 'data.bars.ABC'],
	])('%s: %j', (query, body, path) => {
		expect(() => findRecords(body, URL_LIST + query)).toThrow(
			`The response has an array for each value in the URL, such as ${path} (6 records)`,
		);
	});
});
