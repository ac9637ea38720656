import { DeliveryLedger } from '../../../nodes/shared/webhook/ledger';
import { STORED_EVENTS, STORED_LONGER } from '../../../nodes/shared/webhook/retention';
import { claim, MemoryStore } from './claim';

let ledger: DeliveryLedger;
let store: MemoryStore;

beforeEach(() => {
	ledger = new DeliveryLedger();
	store = new MemoryStore();
});

function deliver(eventKey: string, { to = ledger, seen = store, ...options }: DeliverOptions = {}) {
	return claim(to, eventKey, seen, options);
}

interface DeliverOptions {
	to?: DeliveryLedger;
	seen?: MemoryStore;
	persistNow?: boolean;
	scopeKey?: string;
	now?: number;
	resendMs?: number;
}

describe.each([true, false])('persistNow %s', (persistNow) => {
	const send = (eventKey: string) => deliver(eventKey, { persistNow });

	test('case 44: the same event after success', () => {
		const first = send('evt_1');
		expect(first.verdict).toBe('new');
		first.answer.state = 'done';
		expect(send('evt_1').verdict).toBe('duplicate');
		expect(send('evt_1').verdict).toBe('duplicate');
	});

	test('case 48: of five copies at once one runs and four find it in progress', () => {
		const copies = Array.from({ length: 5 }, () => send('evt_1'));
		expect(copies.map(({ verdict }) => verdict)).toEqual(['new', 'busy', 'busy', 'busy', 'busy']);
		// That the copies were answered with 503 says nothing about the one in progress.
		for (const { answer } of copies.slice(1)) answer.state = 'failed';
		expect(send('evt_1').verdict).toBe('busy');
	});

	test('cases 50 and 51: a re-send after an answer other than 2xx runs again', () => {
		for (let attempt = 0; attempt < 4; attempt++) {
			const { verdict, answer } = send('evt_1');
			expect(verdict).toBe('new');
			answer.state = 'failed';
		}
		expect(send('evt_1').verdict).toBe('new');
		expect(send('evt_1').verdict).toBe('busy');
	});

	test('a failed event stays out of the store, also when other events come in between', () => {
		send('evt_1').answer.state = 'failed';
		send('evt_2').answer.state = 'done';
		send('evt_3');
		expect(store.ids).not.toContain('evt_1');
		expect(store.ids).toContain('evt_2');
		expect(send('evt_1').verdict).toBe('new');
	});

	test('after a restart the stored ids decide', () => {
		send('evt_1').answer.state = 'done';
		send('evt_2').answer.state = 'done';
		const afterRestart = new DeliveryLedger();
		expect(deliver('evt_1', { persistNow, to: afterRestart }).verdict).toBe('duplicate');
		expect(deliver('evt_3', { persistNow, to: afterRestart }).verdict).toBe('new');
	});
});

