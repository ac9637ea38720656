import fc from 'fast-check';

import { verifySignature } from '../../../nodes/shared/webhook/signature';
import { FUZZ_RUNS, FUZZ_TIMEOUT_MS } from '../../helpers/amounts';
import { hmacHex, NOW_SECONDS, signedHeaders } from './sign';

const FOREIGN = hmacHex('another secret', '1', '');

/** What a foreign signature stands in front of the valid one with; nothing, where there is none. */
const SEPARATORS = ['', ',', ', ', '\t,\t', ' ,'];

interface Delivery {
	bytes: Buffer;
	key: string;
	/** Seconds between sending and the clock of the tests. */
	age: number;
	upperCase: boolean;
	separator: string;
}

const delivery: fc.Arbitrary<Delivery> = fc.record({
	bytes: fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
	key: fc.string({ minLength: 1, maxLength: 80 }).filter((text) => text.trim() !== ''),
	age: fc.integer({ min: -300, max: 300 }),
	upperCase: fc.boolean(),
	separator: fc.constantFrom(...SEPARATORS),
});

function partsOf({ bytes, key, age, upperCase, separator }: Delivery) {
	const timestamp = String(NOW_SECONDS - age);
	const signed = signedHeaders(bytes, { secrets: [key.trim()], timestamp });
	const hex = signed['x-service-signature'].slice(3);
	const own = `v1=${upperCase ? hex.toUpperCase() : hex}`;
	return { timestamp, own, signature: separator === '' ? own : `v1=${FOREIGN}${separator}${own}` };
}

function accepts({ key }: Delivery, body: Uint8Array, timestamp: string, signature: string) {
	const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature };
	const now = NOW_SECONDS * 1000;
	return verifySignature({ body, headers, secrets: [key], now, toleranceSeconds: 300 }).accepted;
}

function flipBit(bytes: Uint8Array, bit: number): Buffer {
	const copy = Buffer.from(bytes);
	copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
	return copy;
}

/** The same for a header; HTTP carries one byte per character. */
function flipHeaderBit(text: string, bit: number): string {
	return flipBit(Buffer.from(text, 'latin1'), bit).toString('latin1');
}

/**
 * @returns whether the header still has the valid signature. The letter case of its digits may differ,
 *   and so may a foreign one, which the blanks before the comma belong to
 */
function isStillValid({ separator }: Delivery, own: string, signature: string): boolean {
	const comma = separator.slice(Math.max(0, separator.indexOf(',')));
	const [head, hex] = [`${comma}v1=`, own.slice(3)];
	const rest = separator === '' ? signature : signature.slice(-(head.length + hex.length));
	return rest.startsWith(head) && rest.slice(head.length).toLowerCase() === hex.toLowerCase();
}

/** Turns over one bit of each part. */
function checkBits(valid: Delivery, bits: Record<'body' | 'timestamp' | 'signature', number>) {
	const { bytes } = valid;
	const { timestamp, own, signature } = partsOf(valid);
	if (bytes.length > 0) {
		expect(accepts(valid, flipBit(bytes, bits.body), timestamp, signature)).toBe(false);
	}
	const otherTime = flipHeaderBit(timestamp, bits.timestamp);
	expect(accepts(valid, bytes, otherTime, signature)).toBe(false);
	const other = flipHeaderBit(signature, bits.signature);
	expect(accepts(valid, bytes, timestamp, other)).toBe(isStillValid(valid, own, other));
}

test(
	'a valid delivery is accepted; with one bit turned over, cut or extended it is not',
	() => {
		const places = fc.tuple(fc.nat(), fc.nat(), fc.nat());
		const added = fc.uint8Array({ minLength: 1, maxLength: 9 });
		fc.assert(
			fc.property(delivery, places, added, (valid, [body, time, sign], more) => {
				const { bytes } = valid;
				const { timestamp, signature } = partsOf(valid);
				expect(accepts(valid, bytes, timestamp, signature)).toBe(true);
				checkBits(valid, {
					body: body % Math.max(1, bytes.length * 8),
					timestamp: time % (timestamp.length * 8),
					signature: sign % (signature.length * 8),
				});
				const cut = bytes.subarray(0, body % Math.max(1, bytes.length));
				expect(accepts(valid, cut, timestamp, signature)).toBe(bytes.length === 0);
				const extended = Buffer.concat([bytes, more]);
				expect(accepts(valid, extended, timestamp, signature)).toBe(false);
			}),
			{ numRuns: FUZZ_RUNS },
		);
	},
	FUZZ_TIMEOUT_MS,
);

test.each(SEPARATORS)('every single bit of one delivery (%j)', (separator) => {
	const bytes = Buffer.from('{"id":"evt_1","data":{"name":"Zürich"}}\r\n');
	const valid = { bytes, key: 'whsec', age: 7, upperCase: false, separator };
	const { timestamp, signature } = partsOf(valid);
	for (let bit = 0; bit < Math.max(bytes.length, signature.length) * 8; bit++) {
		checkBits(valid, {
			body: bit % (bytes.length * 8),
			timestamp: bit % (timestamp.length * 8),
			signature: bit % (signature.length * 8),
		});
	}
});
