import { AdaptiveWindow, type Refusal } from '../../../nodes/shared/basics/adaptiveWindow';

const REFUSED = { cause: 'refused', waitMs: 0 } as const;
const FAILED = { cause: 'failed', waitMs: 0 } as const;

/** Refuses some of the requests that are open together. */
const refuse = (
	window: AdaptiveWindow,
	count: number,
	open: number,
	why: Pick<Refusal, 'cause' | 'waitMs'> = REFUSED,
) => {
	const marks = Array.from({ length: count }, () => window.mark());
	for (const mark of marks) window.refused({ mark, open, ...why });
};
const answer = (window: AdaptiveWindow, count: number) => {
	for (let answered = 0; answered < count; answered++) window.answered(window.mark());
	return window.size;
};
/** @returns how many answers it takes until one more request may be open */
function answersUntilGrowth(window: AdaptiveWindow): number {
	const { size } = window;
	for (let count = 1; count <= 10_000; count++) {
		window.answered(window.mark());
		if (window.size !== size) {
			expect(window.size).toBe(size + 1);
			return count;
		}
	}
	return Infinity;
}

describe('how many requests may be open after refusals', () => {
	test.each<[most: number, refused: number, open: number, size: number]>([
		[16, 1, 16, 8],
		[16, 9, 16, 7],
		[16, 15, 16, 1],
		[16, 1, 5, 4],
		[32, 28, 32, 4],
		[Infinity, 1, 20, 10],
		[Infinity, 16, 20, 4],
	])('of %d, %i refused of %i that were open: %i', (most, refused, open, size) => {
		const window = new AdaptiveWindow(most);
		expect(window.size).toBe(most);
		refuse(window, refused, open);
		expect(window.size).toBe(size);
	});

	test('one that left before it belongs to it', () => {
		const window = new AdaptiveWindow(16);
		const [first, second] = [window.mark(), window.mark()];
		window.refused({ mark: first, open: 16, ...REFUSED });
		window.refused({ mark: second, open: 15, ...REFUSED });
		expect(window.size).toBe(8);
	});

	test('what was answered beside the refused ones was not too much', () => {
		const window = new AdaptiveWindow(16);
		const marks = Array.from({ length: 14 }, () => window.mark());
		answer(window, 5);
		for (const mark of marks) window.refused({ mark, open: 14, ...REFUSED });
		expect(window.size).toBe(5);
	});

	test('all that were open say nothing of their number, unless it happens again at once', () => {
		const window = new AdaptiveWindow(16);
		refuse(window, 16, 16);
		expect(window.size).toBe(16);
		refuse(window, 16, 16);
		expect(window.size).toBe(8);
		refuse(window, 8, 8);
		expect(window.size).toBe(4);
	});

	test('all that fail are fewer from then on', () => {
		const window = new AdaptiveWindow(16);
		refuse(window, 16, 16, FAILED);
		expect(window.size).toBe(8);
	});

	test('most of those that the server has just taken are a matter of time', () => {
		const window = new AdaptiveWindow(8);
		answer(window, 100);
		refuse(window, 6, 8);
		expect(window.size).toBe(8);
		// Only where it has taken as many since the last wait.
		answer(window, 4);
		refuse(window, 6, 8);
		expect(window.size).toBe(2);
	});

	test('nor is it one of their number where those are answered that were open with them', () => {
		const window = new AdaptiveWindow(8);
		answer(window, 4);
		const marks = Array.from({ length: 4 }, () => window.mark());
		refuse(window, 5, 8);
		expect(window.size).toBe(3);
		for (const mark of marks) window.answered(mark);
		expect(window.size).toBe(8);
	});
});

describe('how it grows back', () => {
	test('by one after a window of answers, later where it was refused', () => {
		const window = new AdaptiveWindow(8);
		refuse(window, 1, 8);
		// 4 may be open, 7 were taken, 8 were too many.
		expect([1, 2, 3, 4].map(() => answersUntilGrowth(window))).toEqual([4, 5, 6, 7 * 16]);
		expect(window.size).toBe(8);
		expect(answersUntilGrowth(window)).toBe(Infinity);
	});

	test('more patiently after each refusal, up to a bound', () => {
		const window = new AdaptiveWindow(2);
		const waits = [1, 2, 3, 4, 5].map(() => {
			refuse(window, 1, 2);
			return answersUntilGrowth(window);
		});
		expect(waits).toEqual([16, 32, 64, 64, 64]);
	});

	test('no sooner than 16 times the wait that the refusal has cost, then 32 times', () => {
		let now = 0;
		const window = new AdaptiveWindow(2, () => now);
		for (const times of [16, 32, 64, 64]) {
			refuse(window, 1, 2, { cause: 'refused', waitMs: 1_000 });
			now += times * 1_000 - 1;
			expect(answer(window, 1_000)).toBe(1);
			now++;
			expect(answer(window, 1)).toBe(2);
		}
	});
});
