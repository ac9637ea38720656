import { getEventListeners } from 'node:events';

import { ABORTED, orAborted } from '../../nodes/shared/basics/values';

const never = new Promise<string>(() => {});

describe('Waiting for work, or for a signal', () => {
	it('needs one listener for any number of waits, and none when they have ended', async () => {
		const { signal } = new AbortController();
		let finish: (text: string) => void = () => {};
		const work = new Promise<string>((resolve) => (finish = resolve));
		const waits = Array.from({ length: 50 }, async () => await orAborted(work, signal));
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		finish('done');
		expect(new Set(await Promise.all(waits))).toEqual(new Set(['done']));
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		await orAborted(work, signal);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('ends every wait when the signal fires', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const failing = Promise.reject(new Error('too late'));
		const waits = [never, never, never].map(async (work) => await orAborted(work, signal));
		const ended = orAborted(Promise.resolve('done'), signal);
		expect(await ended).toBe('done');
		controller.abort();
		expect(await Promise.all(waits)).toEqual([ABORTED, ABORTED, ABORTED]);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		expect(await orAborted(failing, signal)).toBe(ABORTED);
	});
});
