import { membersOf, similarTo, whatIsThere } from '../../../nodes/shared/paging/run/suggestion';

describe('the path that was meant by a misspelled one', () => {
	test.each<[what: string, path: string, there: string[], meant: string | undefined]>([
		['two letters swapped', 'rwos', ['rows'], 'rows'],
		['the first two swapped', 'orws', ['rows'], 'rows'],
		['the last two swapped', 'rosw', ['rows'], 'rows'],
		['a letter more', 'rowes', ['rows'], 'rows'],
		['a letter less', 'rws', ['rows'], 'rows'],
		['another letter', 'raws', ['rows'], 'rows'],
		['two other letters side by side', 'abws', ['rows'], undefined],
		['two other letters apart', 'rxwx', ['rows'], undefined],
		['one letter moved to the front', 'xrws', ['rows'], undefined],
		['one letter moved back', 'oxws', ['rows'], undefined],
		['swapped, and another letter', 'rwox', ['rows'], undefined],
		['another letter, and swapped', 'xosw', ['rows'], undefined],
		['another letter, and one more', 'rosx', ['rows'], undefined],
		['a short name with two letters less', 'ws', ['rows'], undefined],
		['a longer name with two letters less', 'recor', ['records'], 'records'],
		['a longer name with three letters less', 'reco', ['records'], undefined],
		['a plural in -es', 'tax', ['taxes'], 'taxes'],
		['a singular of one in -es', 'axes', ['ax'], 'ax'],
		['a name without letters', '–', ['es'], undefined],
		['nothing like it', 'rows', ['owner', 'status'], undefined],
		['nothing there', 'rows', [], undefined],
	])('%s: %s', (_what, path, there, meant) => {
		expect(similarTo(path, there)).toBe(meant);
	});

	test('is the same path in another spelling before the same name elsewhere', () => {
		expect(similarTo('data.line_items', ['lineItems', 'data.lineItems'])).toBe('data.lineItems');
	});

	test('is the same name elsewhere before a similar name', () => {
		expect(similarTo('items', ['item', 'data.Items'])).toBe('data.Items');
	});
});

describe('what a body contains', () => {
	test('five names at most', () => {
		const body = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 };
		expect(whatIsThere('records', body)).toBe(
			' The response contains no array, only "a", "b", "c", "d", "e".',
		);
	});

	test('five arrays at most', () => {
		const body = { a: [], b: [], c: [], d: [], e: [], f: [] };
		expect(whatIsThere('records', body)).toBe(
			' Arrays are at "a" (0 elements), "b" (0 elements), "c" (0 elements), "d" (0 elements), "e" (0 elements).',
		);
	});

	test('members, the outer ones first, and none of arrays', () => {
		const body = { a: { b: { c: { d: 1 } } }, e: [{ f: 1 }] };
		expect(membersOf(body).map(({ path }) => path)).toEqual(['a', 'e', 'a.b', 'a.b.c']);
	});
});
