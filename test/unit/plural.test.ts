import { plural } from '../../nodes/shared/plural';

it.each([
	[0, '0 pages'],
	[1, '1 page'],
	[2, '2 pages'],
])('counts %i page(s) as "%s"', (count, text) => {
	expect(plural(count, 'page')).toBe(text);
});
