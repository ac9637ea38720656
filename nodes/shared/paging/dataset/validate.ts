import { describeKind } from '../../basics/describeKind';
import { isRecord } from '../../basics/guards';
import { parseUrl } from '../../basics/parseUrl';
import { field, fieldText, inDatasetWords } from '../fieldText';
import { headerName } from '../path';
import { blockedBy } from '../bodyMembers';
import type { ParametersIn } from '../request';
import { sendsSize } from '../valueTemplate';
import { Fields, PAGE_INFO_FIX, URL_FIX, wrong } from './datasetFields';
import { readGraphqlBody } from './graphql';
import type {
	CheckedDataset,
	PageUntil,
	PagingScheme,
	SchemeType,
	ValidatedDataset,
} from './types';

/** The type of a list without pages. Beyond the specification. */
export const ONE_PAGE = 'onePage';

const SCHEME_TYPES = ['pageBased', 'offsetAndLimit', 'nextToken', 'graphqlConnections'] as const;

/** The stop conditions of each scheme. */
const STOPS: Record<SchemeType, readonly PageUntil[]> = {
	pageBased: ['noDataLeft', 'reachTotalCount'],
	offsetAndLimit: ['noDataLeft', 'reachTotalCount'],
	nextToken: ['noNextToken', 'noDataLeft'],
	graphqlConnections: ['noNextPage', 'noDataLeft'],
};

const TOKEN_FORMATS = ['text', 'encoded', 'url'] as const;

/** Statuses that say something else about a request: who may send it, or that it is to be sent again. */
const NO_END_STATUSES = [401, 407, 408, 429, 503];

const REQUEST = 'pagingScheme.request';

const RESPONSE = 'pagingScheme.response';

/**
 * Checks a dataset of a `dataSource.json` before anything is sent (paging-schemes, "Resources and
 * their fields" and "Behavior per scheme").
 *
 * @param input the parsed object: `url`, `method` (GET by default), `property`, `body`,
 *   `pagingScheme` (without it, one request reads everything)
 * @returns the dataset with defaults filled in and numeric text as numbers
 * @throws DatasetError with the first field that is wrong, and the fix
 *
 * @example
 * const { dataset, warnings } = validateDataset({
 * 	url: 'https://api.example.com/vendors',
 * 	property: 'items',
 * 	pagingScheme: {
 * 		type: 'pageBased',
 * 		request: { pageParameter: 'page', pageStartingValue: 1 },
 * 		pageUntil: 'noDataLeft',
 * 	},
 * });
 */
export function validateDataset(input: unknown): ValidatedDataset {
	const { dataset, warnings } = checkDataset(input);
	return { dataset, warnings: warnings.map(inDatasetWords) };
}

/** Does what `validateDataset` does, with warnings that can be shown in the words of a form. */
export function checkDataset(input: unknown): CheckedDataset {
	if (!isRecord(input))
		throw wrong(
			'dataset',
			`must be an object, not ${describeKind(input)}`,
			'Paste one dataset object from a Summary output or a dataSource.json file.',
		);
	const fields = new Fields(input);
	const { warnings } = fields;
	const pagingScheme = readScheme(fields);
	const endpoint = { url: fields.text('url') ?? '', property: fields.text('property') ?? '' };
	const { protocol = 'https:' } = parseUrl(endpoint.url) ?? {};
	if (!/^https?:$/.test(protocol))
		throw wrong('url', `cannot use the protocol ${protocol}`, URL_FIX);
	if (headerName(endpoint.property) !== undefined) {
		throw wrong(
			'property',
			'cannot be a header: records are read from the body',
			'Enter the path of the array in the body, or leave it empty if the body is that array.',
		);
	}
	const body = fields.object('body');
	if (pagingScheme?.type === 'graphqlConnections') {
		const method = fields.oneOf('method', ['POST'], 'GET');
		checkNames(pagingScheme, body.variables);
		const dataset = { ...endpoint, method, body: readGraphqlBody(fields, body), pagingScheme };
		return { dataset, warnings };
	}
	const method = fields.oneOf('method', ['GET', 'POST'], 'GET');
	const parametersIn = pagingScheme?.parametersIn;
	const isInBody = method === 'POST' && parametersIn !== 'query';
	if (pagingScheme) checkNames(pagingScheme, isInBody ? body : undefined);
	if (method === 'GET' && Object.keys(body).length > 0)
		fields.warn('body', 'is not sent with GET; it is ignored');
	if (method === 'GET' && parametersIn === 'body')
		throw wrong(
			'pagingScheme.parametersIn',
			'cannot be body with GET, which has none',
			fieldText`Set ${field('method', 'POST')}, or remove ${field('pagingScheme.parametersIn')}.`,
		);
	const call = method === 'GET' ? { method } : { method, body };
	return { dataset: { ...endpoint, ...call, ...(pagingScheme && { pagingScheme }) }, warnings };
}

