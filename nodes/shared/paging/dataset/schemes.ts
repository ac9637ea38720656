import { excerpt } from '../errors';
import { headerName } from '../response/path';
import type { FieldReader } from './fieldReader';
import type {
	EndStatus,
	GraphqlScheme,
	MoreFlag,
	NextTokenScheme,
	OffsetScheme,
	OptionalLimit,
	PageBasedScheme,
	RequiredLimit,
	UntilTotal,
} from './types';

/** The objects that make up a paging scheme, before they are checked. */
interface SchemeFields {
	scheme: FieldReader;
	request: FieldReader;
	response: FieldReader;
	warnings: string[];
}

/** The type of a list without pages. Beyond the specification. */
export const ONE_PAGE = 'onePage';

/** Fields that some scheme or stop condition uses; any other name is unknown. */
export const FIELDS = {
	scheme: ['tokenType'],
	request: [
		...['pageParameter', 'pageStartingValue', 'offsetParameter', 'offsetStartingValue'],
		...['limitParameter', 'limitValue', 'tokenParameter'],
	],
	response: ['totalCount', 'nextToken', 'pageInfo'],
};

const REST = 'pageBased, offsetAndLimit or nextToken';

/** Members beyond the specification, and what each of them needs. Elsewhere they are refused. */
export const OWN_MEMBERS = {
	scheme: { endStatuses: 'pageBased or offsetAndLimit', parametersIn: REST },
	request: {
		keepParameters: 'nextToken with tokenType url',
		valueTemplate: 'pageBased, offsetAndLimit, or nextToken with tokenType token',
	},
	response: {
		moreRecords: REST,
		lastPage: REST,
		totalPages: 'pageBased with reachTotalCount',
		nextBase: 'nextToken with tokenType url',
	},
};

const NUMBERED_STOPS = ['noDataLeft', 'reachTotalCount'] as const;

const END_STATUSES: readonly EndStatus[] = [400, 404, 416];

/** Values of `pagingScheme.type`. */
export const TYPES = ['pageBased', 'offsetAndLimit', 'nextToken', 'graphqlConnections'] as const;

