import type { ResponseState, SeenStore } from '../../../nodes/shared/webhook/ledger';
import {
	DeliveryLedger,
	OPEN_LIMIT_MS,
	REMEMBERED_CLAIMS,
	REMEMBERED_SCOPES,
	STORED_IDS,
} from '../../../nodes/shared/webhook/ledger';

class MemoryStore implements SeenStore {
	saves = 0;

	constructor(public ids: readonly string[] = []) {}

	load(): readonly string[] {
		return this.ids;
	}

	save(ids: string[]): void {
		this.saves++;
		this.ids = ids;
	}
}

let now = 0;
let ledger: DeliveryLedger;
let store: MemoryStore;

beforeEach(() => {
	now = 1_790_000_000_000;
	ledger = new DeliveryLedger(() => now);
	store = new MemoryStore();
});

/** A delivery whose answer the test decides about. */
function deliver(
	eventKey: string,
	{ persistNow = true, scopeKey = 'workflow/TPRM Trigger', to = ledger, seen = store } = {},
) {
	const answer: { state: ResponseState; asked: number } = { state: 'open', asked: 0 };
	const verdict = to.claim({
		scopeKey,
		eventKey,
		readState: () => {
			answer.asked++;
			return answer.state;
		},
		store: seen,
		persistNow,
	});
	return { verdict, answer };
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

	test('case 48: of five copies at once one runs and four find it in work', () => {
		const copies = Array.from({ length: 5 }, () => send('evt_1'));
		expect(copies.map(({ verdict }) => verdict)).toEqual(['new', 'busy', 'busy', 'busy', 'busy']);
		// That the copies were answered with 503 says nothing about the one in work.
		for (const { answer } of copies.slice(1)) answer.state = 'broken';
		expect(send('evt_1').verdict).toBe('busy');
	});

	test('cases 50 and 51: a re-send after an answer other than 2xx runs again', () => {
		for (let attempt = 0; attempt < 4; attempt++) {
			const { verdict, answer } = send('evt_1');
			expect(verdict).toBe('new');
			answer.state = 'broken';
		}
		expect(send('evt_1').verdict).toBe('new');
		expect(send('evt_1').verdict).toBe('busy');
	});

	test('a failed event stays out of the store, also when other events come in between', () => {
		send('evt_1').answer.state = 'broken';
		send('evt_2').answer.state = 'done';
		send('evt_3');
		expect(store.ids).not.toContain('evt_1');
		expect(store.ids).toContain('evt_2');
		expect(send('evt_1').verdict).toBe('new');
	});

	test('after a restart the stored ids decide', () => {
		send('evt_1').answer.state = 'done';
		send('evt_2').answer.state = 'done';
		const afterRestart = new DeliveryLedger(() => now);
		expect(deliver('evt_1', { persistNow, to: afterRestart }).verdict).toBe('duplicate');
		expect(deliver('evt_3', { persistNow, to: afterRestart }).verdict).toBe('new');
	});

	test('other workflows and nodes are not concerned', () => {
		send('evt_1').answer.state = 'done';
		const seen = new MemoryStore();
		expect(deliver('evt_1', { persistNow, scopeKey: 'other', seen }).verdict).toBe('new');
	});
});

describe('what is stored', () => {
	test('an event that counts as handled once accepted is stored at once', () => {
		deliver('evt_1');
		expect(store.ids).toEqual(['evt_1']);
	});

	test('a copy that finds the event in work stores nothing for it', () => {
		deliver('evt_1', { seen: new MemoryStore() });
		expect(deliver('evt_1').verdict).toBe('busy');
		expect(store.ids).toEqual([]);
	});

	test('case 51: an event whose run may still fail is stored by a later delivery', () => {
		const { answer } = deliver('evt_1', { persistNow: false });
		deliver('evt_2', { persistNow: false });
		expect(store.ids).toEqual([]);
		answer.state = 'done';
		deliver('evt_3', { persistNow: false });
		expect(store.ids).toEqual(['evt_1']);
	});

	test('ids of other processes stay, and ids lost to an overlapping delivery come back', () => {
		deliver('evt_1').answer.state = 'done';
		store.ids = ['evt_of_another_process'];
		deliver('evt_2');
		expect(store.ids).toEqual(['evt_of_another_process', 'evt_1', 'evt_2']);
	});

	test('an event that failed here and was handled by another process is a duplicate', () => {
		deliver('evt_1', { persistNow: false }).answer.state = 'broken';
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
		deliver('evt_2').answer.state = 'broken';
		expect(store.ids).toEqual(['evt_1', 'evt_2']);
		expect(deliver('evt_1').verdict).toBe('duplicate');
		expect(store.ids).toEqual(['evt_1']);
	});

	test('the list keeps the newest ids and does not grow without end', () => {
		for (let event = 0; event < STORED_IDS + 500; event++) {
			deliver(`evt_${event}`).answer.state = 'done';
		}
		expect(store.ids).toHaveLength(STORED_IDS);
		expect(store.ids[0]).toBe('evt_500');
		expect(store.ids.at(-1)).toBe(`evt_${STORED_IDS + 499}`);
	});

	test('a store that fails leaves the event unclaimed', () => {
		jest.spyOn(store, 'save').mockImplementationOnce(() => {
			throw new Error('no');
		});
		expect(() => deliver('evt_1')).toThrow('no');
		expect(deliver('evt_1').verdict).toBe('new');
	});
});

