import { excerpt } from '../errors';
import type { FieldReader } from './fieldReader';
import { readGraphql } from './graphqlScheme';
import type {
	EndStatus,
	NextTokenScheme,
	OffsetScheme,
	OptionalFlag,
	OptionalLimit,
	PageBasedScheme,
	RequiredLimit,
	SchemeFields,
	Template,
	UntilNoDataLeft,
	UntilTotal,
} from './types';

const STOPS = ['noDataLeft', 'reachTotalCount'] as const;

const END_STATUSES: readonly EndStatus[] = [400, 404, 416];

/** Reads a pageBased scheme. Pages start at 1 by default; a total is compared with `limitValue`. */
export function readPageBased({
	scheme,
	request,
	response,
	warnings,
}: SchemeFields): PageBasedScheme {
	const pageUntil = scheme.oneOf('pageUntil', STOPS, ' with pageBased');
	const pageParameter = request.requiredText(
		'pageParameter',
		'Enter the name of the parameter for the page number, such as page.',
	);
	const start = request.integer('pageStartingValue', 0);
	if (start === undefined) {
		warnings.push(`${request.nameOf('pageStartingValue')} is not set; pages are read from 1.`);
	}
	const page = { pageParameter, pageStartingValue: start ?? 1, ...readTemplate(request) };
	const type = { type: 'pageBased', ...readEndStatuses(scheme) } as const;
	if (pageUntil === 'noDataLeft') {
		return { ...type, request: { ...page, ...optionalLimit(request) }, ...untilNoData(response) };
	}
	const totalPages = response.text('totalPages');
	if (totalPages === undefined) {
		return { ...type, request: { ...page, ...requiredLimit(request) }, ...untilTotal(response) };
	}
	if (response.text('totalCount') !== undefined) {
		const what = `cannot be set together with ${response.nameOf('totalCount')}`;
		throw response.wrong('totalPages', what, 'Remove one of them.');
	}
	return {
		...type,
		request: { ...page, ...optionalLimit(request) },
		pageUntil,
		response: { totalPages, ...readFlag(response) },
	};
}

/**
 * @returns the text that contains the position, if one is set
 * @throws DatasetError when it does not contain it, or needs a page size that is not set
 */
export function readTemplate(request: FieldReader): Template {
	const valueTemplate = request.text('valueTemplate');
	if (valueTemplate === undefined) return {};
	const wrong = (what: string, fix: string) => request.wrong('valueTemplate', what, fix);
	if (!valueTemplate.includes('{position}')) {
		throw wrong('does not contain {position}', 'Write {position} where the API wants it.');
	}
	if (/\{(size|last)\}/.test(valueTemplate) && request.value('limitValue') === undefined) {
		throw wrong('needs a page size', `Set ${request.nameOf('limitValue')}.`);
	}
	return { valueTemplate };
}

/** @returns the stop condition of a scheme that reads up to an empty page */
export function untilNoData(response: FieldReader): UntilNoDataLeft {
	const { moreRecords, lastPage } = readFlag(response);
	const pageUntil = 'noDataLeft';
	if (moreRecords !== undefined) return { pageUntil, response: { moreRecords } };
	return lastPage === undefined ? { pageUntil } : { pageUntil, response: { lastPage } };
}

/** @returns the stop condition of a scheme that reads up to a total */
export function untilTotal(response: FieldReader): UntilTotal {
	const totalCount = response.requiredText(
		'totalCount',
		'Enter the path of the total number of records, or set pagingScheme.pageUntil to noDataLeft.',
	);
	return { pageUntil: 'reachTotalCount', response: { totalCount, ...readFlag(response) } };
}

/** @returns the page size, which a scheme counts with */
export function requiredLimit(request: FieldReader): RequiredLimit {
	const limitParameter = request.text('limitParameter');
	const limitValue = request.integer('limitValue', 1);
	if (limitValue === undefined) {
		throw request.wrong('limitValue', 'is missing', 'Set it to the number of records per page.');
	}
	return limitParameter === undefined ? { limitValue } : { limitParameter, limitValue };
}

