import fc from 'fast-check';

import { verifySignature } from '../../../nodes/shared/webhook/signature';
import { FUZZ_RUNS, FUZZ_TIMEOUT_MS } from '../../helpers/amounts';
import { hmacHex, NOW_SECONDS, signedHeaders } from './sign';

const runs = { numRuns: FUZZ_RUNS };
const foreign = hmacHex('another secret', '1', '');

const body = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes));
const secret = fc.string({ minLength: 1, maxLength: 80 }).filter((text) => text.trim() !== '');
/** Which bit of a text or body to turn over, modulo their number; evenly spread over all of them. */
const place = fc.nat();

function accepts(headers: Record<string, string>, bytes: Uint8Array, secrets: string[]): boolean {
	const now = NOW_SECONDS * 1000;
	return verifySignature({ body: bytes, headers, secrets, now, toleranceSeconds: 300 }).accepted;
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

/** Whether `before`, which ends with 64 hex digits, was changed in the letter case of those alone. */
function onlyLetterCaseDiffers(before: string, after: string): boolean {
	const [head, hex] = [before.slice(0, -64), before.slice(-64)];
	return after.startsWith(head) && after.slice(-64).toLowerCase() === hex.toLowerCase();
}

interface Delivery {
	bytes: Buffer;
	key: string;
	/** Seconds between sending and the clock of the tests. */
	age: number;
	upperCase: boolean;
}

const delivery: fc.Arbitrary<Delivery> = fc.record({
	bytes: body,
	key: secret,
	age: fc.integer({ min: -300, max: 300 }),
	upperCase: fc.boolean(),
});

function headersOf({ bytes, key, age, upperCase }: Delivery) {
	const timestamp = String(NOW_SECONDS - age);
	const headers = signedHeaders(bytes, { secrets: [key.trim()], timestamp });
	const hex = headers['x-service-signature'].slice(3);
	return {
		...headers,
		'x-service-signature': `v1=${upperCase ? hex.toUpperCase() : hex}`,
	};
}

test(
	'a valid delivery is accepted; with one bit of its body turned over it is not',
	() => {
		fc.assert(
			fc.property(delivery, place, (valid, at) => {
				const headers = headersOf(valid);
				const { bytes, key } = valid;
				expect(accepts(headers, bytes, [key])).toBe(true);
				if (bytes.length === 0) return;
				const changed = flipBit(bytes, at % (bytes.length * 8));
				expect(accepts(headers, changed, [key])).toBe(false);
			}),
			runs,
		);
	},
	FUZZ_TIMEOUT_MS,
);

test(
	'bytes added to or cut from the body are noticed',
	() => {
		fc.assert(
			fc.property(delivery, body, place, (valid, added, at) => {
				const headers = headersOf(valid);
				const cut = valid.bytes.subarray(0, at % Math.max(1, valid.bytes.length));
				const extended = Buffer.concat([valid.bytes, added]);
				expect(accepts(headers, cut, [valid.key])).toBe(valid.bytes.length === 0);
				expect(accepts(headers, extended, [valid.key])).toBe(added.length === 0);
			}),
			runs,
		);
	},
	FUZZ_TIMEOUT_MS,
);

test(
	'no bit of the timestamp can be changed',
	() => {
		fc.assert(
			fc.property(delivery, place, (valid, at) => {
				const headers = headersOf(valid);
				const before = headers['x-service-timestamp'];
				const after = flipHeaderBit(before, at % (before.length * 8));
				const changed = { ...headers, 'x-service-timestamp': after };
				expect(accepts(changed, valid.bytes, [valid.key])).toBe(false);
			}),
			runs,
		);
	},
	FUZZ_TIMEOUT_MS,
);

test(
	'no bit of the signature can be changed, apart from the letter case of its hex digits',
	() => {
		fc.assert(
			fc.property(delivery, place, (valid, at) => {
				const headers = headersOf(valid);
				const before = headers['x-service-signature'];
				const after = flipHeaderBit(before, at % (before.length * 8));
				const changed = { ...headers, 'x-service-signature': after };
				const expected = onlyLetterCaseDiffers(before, after);
				expect(accepts(changed, valid.bytes, [valid.key])).toBe(expected);
			}),
			runs,
		);
	},
	FUZZ_TIMEOUT_MS,
);

/** What separates a foreign signature from the valid one, and the part of it that must stay. */
const SEPARATORS = [',', ', ', '\t,\t', ' ,'];

/** Blanks before the comma belong to the foreign value, which may be changed at will. */
function expectedBesideForeign(separator: string, signature: string, after: string): boolean {
	const kept = separator.slice(separator.indexOf(',')) + signature;
	return onlyLetterCaseDiffers(kept, after.slice(-kept.length));
}

test(
	'the same beside a foreign signature: only changes of the foreign one are overlooked',
	() => {
		fc.assert(
			fc.property(delivery, place, fc.constantFrom(...SEPARATORS), (valid, at, separator) => {
				const headers = headersOf(valid);
				const signature = headers['x-service-signature'];
				const both = `v1=${foreign}${separator}${signature}`;
				const after = flipHeaderBit(both, at % (both.length * 8));
				const changed = { ...headers, 'x-service-signature': after };
				const expected = expectedBesideForeign(separator, signature, after);
				expect(accepts(changed, valid.bytes, [valid.key])).toBe(expected);
			}),
			runs,
		);
	},
	FUZZ_TIMEOUT_MS,
);

test('every single bit of one delivery, without exception', () => {
	const bytes = Buffer.from('{"id":"evt_1","data":{"name":"Zürich"}}\r\n');
	const valid = { bytes, key: 'whsec', age: 7, upperCase: false };
	const headers = headersOf(valid);
	const signature = headers['x-service-signature'];
	const timestamp = headers['x-service-timestamp'];

	for (let bit = 0; bit < bytes.length * 8; bit++) {
		expect(accepts(headers, flipBit(bytes, bit), ['whsec'])).toBe(false);
	}
	for (let bit = 0; bit < timestamp.length * 8; bit++) {
		const changed = { ...headers, 'x-service-timestamp': flipHeaderBit(timestamp, bit) };
		expect(accepts(changed, bytes, ['whsec'])).toBe(false);
	}
	for (let bit = 0; bit < signature.length * 8; bit++) {
		const after = flipHeaderBit(signature, bit);
		const changed = { ...headers, 'x-service-signature': after };
		expect(accepts(changed, bytes, ['whsec'])).toBe(onlyLetterCaseDiffers(signature, after));
	}
	for (const separator of SEPARATORS) {
		const both = `v1=${foreign}${separator}${signature}`;
		for (let bit = 0; bit < both.length * 8; bit++) {
			const after = flipHeaderBit(both, bit);
			const changed = { ...headers, 'x-service-signature': after };
			const expected = expectedBesideForeign(separator, signature, after);
			expect(accepts(changed, bytes, ['whsec'])).toBe(expected);
		}
	}
});
