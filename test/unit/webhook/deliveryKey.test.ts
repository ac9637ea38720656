import { deliveryKey, keyOfIds } from '../../../nodes/shared/webhook/deliveryKey';

const raw = Buffer.from('{"the":"body"}');
const KEY = /^[\w-]{11}$/;
const keyOf = (id: string) => deliveryKey({ id }, raw);

describe('case 43: the key of an event', () => {
	test('is that of its id, whatever else is there', () => {
		const key = keyOf('evt_1');
		expect(key).toMatch(KEY);
		expect(deliveryKey({ id: 'evt_1', delivery_id: 'whd_1' }, raw)).toBe(key);
		expect(deliveryKey({ id: 'evt_1', delivery_id: 'whd_2' }, Buffer.from('x'))).toBe(key);
		expect(keyOfIds({ id: 'evt_1', delivery_id: 'whd_3' })).toBe(key);
		expect(keyOf('evt_2')).not.toBe(key);
	});

	test.each([undefined, '', '  ', null, NaN, {}, ['evt_1']])(
		'is that of the delivery id when the id is %j',
		(id) => expect(deliveryKey({ id, delivery_id: 'whd_1' }, raw)).toBe(keyOf('whd_1')),
	);

	test('is that of a number, unless JSON has rounded it: two of them could be the same', () => {
		expect(deliveryKey({ id: 7 }, raw)).toBe(keyOf('7'));
		expect(deliveryKey({ id: 0 }, raw)).toBe(keyOf('0'));
		const rounded = JSON.parse('{"id":7615917337495251231}') as Record<string, unknown>;
		expect(keyOfIds(rounded)).toBeUndefined();
	});

	test.each([{}, { id: '', delivery_id: '' }, { id: true, delivery_id: null }])(
		'is that of the body without either (%j)',
		(envelope) => {
			const key = deliveryKey(envelope, raw);
			expect(key).toMatch(KEY);
			expect(keyOfIds(envelope)).toBeUndefined();
			expect(deliveryKey(envelope, Buffer.from('another'))).not.toBe(key);
			expect(keyOf(raw.toString())).not.toBe(key);
		},
	);
});
