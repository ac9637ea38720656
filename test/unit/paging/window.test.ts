import type { Throttle } from '../../../nodes/shared/paging/fetch/throttle';
import { createThrottle } from '../../../nodes/shared/paging/fetch/throttle';

const refuse = (throttle: Throttle, count: number, out: number) => {
	const tickets = Array.from({ length: count }, () => throttle.ticket());
	for (const ticket of tickets) throttle.refused(ticket, out);
};
const answer = (throttle: Throttle, count: number) => {
	for (let answered = 0; answered < count; answered++) throttle.answered(throttle.ticket());
	return throttle.window;
};
/** @returns how many answers it takes until one more request may be out */
function answersUntilGrowth(throttle: Throttle): number {
	const { window } = throttle;
	for (let count = 1; count <= 10_000; count++) {
		throttle.answered(throttle.ticket());
		if (throttle.window !== window) {
			expect(throttle.window).toBe(window + 1);
			return count;
		}
	}
	return Infinity;
}

describe('how many requests may be out after refusals', () => {
	test.each<[most: number, refused: number, out: number, window: number]>([
		[16, 1, 16, 8],
		[16, 9, 16, 7],
		[16, 16, 16, 1],
		[16, 1, 5, 4],
		[16, 1, 1, 1],
		[1, 1, 1, 1],
	])('of %i, %i refused of %i that were out: %i', (most, refused, out, window) => {
		const throttle = createThrottle(most, () => 0);
		expect(throttle.window).toBe(most);
		refuse(throttle, refused, out);
		expect(throttle.window).toBe(window);
	});

	test('one that left before it belongs to it', () => {
		const throttle = createThrottle(16, () => 0);
		const [first, second] = [throttle.ticket(), throttle.ticket()];
		throttle.refused(first, 16);
		throttle.refused(second, 15);
		expect(throttle.window).toBe(8);
	});

	test('what was answered beside the refused ones was not too much', () => {
		const throttle = createThrottle(16, () => 0);
		const tickets = Array.from({ length: 14 }, () => throttle.ticket());
		answer(throttle, 5);
		for (const ticket of tickets) throttle.refused(ticket, 14);
		expect(throttle.window).toBe(5);
	});
});

describe('how it grows back', () => {
	test('by one after a window of answers, later where it was refused', () => {
		const throttle = createThrottle(8, () => 0);
		refuse(throttle, 1, 8);
		// 4 may be out, 7 were taken, 8 were too many.
		expect([1, 2, 3, 4].map(() => answersUntilGrowth(throttle))).toEqual([4, 5, 6, 7 * 16]);
		expect(throttle.window).toBe(8);
		expect(answersUntilGrowth(throttle)).toBe(Infinity);
	});

	test('more patiently after each refusal, up to a bound', () => {
		const throttle = createThrottle(2, () => 0);
		const waits = [1, 2, 3, 4, 5].map(() => {
			refuse(throttle, 1, 2);
			return answersUntilGrowth(throttle);
		});
		expect(waits).toEqual([16, 32, 64, 64, 64]);
	});
});
