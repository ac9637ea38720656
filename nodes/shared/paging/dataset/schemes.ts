import { headerName } from '../response/path';
import type { ParametersIn } from '../request';
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
}

/** The type of a list without pages. Beyond the specification. */
export const ONE_PAGE = 'onePage';

const REST = 'pageBased, offsetAndLimit or nextToken';

/**
 * Fields that not every scheme or stop condition uses; any other name is unknown. Of those beyond the
 * specification, what each of them needs: elsewhere they are refused.
 */
export const FIELDS = {
	scheme: { tokenType: '', endStatuses: 'pageBased or offsetAndLimit', parametersIn: REST },
	request: {
		pageParameter: '',
		pageStartingValue: '',
		offsetParameter: '',
		offsetStartingValue: '',
		tokenParameter: '',
		keepParameters: 'nextToken with tokenType url',
		valueTemplate: 'pageBased, offsetAndLimit, or nextToken with tokenType token',
	},
	response: {
		totalCount: '',
		nextToken: '',
		pageInfo: '',
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
	pageBased({ scheme, request, response }: SchemeFields): PageBasedScheme {
		const pageUntil = scheme.oneOf('pageUntil', NUMBERED_STOPS, ' with pageBased');
		const pageParameter = request.requiredText(
			'pageParameter',
			'Enter the name of the parameter for the page number, such as page.',
		);
		const start = request.integer('pageStartingValue', 0);
		if (start === undefined) {
			request.warn('pageStartingValue', 'is not set; pages are read from 1');
		}
		const valueTemplate = readTemplate(request);
		const page = { pageParameter, pageStartingValue: start ?? 1, valueTemplate };
		const common = { type: 'pageBased', ...readNumbered(scheme) } as const;
		if (pageUntil === 'noDataLeft') {
			const sized = { ...page, ...optionalLimit(request) };
			return { ...common, request: sized, pageUntil, response: readFlag(response) };
		}
		const totalPages = response.textInsteadOf('totalCount', 'totalPages', 'Remove one of them.');
		if (totalPages === undefined) {
			return {
				...common,
				request: { ...page, ...requiredLimit(request) },
				...untilTotal(response),
			};
		}
		return {
			...common,
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
		const common = { type: 'offsetAndLimit', request: offset, ...readNumbered(scheme) } as const;
		return pageUntil === 'noDataLeft'
			? { ...common, pageUntil, response: readFlag(response) }
			: { ...common, ...untilTotal(response) };
	},

	/** Pages are named by tokens, unless `tokenType` says that by URLs. */
	nextToken({ scheme, request, response }: SchemeFields): NextTokenScheme {
		const where = ' with nextToken';
		const common = {
			type: 'nextToken',
			pageUntil: scheme.oneOf('pageUntil', ['noNextToken', 'noDataLeft'], where),
			parametersIn: readPlace(scheme),
		} as const;
		const tokenType = scheme.optional('tokenType', ['token', 'url'], where) ?? 'token';
		const nextToken = response.requiredText(
			'nextToken',
			'Enter the path of the next token or next URL in the response, or header:Name for a header.',
		);
		const next = { nextToken, ...readFlag(response) };
		const limit = optionalLimit(request);
		if (tokenType === 'url') {
			request.value('tokenParameter'); // allowed, but unused: the URL replaces it
			return {
				...common,
				tokenType,
				request: { ...limit, keepParameters: readKeepParameters(request) },
				response: { ...next, nextBase: response.text('nextBase') },
			};
		}
		const tokenParameter = request.requiredText(
			'tokenParameter',
			'Enter the name of the parameter for the token, or set pagingScheme.tokenType to url.',
		);
		return {
			...common,
			tokenType,
			request: { tokenParameter, ...limit, valueTemplate: readTemplate(request) },
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
	const fix = 'Remove the one that the API does not return.';
	const lastPage = response.textInsteadOf('moreRecords', 'lastPage', fix);
	if (lastPage !== undefined) return { lastPage };
	const moreRecords = response.text('moreRecords');
	return moreRecords === undefined ? undefined : { moreRecords };
}

/** @returns where a POST has the parameters of paging */
function readPlace(scheme: FieldReader): ParametersIn | undefined {
	return scheme.optional('parametersIn', ['query', 'body']);
}

/**
 * @returns what schemes with numbered pages have in common: the statuses that end them, if any are set
 * @throws DatasetError when one of these can mean something else
 */
function readNumbered(scheme: FieldReader) {
	const endStatuses = scheme.list(
		'endStatuses',
		`Set ${scheme.nameOf('endStatuses')} to an array such as [404].`,
		(entry) => END_STATUSES.find((status) => String(status) === String(entry)),
		`; valid values: ${END_STATUSES.join(', ')}`,
	);
	return { endStatuses, parametersIn: readPlace(scheme) };
}

function readKeepParameters(request: FieldReader): string[] | undefined {
	return request.list(
		'keepParameters',
		`Set ${request.nameOf('keepParameters')} to an array of names such as ["api-version"].`,
		(name) => (typeof name === 'string' && name.trim()) || undefined,
	);
}
