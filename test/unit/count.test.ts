import { countOf } from '../../nodes/shared/count';

it.each([
	[0, '0 pages'],
	[1, '1 page'],
	[2, '2 pages'],
])('counts %i page(s) as "%s"', (count, text) => {
	expect(countOf(count, 'page')).toBe(text);
});
