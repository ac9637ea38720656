import type { PagingError } from '../../../../nodes/shared/paging/errors';
import { rows } from '../fakeServer';
import { seenIn, URL_LIST } from './firstPage';

/** @returns the path of the records */
const pathIn = (body: unknown, url = URL_LIST) => seenIn({ body, url }).page.property;

/** @returns the error: what is wrong, and what to do */
function errorIn(body: unknown, url = URL_LIST): string {
	try {
		return `found ${pathIn(body, url)}`;
	} catch (error) {
		const { message, fix } = error as PagingError;
		return `${message}\n${fix}`;
	}
}

const SIX = rows(0, 6);
const ANY = rows(10, 13);

describe('the array of records is', () => {
	test.each<[string, object, string]>([
		['the one with a usual name', { results: SIX, things: ANY }, 'results'],
		['the one of objects', { things: SIX, labels: ['a'] }, 'things'],
		['of numbers, if there is no other', { numbers: [1, 2] }, 'numbers'],
		[
			'the one beside the page number',
			{ a: { things: SIX, page: 1 }, b: { others: ANY } },
			'a.things',
		],
		[
			'the one beside the URL of more',
			{ a: { things: SIX, more_things_url: '/x' }, b: { others: ANY } },
			'a.things',
		],
		['in objects, four deep', { a: { b: { c: { things: SIX } } } }, 'a.b.c.things'],
		[
			'in _embedded, by whatever name',
			{ _embedded: { things: SIX }, others: ANY },
			'_embedded.things',
		],
		['a usual name with an underscore', { _items: SIX }, '_items'],
		[
			'not a list of links',
			{
				things: SIX,
				list: [
					{ href: '/a', rel: 'self' },
					{ href: '/b', relation: 'next' },
				],
			},
			'things',
		],
		['not a private member', { things: SIX, _tags: ANY }, 'things'],
		['not within a private member', { things: SIX, _debug: { data: ANY } }, 'things'],
		['not what is about the page', { meta: { items: ANY }, things: SIX }, 'things'],
		['not the fields of a table', { columns: ANY, things: SIX }, 'things'],
		[
			'but the included ones, if there are no others',
			{ included: SIX, errors: [], warnings: [] },
			'included',
		],
		['empty', { items: [], total: 0 }, 'items'],
	])('%s', (_what, body, property) => {
		expect(pathIn(body)).toBe(property);
	});

	test.each([
		['/v1/tickets', { tickets: SIX, results: ANY }, 'tickets'],
		['/v1/tickets.json', { tickets: SIX, results: ANY }, 'tickets'],
		["/v1/tickets('a')", { tickets: SIX, results: ANY }, 'tickets'],
		['/v1/audit_logs', { auditLogs: SIX, results: ANY }, 'auditLogs'],
		['/v1/list-users', { users: SIX, results: ANY }, 'users'],
		['/v1/companies', { company: SIX, results: ANY }, 'company'],
		['/v1/company', { companies: SIX, results: ANY }, 'companies'],
		['/v1/user/7/roles', { roles: SIX, results: ANY }, 'roles'],
		['/v1/errors', { errors: SIX, things: ANY }, 'errors'],
		['/tickets/1/2/3', { tickets: SIX, results: ANY }, 'results'],
		['/v1/class', { class: SIX, results: ANY }, 'class'],
	])('the one that the path %s names', (path, body, property) => {
		expect(pathIn(body, `https://api.test${path}`)).toBe(property);
	});

	test.each([
		['the response itself', SIX, '', 'Records: the response is an array of 6 records.'],
		[
			'after its metadata',
			[{ page: 1 }, SIX],
			'1',
			'Records: 6 records in the second member of the response, after its metadata.',
		],
		[
			'the response, of two records',
			[{ a: 1 }, { a: 2 }],
			'',
			'Records: the response is an array of 2 records.',
		],
		[
			'the response, of two arrays',
			[[1], [2]],
			'',
			'Records: the response is an array of 2 records.',
		],
		['in the response', { items: SIX }, 'items', 'Records: items (6 records).'],
		['of one record', { items: [{ id: 1 }] }, 'items', 'Records: items (1 record).'],
	])('%s', (_what, body, property, evidence) => {
		const found = seenIn({ body });
		expect(found.page.property).toBe(property);
		expect(found.evidence).toBe(evidence);
		expect(found.page.records).toHaveLength(Number(/\d+(?= record)/.exec(evidence)));
	});
});

describe('it is not clear where the records are', () => {
	test.each<[string, unknown, RegExp]>([
		[
			'text',
			7,
			/^The response is 7, not a list of records[.]\nSet Source to Fields Below, and enter the path of the array of records in Records Path[.]$/,
		],
		[
			'an object',
			{ id: 1, b: { c: 2 } },
			/no array of records[.] It is an object with id, b[.]\nIf it is a single record, no paging is needed[.] Otherwise, check the URL[.] Set Source/,
		],
		['nothing', {}, /It is an object with no members[.]/],
		[
			'many members',
			Object.fromEntries([...'abcdefghij'].map((key) => [key, 1])),
			/with a, b, c, d, e, f, g, h[.]/,
		],
		['deeper than four', { a: { b: { c: { d: { things: SIX } } } } }, /no array/],
		[
			'two arrays',
			{ users: SIX, groups: ANY },
			/more than one array that may contain the records: users \(6 records\) and groups \(3 records\)[.]\nSet Source to Fields Below, and enter the path of the array of records in Records Path: users or groups[.]$/,
		],
		[
			'an empty usual one, and another',
			{ data: [], users: SIX },
			/users \(6 records\) and data \(0 records\)/,
		],
		[
			'a record by its id',
			{ id: 1, roles: SIX },
			/single record with the array roles \(6 records\), not like a list of records[.]\nIf roles contains the records: Set Source/,
		],
		['a record by its dates', { created_at: 'x', steps: SIX }, /single record/],
		['a record by four members', { a: 'x', b: 'x', c: true, d: 'x', steps: SIX }, /single record/],
		['only errors', { warnings: SIX }, /no array/],
	])('%s', (_what, body, text) => {
		expect(errorIn(body)).toMatch(text);
	});

	test.each<[string, object]>([
		['three members', { a: 'x', b: 'x', c: true, d: 5, steps: SIX }],
		['members of an envelope', { status: 'x', message: 'x', code: 'x', type: 'x', steps: SIX }],
		['a name that is usual', { id: 1, items: SIX }],
	])('but with %s it is', (_what, body) => {
		expect(errorIn(body)).toMatch(/^found (steps|items)$/);
	});

	test.each([
		[
			'?symbols=ABC,XYZ',
			{ bars: { ABC: SIX } },
			/array for each value in the URL, such as bars[.]ABC \(6 records\), not one list of records[.]\nRead one value at a time[.] Set Source/,
		],
		['?symbols=ABC', { bars: { ABC: SIX } }, /^found bars[.]ABC$/],
		['?symbols=XYZ,DEF', { bars: { ABC: SIX } }, /^found bars[.]ABC$/],
		['?fields=steps,name', { bars: { steps: SIX } }, /^found bars[.]steps$/],
		['?fields=ABC,name', { ABC: SIX }, /^found ABC$/],
	])('with the query %s', (query, body, text) => {
		expect(errorIn(body, URL_LIST + query)).toMatch(text);
	});
});
