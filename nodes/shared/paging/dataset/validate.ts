import { isRecord } from '../../json';
import { DatasetError, kindOf } from '../errors';
import { blockedBy, type ParametersIn } from '../request';
import { headerName } from '../response/path';
import type { JsonObject } from '../types';
import { FieldReader } from './fieldReader';
import { readGraphqlBody } from './graphql';
import { FIELDS, ONE_PAGE, OWN_MEMBERS, SCHEMES, TYPES } from './schemes';
import type { PagingScheme, ValidatedDataset } from './types';

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
	if (!isRecord(input)) {
		const message = `dataset must be an object, not ${kindOf(input)}.`;
		const fix = 'Paste one dataset object from the dataSource.json.';
		throw new DatasetError('dataset', message, fix);
	}
	const warnings: string[] = [];
	const fields = new FieldReader('', input, warnings);
	const { pagingScheme, parametersIn } = readScheme(fields, warnings);
	const endpoint = { url: readUrl(fields), property: readProperty(fields) };
	const method = readMethod(fields, pagingScheme);
	const body = fields.object('body');
	fields.checkUnused();

	const inQuery = method === 'POST' && parametersIn === 'query';
	if (pagingScheme) checkNames(pagingScheme, method === 'GET' || inQuery ? undefined : body);
	if (pagingScheme?.type === 'graphqlConnections') {
		const checked = readGraphqlBody(fields, body, pagingScheme.request.limitParameter, warnings);
		return { dataset: { ...endpoint, method: 'POST', body: checked, pagingScheme }, warnings };
	}

	if (method === 'GET' && body && Object.keys(body).length > 0) {
		warnings.push('body is not sent with GET; it is ignored.');
	}
	if (method === 'GET' && parametersIn === 'body') {
		const field = 'pagingScheme.parametersIn';
		const message = `${field} cannot be body with GET, which has none.`;
		throw new DatasetError(field, message, `Set method to POST, or remove ${field}.`);
	}
	const call = method === 'GET' ? { method } : { method, body: body ?? {} };
	if (!pagingScheme) return { dataset: { ...endpoint, ...call }, warnings };
	const placed = { ...pagingScheme, parametersIn: inQuery ? parametersIn : undefined };
	return { dataset: { ...endpoint, ...call, pagingScheme: placed }, warnings };
}

/** A scheme, and what it has in common with others; empty without one. */
interface ReadScheme {
	pagingScheme?: PagingScheme;
	parametersIn?: ParametersIn | undefined;
}

/** Reads `pagingScheme`; scheme, stop condition and fields must go together. */
function readScheme(fields: FieldReader, warnings: string[]): ReadScheme {
	if (!fields.object('pagingScheme')) {
		warnings.push('pagingScheme is not set; only the first page is read.');
		return {};
	}
	const scheme = fields.child('pagingScheme');
	// Beyond the specification: a list without pages, on purpose.
	if (scheme.value('type') === ONE_PAGE) return {};
	const type = scheme.oneOf('type', TYPES);
	const [request, response] = [scheme.child('request'), scheme.child('response')];
	const pagingScheme = SCHEMES[type]({ scheme, request, response, warnings });
	const parametersIn = type === 'graphqlConnections' ? undefined : readParametersIn(scheme);
	const here = `${type} with ${pagingScheme.pageUntil}`;
	request.checkUnused(FIELDS.request, OWN_MEMBERS.request, here);
	response.checkUnused(FIELDS.response, OWN_MEMBERS.response, here);
	scheme.checkUnused(FIELDS.scheme, OWN_MEMBERS.scheme, here);
	return { pagingScheme, parametersIn };
}

function readParametersIn(scheme: FieldReader): ParametersIn | undefined {
	const isSet = scheme.value('parametersIn') !== undefined;
	return isSet ? scheme.oneOf<ParametersIn>('parametersIn', ['query', 'body']) : undefined;
}

function readUrl(fields: FieldReader): string {
	const fix =
		'Enter a URL that starts with https:// or http://, or a path relative to the base URL.';
	const url = fields.requiredText('url', fix);
	const protocol = URL.canParse(url) ? new URL(url).protocol : 'https:';
	if (protocol === 'https:' || protocol === 'http:') return url;
	throw fields.wrong('url', `cannot use the protocol ${protocol}`, fix);
}

function readProperty(fields: FieldReader): string {
	const property = fields.text('property') ?? '';
	if (headerName(property) === undefined) return property;
	throw fields.wrong(
		'property',
		'cannot be a header: records are read from the body',
		'Enter the path of the array in the body, or leave it empty if the body is that array.',
	);
}

function readMethod(fields: FieldReader, scheme: PagingScheme | undefined): 'GET' | 'POST' {
	const given = fields.text('method')?.toUpperCase() ?? 'GET';
	if (scheme?.type === 'graphqlConnections' && given !== 'POST') {
		const what = `cannot be ${given} with graphqlConnections; valid values: POST`;
		throw fields.wrong('method', what, 'Set method to POST.');
	}
	if (given === 'GET' || given === 'POST') return given;
	throw fields.wrong(
		'method',
		`cannot be ${given}; valid values: GET, POST`,
		'Set it to GET or POST.',
	);
}

/** Headers that say who sends a request, where to, and where its body ends. */
const NOT_FOR_PAGING =
	/^(authorization|cookie|host|connection|keep-alive|te|trailer|upgrade|expect|(proxy|content|transfer)-.*)$/i;

function isForPaging(header: string): boolean {
	return /^[\w-]+$/.test(header) && !NOT_FOR_PAGING.test(header);
}

/** Two parameters of one name would overwrite each other; a nested one must not destroy a value. */
function checkNames(scheme: PagingScheme, body: JsonObject | undefined): void {
	const isGraphql = scheme.type === 'graphqlConnections';
	const target = isGraphql ? body?.variables : body;
	const seen = new Set(isGraphql ? ['after'] : []);
	for (const [field, value] of Object.entries(scheme.request)) {
		if (!field.endsWith('Parameter') || value === undefined) continue;
		const path = `pagingScheme.request.${field}`;
		const name = String(value);
		if (seen.has(name)) {
			const message = `${path} is ${name}, a name that is already used for paging.`;
			throw new DatasetError(path, message, 'Give each parameter a different name.');
		}
		seen.add(name);
		const header = headerName(name);
		if (header !== undefined && (isGraphql || !isForPaging(header))) {
			const message = `${path} is ${name}, which is not a name that can be used here.`;
			throw new DatasetError(path, message, 'Enter the name of a parameter, or header:Range.');
		}
		const blocked = isRecord(target) ? blockedBy(target, name) : undefined;
		if (blocked === undefined) continue;
		const message = `${path} is ${name}, but ${blocked} in the body is not an object.`;
		throw new DatasetError(path, message, `Change the name, or remove ${blocked} from the body.`);
	}
}
