import {
	DeliveryLedger,
	OPEN_LIMIT_MS,
	REMEMBERED_CLAIMS,
	REMEMBERED_SCOPES,
} from '../../../nodes/shared/webhook/ledger';
import { claim, MemoryStore } from './claim';

let now = 0;
let ledger: DeliveryLedger;

beforeEach(() => {
	now = 1_790_000_000_000;
	ledger = new DeliveryLedger(() => now);
});

/** Nothing is stored from one delivery to the next, so that the verdicts come from memory alone. */
function deliver(eventKey: string, options: { scopeKey?: string } = {}) {
	return claim(ledger, eventKey, new MemoryStore(), options);
}

describe('what is remembered', () => {
	test('finished claims up to a number; the oldest is forgotten first', () => {
		for (let event = 0; event <= REMEMBERED_CLAIMS + 1; event++) {
			deliver(`evt_${event}`).answer.state = 'done';
		}
		expect(deliver('evt_1').verdict).toBe('duplicate');
		expect(deliver('evt_0').verdict).toBe('new');
	});

	test('an event that ran again counts from its last run', () => {
		deliver('evt_0').answer.state = 'failed';
		for (let event = 1; event < REMEMBERED_CLAIMS; event++)
			deliver(`evt_${event}`).answer.state = 'done';
		deliver('evt_0').answer.state = 'done';
		for (let event = 0; event < 10; event++) deliver(`evt_later_${event}`).answer.state = 'done';
		expect(deliver('evt_0').verdict).toBe('duplicate');
		expect(deliver('evt_1').verdict).toBe('new');
	});

	test('claims in progress do not displace finished ones', () => {
		for (let event = 0; event < REMEMBERED_CLAIMS - 100; event++)
			deliver(`evt_finished_${event}`).answer.state = 'done';
		for (let event = 0; event < 200; event++) deliver(`evt_${event}`);
		expect(deliver('evt_finished_0').verdict).toBe('duplicate');
		expect(deliver('evt_finished_100').verdict).toBe('duplicate');
	});

	test('every claim in progress, however many there are', () => {
		const first = deliver('evt_0');
		for (let event = 1; event <= REMEMBERED_CLAIMS; event++) deliver(`evt_${event}`);
		for (let event = 0; event <= REMEMBERED_CLAIMS; event++)
			deliver(`evt_finished_${event}`).answer.state = 'done';
		expect(deliver('evt_0').verdict).toBe('busy');
		expect(deliver(`evt_${REMEMBERED_CLAIMS}`).verdict).toBe('busy');
		first.answer.state = 'done';
		expect(deliver('evt_0').verdict).toBe('duplicate');
	});

	test('scopes up to a number, and every scope with a claim in progress', () => {
		const send = (scopeKey: string) => deliver('evt_1', { scopeKey });
		deliver('evt_0', { scopeKey: 'in progress' }).answer.state = 'done';
		send('in progress');
		send('finished').answer.state = 'done';
		for (let scope = 0; scope < REMEMBERED_SCOPES; scope++) send(`s${scope}`).answer.state = 'done';
		expect(send('in progress').verdict).toBe('busy');
		expect(send(`s${REMEMBERED_SCOPES - 1}`).verdict).toBe('duplicate');
		expect(send('finished').verdict).toBe('new');
	});

	test('the scope used longest ago is forgotten first', () => {
		const send = (scopeKey: string) => deliver('evt_1', { scopeKey });
		send('busy one').answer.state = 'done';
		for (let scope = 1; scope < REMEMBERED_SCOPES; scope++) send(`s${scope}`).answer.state = 'done';
		expect(send('busy one').verdict).toBe('duplicate');
		send('one too many').answer.state = 'done';
		expect(send('busy one').verdict).toBe('duplicate');
		expect(send('s1').verdict).toBe('new');
	});

	test('a finished answer is released, at the next delivery or on request', () => {
		const first = deliver('evt_1');
		first.answer.state = 'done';
		ledger.settle();
		const { asked } = first.answer;
		deliver('evt_2', { scopeKey: 'other' });
		deliver('evt_1');
		expect(first.answer.asked).toBe(asked);
	});

	test('a claim that is never answered is given up after a day', () => {
		deliver('evt_1');
		now += OPEN_LIMIT_MS - 1;
		expect(deliver('evt_1').verdict).toBe('busy');
		now += 1;
		expect(deliver('evt_1').verdict).toBe('new');
	});

	test('a claim that is given up is taken out of the store, so that the event runs again', () => {
		const store = new MemoryStore();
		claim(ledger, 'evt_1', store);
		now += OPEN_LIMIT_MS;
		expect(claim(ledger, 'evt_2', store).verdict).toBe('new');
		expect(store.ids).toEqual(['evt_2']);
		expect(claim(ledger, 'evt_1', store).verdict).toBe('new');
	});

	test('the day is measured by the clock of the process', () => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		const byDefault = new DeliveryLedger();
		const send = () => claim(byDefault, 'evt_1', new MemoryStore()).verdict;
		const verdicts = [send(), send()];
		clock.mockReturnValue(now + OPEN_LIMIT_MS);
		verdicts.push(send());
		clock.mockRestore();
		expect(verdicts).toEqual(['new', 'busy', 'new']);
	});
});