/** @returns the page size, which a scheme needs only if it names a parameter for it */
export function optionalLimit(request: FieldReader): OptionalLimit {
	if (request.text('limitParameter') !== undefined) {
		const { limitParameter = '', limitValue } = requiredLimit(request);
		return { limitParameter, limitValue };
	}
	const limitValue = request.integer('limitValue', 1);
	return limitValue === undefined ? {} : { limitValue };
}

/**
 * @returns the flag that says whether there are more pages, if one is set
 * @throws DatasetError when both of its forms are set
 */
export function readFlag(response: FieldReader): OptionalFlag {
	const [moreRecords, lastPage] = [response.text('moreRecords'), response.text('lastPage')];
	if (moreRecords === undefined) return lastPage === undefined ? {} : { lastPage };
	if (lastPage === undefined) return { moreRecords };
	const what = `cannot be set together with ${response.nameOf('moreRecords')}`;
	throw response.wrong('lastPage', what, 'Remove the one that the API does not return.');
}

/**
 * @returns the statuses that end numbered pages, if any are set
 * @throws DatasetError when one of them can mean something else
 */
export function readEndStatuses(scheme: FieldReader): { endStatuses?: EndStatus[] } {
	const fix = `Set ${scheme.nameOf('endStatuses')} to an array such as [404].`;
	const endStatuses = scheme.list('endStatuses', fix)?.map((entry) => {
		const status = END_STATUSES.find((candidate) => String(candidate) === String(entry));
		if (status !== undefined) return status;
		const what = `cannot contain ${excerpt(entry)}; valid values: ${END_STATUSES.join(', ')}`;
		throw scheme.wrong('endStatuses', what, fix);
	});
	return endStatuses === undefined ? {} : { endStatuses };
}

/** Reads an offsetAndLimit scheme. Offsets start at 0 by default and rise by `limitValue`. */
export function readOffset({ scheme, request, response }: SchemeFields): OffsetScheme {
	const pageUntil = scheme.oneOf('pageUntil', STOPS, ' with offsetAndLimit');
	const offset = {
		offsetParameter: request.requiredText(
			'offsetParameter',
			'Enter the name of the parameter for the offset, such as offset.',
		),
		offsetStartingValue: request.integer('offsetStartingValue', 0) ?? 0,
		...requiredLimit(request),
		...readTemplate(request),
	};
	const type = { type: 'offsetAndLimit', request: offset, ...readEndStatuses(scheme) } as const;
	return pageUntil === 'noDataLeft'
		? { ...type, ...untilNoData(response) }
		: { ...type, ...untilTotal(response) };
}

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

/** How each scheme is read, by `pagingScheme.type`. */
export const SCHEMES = {
	pageBased: readPageBased,
	offsetAndLimit: readOffset,
	nextToken: readNextToken,
	graphqlConnections: readGraphql,
} as const;

/** Values of `pagingScheme.type`. */
export const TYPES = ['pageBased', 'offsetAndLimit', 'nextToken', 'graphqlConnections'] as const;

/** The type of a list without pages. Beyond the specification. */
export const ONE_PAGE = 'onePage';

/** Fields of `pagingScheme.request` that some scheme uses; any other name is unknown. */
export const REQUEST_FIELDS = [
	'pageParameter',
	'pageStartingValue',
	'offsetParameter',
	'offsetStartingValue',
	'limitParameter',
	'limitValue',
	'tokenParameter',
];

/** Fields of `pagingScheme.response` that some scheme uses. */
export const RESPONSE_FIELDS = ['totalCount', 'nextToken', 'pageInfo'];

/** Members beyond the specification, and what each of them needs. Elsewhere they are refused. */
export const OWN_MEMBERS = {
	scheme: {
		endStatuses: 'pageBased or offsetAndLimit',
		parametersIn: 'pageBased, offsetAndLimit or nextToken',
	},
	request: {
		keepParameters: 'nextToken with tokenType url',
		valueTemplate: 'pageBased, offsetAndLimit, or nextToken with tokenType token',
	},
	response: {
		moreRecords: 'pageBased, offsetAndLimit or nextToken',
		lastPage: 'pageBased, offsetAndLimit or nextToken',
		totalPages: 'pageBased with reachTotalCount',
		nextBase: 'nextToken with tokenType url',
	},
} as const;