describe('what is remembered', () => {
	/** Remembers nothing, so that the verdicts come from memory alone. */
	const forgetful = () => new MemoryStore();

	test('finished claims up to a number; the oldest goes first', () => {
		for (let event = 0; event <= REMEMBERED_CLAIMS + 1; event++) {
			deliver(`evt_${event}`, { seen: forgetful() }).answer.state = 'done';
		}
		expect(deliver('evt_1', { seen: forgetful() }).verdict).toBe('duplicate');
		expect(deliver('evt_0', { seen: forgetful() }).verdict).toBe('new');
	});

	test('an event that ran again counts from its last run', () => {
		const send = (eventKey: string) => deliver(eventKey, { seen: forgetful() });
		send('evt_0').answer.state = 'broken';
		for (let event = 1; event < REMEMBERED_CLAIMS; event++)
			send(`evt_${event}`).answer.state = 'done';
		send('evt_0').answer.state = 'done';
		for (let event = 0; event < 10; event++) send(`evt_later_${event}`).answer.state = 'done';
		expect(send('evt_0').verdict).toBe('duplicate');
		expect(send('evt_1').verdict).toBe('new');
	});

	test('claims in work take no place from finished ones', () => {
		const finished = Array.from({ length: 900 }, (_, event) => `evt_finished_${event}`);
		for (const event of finished) deliver(event, { seen: forgetful() }).answer.state = 'done';
		for (let event = 0; event < 200; event++) deliver(`evt_${event}`, { seen: forgetful() });
		const verdicts = finished.map((event) => deliver(event, { seen: forgetful() }).verdict);
		expect(new Set(verdicts)).toEqual(new Set(['duplicate']));
	});

	test('every claim in work, however many there are', () => {
		const first = deliver('evt_0', { seen: forgetful() });
		for (let event = 1; event < 3 * REMEMBERED_CLAIMS; event++) {
			const { answer } = deliver(`evt_${event}`, { seen: forgetful() });
			if (event % 2 === 0) answer.state = 'done';
		}
		expect(deliver('evt_0', { seen: forgetful() }).verdict).toBe('busy');
		expect(deliver('evt_1', { seen: forgetful() }).verdict).toBe('busy');
		first.answer.state = 'done';
		expect(deliver('evt_0', { seen: forgetful() }).verdict).toBe('duplicate');
	});

	test('scopes up to a number, and every scope with a claim in work', () => {
		const send = (scopeKey: string) => deliver('evt_1', { scopeKey, seen: forgetful() });
		send('in work');
		send('finished').answer.state = 'done';
		for (let scope = 0; scope < REMEMBERED_SCOPES; scope++) send(`s${scope}`).answer.state = 'done';
		expect(send('in work').verdict).toBe('busy');
		expect(send(`s${REMEMBERED_SCOPES - 1}`).verdict).toBe('duplicate');
		expect(send('finished').verdict).toBe('new');
	});

	test('the scope in use longest ago goes first', () => {
		const send = (scopeKey: string) => deliver('evt_1', { scopeKey, seen: forgetful() });
		send('busy one').answer.state = 'done';
		for (let scope = 1; scope < REMEMBERED_SCOPES; scope++) send(`s${scope}`).answer.state = 'done';
		expect(send('busy one').verdict).toBe('duplicate');
		send('one too many').answer.state = 'done';
		expect(send('busy one').verdict).toBe('duplicate');
		expect(send('s1').verdict).toBe('new');
	});

	test('a finished answer is let go of, be it at the next delivery or when asked to', () => {
		const first = deliver('evt_1');
		first.answer.state = 'done';
		ledger.settle();
		const { asked } = first.answer;
		deliver('evt_2', { scopeKey: 'other' });
		deliver('evt_1');
		expect(first.answer.asked).toBe(asked);
	});

	test('a claim that nobody answers any more is given up after a day', () => {
		deliver('evt_1');
		now += OPEN_LIMIT_MS - 1;
		expect(deliver('evt_1').verdict).toBe('busy');
		now += 1;
		expect(deliver('evt_1').verdict).toBe('new');
	});
});
