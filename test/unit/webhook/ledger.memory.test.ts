import {
	DeliveryLedger,
	OPEN_CLAIMS,
	REMEMBERED_CLAIMS,
	REMEMBERED_EVENTS,
	REMEMBERED_SCOPES,
} from '../../../nodes/shared/webhook/ledger';
import { claim, MemoryStore } from './claim';

let ledger: DeliveryLedger;

beforeEach(() => {
	ledger = new DeliveryLedger();
});

/** Nothing is stored from one delivery to the next, so that the verdicts come from memory alone. */
function deliver(eventKey: string, options: { scopeKey?: string } = {}) {
	return claim(ledger, eventKey, new MemoryStore(), options);
}

/** A scope for each event, so that it is cheap. */
function finish(event: number | string) {
	const sent = deliver(`evt_${event}`, { scopeKey: `s${event}` });
	sent.answer.state = 'done';
	return sent.verdict;
}

describe('what is remembered', () => {
	test('every handled event up to a number, without a store; the oldest is forgotten first', () => {
		for (let event = 0; event < REMEMBERED_EVENTS; event++) finish(event);
		// Noticed with the next delivery, the last one too.
		expect(finish(0)).toBe('duplicate');
		finish('one more');
		finish('and another');
		expect(finish(0)).toBe('duplicate');
		expect(finish(3)).toBe('duplicate');
		expect(finish(1)).toBe('new');
		expect(finish(2)).toBe('new');
	});

	test('how claims of a scope ended, for its store; the oldest is forgotten first', () => {
		for (let event = 0; event <= REMEMBERED_CLAIMS; event++) {
			deliver(`evt_${event}`).answer.state = 'done';
		}
		const first = new MemoryStore();
		claim(ledger, 'evt_later', first).answer.state = 'done';
		expect(first.ids).toHaveLength(REMEMBERED_CLAIMS + 1);
		const second = new MemoryStore();
		claim(ledger, 'evt_even_later', second);
		expect(second.ids).toHaveLength(REMEMBERED_CLAIMS + 1);
		expect(second.ids.slice(0, 2)).toEqual(['evt_2', 'evt_3']);
	});

	test('scopes up to a number; the one used longest ago is forgotten first', () => {
		const idsOf = (scopeKey: string) => {
			const store = new MemoryStore();
			claim(ledger, 'evt_new', store, { scopeKey, persistNow: false });
			return store.ids;
		};
		const send = (scopeKey: string) => deliver('evt_1', { scopeKey }).answer;
		for (let scope = 0; scope < REMEMBERED_SCOPES; scope++) send(`s${scope}`).state = 'done';
		expect(idsOf('s0')).toEqual(['evt_1']);
		send('one too many').state = 'done';
		expect(idsOf('s0')).toEqual(['evt_1']);
		expect(idsOf('s1')).toEqual([]);
		expect(idsOf('s3')).toEqual(['evt_1']);
	});
});

describe('what is in progress', () => {
	test('takes no event beyond a number, until one has ended', () => {
		const first = deliver('evt_0');
		for (let event = 1; event < OPEN_CLAIMS; event++)
			deliver(`evt_${event}`, event === 1 ? {} : { scopeKey: `s${event}` });
		const store = new MemoryStore();
		expect(claim(ledger, 'evt_more', store).verdict).toBe('full');
		expect(store.ids).toEqual([]);
		expect(deliver('evt_1').verdict).toBe('busy');
		first.answer.state = 'done';
		ledger.settle({ scopeKey: 'workflow/TPRM Trigger', eventKey: 'evt_0' });
		expect(deliver('evt_0').verdict).toBe('duplicate');
		expect(deliver('evt_more').verdict).toBe('new');
	});

	test('a finished answer is released, at the next delivery or on request', () => {
		const first = deliver('evt_1');
		first.answer.state = 'done';
		ledger.settle({ scopeKey: 'workflow/TPRM Trigger', eventKey: 'evt_1' });
		ledger.settle({ scopeKey: 'workflow/TPRM Trigger', eventKey: 'evt_none' });
		const { asked } = first.answer;
		deliver('evt_2', { scopeKey: 'other' });
		deliver('evt_1');
		expect(first.answer.asked).toBe(asked);
	});
});
