import { gunzipSync, gzipSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';

import type { SignatureCheck, SignatureVerdict } from '../../../nodes/shared/webhook/signature';
import { verifySignature } from '../../../nodes/shared/webhook/signature';
import { hmacHex, NOW_SECONDS, OLD_SECRET, SECRET, signedHeaders } from './sign';

const BODY = '{"id":"evt_1","type":"vendor.created"}';
const TIMESTAMP = String(NOW_SECONDS);
const HEX = hmacHex(SECRET, TIMESTAMP, BODY);
const OLD_HEX = hmacHex(OLD_SECRET, TIMESTAMP, BODY);
const FOREIGN_HEX = hmacHex('somebody else', TIMESTAMP, BODY);

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

/** Verdict on the standard body with this signature header. */
function withSignature(signature: string | string[] | undefined, secrets = [SECRET]) {
	return verify({
		headers: { 'x-service-signature': signature, 'x-service-timestamp': TIMESTAMP },
		secrets,
	});
}

/** Verdict on a body signed with exactly this timestamp text. */
function withTimestamp(timestamp: string, signedText = timestamp) {
	const signature = `v1=${hmacHex(SECRET, signedText, BODY)}`;
	return verify({
		headers: { 'x-service-signature': signature, 'x-service-timestamp': timestamp },
	});
}

function reason(verdict: SignatureVerdict): string {
	return verdict.accepted ? 'accepted' : verdict.reason;
}

describe('the signature header', () => {
	test('a genuine delivery is accepted, with its time and the secret that proved it', () => {
		expect(verify({ now: (NOW_SECONDS + 2) * 1000 + 999 })).toEqual({
			accepted: true,
			timestamp: NOW_SECONDS,
			ageSeconds: 2,
			secretIndex: 0,
			retiredSecretOnly: false,
			additionalSecretOnly: false,
		});
	});

	test.each([undefined, '', '  ', ' , ,', []])('case 1: missing or empty (%j)', (signature) => {
		expect(reason(withSignature(signature))).toBe('missingSignature');
	});

	test('case 4: upper-case hex', () => {
		expect(withSignature(`v1=${HEX.toUpperCase()}`).accepted).toBe(true);
	});

	test.each([', ', ' ,', '\t, \t', ',,'])('case 5: blanks around the comma (%j)', (comma) => {
		const header = `v1=${FOREIGN_HEX}${comma}v1=${HEX}`;
		expect(withSignature(header).accepted).toBe(true);
	});

	test.each([`v0=${HEX}`, `v2=${HEX}`, `v0=${HEX},v2=${HEX}`, `v10=${HEX}`])(
		'case 6: only other versions (%s)',
		(signature) => expect(reason(withSignature(signature))).toBe('unsupportedVersion'),
	);

	test('case 6: other versions beside a valid value are ignored, however many', () => {
		const others = Array.from({ length: 40 }, (_, version) => `v${version + 2}=${FOREIGN_HEX}`);
		const verdict = withSignature([...others, `v1=${HEX}`].join(','));
		expect(verdict).toMatchObject({ accepted: true, retiredSecretOnly: false });
	});

	test.each([0, 1, 2])('case 8: three values, only number %i is valid', (place) => {
		const values = Array.from({ length: 3 }, (_, index) => (index === place ? HEX : FOREIGN_HEX));
		const verdict = withSignature(values.map((hex) => `v1=${hex}`).join(','));
		expect(verdict.accepted).toBe(true);
	});

	test('at most 16 values are read', () => {
		const wrong = (count: number) => Array.from({ length: count }, () => `v1=${FOREIGN_HEX}`);
		expect(withSignature([...wrong(15), `v1=${HEX}`].join(',')).accepted).toBe(true);
		expect(reason(withSignature([...wrong(16), `v1=${HEX}`].join(',')))).toBe('wrongSignature');
	});

	test('values that are not well formed count towards the 16 as well', () => {
		const broken = Array.from({ length: 16 }, () => 'v1=zz');
		expect(reason(withSignature([...broken, `v1=${HEX}`].join(',')))).toBe('malformedSignature');
	});

	test.each([
		HEX.slice(1),
		`${HEX}0`,
		`${HEX.slice(0, 63)}g`,
		`0x${HEX.slice(2)}`,
		`${HEX.slice(0, 32)} ${HEX.slice(32)}`,
		`${HEX}\n`,
		` ${HEX}`,
		Buffer.from(HEX, 'hex').toString('base64'),
		'',
	])('case 10: not 64 hex digits (%j)', (value) => {
		expect(reason(withSignature(`v1=${value}`))).toBe('malformedSignature');
	});

	test.each([`V1=${HEX}`, HEX, `=${HEX}`, `v1:${HEX}`, `v1 =${HEX}`, `"v1=${HEX}"`])(
		'case 13: not written as v1= (%s)',
		(signature) => expect(reason(withSignature(signature))).toBe('malformedSignature'),
	);

	test('a v1 value that is not well formed is named as the reason, also beside other versions', () => {
		expect(reason(withSignature(`v2=${HEX},v1=zz`))).toBe('malformedSignature');
	});

	test('given twice, it counts like one header with commas', () => {
		const verdict = withSignature([`v1=${FOREIGN_HEX}`, `v1=${HEX}`]);
		expect(verdict.accepted).toBe(true);
	});

	test('header names are found in any letter case, and headers as Node.js types them fit', () => {
		const headers: IncomingHttpHeaders = {
			'X-Service-Signature': `v1=${HEX}`,
			'X-SERVICE-TIMESTAMP': TIMESTAMP,
		};
		expect(verify({ headers }).accepted).toBe(true);
	});

	test('the other headers of a delivery are neither needed nor looked at', () => {
		const headers = { ...signedHeaders(BODY), 'x-service-event-id': 'evt_other', host: 'x' };
		expect(verify({ headers }).accepted).toBe(true);
	});
});

describe('the timestamp header', () => {
	test.each([undefined, '', ' ', []])('case 14: missing (%j)', (timestamp) => {
		const headers = { ...signedHeaders(BODY), 'x-service-timestamp': timestamp };
		expect(reason(verify({ headers }))).toBe('missingTimestamp');
	});

	test.each([
		`${TIMESTAMP}.0`,
		`${TIMESTAMP}.`,
		`-${TIMESTAMP}`,
		`+${TIMESTAMP}`,
		'0x6AB13B80',
		'1.79e9',
		'1e9',
		'NaN',
		'Infinity',
		`${TIMESTAMP}n`,
		`${TIMESTAMP}, ${TIMESTAMP}`,
		`${TIMESTAMP}\n`,
		'١٧٩٠٠٠٠٠٠٠',
		'2026-09-21T14:13:20Z',
	])('case 14: not plain digits, although signed (%j)', (timestamp) => {
		expect(reason(withTimestamp(timestamp))).toBe('malformedTimestamp');
	});

	test.each(['17900000000000000000', '1790000000000'])(
		'case 22: too many digits (%s)',
		(timestamp) => expect(reason(withTimestamp(timestamp))).toBe('malformedTimestamp'),
	);

	test('given twice it is refused, even with equal values', () => {
		const headers = { ...signedHeaders(BODY), 'x-service-timestamp': [TIMESTAMP, TIMESTAMP] };
		expect(reason(verify({ headers }))).toBe('malformedTimestamp');
		const spellings = { ...signedHeaders(BODY), 'X-Service-Timestamp': TIMESTAMP };
		expect(reason(verify({ headers: spellings }))).toBe('malformedTimestamp');
	});

	test('blanks around it are not part of it; what is signed is the rest as sent', () => {
		expect(withTimestamp(` ${TIMESTAMP}\t`, TIMESTAMP).accepted).toBe(true);
		expect(reason(withTimestamp(` ${TIMESTAMP}`))).toBe('wrongSignature');
		expect(withTimestamp(`0${TIMESTAMP}`).accepted).toBe(true);
		expect(reason(withTimestamp(`0${TIMESTAMP}`, TIMESTAMP))).toBe('wrongSignature');
	});

	test.each([300, -300])('case 19: exactly %i s old', (age) => {
		const now = (NOW_SECONDS + age) * 1000;
		expect(verify({ now })).toMatchObject({ accepted: true, ageSeconds: age });
	});

	test.each([301, -301])('case 20: %i s old and genuine', (age) => {
		const now = (NOW_SECONDS + age) * 1000;
		expect(verify({ now })).toEqual({
			accepted: false,
			reason: 'outsideTolerance',
			timestamp: NOW_SECONDS,
			ageSeconds: age,
		});
	});

	test.each([301, -301, 300, 0])('case 20: %i s old and forged', (age) => {
		const now = (NOW_SECONDS + age) * 1000;
		expect(reason(verify({ now, secrets: ['another'] }))).toBe('wrongSignature');
	});

	test('a tolerance of zero accepts the same second only; one that is no number nothing', () => {
		expect(verify({ toleranceSeconds: 0 }).accepted).toBe(true);
		expect(reason(verify({ toleranceSeconds: 0, now: (NOW_SECONDS + 1) * 1000 }))).toBe(
			'outsideTolerance',
		);
		expect(reason(verify({ toleranceSeconds: NaN }))).toBe('outsideTolerance');
		expect(reason(verify({ now: NaN }))).toBe('outsideTolerance');
	});
});

describe('the body', () => {
	test.each([
		['case 24: empty', ''],
		['case 26: multi-byte characters, CRLF and blanks', ' {"name":"Zürich 🏔\u2028"}\r\n\t '],
		['case 26: a byte order mark', '\uFEFF{}'],
		['case 34: not JSON', 'hello'],
		['case 35: duplicate keys', '{"id":"a","id":"b"}'],
		['case 37: an array', '[1]'],
		['bytes that are no UTF-8', Buffer.from([0xff, 0x00, 0xc3, 0x28])],
		['case 29: 5 MB', Buffer.alloc(5_000_000, '{"ä":1}')],
	])('%s', (_name, body) => {
		expect(verify({ body }).accepted).toBe(true);
	});

	test('case 31: gzip, signed over the plain bytes', () => {
		const body = gunzipSync(gzipSync(BODY));
		expect(verify({ body, headers: signedHeaders(BODY) }).accepted).toBe(true);
		expect(reason(verify({ body: gzipSync(BODY), headers: signedHeaders(BODY) }))).toBe(
			'wrongSignature',
		);
	});

	test('a part of a larger buffer is read as that part only', () => {
		const whole = Buffer.from(`xx${BODY}yy`);
		const body = new Uint8Array(whole.buffer, whole.byteOffset + 2, BODY.length);
		const check = { secrets: [SECRET], now: NOW_SECONDS * 1000, toleranceSeconds: 300 };
		expect(verifySignature({ ...check, headers: signedHeaders(BODY), body }).accepted).toBe(true);
	});

	test('digits cannot be moved between timestamp and body', () => {
		const signature = `v1=${hmacHex(SECRET, '17900', '00.x')}`;
		const headers = { 'x-service-signature': signature, 'x-service-timestamp': '1790000' };
		expect(reason(verify({ headers, body: 'x' }))).toBe('wrongSignature');
	});
});

describe('the secrets', () => {
	const both = `v1=${HEX},v1=${OLD_HEX}`;

	test('case 52: during a rotation the new secret is enough, without a hint', () => {
		expect(withSignature(both, [SECRET])).toMatchObject({
			accepted: true,
			retiredSecretOnly: false,
			additionalSecretOnly: false,
		});
	});

	test('case 52: the old secret is enough, with the hint that it is about to end', () => {
		expect(withSignature(both, [OLD_SECRET])).toMatchObject({
			accepted: true,
			secretIndex: 0,
			retiredSecretOnly: true,
			additionalSecretOnly: false,
		});
	});

	test.each([[[SECRET, OLD_SECRET]], [[OLD_SECRET, SECRET]]])(
		'case 52: holding both needs no hint (%j)',
		(secrets) => {
			expect(withSignature(both, secrets)).toMatchObject({
				secretIndex: 0,
				retiredSecretOnly: false,
				additionalSecretOnly: false,
			});
		},
	);

	test('after the overlap a new secret that is only an additional one is pointed out', () => {
		expect(withSignature(`v1=${HEX}`, [OLD_SECRET, SECRET])).toMatchObject({
			secretIndex: 1,
			retiredSecretOnly: false,
			additionalSecretOnly: true,
		});
	});

	test('case 55: only the old secret after the overlap', () => {
		expect(reason(withSignature(`v1=${HEX}`, [OLD_SECRET]))).toBe('wrongSignature');
	});

	test.each([[[]], [['']], [[' ', '\t\n', '']]])('case 56: no usable secret (%j)', (secrets) => {
		expect(reason(verify({ secrets }))).toBe('noSecret');
		expect(reason(verify({ secrets, headers: {} }))).toBe('noSecret');
	});

	test('case 56: nobody gets in by signing with an empty secret', () => {
		const headers = signedHeaders(BODY, { secrets: [''] });
		expect(reason(verify({ headers, secrets: [''] }))).toBe('noSecret');
		expect(reason(verify({ headers, secrets: ['', SECRET] }))).toBe('wrongSignature');
	});

	test('blanks around a pasted secret do no harm, and blank ones keep the numbering', () => {
		expect(verify({ secrets: ['', ` ${SECRET}\n`] })).toMatchObject({
			secretIndex: 1,
			additionalSecretOnly: false,
		});
	});

	test.each(['wrong', SECRET.toUpperCase(), `${SECRET}x`, SECRET.slice(0, -1)])(
		'case 58: a wrong secret (%s)',
		(secret) => expect(reason(verify({ secrets: [secret] }))).toBe('wrongSignature'),
	);
});

test('a header of blanks or commas as long as HTTP allows costs next to nothing', () => {
	const start = performance.now();
	for (const filler of [' ', '\t', ',', ' ,', 'v1=,']) {
		const signature = `x${filler.repeat(16_000 / filler.length)}x`;
		expect(reason(withSignature(signature))).toBe('malformedSignature');
		const headers = { ...signedHeaders(BODY), 'x-service-timestamp': signature };
		expect(reason(verify({ headers }))).toBe('malformedTimestamp');
	}
	expect(performance.now() - start).toBeLessThan(250);
});
