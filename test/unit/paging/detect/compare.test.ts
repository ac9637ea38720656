import { compareRecords } from '../../../../nodes/shared/paging/detect/compare';

const ids = (...values: unknown[]) => values.map((id) => ({ id, name: 'A', size: 1 }));

describe('how the records of two pages relate', () => {
	test.each<[string, unknown[], unknown[], string]>([
		['the same records', ids(1, 2), ids(1, 2), 'same'],
		['the same records in another order', ids(1, 2), ids(2, 1), 'same'],
		['fewer of the same records', ids(1, 2), ids(2), 'same'],
		['the same records, changed', ids(1, 2), [{ id: 1, seen: 5 }, { id: 2 }], 'same'],
		['the same text', ['a', 'b'], ['b', 'a'], 'same'],
		['the same records without an id', [{ a: 1, b: [1] }], [{ b: [1], a: 1 }], 'same'],
		['other records', ids(1, 2), ids(3, 4), 'new'],
		['other text', ['a', 'b'], ['c'], 'new'],
		['ids that are text on one page', ids(1, 2), ids('1', '2'), 'same'],
		['some of the records', ids(1, 2), ids(2, 3), 'overlapping'],
		['some that are alike on page one, too', [{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }], 'new'],
		['records with half of the members', ids(1), [{ id: 2, name: 'B' }], 'new'],
		['records with a third of the members', ids(1), [{ id: 2, message: 'B' }], 'different'],
		[
			'records without members in common',
			[
				{ id: 1, a: 1 },
				{ id: 2, b: 1 },
			],
			[{ id: 3 }],
			'new',
		],
		['text instead of records', ids(1), ['a'], 'different'],
		['records instead of text', ['a'], ids(1), 'different'],
		['text among records', ids(1), [...ids(2), 'a'], 'different'],
		['a record that has no id', ids(1, 2), [{ name: 'A', size: 1 }], 'new'],
		['a record among text', ['a'], ['b', { id: 1 }], 'different'],
		['ids that are objects', [{ id: { n: 1 } }], [{ id: { n: 2 } }], 'new'],
		['records with just half of the members', [{ id: 1, a: 1 }], [{ id: 2 }], 'new'],
		[
			'records with what all of page one have',
			[{ id: 1, a: 1, b: 1 }, { id: 2 }],
			[{ id: 3 }],
			'new',
		],
	])('%s', (_what, first, second, comparison) => {
		expect(compareRecords(first, second)).toBe(comparison);
	});

	test.each([
		...['id', '_id', 'uuid', 'guid', 'key', 'Id', 'ID', 'sys_id', 'sid', 'gid', 'number'],
		...['code', 'slug', 'email', 'url', 'href', 'self', 'name'],
	])('a record is recognized by its %s', (name) => {
		const page = (read: number) => ['x', 'y'].map((value) => ({ [name]: value, read }));
		expect(compareRecords(page(1), page(2))).toBe('same');
		expect(compareRecords(page(1), [{ [name]: 'z', read: 1 }])).toBe('new');
	});

	test.each(['user', 'node', 'data', 'resource', 'attributes', 'fields', '_source'])(
		'or by an id in its %s',
		(wrapper) => {
			const page = (read: number) => ['x', 'y'].map((id) => ({ [wrapper]: { id }, read }));
			expect(compareRecords(page(1), page(2))).toBe('same');
		},
	);

	test('but not by what several records have in common', () => {
		const page = (at: number) => [1, 2].map((value) => ({ code: 'EU', value: value + at }));
		expect(compareRecords(page(0), page(2))).toBe('new');
	});

	test('an id is not mistaken for that of another member', () => {
		const first = [{ id: 1 }, { id: 2 }];
		expect(compareRecords(first, [{ key: 1 }])).not.toBe('same');
	});
});
