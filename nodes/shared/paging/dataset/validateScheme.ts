import type {
	GraphqlScheme,
	OffsetScheme,
	OptionalLimit,
	PageBasedScheme,
	PagingScheme,
	RestScheme,
} from './types';
import type { NextTokenScheme, RequiredLimit, UntilNoDataLeft, UntilTotal } from './types';
import type { FieldReader } from './fieldReader';
import { headerName } from '../response/path';

/** Stop conditions by scheme; what only fits another scheme is refused by name. */
const STOPS = {
	pageBased: ['noDataLeft', 'reachTotalCount'],
	offsetAndLimit: ['noDataLeft', 'reachTotalCount'],
	nextToken: ['noNextToken', 'noDataLeft'],
	graphqlConnections: ['noNextPage', 'noDataLeft'],
} as const;

const TYPES = ['pageBased', 'offsetAndLimit', 'nextToken', 'graphqlConnections'] as const;

const REQUEST_FIELDS = [
	'pageParameter',
	'pageStartingValue',
	'offsetParameter',
	'offsetStartingValue',
	'limitParameter',
	'limitValue',
	'tokenParameter',
];
const RESPONSE_FIELDS = ['totalCount', 'nextToken', 'pageInfo'];

/** The three objects that make up a scheme. */
interface Parts {
	scheme: FieldReader;
	request: FieldReader;
	response: FieldReader;
	warnings: string[];
}

/**
 * Reads and checks a paging scheme (paging-schemes, "pagingScheme" and "Behavior per scheme").
 *
 * `limitValue` is needed wherever a number is counted with it: always for offsetAndLimit, for
 * pageBased with reachTotalCount, and for any scheme that names a `limitParameter`. Defaults: pages
 * start at 1, offsets at 0, a token is a token.
 *
 * @param scheme reader of `pagingScheme`
 * @throws DatasetError when scheme, stop condition and fields do not fit each other
 */
export function validateScheme(scheme: FieldReader, warnings: string[]): PagingScheme {
	const type = scheme.oneOf('type', TYPES);
	const parts = {
		scheme,
		request: scheme.child('request'),
		response: scheme.child('response'),
		warnings,
	};
	const checked = READERS[type](parts);
	const here = `${type} with ${checked.pageUntil}`;
	parts.request.nameTheRest(REQUEST_FIELDS, here);
	parts.response.nameTheRest(RESPONSE_FIELDS, here);
	scheme.nameTheRest(['tokenType'], here);
	return checked;
}

const READERS = {
	pageBased: readPageBased,
	offsetAndLimit: readOffset,
	nextToken: readNextToken,
	graphqlConnections: readGraphql,
} as const satisfies Record<PagingScheme['type'], (parts: Parts) => PagingScheme>;

function readPageBased({ scheme, request, response, warnings }: Parts): PageBasedScheme {
	const pageUntil = scheme.oneOf('pageUntil', STOPS.pageBased, ' with pageBased');
	const pageParameter = request.requiredText(
		'pageParameter',
		'Name the parameter that carries the page number, such as page.',
	);
	const start = request.integer('pageStartingValue', 0);
	if (start === undefined) {
		warnings.push(`${request.nameOf('pageStartingValue')} is not set; pages are read from 1.`);
	}
	const page = { pageParameter, pageStartingValue: start ?? 1 };
	if (pageUntil === 'noDataLeft') {
		return { type: 'pageBased', request: { ...page, ...optionalLimit(request) }, pageUntil };
	}
	return {
		type: 'pageBased',
		request: { ...page, ...requiredLimit(request) },
		...untilTotal(response),
	};
}

function readOffset({ scheme, request, response }: Parts): OffsetScheme {
	const pageUntil = scheme.oneOf('pageUntil', STOPS.offsetAndLimit, ' with offsetAndLimit');
	const offset = {
		offsetParameter: request.requiredText(
			'offsetParameter',
			'Name the parameter that carries the offset, such as offset.',
		),
		offsetStartingValue: request.integer('offsetStartingValue', 0) ?? 0,
		...requiredLimit(request),
	};
	const until: UntilNoDataLeft | UntilTotal =
		pageUntil === 'noDataLeft' ? { pageUntil } : untilTotal(response);
	return { type: 'offsetAndLimit', request: offset, ...until };
}

function readNextToken({ scheme, request, response }: Parts): NextTokenScheme {
	const pageUntil = scheme.oneOf('pageUntil', STOPS.nextToken, ' with nextToken');
	const isUrl = scheme.value('tokenType') !== undefined && readTokenType(scheme) === 'url';
	const common = {
		type: 'nextToken',
		pageUntil,
		response: {
			nextToken: response.requiredText(
				'nextToken',
				'Give the path to the next token or next URL in the answer; header: reads a header.',
			),
		},
	} as const;
	if (isUrl) {
		request.value('tokenParameter'); // known, and of no use: the URL replaces it
		return { ...common, tokenType: 'url', request: optionalLimit(request) };
	}
	const tokenParameter = request.requiredText(
		'tokenParameter',
		'Name the parameter that carries the token, or set pagingScheme.tokenType to url.',
	);
	return { ...common, tokenType: 'token', request: { tokenParameter, ...optionalLimit(request) } };
}

function readTokenType(scheme: FieldReader): 'token' | 'url' {
	return scheme.oneOf('tokenType', ['token', 'url'], ' with nextToken');
}

function readGraphql({ scheme, request, response }: Parts): GraphqlScheme {
	const pageUntil = scheme.oneOf('pageUntil', STOPS.graphqlConnections, ' with graphqlConnections');
	const fix = 'Give the path to the pageInfo object, such as data.vendors.pageInfo.';
	const pageInfo = response.requiredText('pageInfo', fix);
	if (/(^|\.)(endCursor|hasNextPage)$/.test(pageInfo)) {
		throw response.wrong('pageInfo', 'must lead to the pageInfo object, not to a field in it', fix);
	}
	if (headerName(pageInfo) !== undefined) {
		throw response.wrong('pageInfo', 'cannot be in a header', fix);
	}
	return {
		type: 'graphqlConnections',
		request: optionalLimit(request),
		response: { pageInfo },
		pageUntil,
	};
}

function untilTotal(response: FieldReader): UntilTotal {
	const totalCount = response.requiredText(
		'totalCount',
		'Give the path to the number of records, or set pagingScheme.pageUntil to noDataLeft.',
	);
	return { pageUntil: 'reachTotalCount', response: { totalCount } };
}

function requiredLimit(request: FieldReader): RequiredLimit {
	const limitParameter = request.text('limitParameter');
	const limitValue = request.integer('limitValue', 1);
	if (limitValue === undefined) {
		throw request.wrong('limitValue', 'is missing', 'Set it to the number of records per page.');
	}
	return limitParameter === undefined ? { limitValue } : { limitParameter, limitValue };
}

function optionalLimit(request: FieldReader): OptionalLimit {
	if (request.text('limitParameter') !== undefined) {
		const { limitParameter = '', limitValue } = requiredLimit(request);
		return { limitParameter, limitValue };
	}
	const limitValue = request.integer('limitValue', 1);
	return limitValue === undefined ? {} : { limitValue };
}

/** @returns the parameters that a scheme writes into its requests, by the field that names them */
export function parametersOf(scheme: RestScheme | GraphqlScheme): Map<string, string> {
	const names = Object.entries(scheme.request).filter(([field]) => field.endsWith('Parameter'));
	return new Map(names.map(([field, name]) => [field, String(name)]));
}
