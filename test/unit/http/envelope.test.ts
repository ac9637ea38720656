import type { SendResult } from '../../../nodes/shared/http/answer';
import { readErrorEnvelope } from '../../../nodes/shared/http/envelope';
import { errorWords, isMarkup } from '../../../nodes/shared/basics/errorWords';
import { failureOf } from '../../../nodes/shared/http/n8nFailure';

describe('the error envelope', () => {
	const error = {
		client_code: 'vendor.not_found',
		message: 'The vendor does not exist',
		request_id: 'req_1',
		docs_url: '/docs/errors',
	};

	it('is read whole', () => {
		expect(readErrorEnvelope({ error })).toEqual({
			clientCode: 'vendor.not_found',
			message: 'The vendor does not exist',
			requestId: 'req_1',
			docsUrl: '/docs/errors',
		});
	});

	it.each([
		['client_code', 'clientCode'],
		['message', 'message'],
		['request_id', 'requestId'],
		['docs_url', 'docsUrl'],
	])('has no member for %s when that is missing, empty or not text', (name, member) => {
		const full = readErrorEnvelope({ error });
		for (const value of [undefined, '', 7, null, {}]) {
			const { [member]: _, ...rest } = full as Record<string, unknown>;
			expect(readErrorEnvelope({ error: { ...error, [name]: value } })).toStrictEqual(rest);
		}
	});

	it.each([undefined, null, '', '<html></html>', [], {}, { error: null }])(
		'is empty for %j',
		(body) => {
			expect(readErrorEnvelope(body)).toStrictEqual({});
		},
	);
});

it.each([
	['<!doctype html>', true],
	[' \n\t<html>', true],
	['a < b', false],
	[undefined, false],
	[['<p>'], false],
])('%j is markup: %j', (body, expected) => {
	expect(isMarkup(body)).toBe(expected);
});

