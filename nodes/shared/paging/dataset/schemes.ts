import { headerName } from '../response/path';
import type { FieldReader, Fields } from './fieldReader';
import type { EndStatus, PagingScheme, PageUntil, SchemeType } from './types';

/** Fields by the object that they are in. */
interface Places {
	scheme?: Fields;
	request?: Fields;
	response?: Fields;
}

/** The type of a list without pages. Beyond the specification. */
export const ONE_PAGE = 'onePage';

const LIMIT = { limitParameter: '', limitValue: '' };
const SIZED = { limitValue: 'Set it to the number of records per page.' };
const FLAG = { moreRecords: '', lastPage: '' };
const ALL = { type: '', pageUntil: '', request: '', response: '' };
const NUMBERED = { ...ALL, parametersIn: '', endStatuses: '' };

/** What each scheme uses. */
const SCHEMES: Record<SchemeType, Required<Places> & { stops: readonly PageUntil[] }> = {
	pageBased: {
		stops: ['noDataLeft', 'reachTotalCount'],
		scheme: NUMBERED,
		request: {
			pageParameter: 'Enter the name of the parameter for the page number, such as page.',
			pageStartingValue: '',
			valueTemplate: '',
			...LIMIT,
		},
		response: FLAG,
	},
	offsetAndLimit: {
		stops: ['noDataLeft', 'reachTotalCount'],
		scheme: NUMBERED,
		request: {
			offsetParameter: 'Enter the name of the parameter for the offset, such as offset.',
			offsetStartingValue: '',
			valueTemplate: '',
			...LIMIT,
			...SIZED,
		},
		response: FLAG,
	},
	nextToken: {
		stops: ['noNextToken', 'noDataLeft'],
		scheme: { ...ALL, parametersIn: '', tokenType: '' },
		// Unused where the URL replaces it.
		request: { tokenParameter: '', ...LIMIT },
		response: {
			nextToken:
				'Enter the path of the next token or next URL in the response, or header:Name for a header.',
			...FLAG,
		},
	},
	graphqlConnections: {
		stops: ['noNextPage', 'noDataLeft'],
		scheme: ALL,
		request: LIMIT,
		response: {
			pageInfo: 'Enter the path of the pageInfo object, such as data.vendors.pageInfo.',
		},
	},
};

/** What a scheme uses besides, by what was chosen in it. */
const CHOICES = {
	token: {
		request: {
			tokenParameter:
				'Enter the name of the parameter for the token, or set pagingScheme.tokenType to url.',
			valueTemplate: '',
		},
	},
	url: { request: { keepParameters: '' }, response: { nextBase: '' } },
	totalCount: {
		request: SIZED,
		response: {
			totalCount:
				'Enter the path of the total number of records, or set pagingScheme.pageUntil to noDataLeft.',
		},
	},
	totalPages: { response: { totalPages: '' } },
	limitParameter: { request: SIZED },
};

const REST = 'pageBased, offsetAndLimit or nextToken';

/**
 * What fields beyond the specification need. Where they do not fit, they are refused: without them,
 * the dataset would mean something else.
 */
const BEYOND: Fields = {
	endStatuses: 'pageBased or offsetAndLimit',
	parametersIn: REST,
	keepParameters: 'nextToken with tokenType url',
	valueTemplate: 'pageBased, offsetAndLimit, or nextToken with tokenType token',
	moreRecords: REST,
	lastPage: REST,
	totalPages: 'pageBased with reachTotalCount',
	nextBase: 'nextToken with tokenType url',
};

const TYPES = ['pageBased', 'offsetAndLimit', 'nextToken', 'graphqlConnections'] as const;

const END_STATUSES: readonly EndStatus[] = [400, 404, 416];

/**
 * Reads `pagingScheme`; scheme, stop condition and fields must go together.
 *
 * @param outer the fields of the dataset
 * @returns the scheme with defaults filled in; `undefined` for a list without pages
 * @throws DatasetError with the first field that is wrong
 */
