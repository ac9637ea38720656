import { optionalLimit } from './numberedScheme';
import type { NextTokenScheme, SchemeFields } from './types';

/** Reads a nextToken scheme. Pages are named by tokens, unless `tokenType` says that by URLs. */
export function readNextToken({ scheme, request, response }: SchemeFields): NextTokenScheme {
	const where = ' with nextToken';
	const pageUntil = scheme.oneOf('pageUntil', ['noNextToken', 'noDataLeft'], where);
	const hasType = scheme.value('tokenType') !== undefined;
	const isUrl = hasType && scheme.oneOf('tokenType', ['token', 'url'], where) === 'url';
	const common = {
		type: 'nextToken',
		pageUntil,
		response: {
			nextToken: response.requiredText(
				'nextToken',
				'Enter the path of the next token or next URL in the response, or header:Name for a header.',
			),
		},
	} as const;
	if (isUrl) {
		request.value('tokenParameter'); // allowed, but unused: the URL replaces it
		return { ...common, tokenType: 'url', request: optionalLimit(request) };
	}
	const tokenParameter = request.requiredText(
		'tokenParameter',
		'Enter the name of the parameter for the token, or set pagingScheme.tokenType to url.',
	);
	return { ...common, tokenType: 'token', request: { tokenParameter, ...optionalLimit(request) } };
}
