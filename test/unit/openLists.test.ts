import { OpenLists } from '../../nodes/shared/node/properties/locator';

describe('lists that are open in editors', () => {
	let time = 0;
	const lists = () => new OpenLists<string>({ maxLists: 2, maxIdleMs: 1000, now: () => time });

	it('are kept for their owner only', () => {
		const open = lists();
		const id = open.open('mine', ['a']);
		expect(open.get(id, 'mine')).toEqual(['a']);
		expect(open.get(id, 'theirs')).toBeUndefined();
		open.close(id);
		expect(open.get(id, 'mine')).toBeUndefined();
	});

	it('are forgotten when nobody has used them for a while', () => {
		const open = lists();
		const id = open.open('mine', ['a']);
		time += 900;
		expect(open.get(id, 'mine')).toEqual(['a']);
		time += 900;
		expect(open.get(id, 'mine')).toEqual(['a']);
		time += 1001;
		expect(open.get(id, 'mine')).toBeUndefined();
	});

	it('are few: a new one takes the place of the one that was used longest ago', () => {
		const open = lists();
		const [first, second] = [open.open('mine', ['1']), open.open('mine', ['2'])];
		open.get(first, 'mine');
		const third = open.open('mine', ['3']);
		expect([first, second, third].map((id) => open.get(id, 'mine'))).toEqual([
			['1'],
			undefined,
			['3'],
		]);
	});
});