export function readScheme(outer: FieldReader): PagingScheme | undefined {
	if (outer.object('pagingScheme') === undefined) {
		outer.warn('pagingScheme', 'is not set; only the first page is read');
		return undefined;
	}
	const all = outer.child('pagingScheme');
	if (all.value('type') === ONE_PAGE) return undefined;
	const type = all.oneOf('type', TYPES);
	const pageUntil = all.oneOf('pageUntil', SCHEMES[type].stops, ` with ${type}`);
	const isPage = type === 'pageBased';
	const tokenType =
		type === 'nextToken'
			? (all.optional('tokenType', ['token', 'url'], ' with nextToken') ?? 'token')
			: undefined;
	const [sent, read] = [all.child('request'), all.child('response')];
	const isTotal = pageUntil === 'reachTotalCount';
	const countsPages = isPage && isTotal && read.text('totalPages') !== undefined;
	if (countsPages) read.requireOne('totalCount', 'totalPages', 'Remove one of them.');
	const choices: Places[] = [
		SCHEMES[type],
		...(tokenType ? [CHOICES[tokenType]] : []),
		...(isTotal ? [CHOICES[countsPages ? 'totalPages' : 'totalCount']] : []),
		...(sent.text('limitParameter') === undefined ? [] : [CHOICES.limitParameter]),
	];
	const only = (fields: FieldReader, place: keyof Places) => {
		const used = choices.flatMap((choice) => Object.entries(choice[place] ?? {}));
		return fields.only(Object.fromEntries(used), `${type} with ${pageUntil}`, BEYOND);
	};
	const request = only(sent, 'request');
	const response = only(read, 'response');
	const scheme = only(all, 'scheme');
	response.requireOne('moreRecords', 'lastPage', 'Remove the one that the API does not return.');
	const start = request.integer('pageStartingValue', 0);
	if (isPage && start === undefined) {
		request.warn('pageStartingValue', 'is not set; pages are read from 1');
	}
	return {
		type,
		tokenType,
		pageUntil,
		endStatuses: scheme.list(
			'endStatuses',
			`Set ${scheme.nameOf('endStatuses')} to an array such as [404].`,
			(entry) => END_STATUSES.find((status) => String(status) === String(entry)),
			`; valid values: ${END_STATUSES.join(', ')}`,
		),
		parametersIn: scheme.optional('parametersIn', ['query', 'body']),
		request: {
			pageParameter: request.text('pageParameter'),
			pageStartingValue: isPage ? (start ?? 1) : undefined,
			offsetParameter: request.text('offsetParameter'),
			offsetStartingValue: request.integer('offsetStartingValue', 0),
			tokenParameter: tokenType === 'token' ? request.text('tokenParameter') : undefined,
			limitParameter: request.text('limitParameter'),
			limitValue: request.integer('limitValue', 1),
			valueTemplate: readTemplate(request),
			keepParameters: request.list(
				'keepParameters',
				`Set ${request.nameOf('keepParameters')} to an array of names such as ["api-version"].`,
				(name) => (typeof name === 'string' && name.trim()) || undefined,
			),
		},
		response: {
			totalCount: response.text('totalCount'),
			totalPages: response.text('totalPages'),
			nextToken: response.text('nextToken'),
			nextBase: response.text('nextBase'),
			pageInfo: readPageInfo(response),
			moreRecords: response.text('moreRecords'),
			lastPage: response.text('lastPage'),
		},
	};
}

/** @throws DatasetError when it is the path of a field, not of the object around it */
function readPageInfo(response: FieldReader): string | undefined {
	const pageInfo = response.text('pageInfo');
	const isField = /(^|\.)(endCursor|hasNextPage)$/.test(pageInfo ?? '');
	if (!isField && headerName(pageInfo ?? '') === undefined) return pageInfo;
	const what = isField
		? 'must be the path of the pageInfo object, not of a field in it'
		: 'cannot be in a header';
	throw response.wrong('pageInfo', what, SCHEMES.graphqlConnections.response.pageInfo ?? '');
}

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
