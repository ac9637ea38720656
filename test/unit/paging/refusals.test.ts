import { pageBased } from './fakeServer';
import { reading, settle } from './patientServer';
import { VirtualTime } from './virtualTime';

describe('refusals', () => {
	test('no more leaves while a refusal is waited out, then the refused one goes first', async () => {
		const time = new VirtualTime();
		const log: string[] = [];
		const server = await reading(pageBased(), { prefetch: 3 }, { clock: time.clock });
		const again = server.control(2).onThrottled(1_000).then(() => log.push(`again at ${time.now}`)); // prettier-ignore
		await server.answer(1);
		expect(server.asked).toEqual([1, 2, 3]);
		await time.run(async () => await time.sleep(999));
		expect(log).toEqual([]);
		await time.run(async () => await time.sleep(2));
		await again;
		expect(log).toEqual(['again at 1000']);
	});

	test('without a clock the refused request waits for room only', async () => {
		const server = await reading(pageBased(), { prefetch: 4 });
		const log: string[] = [];
		const again = [3, 4].map((page) => server.control(page).onThrottled(1_000).then(() => log.push(`page ${page}`))); // prettier-ignore
		await settle();
		expect(log).toEqual([]);
		await server.answer(2);
		expect(log).toEqual(['page 3']);
		await server.answer(1);
		expect(log).toEqual(['page 3', 'page 4']);
		await Promise.all(again);
	});

	test('a clock that gives up does not keep requests back', async () => {
		const clock = { sleep: async () => await Promise.reject(new Error('over')) };
		const server = await reading(pageBased(), { prefetch: 3 }, { clock });
		const log: string[] = [];
		void server.control(3).onThrottled(1_000).then(() => log.push('again')); // prettier-ignore
		await server.answer(1);
		await server.answer(2);
		expect(log).toEqual(['again']);
		await server.answer(3);
		expect(server.asked).toEqual([1, 2, 3, 4, 5]);
	});

	test('the number of requests grows back when the server takes them again', async () => {
		const server = await reading(pageBased(), { prefetch: 4 });
		// Two of four are taken, so that two may be out from here on.
		const again = [3, 4].map((page) => server.control(page).onThrottled(1));
		let page = 1;
		const open = () => server.asked.length - page + 1;
		await server.answer(page++);
		await server.answer(page++);
		await Promise.all(again);
		expect(open()).toBe(2);
		while (page < 200) await server.answer(page++);
		expect(open()).toBe(4);
	});

	test('a request that was answered takes no notice of a late refusal', async () => {
		const server = await reading(pageBased(), { prefetch: 2 });
		const { onThrottled } = server.control(2);
		await server.answer(2);
		await onThrottled(1_000);
		await server.answer(1);
		expect(server.asked).toEqual([1, 2, 3, 4]);
	});
});

describe('a run that is over', () => {
	const OVER = 'The run has ended.';

	test('refuses to have a request repeated', async () => {
		const server = await reading(pageBased(), { prefetch: 3 });
		const { onThrottled } = server.control(3);
		await server.say(1, { status: 204 });
		await server.end();
		await expect(onThrottled(1)).rejects.toThrow(OVER);
	});

	test('refuses it also to a request that waits', async () => {
		const server = await reading(pageBased(), { prefetch: 2 }, { clock: new VirtualTime().clock });
		const waiting = server.control(2).onThrottled(1_000);
		const refused = expect(waiting).rejects.toThrow(OVER);
		await server.say(1, { status: 204 });
		await server.end();
		await refused;
	});

	test('abandons what is out and asks for nothing more', async () => {
		const server = await reading(pageBased(), { prefetch: 3 });
		const signals = [1, 2, 3].map((page) => server.control(page).signal);
		await server.say(1, { status: 204 });
		await server.end();
		expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
		await server.answer(2);
		await server.answer(3);
		expect(server.asked).toEqual([1, 2, 3]);
	});

	test('asks for nothing when a wait ends later', async () => {
		const time = new VirtualTime();
		const server = await reading(pageBased(), { prefetch: 3, interval: 50 }, { clock: time.clock });
		expect(server.asked).toEqual([1]);
		await server.say(1, { status: 204 });
		await server.end();
		await time.run(async () => await time.sleep(100));
		expect(server.asked).toEqual([1]);
	});
});