/** @returns `pagingScheme`, whose fields must go together; `undefined` for a list without pages */
function readScheme(fields: Fields): PagingScheme | undefined {
	const { chosen } = fields;
	const isOnePage = fields.value('pagingScheme.type') === ONE_PAGE;
	if (isOnePage || Object.keys(fields.object('pagingScheme')).length === 0) {
		if (!isOnePage) fields.warn('pagingScheme', 'is not set; only the first page is read');
		fields.checkUse('');
		return undefined;
	}
	const type = fields.oneOf('pagingScheme.type', SCHEME_TYPES);
	const pageUntil = fields.oneOf('pagingScheme.pageUntil', STOPS[type]);
	const here = `${type} with ${pageUntil}`;
	chosen.add(type).add(here);
	const tokenType =
		type === 'nextToken'
			? fields.oneOf('pagingScheme.tokenType', ['token', 'url'], 'token')
			: undefined;
	chosen.add(`tokenType ${tokenType}`);
	const request = (name: string) => fields.text(`${REQUEST}.${name}`);
	const response = (name: string) => fields.text(`${RESPONSE}.${name}`);
	const totalPages = response('totalPages');
	if (pageUntil === 'reachTotalCount' && totalPages === undefined) chosen.add('totalCount');
	const limitParameter = request('limitParameter');
	const valueTemplate = request('valueTemplate');
	if (sendsSize({ limitParameter, valueTemplate })) chosen.add('page size');
	fields.checkUse(here);
	if (valueTemplate?.includes('{position}') === false)
		throw wrong(
			`${REQUEST}.valueTemplate`,
			'does not contain {position}',
			'Write {position} where the API wants it.',
		);
	const pageInfo = response('pageInfo');
	const [moreRecords, lastPage] = [response('moreRecords'), response('lastPage')];
	checkPaths({ pageInfo, moreRecords, lastPage });
	const isPage = type === 'pageBased';
	const start = fields.integer(`${REQUEST}.pageStartingValue`, 0);
	if (isPage && start === undefined)
		fields.warn(`${REQUEST}.pageStartingValue`, 'is not set; pages are read from 1');
	return {
		type,
		tokenType,
		pageUntil,
		endStatuses: fields.list(
			'pagingScheme.endStatuses',
			'statuses that an API returns after its last page, such as 404 or 422',
			readEndStatus,
		),
		parametersIn:
			fields.value('pagingScheme.parametersIn') === undefined
				? undefined
				: fields.oneOf<ParametersIn>('pagingScheme.parametersIn', ['query', 'body']),
		request: readRequest(fields, {
			pageStartingValue: isPage ? (start ?? 1) : undefined,
			tokenParameter: tokenType === 'token' ? request('tokenParameter') : undefined,
			...{ limitParameter, valueTemplate },
		}),
		response: {
			totalCount: response('totalCount'),
			totalPages,
			nextToken: response('nextToken'),
			nextBase: response('nextBase'),
			pageInfo,
			moreRecords,
			lastPage,
		},
	};
}

