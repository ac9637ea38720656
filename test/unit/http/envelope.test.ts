import { isPage, readErrorEnvelope } from '../../../nodes/shared/http/envelope';

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
	it.each([
		[{ error: 'invalid_client' }, 'invalid_client'],
		[{ detail: 'No such scope' }, 'No such scope'],
		[{ error: [error] }, 'The vendor does not exist'],
	])('has only the words of %j', (body, message) => {
		expect(readErrorEnvelope(body)).toStrictEqual({ message });
	});
});

it.each([
	['<!doctype html>', true],
	[' \n\t<html>', true],
	['a < b', false],
	['', false],
	[undefined, false],
	[{ html: '<p>' }, false],
	[['<p>'], false],
])('%j is markup: %j', (body, expected) => {
	expect(isPage(body)).toBe(expected);
});
