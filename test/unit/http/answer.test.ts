import { normalizeHeaders } from '../../../nodes/shared/http/headers';
import { explainNoAnswer, toNoAnswer } from '../../../nodes/shared/http/noAnswer';

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

	it.each([undefined, 'text', { code: 5, message: null }])(
		'says so without either: %j',
		(error) => {
			expect(toNoAnswer(error)).toEqual({ kind: 'noAnswer', code: '', message: 'no response' });
		},
	);

	it('is explained by its code, or else by its message', () => {
		const explain = (code: string) => explainNoAnswer({ kind: 'noAnswer', code, message: 'm' });
		expect(explain('ECONNREFUSED')).toBe('refused the connection');
		expect(explain('EPROTO')).toBe('could not be reached (m)');
	});
});

it('headers are text under names in lower case, whatever n8n returns', () => {
	const headers = { 'X-A': 'one', Cookies: ['a=1', 'b=2'], Length: 12, Other: {}, None: undefined };
	expect(normalizeHeaders(headers)).toEqual({ 'x-a': 'one', cookies: 'a=1,b=2', length: '12' });
	expect(normalizeHeaders(undefined)).toEqual({});
});
