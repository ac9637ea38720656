import { createHash } from 'node:crypto';

import { deliveryKey } from '../../../nodes/shared/webhook/deliveryKey';

const raw = Buffer.from('{"the":"body"}');
const bodyHash = `sha256:${createHash('sha256').update(raw).digest('hex')}`;

describe('case 43: the key of an event', () => {
	test('is its id, whatever else is there', () => {
		expect(deliveryKey({ id: 'evt_1', delivery_id: 'whd_1' }, raw)).toBe('evt_1');
		expect(deliveryKey({ id: 'evt_1', delivery_id: 'whd_2' }, Buffer.from('x'))).toBe('evt_1');
	});

	test.each([undefined, '', '  ', null, 5, {}, ['evt_1']])(
		'is the delivery id when the id is %j',
		(id) => expect(deliveryKey({ id, delivery_id: 'whd_1' }, raw)).toBe('whd_1'),
	);

	test.each([{}, { id: '', delivery_id: '' }, { id: 1, delivery_id: null }])(
		'is a hash of the body without either (%j)',
		(envelope) => {
			expect(deliveryKey(envelope, raw)).toBe(bodyHash);
			expect(deliveryKey(envelope, Buffer.from('another'))).not.toBe(bodyHash);
		},
	);

	test('stays short when an id is not', () => {
		const long = deliveryKey({ id: 'e'.repeat(1_000_000) }, raw);
		expect(long).toHaveLength(71);
		expect(deliveryKey({ id: 'e'.repeat(1_000_001) }, raw)).not.toBe(long);
		expect(deliveryKey({ id: 'e'.repeat(200) }, raw)).toBe('e'.repeat(200));
	});
});
