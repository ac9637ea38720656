import { NOW_SECONDS, signedHeaders } from './sign';
import { BODY, reason, TIMESTAMP, verify, withTimestamp } from './verify';

describe('the timestamp header', () => {
	test.each([undefined, '', ' ', []])('case 14: missing (%j)', (timestamp) => {
		const headers = { ...signedHeaders(BODY), 'x-service-timestamp': timestamp };
		expect(reason(verify({ headers }))).toBe('missingTimestamp');
	});

	test.each([
		`${TIMESTAMP}.0`,
		`${TIMESTAMP}.`,
		`-${TIMESTAMP}`,
		'0x6AB13B80',
		'1.79e9',
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

	test('a tolerance of zero accepts the same second only; one that is not a number nothing', () => {
		expect(verify({ toleranceSeconds: 0 }).accepted).toBe(true);
		expect(reason(verify({ toleranceSeconds: 0, now: (NOW_SECONDS + 1) * 1000 }))).toBe(
			'outsideTolerance',
		);
		expect(reason(verify({ toleranceSeconds: NaN }))).toBe('outsideTolerance');
		expect(reason(verify({ now: NaN }))).toBe('outsideTolerance');
	});
});
