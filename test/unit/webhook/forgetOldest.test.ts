import { forgetOldest } from '../../../nodes/shared/webhook/ledger';

it.each([
	[0, []],
	[1, ['c']],
	[2, ['b', 'c']],
	[3, ['a', 'b', 'c']],
	[4, ['a', 'b', 'c']],
])('of three, at most %i are left: %j', (limit, left) => {
	const [set, map] = [new Set(['a', 'b', 'c']), new Map(['a', 'b', 'c'].map((key) => [key, 1]))];
	forgetOldest(set, limit);
	forgetOldest(map, limit);
	expect([...set]).toEqual(left);
	expect([...map.keys()]).toEqual(left);
});