/** @throws DatasetError when paths of the response cannot be what they are for, or contradict each other */
function checkPaths({
	pageInfo = '',
	moreRecords,
	lastPage,
}: Record<'pageInfo' | 'moreRecords' | 'lastPage', string | undefined>): void {
	if (/^header:|(^|\.)(endCursor|hasNextPage)$/i.test(pageInfo))
		throw wrong(
			`${RESPONSE}.pageInfo`,
			'must be the path of the pageInfo object, not of a field in it',
			PAGE_INFO_FIX,
		);
	if (moreRecords !== undefined && lastPage !== undefined)
		throw wrong(
			`${RESPONSE}.lastPage`,
			fieldText`cannot be set together with ${field(`${RESPONSE}.moreRecords`)}`,
			'Remove the one that the API does not return.',
		);
}

/** @param known what depends on other fields of the scheme */
function readRequest(
	fields: Fields,
	known: Pick<
		PagingScheme['request'],
		'pageStartingValue' | 'tokenParameter' | 'limitParameter' | 'valueTemplate'
	>,
): PagingScheme['request'] {
	const text = (name: string) => fields.text(`${REQUEST}.${name}`);
	return {
		pageParameter: text('pageParameter'),
		pageStartingValue: known.pageStartingValue,
		offsetParameter: text('offsetParameter'),
		offsetStartingValue: fields.integer(`${REQUEST}.offsetStartingValue`, 0),
		tokenParameter: known.tokenParameter,
		limitParameter: known.limitParameter,
		limitValue: fields.integer(`${REQUEST}.limitValue`, 1),
		valueTemplate: known.valueTemplate,
		tokenFormat:
			fields.value(`${REQUEST}.tokenFormat`) === undefined
				? undefined
				: fields.oneOf(`${REQUEST}.tokenFormat`, TOKEN_FORMATS),
		keepParameters: fields.list(
			`${REQUEST}.keepParameters`,
			'names such as ["api-version"]',
			(name) => String(name).trim() || undefined,
		),
	};
}

/** @returns the status of a refusal, as a number or as text; `undefined` for anything else */
function readEndStatus(entry: unknown): number | undefined {
	const status = /^\s*[45]\d\d\s*$/.test(String(entry)) ? Number(entry) : NaN;
	return Number.isNaN(status) || NO_END_STATUSES.includes(status) ? undefined : status;
}

/** Headers that say who sends a request, where to, and where its body ends. */
const NOT_FOR_PAGING =
	/^(authorization|cookie|host|connection|keep-alive|te|trailer|upgrade|expect|(proxy|content|transfer)-.*)$/i;

/**
 * Two parameters of one name would overwrite each other; a nested one must not destroy a value.
 *
 * @param target the object that the parameters are set in, if they are set in one
 */
function checkNames({ type, request }: PagingScheme, target: unknown): void {
	const isGraphql = type === 'graphqlConnections';
	const seen = new Set(isGraphql ? ['after'] : []);
	for (const [member, name] of Object.entries(request)) {
		if (!member.endsWith('Parameter') || typeof name !== 'string') continue;
		const refuse = (what: string, fix: string) =>
			wrong(`${REQUEST}.${member}`, `is ${name}, ${what}`, fix);
		if (seen.has(name))
			throw refuse(
				'a name that is already used for paging',
				'Give each parameter a different name.',
			);
		seen.add(name);
		const header = headerName(name);
		const canBeSent = !isGraphql && /^[\w-]+$/.test(header ?? '');
		if (header !== undefined && (!canBeSent || NOT_FOR_PAGING.test(header)))
			throw refuse(
				'which is not a name that can be used here',
				'Enter the name of a parameter, or header:Range.',
			);
		const blocked = isRecord(target) ? blockedBy(target, name) : undefined;
		if (blocked !== undefined)
			throw refuse(
				`but ${blocked} in the body is not an object`,
				`Change the name, or remove ${blocked} from the body.`,
			);
	}
}