describe('the words of an error in JSON', () => {
	it.each<[unknown, string]>([
		[{ title: 'Not Found', status: 404, detail: 'No such scope' }, 'Not Found: No such scope'],
		[{ error: { message: 'No such scope', code: 7 } }, 'No such scope'],
		[{ error: 'invalid_token', error_description: 'It has expired' }, 'It has expired'],
		[{ error: 'Not Found', message: 'No such scope', status: 404 }, 'No such scope'],
		[
			{ message: 'Invalid', errors: [{ message: 'No name' }, { detail: 'No owner' }] },
			'Invalid: No name; No owner',
		],
		[{ errors: [{ field: 'name', message: 'is empty' }] }, 'name: is empty'],
		[{ errors: [{ field: 'name', message: 'The name is empty' }] }, 'The name is empty'],
		[{ errors: [{ source: { pointer: '/name' }, title: 'is empty' }] }, '/name: is empty'],
		[
			{ title: 'Invalid', errors: { Name: ['is empty', 'is short'] } },
			'Invalid: Name: is empty; is short',
		],
		[{ detail: [{ loc: ['body', 'name'], msg: 'required', type: 'x' }] }, 'body.name: required'],
		[{ message: ['name must be text', 'owner is empty'] }, 'name must be text; owner is empty'],
		[
			{ error: { message: 'Invalid', details: [{ field: 'a', reason: 'is 1' }] } },
			'Invalid: a: is 1',
		],
		[{ error: { message: 'Ours' }, message: 'Theirs' }, 'Ours'],
		[{ errors: ['1', '2', '3', '4', '5', '6', '7'] }, '1; 2; 3; 4; 5; and 2 more'],
		[{ errors: [...'12345', ...Array<string>(1000).fill('6')] }, '1; 2; 3; 4; 5; and 1000 more'],
		[{ message: ' No name\n' }, 'No name'],
		[{ errors: 'No name' }, 'No name'],
		[[{ errorCode: 'E7', message: 'No name' }], 'No name'],
		[{ errcode: 7, errmsg: 'No name' }, 'No name'],
		[{ Error: { Code: 'E7', Message: 'No name' } }, 'No name'],
		[{ fault: { faultstring: 'No name', detail: { errorcode: 'e.7' } } }, 'No name'],
		[{ Fault: { Error: [{ Message: 'No name' }] } }, 'No name'],
		[{ errorMessages: ['No name'], errors: {} }, 'No name'],
		[{ issue: [{ diagnostics: 'No name', severity: 'error' }] }, 'No name'],
		[{ meta: { code: 7, error_message: 'No name' } }, 'No name'],
		[{ exception: 'No name', errorCount: 1 }, 'No name'],
		[{ errors: { message: 'No name' } }, 'No name'],
		[{ errors: { message: ['is empty'] } }, 'message: is empty'],
		[{ error: { code: 7, description: 'No name' } }, 'No name'],
		[{ message: 'OK', errors: ['No name'] }, 'No name'],
		[{ errors: ['', null, 7, 'No name', { field: 'owner' }] }, 'No name'],
		[{ message: 'Invalid', errors: ['Invalid'], details: [] }, 'Invalid'],
		// So many steps into the answer, and not one more.
		[{ error: { error: { error: { error: 'deep' } } } }, 'deep'],
		[{ error: { error: { error: { error: { error: 'too deep' } } } } }, ''],
		[{ errors: [[[['too deep']]]] }, ''],
		[{ errors: { a: { errors: { b: { errors: { c: 'too deep' } } } } } }, ''],
	])('%j says %j', (body, expected) => {
		expect(errorWords(body)).toBe(expected);
	});

	it.each([
		undefined,
		null,
		'',
		'text',
		7,
		{},
		[],
		{ message: 7 },
		{ errors: [] },
		{ status: 'x' },
	])('%j says nothing', (body) => expect(errorWords(body)).toBe(''));

	it('does not follow an endless answer', () => {
		let body: unknown = 'deep';
		for (let i = 0; i < 100_000; i++) body = { error: body };
		expect(errorWords(body)).toBe('');
	});

	it.each([
		['a list', (errors: object[]) => errors],
		['an object', (errors: object[]) => ({ ...errors })],
	])('does not read all of a long list of errors: %s', (_form, listOf) => {
		let read = 0;
		const error = Object.defineProperty({}, 'message', {
			enumerable: true,
			get: () => `no ${read++}`,
		});
		const words = errorWords({ errors: listOf(Array<object>(20_000).fill(error)) });
		expect(words).toContain('and 19995 more');
		expect(read).toBeLessThan(5_000);
	});

	// With the whole texts, to find one in the other takes hours.
	it('does not search through texts that are too long to be read', () => {
		const field = `${'a'.repeat(1_000_000)}b${'a'.repeat(1_000_000)}`;
		const words = errorWords({ errors: [{ field, message: 'a'.repeat(6_000_000) }] });
		expect(words).toMatch(/^a{4000}$/);
	});
});

describe('why a request failed, for the poller of n8n', () => {
	const answered = (status: number, body?: unknown, retryAfter?: string): SendResult => ({
		kind: 'answer',
		status,
		headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
		body,
	});
	const RATE = 'rate-limited';
	const DOWN = 'temporarily-unavailable';

	it.each<[string, SendResult, object | undefined]>([
		['no answer', { kind: 'noAnswer', code: 'ECONNRESET', message: '' }, { cause: DOWN }],
		['500', answered(500), { cause: DOWN }],
		['503 with a wait', answered(503, '', '7'), { cause: DOWN, retryAfterMs: 7000 }],
		['429', answered(429), { cause: RATE }],
		['429 with a wait', answered(429, '', '7'), { cause: RATE, retryAfterMs: 7000 }],
		['401', answered(401), { cause: 'credential-invalid' }],
		['a wrong secret', answered(400, { error: 'invalid_client' }), { cause: 'credential-invalid' }],
		['another 400', answered(400, { error: 'invalid_scope' }), undefined],
		['403', answered(403, { error: {} }), { cause: 'configuration-invalid' }],
		// Of a proxy, which may be gone the next time.
		['403 with a page', answered(403, '<html></html>'), undefined],
		['404', answered(404, {}), undefined],
	])('%s', (_, outcome, expected) => expect(failureOf(outcome)).toEqual(expected));

	it('with the wait that is known, whatever the answer says', () => {
		expect(failureOf(answered(429, '', '7'), 9000)).toEqual({ cause: RATE, retryAfterMs: 9000 });
	});
});
