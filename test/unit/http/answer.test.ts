import { explainNoAnswer, toNoAnswer } from '../../../nodes/shared/http/answer';
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

	it('is explained by its code, or else by its message', () => {
		const explain = (code: string) => explainNoAnswer({ kind: 'noAnswer', code, message: 'm' });
		expect(explain('ECONNREFUSED')).toBe('refused the connection');
		expect(explain('EPROTO')).toBe('could not be reached (m)');
	});
});
