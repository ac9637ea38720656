import type { IncomingHttpHeaders } from 'node:http';

import { NOW_SECONDS, signedHeaders } from './sign';
import { BODY, FOREIGN_HEX, HEX, reason, TIMESTAMP, verify, withSignature } from './verify';

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
		const malformed = Array.from({ length: 16 }, () => 'v1=zz');
		expect(reason(withSignature([...malformed, `v1=${HEX}`].join(',')))).toBe('malformedSignature');
	});

	test.each([
		HEX.slice(1),
		`${HEX.slice(0, 63)}g`,
		`0x${HEX.slice(2)}`,
		`${HEX.slice(0, 32)} ${HEX.slice(32)}`,
		`${HEX}\n`,
		Buffer.from(HEX, 'hex').toString('base64'),
		'',
	])('case 10: not 64 hex digits (%j)', (value) => {
		expect(reason(withSignature(`v1=${value}`))).toBe('malformedSignature');
	});

	test.each([`V1=${HEX}`, HEX, `=${HEX}`, `v1:${HEX}`, `v1 =${HEX}`, `"v1=${HEX}"`])(
		'case 13: not written as v1= (%s)',
		(signature) => expect(reason(withSignature(signature))).toBe('malformedSignature'),
	);

	test('given twice, it counts like one header with commas', () => {
		const verdict = withSignature([`v1=${FOREIGN_HEX}`, `v1=${HEX}`]);
		expect(verdict.accepted).toBe(true);
	});

	test('header names are found in any letter case, and headers may have the type that Node.js gives them', () => {
		const headers: IncomingHttpHeaders = {
			'X-Service-Signature': `v1=${HEX}`,
			'X-SERVICE-TIMESTAMP': TIMESTAMP,
		};
		expect(verify({ headers }).accepted).toBe(true);
	});
});

test.each([' ', '\t', ',', ' ,', 'v1=,'])(
	'a header that %j fills to the length that HTTP allows is refused',
	(filler) => {
		const value = `x${filler.repeat(16_000 / filler.length)}x`;
		expect(reason(withSignature(value))).toBe('malformedSignature');
		const headers = { ...signedHeaders(BODY), 'x-service-timestamp': value };
		expect(reason(verify({ headers }))).toBe('malformedTimestamp');
	},
);
