import { gzipSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';

import { verifySignature } from '../../../nodes/shared/webhook/signature';
import { isUsableSecret } from '../../../nodes/shared/webhook/signingKeys';
import type { SignatureCheck } from '../../../nodes/shared/webhook/verifyDelivery';
import { hmacHex, NOW_SECONDS, OLD_SECRET, SECRET, signedHeaders } from './sign';

const BODY = '{"id":"evt_1","type":"vendor.created"}';
const TIMESTAMP = String(NOW_SECONDS);
const HEX = hmacHex(SECRET, TIMESTAMP, BODY);
const OLD_HEX = hmacHex(OLD_SECRET, TIMESTAMP, BODY);
const FOREIGN = `v1=${hmacHex('another secret', TIMESTAMP, BODY)}`;

/** Verdict on a genuine delivery, apart from what the test changes. */
function verify(changes: Partial<Omit<SignatureCheck, 'body'>> & { body?: string | Buffer } = {}) {
	const body = Buffer.from(changes.body ?? BODY);
	return verifySignature({
		headers: signedHeaders(body),
		secrets: [SECRET],
		now: NOW_SECONDS * 1000,
		toleranceSeconds: 300,
		...changes,
		body,
	});
}

/** The verdict in one word. */
function word(changes: Parameters<typeof verify>[0] = {}): string {
	const verdict = verify(changes);
	return verdict.accepted ? 'accepted' : verdict.reason;
}

/** On the standard body with this signature header. */
const signed = (signature: string | string[] | undefined, secrets = [SECRET]) => ({
	headers: { 'x-service-signature': signature, 'x-service-timestamp': TIMESTAMP },
	secrets,
});

/** On a body signed with exactly this timestamp text. */
const sentAt = (timestamp: string, signedText = timestamp) => ({
	headers: {
		'x-service-signature': `v1=${hmacHex(SECRET, signedText, BODY)}`,
		'x-service-timestamp': timestamp,
	},
});

const times = (count: number, value: string) => Array.from({ length: count }, () => value);

describe('the signature header', () => {
	test('a genuine delivery is accepted, with its time and the secret that proved it', () => {
		expect(verify({ now: (NOW_SECONDS + 2) * 1000 + 999 })).toEqual({
			accepted: true,
			timestamp: NOW_SECONDS,
			ageSeconds: 2,
			secretIndex: 0,
			retiredSecretOnly: false,
		});
	});

	test.each<[what: string, reason: string, headers: Array<string | string[] | undefined>]>([
		['case 1: none', 'missingSignature', [undefined, '', '  ', ' , ,', []]],
		['case 4: upper case', 'accepted', [`v1=${HEX.toUpperCase()}`]],
		[
			'case 5: blanks',
			'accepted',
			[', ', ' ,', '\t, \t', ',,'].map((comma) => `${FOREIGN}${comma}v1=${HEX}`),
		],
		[
			'case 6: other versions',
			'malformedSignature',
			[`v0=${HEX}`, `v0=${HEX},v2=${HEX}`, `v10=${HEX}`],
		],
		[
			'case 6: other versions beside it',
			'accepted',
			[[...times(40, 'v2=00'), `v1=${HEX}`].join(',')],
		],
		[
			'case 8: one of several',
			'accepted',
			[
				`v1=${HEX},${FOREIGN},${FOREIGN}`,
				`${FOREIGN},${FOREIGN},v1=${HEX}`,
				[FOREIGN, `v1=${HEX}`],
			],
		],
		['the last of 16', 'accepted', [[...times(15, FOREIGN), `v1=${HEX}`].join(',')]],
		['the one after 16', 'wrongSignature', [[...times(16, FOREIGN), `v1=${HEX}`].join(',')]],
		[
			'the one after 16 that are malformed',
			'malformedSignature',
			[[...times(16, 'v1=zz'), `v1=${HEX}`].join(',')],
		],
		[
			'case 10: not 64 hex digits',
			'malformedSignature',
			[
				...[HEX.slice(1), `${HEX.slice(0, 63)}g`, `0x${HEX.slice(2)}`, `${HEX}\n`, ''],
				...[`${HEX.slice(0, 32)} ${HEX.slice(32)}`, Buffer.from(HEX, 'hex').toString('base64')],
			].map((value) => `v1=${value}`),
		],
		[
			'case 13: not v1=',
			'malformedSignature',
			[`V1=${HEX}`, HEX, `=${HEX}`, `v1:${HEX}`, `v1 =${HEX}`, `"v1=${HEX}"`],
		],
	])('%s: %s', (_, reason, headers) => {
		for (const header of headers) expect([header, word(signed(header))]).toEqual([header, reason]);
	});

	test('header names are found in any letter case, and headers may have the type that Node.js gives them', () => {
		const headers: IncomingHttpHeaders = {
			'X-Service-Signature': `v1=${HEX}`,
			'X-SERVICE-TIMESTAMP': TIMESTAMP,
		};
		expect(word({ headers })).toBe('accepted');
	});

	test.each([' ', '\t', ',', ' ,', 'v1=,'])(
		'a header that %j fills to the length that HTTP allows is refused',
		(filler) => {
			const value = `x${filler.repeat(16_000 / filler.length)}x`;
			expect(word(signed(value))).toBe('malformedSignature');
			const headers = { ...signedHeaders(BODY), 'x-service-timestamp': value };
			expect(word({ headers })).toBe('malformedTimestamp');
		},
	);
});

describe('the body', () => {
	test.each([
		['case 24: empty', ''],
		['case 26: multi-byte characters, CRLF and blanks', ' {"name":"Zürich 🏔\u2028"}\r\n\t '],
		['case 26: a byte order mark', '\uFEFF{}'],
		['bytes that are not UTF-8', Buffer.from([0xff, 0x00, 0xc3, 0x28])],
		['case 29: 5 MB', Buffer.alloc(5_000_000, '{"ä":1}')],
	])('%s', (_name, body) => expect(word({ body })).toBe('accepted'));

	test('is compared as it was sent, and only with its own time', () => {
		expect(word({ body: gzipSync(BODY), headers: signedHeaders(BODY) })).toBe('wrongSignature');
		const signature = `v1=${hmacHex(SECRET, '17900', '00.x')}`;
		const headers = { 'x-service-signature': signature, 'x-service-timestamp': '1790000' };
		expect(word({ headers, body: 'x' })).toBe('wrongSignature');
	});
});

test('one bit turned over in the body or in the signature is enough to refuse it', () => {
	const flipped = (text: string, bit: number) => {
		const bytes = Buffer.from(text);
		bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
		return bytes.toString('latin1');
	};
	for (let bit = 0; bit < BODY.length * 8; bit++) {
		const body = Buffer.from(flipped(BODY, bit), 'latin1');
		expect(word({ body, headers: signedHeaders(BODY) })).toBe('wrongSignature');
	}
	for (let bit = 0; bit < HEX.length * 8; bit++) {
		const hex = flipped(HEX, bit);
		if (hex.toLowerCase() !== HEX) expect(word(signed(`v1=${hex}`))).not.toBe('accepted');
	}
});

describe('the secrets', () => {
	const both = `v1=${HEX},v1=${OLD_HEX}`;

	test.each([
		['case 52: during a rotation the new one is enough', both, [SECRET], 0, false],
		['case 52: the old one is enough, and is about to end', both, [OLD_SECRET], 0, true],
		['case 52: both', both, [SECRET, OLD_SECRET], 0, false],
		['case 52: both, the other way', both, [OLD_SECRET, SECRET], 0, false],
		['only an additional one is new', `v1=${HEX}`, [OLD_SECRET, SECRET], 1, false],
		['blank ones keep the numbering', `v1=${HEX}`, ['', ` ${SECRET}\n`], 1, false],
	])('%s', (_, header, secrets, secretIndex, retiredSecretOnly) => {
		expect(verify(signed(header, secrets))).toMatchObject({
			accepted: true,
			secretIndex,
			retiredSecretOnly,
		});
	});

	test.each([OLD_SECRET, 'wrong', SECRET.toUpperCase(), `${SECRET}x`, SECRET.slice(0, -1)])(
		'cases 55 and 58: a wrong one (%s)',
		(secret) => expect(word({ secrets: [secret] })).toBe('wrongSignature'),
	);

	test.each(['', ' ', '\t\n', '\u200b', '\u2060\u00ad', '\u00a0', '\u3164'])(
		'case 56: one of invisible characters only (%j) does not count',
		(secret) => {
			expect([isUsableSecret(secret), isUsableSecret(`${secret}x`)]).toEqual([false, true]);
			const headers = signedHeaders(BODY, { secrets: [secret] });
			for (const secrets of [[], [secret], [secret, '']])
				expect(word({ headers, secrets })).toBe('noSecret');
			expect(word({ headers, secrets: [secret, SECRET] })).toBe('wrongSignature');
		},
	);
});

describe('the timestamp header', () => {
	test.each([undefined, '', ' ', []])('case 14: missing (%j)', (timestamp) => {
		const headers = { ...signedHeaders(BODY), 'x-service-timestamp': timestamp };
		expect(word({ headers })).toBe('missingTimestamp');
	});

	test.each([
		...[`${TIMESTAMP}.0`, `${TIMESTAMP}.`, `-${TIMESTAMP}`, '0x6AB13B80', '1.79e9', 'Infinity'],
		...[`${TIMESTAMP}n`, `${TIMESTAMP}, ${TIMESTAMP}`, `${TIMESTAMP}\n`, '١٧٩٠٠٠٠٠٠٠'],
		...['2026-09-21T14:13:20Z', '17900000000000000000', '1790000000000'],
	])('cases 14 and 22: not plain digits, or too many, although signed (%j)', (timestamp) => {
		expect(word(sentAt(timestamp))).toBe('malformedTimestamp');
	});

	test('given twice it is refused, even with equal values', () => {
		const headers = { ...signedHeaders(BODY), 'x-service-timestamp': [TIMESTAMP, TIMESTAMP] };
		expect(word({ headers })).toBe('malformedTimestamp');
		const spellings = { ...signedHeaders(BODY), 'X-Service-Timestamp': TIMESTAMP };
		expect(word({ headers: spellings })).toBe('malformedTimestamp');
	});

	test('blanks around it are not part of it; what is signed is the rest as sent', () => {
		expect(word(sentAt(` ${TIMESTAMP}\t`, TIMESTAMP))).toBe('accepted');
		expect(word(sentAt(` ${TIMESTAMP}`))).toBe('wrongSignature');
		expect(word(sentAt(`0${TIMESTAMP}`))).toBe('accepted');
		expect(word(sentAt(`0${TIMESTAMP}`, TIMESTAMP))).toBe('wrongSignature');
	});

	test.each([
		['as old as the tolerance', 300, 'accepted'],
		['as far ahead as the tolerance', -300, 'accepted'],
		['older than the tolerance', 301, 'outsideTolerance'],
		['dated further ahead than the tolerance', -301, 'outsideTolerance'],
	])('cases 19 and 20: %s', (_, age, expected) => {
		const now = (NOW_SECONDS + age) * 1000;
		expect(verify({ now })).toMatchObject({ ageSeconds: age, timestamp: NOW_SECONDS });
		expect([word({ now }), word({ now, secrets: ['x'] })]).toEqual([expected, 'wrongSignature']);
	});

	test('a tolerance of zero accepts the same second only; one that is not a number nothing', () => {
		expect(word({ toleranceSeconds: 0 })).toBe('accepted');
		const next = (NOW_SECONDS + 1) * 1000;
		for (const changes of [
			{ toleranceSeconds: 0, now: next },
			{ toleranceSeconds: NaN },
			{ now: NaN },
		])
			expect(word(changes)).toBe('outsideTolerance');
	});
});
