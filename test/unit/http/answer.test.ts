import { explainNoAnswer, INTERRUPTED, toNoAnswer } from '../../../nodes/shared/http/answer';
import { normalizeHeaders } from '../../../nodes/shared/json';

describe('normalizeHeaders', () => {
	it('returns lower-case names with text values', () => {
		const headers = {
			'Content-Type': 'text/plain',
			'X-COUNT': 3,
			'set-cookie': ['a=1', 'b=2'],
			'x-empty': '',
			'x-missing': undefined,
			'x-null': null,
			'x-flag': true,
			'x-object': { a: 1 },
		};
		expect(normalizeHeaders(headers)).toEqual({
			'content-type': 'text/plain',
			'x-count': '3',
			'set-cookie': 'a=1,b=2',
			'x-empty': '',
		});
	});

	it.each([undefined, null, 'Content-Type: text/plain', [['a', 'b']]])(
		'returns nothing for %j',
		(headers) => expect(normalizeHeaders(headers)).toEqual({}),
	);
});

it.each([
	[INTERRUPTED, 'sent an incomplete response: the connection was lost'],
	['ECONNREFUSED', 'refused the connection'],
	['ECONNRESET', 'closed the connection without a response'],
	['ECONNABORTED', 'did not respond in time'],
	['ETIMEDOUT', 'did not respond in time'],
	['ENOTFOUND', 'could not be found: the host name is unknown'],
	['EAI_AGAIN', 'could not be reached: the DNS lookup failed'],
	['EPROTO', 'could not be reached (wrong version number)'],
	['', 'could not be reached (wrong version number)'],
])('explains %j: %s', (code, expected) => {
	expect(explainNoAnswer({ kind: 'noAnswer', code, message: 'wrong version number' })).toBe(
		expected,
	);
});

describe('toNoAnswer', () => {
	it('keeps code and message, and nothing of the request', () => {
		const error = Object.assign(new Error('socket hang up'), {
			code: 'ECONNRESET',
			config: { headers: { Authorization: 'Basic c2VjcmV0' } },
		});
		expect(toNoAnswer(error)).toEqual({
			kind: 'noAnswer',
			code: 'ECONNRESET',
			message: 'socket hang up',
		});
	});

	it.each([undefined, null, 'a text', {}, { code: 7, message: {} }])('reads %j', (error) => {
		expect(toNoAnswer(error)).toEqual({ kind: 'noAnswer', code: '', message: 'no response' });
	});
});
