import { gunzipSync, gzipSync } from 'node:zlib';

import { verifySignature } from '../../../nodes/shared/webhook/signature';
import { hmacHex, NOW_SECONDS, SECRET, signedHeaders } from './sign';
import { BODY, reason, verify } from './verify';

describe('the body', () => {
	test.each([
		['case 24: empty', ''],
		['case 26: multi-byte characters, CRLF and blanks', ' {"name":"Zürich 🏔\u2028"}\r\n\t '],
		['case 26: a byte order mark', '\uFEFF{}'],
		['bytes that are not UTF-8', Buffer.from([0xff, 0x00, 0xc3, 0x28])],
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
