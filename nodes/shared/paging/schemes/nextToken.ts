import type { NextTokenScheme, Placed, TokenScheme } from '../dataset/types';
import { excerpt, PagingError } from '../errors';
import { buildRequest, type Call, valueOf } from '../request';
import type { Parameters, Position } from '../types';
import { nextUrls } from './nextUrls';
import { FIELD, isTokenOrFirst, readToken, stepTo, wrongKind } from './token';
import type { Step, Strategy } from './types';

/**
 * Pages that each name the next one, by token or by URL (paging-schemes, nextToken).
 *
 * @param allowedOrigins origins that next URLs may have besides that of the first request
 */
export function nextToken(
	call: Call,
	scheme: NextTokenScheme & Placed,
	url: string,
	allowedOrigins: readonly string[],
): Strategy {
	const { limitParameter, limitValue } = scheme.request;
	const limit: Parameters = limitParameter === undefined ? [] : [[limitParameter, limitValue]];
	return scheme.tokenType === 'url'
		? nextUrls(call, scheme, url, limit, allowedOrigins)
		: byToken(call, scheme, url, limit);
}

function byToken(
	call: Call,
	{ request, response, parametersIn = 'body' }: TokenScheme & Placed,
	url: string,
	limit: Parameters,
): Strategy {
	const { tokenParameter, valueTemplate, limitValue } = request;
	const path = response.nextToken;
	const hasBody = call.method === 'POST' && parametersIn === 'body';
	const valueFor = (token: Position) =>
		typeof token === 'object' ? (token ?? undefined) : valueOf(valueTemplate, token, limitValue);
	return {
		first: null,
		request: (token) =>
			buildRequest(call, url, [...limit, [tokenParameter, valueFor(token)]], parametersIn),
		next: (context) => {
			const token = readToken(path, context);
			if (token === undefined) return { kind: 'end', stopReason: 'noNextToken' };
			if (Array.isArray(token)) return hasBody ? stepToArray(token, path) : needsBody(path, token);
			if (typeof token !== 'string' && typeof token !== 'number') return wrongKind(path, token);
			return stepTo(token, `${FIELD} "${path}"`);
		},
		accepts: (position): position is Position =>
			isTokenOrFirst(position) || (hasBody && Array.isArray(position)),
	};
}

/** An array of values to search after, as of Elasticsearch. Beyond the specification. */
function stepToArray(token: readonly unknown[], path: string): Step {
	if (token.length === 0 || token.some((value) => typeof value === 'object' && value !== null)) {
		return wrongKind(path, token);
	}
	for (const value of token) {
		const step = typeof value === 'number' ? stepTo(value, `${FIELD} "${path}"`) : undefined;
		if (step?.kind === 'error') return step;
	}
	// The records that it comes from may be changed by the caller.
	return { kind: 'next', position: [...token], identity: `array ${JSON.stringify(token)}` };
}

function needsBody(path: string, token: readonly unknown[]): Step {
	const error = new PagingError(
		`${FIELD} "${path}" contains an array, ${excerpt(token)}, which can only be sent in the body of a POST.`,
		`Set ${FIELD} to the path of a token that is text or a number, or read the API with POST.`,
	);
	return { kind: 'error', error };
}
