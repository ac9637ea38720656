import { excerpt } from '../errors';
import type { FieldReader } from './fieldReader';
import { optionalLimit, readFlag, readTemplate } from './numberedScheme';
import type { NextTokenScheme, SchemeFields } from './types';

/** Reads a nextToken scheme. Pages are named by tokens, unless `tokenType` says that by URLs. */
export function readNextToken({ scheme, request, response }: SchemeFields): NextTokenScheme {
	const where = ' with nextToken';
	const pageUntil = scheme.oneOf('pageUntil', ['noNextToken', 'noDataLeft'], where);
	const hasType = scheme.value('tokenType') !== undefined;
	const isUrl = hasType && scheme.oneOf('tokenType', ['token', 'url'], where) === 'url';
	const common = { type: 'nextToken', pageUntil } as const;
	const next = {
		nextToken: response.requiredText(
			'nextToken',
			'Enter the path of the next token or next URL in the response, or header:Name for a header.',
		),
		...readFlag(response),
	};
	if (isUrl) {
		request.value('tokenParameter'); // allowed, but unused: the URL replaces it
		const nextBase = response.text('nextBase');
		return {
			...common,
			tokenType: 'url',
			request: { ...optionalLimit(request), ...readKeepParameters(request) },
			response: { ...next, ...(nextBase !== undefined && { nextBase }) },
		};
	}
	const tokenParameter = request.requiredText(
		'tokenParameter',
		'Enter the name of the parameter for the token, or set pagingScheme.tokenType to url.',
	);
	return {
		...common,
		tokenType: 'token',
		request: { tokenParameter, ...optionalLimit(request), ...readTemplate(request) },
		response: next,
	};
}

function readKeepParameters(request: FieldReader): { keepParameters?: string[] } {
	const fix = `Set ${request.nameOf('keepParameters')} to an array of names such as ["api-version"].`;
	const keepParameters = request.list('keepParameters', fix)?.map((name) => {
		if (typeof name === 'string' && name.trim() !== '') return name.trim();
		throw request.wrong('keepParameters', `cannot contain ${excerpt(name)}`, fix);
	});
	return keepParameters === undefined ? {} : { keepParameters };
}