describe('what is stored', () => {
	test('case 51: an event whose run may still fail is stored by a later delivery', () => {
		const { answer } = deliver('evt_1', { persistNow: false });
		deliver('evt_2', { persistNow: false });
		expect(store.ids).toEqual([]);
		answer.state = 'done';
		deliver('evt_3', { persistNow: false });
		expect(store.ids).toEqual(['evt_1']);
	});

	test('ids of other processes stay, and ids lost to an overlapping delivery are restored', () => {
		deliver('evt_1').answer.state = 'done';
		store.ids = ['evt_of_another_process'];
		deliver('evt_2');
		expect(store.ids).toEqual(['evt_of_another_process', 'evt_1', 'evt_2']);
	});

	test('an event that failed here and was handled by another process is a duplicate', () => {
		deliver('evt_1', { persistNow: false }).answer.state = 'failed';
		store.ids = ['evt_1'];
		expect(deliver('evt_1', { persistNow: false }).verdict).toBe('duplicate');
	});

	test('the loaded list is never changed in place, and nothing is saved without a change', () => {
		const loaded = Object.freeze(['evt_0']);
		store.ids = loaded;
		deliver('evt_1').answer.state = 'done';
		expect(loaded).toEqual(['evt_0']);
		expect(store.saves).toBe(1);
		deliver('evt_1');
		deliver('evt_0');
		expect(store.saves).toBe(1);
	});

	test('an event that was stored at once and then failed is taken out, whatever comes next', () => {
		deliver('evt_1').answer.state = 'done';
		deliver('evt_2').answer.state = 'failed';
		expect(store.ids).toEqual(['evt_1', 'evt_2']);
		expect(deliver('evt_1').verdict).toBe('duplicate');
		expect(store.ids).toEqual(['evt_1']);
	});

	test('an event that failed and runs again is stored like any other', () => {
		deliver('evt_1').answer.state = 'failed';
		deliver('evt_1');
		deliver('evt_2');
		expect(store.ids).toEqual(['evt_1', 'evt_2']);
	});

	test('the list keeps the newest ids and does not grow without end', () => {
		store.ids = Array.from({ length: STORED_EVENTS - 1 }, (_, event) => `evt_${event}`);
		for (let event = STORED_EVENTS - 1; event < STORED_EVENTS + 5; event++) {
			deliver(`evt_${event}`).answer.state = 'done';
		}
		expect(store.ids).toHaveLength(STORED_EVENTS);
		expect(store.ids[0]).toBe('evt_5');
		expect(store.ids.at(-1)).toBe(`evt_${STORED_EVENTS + 4}`);
	});

	test('a store that fails leaves the event unclaimed', () => {
		jest.spyOn(store, 'save').mockImplementationOnce(() => {
			throw new Error('no');
		});
		expect(() => deliver('evt_1')).toThrow('no');
		expect(deliver('evt_1').verdict).toBe('new');
	});
});

describe('what a run stores', () => {
	const scopeKey = 'workflow/TPRM Trigger';
	const keysOf = (stored: string[]) => [
		...ledger.handledIn(scopeKey, new MemoryStore(stored).load()).keys(),
	];

	test('is what was stored, and what was handled or is in progress, in order', () => {
		deliver('evt_1').answer.state = 'done';
		deliver('evt_2');
		deliver('evt_of_another', { scopeKey: 'other' });
		expect(keysOf(['evt_0'])).toEqual(['evt_0', 'evt_1', 'evt_2']);
	});

	test('has no event whose run failed to start, or whose result is not known yet', () => {
		deliver('evt_1').answer.state = 'failed';
		deliver('evt_2', { persistNow: false });
		deliver('evt_3', { persistNow: false }).answer.state = 'done';
		deliver('evt_4');
		expect(keysOf(['evt_1'])).toEqual(['evt_3', 'evt_4']);
	});
});

describe('where copies end after a time', () => {
	const HOUR_MS = 3_600_000;
	const resendMs = HOUR_MS;
	const send = (count: number, hours: number) =>
		Array.from({ length: count }, (_, index) => {
			const key = `${hours}:${index}`;
			deliver(key, { now: hours * HOUR_MS, resendMs }).answer.state = 'done';
			return key;
		});

	test('all events of that time are stored, and fewer of those before', () => {
		const [old, recent] = [send(STORED_LONGER, 0), send(STORED_LONGER + 50, 10)];
		expect(store.ids).toEqual(recent);
		expect(store.ids).not.toContain(old[0]);
		const next = send(1, 20);
		expect(store.ids).toEqual([...recent.slice(1 - STORED_LONGER), ...next]);
	});

	test('none is stored for longer than 30 days, nor added again from memory', () => {
		const [first] = [send(1, 0), send(1, 24 * 31)];
		expect(store.ids).toEqual(['744:0']);
		store.ids = [];
		send(1, 24 * 32);
		expect(store.ids).toEqual(['744:0', '768:0']);
		expect(deliver(first[0] ?? '', { now: 24 * 33 * HOUR_MS, resendMs }).verdict).toBe('duplicate');
	});
});