/** How each scheme is read, by `pagingScheme.type`. */
export const SCHEMES = {
	/** Pages start at 1 by default; a total is compared with `limitValue`. */
	pageBased({ scheme, request, response, warnings }: SchemeFields): PageBasedScheme {
		const pageUntil = scheme.oneOf('pageUntil', NUMBERED_STOPS, ' with pageBased');
		const pageParameter = request.requiredText(
			'pageParameter',
			'Enter the name of the parameter for the page number, such as page.',
		);
		const start = request.integer('pageStartingValue', 0);
		if (start === undefined) {
			warnings.push(`${request.nameOf('pageStartingValue')} is not set; pages are read from 1.`);
		}
		const valueTemplate = readTemplate(request);
		const page = { pageParameter, pageStartingValue: start ?? 1, valueTemplate };
		const type = { type: 'pageBased', endStatuses: readEndStatuses(scheme) } as const;
		if (pageUntil === 'noDataLeft') {
			const common = { ...type, request: { ...page, ...optionalLimit(request) } };
			return { ...common, pageUntil, response: readFlag(response) };
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
	},

	/** Offsets start at 0 by default and rise by `limitValue`. */
	offsetAndLimit({ scheme, request, response }: SchemeFields): OffsetScheme {
		const pageUntil = scheme.oneOf('pageUntil', NUMBERED_STOPS, ' with offsetAndLimit');
		const offset = {
			offsetParameter: request.requiredText(
				'offsetParameter',
				'Enter the name of the parameter for the offset, such as offset.',
			),
			offsetStartingValue: request.integer('offsetStartingValue', 0) ?? 0,
			...requiredLimit(request),
			valueTemplate: readTemplate(request),
		};
		const endStatuses = readEndStatuses(scheme);
		const common = { type: 'offsetAndLimit', request: offset, endStatuses } as const;
		return pageUntil === 'noDataLeft'
			? { ...common, pageUntil, response: readFlag(response) }
			: { ...common, ...untilTotal(response) };
	},

	/** Pages are named by tokens, unless `tokenType` says that by URLs. */
	nextToken({ scheme, request, response }: SchemeFields): NextTokenScheme {
		const where = ' with nextToken';
		const pageUntil = scheme.oneOf('pageUntil', ['noNextToken', 'noDataLeft'], where);
		const hasType = scheme.value('tokenType') !== undefined;
		const tokenType = hasType ? scheme.oneOf('tokenType', ['token', 'url'], where) : 'token';
		const type = { type: 'nextToken', pageUntil } as const;
		const nextToken = response.requiredText(
			'nextToken',
			'Enter the path of the next token or next URL in the response, or header:Name for a header.',
		);
		const next = { nextToken, ...readFlag(response) };
		if (tokenType === 'url') {
			request.value('tokenParameter'); // allowed, but unused: the URL replaces it
			const keepParameters = readKeepParameters(request);
			return {
				...type,
				tokenType,
				request: { ...optionalLimit(request), keepParameters },
				response: { ...next, nextBase: response.text('nextBase') },
			};
		}
		const tokenParameter = request.requiredText(
			'tokenParameter',
			'Enter the name of the parameter for the token, or set pagingScheme.tokenType to url.',
		);
		const limit = optionalLimit(request);
		const valueTemplate = readTemplate(request);
		return {
			...type,
			tokenType,
			request: { tokenParameter, ...limit, valueTemplate },
			response: next,
		};
	},

	/** `pageInfo` is the path to the object, not to a field in it. */
	graphqlConnections({ scheme, request, response }: SchemeFields): GraphqlScheme {
		const stops = ['noNextPage', 'noDataLeft'] as const;
		const pageUntil = scheme.oneOf('pageUntil', stops, ' with graphqlConnections');
		const fix = 'Enter the path of the pageInfo object, such as data.vendors.pageInfo.';
		const pageInfo = response.requiredText('pageInfo', fix);
		const isField = /(^|\.)(endCursor|hasNextPage)$/.test(pageInfo);
		if (isField || headerName(pageInfo) !== undefined) {
			const what = isField
				? 'must be the path of the pageInfo object, not of a field in it'
				: 'cannot be in a header';
			throw response.wrong('pageInfo', what, fix);
		}
		const type = 'graphqlConnections';
		return { type, request: optionalLimit(request), response: { pageInfo }, pageUntil };
	},
};

/**
 * @returns the text that contains the position, if one is set
 * @throws DatasetError when it does not contain it, or needs a page size that is not set
 */
function readTemplate(request: FieldReader): string | undefined {
	const template = request.text('valueTemplate');
	if (template?.includes('{position}') === false) {
		const fix = 'Write {position} where the API wants it.';
		throw request.wrong('valueTemplate', 'does not contain {position}', fix);
	}
	const needsSize = /\{(size|last)\}/.test(template ?? '');
	if (needsSize && request.value('limitValue') === undefined) {
		const fix = `Set ${request.nameOf('limitValue')}.`;
		throw request.wrong('valueTemplate', 'needs a page size', fix);
	}
	return template;
}

function untilTotal(response: FieldReader): UntilTotal {
	const totalCount = response.requiredText(
		'totalCount',
		'Enter the path of the total number of records, or set pagingScheme.pageUntil to noDataLeft.',
	);
	return { pageUntil: 'reachTotalCount', response: { totalCount, ...readFlag(response) } };
}

/** @returns the page size, which a scheme needs only if it names a parameter for it */
function optionalLimit(request: FieldReader): OptionalLimit {
	const limitParameter = request.text('limitParameter');
	if (limitParameter !== undefined) return requiredLimit(request);
	return { limitValue: request.integer('limitValue', 1) };
}

/** @returns the page size, which a scheme counts with */
function requiredLimit(request: FieldReader): RequiredLimit {
	const limitParameter = request.text('limitParameter');
	const limitValue = request.integer('limitValue', 1);
	if (limitValue !== undefined) return { limitParameter, limitValue };
	throw request.wrong('limitValue', 'is missing', 'Set it to the number of records per page.');
}

/**
 * @returns the flag that says whether there are more pages; `undefined` when none is set
 * @throws DatasetError when both of its forms are set
 */
function readFlag(response: FieldReader): MoreFlag | undefined {
	const [moreRecords, lastPage] = [response.text('moreRecords'), response.text('lastPage')];
	if (moreRecords !== undefined && lastPage !== undefined) {
		const what = `cannot be set together with ${response.nameOf('moreRecords')}`;
		throw response.wrong('lastPage', what, 'Remove the one that the API does not return.');
	}
	if (moreRecords !== undefined) return { moreRecords };
	return lastPage === undefined ? undefined : { lastPage };
}

/**
 * @returns the statuses that end numbered pages, if any are set
 * @throws DatasetError when one of them can mean something else
 */
function readEndStatuses(scheme: FieldReader): EndStatus[] | undefined {
	const fix = `Set ${scheme.nameOf('endStatuses')} to an array such as [404].`;
	return scheme.list('endStatuses', fix)?.map((entry) => {
		const status = END_STATUSES.find((candidate) => String(candidate) === String(entry));
		if (status !== undefined) return status;
		const what = `cannot contain ${excerpt(entry)}; valid values: ${END_STATUSES.join(', ')}`;
		throw scheme.wrong('endStatuses', what, fix);
	});
}

function readKeepParameters(request: FieldReader): string[] | undefined {
	const fix = `Set ${request.nameOf('keepParameters')} to an array of names such as ["api-version"].`;
	return request.list('keepParameters', fix)?.map((name) => {
		if (typeof name === 'string' && name.trim() !== '') return name.trim();
		throw request.wrong('keepParameters', `cannot contain ${excerpt(name)}`, fix);
	});
}
