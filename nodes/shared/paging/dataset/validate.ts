import { isRecord } from '../../json';
import { DatasetError, kindOf } from '../errors';
import { blockedBy } from '../request';
import { headerName } from '../response/path';
import { FieldReader } from './fieldReader';
import { readGraphqlBody } from './graphql';
import { readScheme } from './schemes';
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
	const pagingScheme = readScheme(fields);
	const isGraphql = pagingScheme?.type === 'graphqlConnections';
	const endpoint = { url: readUrl(fields), property: readProperty(fields) };
	const method = readMethod(fields, isGraphql);
	const body = fields.object('body');
	fields.only({ url: '', method: '', property: '', body: '', pagingScheme: '' });

	const scheme = fields.child('pagingScheme');
	if (isGraphql) {
		checkNames(scheme, pagingScheme, body?.variables);
		const checked = readGraphqlBody(fields, pagingScheme.request.limitParameter);
		return { dataset: { ...endpoint, method: 'POST', body: checked, pagingScheme }, warnings };
	}
	const parametersIn = pagingScheme?.parametersIn;
	const isInBody = method === 'POST' && parametersIn !== 'query';
	if (pagingScheme) checkNames(scheme, pagingScheme, isInBody ? body : undefined);
	if (method === 'GET' && body && Object.keys(body).length > 0) {
		warnings.push('body is not sent with GET; it is ignored.');
	}
	if (method === 'GET' && parametersIn === 'body') {
		const fix = 'Set method to POST, or remove pagingScheme.parametersIn.';
		throw scheme.wrong('parametersIn', 'cannot be body with GET, which has none', fix);
	}
	const call = method === 'GET' ? { method } : { method, body: body ?? {} };
	const dataset = { ...endpoint, ...call };
	return { dataset: pagingScheme ? { ...dataset, pagingScheme } : dataset, warnings };
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

function readMethod(fields: FieldReader, isGraphql: boolean): 'GET' | 'POST' {
	const valid = isGraphql ? (['POST'] as const) : (['GET', 'POST'] as const);
	const given = fields.text('method')?.toUpperCase() ?? 'GET';
	const method = valid.find((one) => one === given);
	if (method !== undefined) return method;
	throw fields.wrong(
		'method',
		`cannot be ${given}${isGraphql ? ' with graphqlConnections' : ''}; valid values: ${valid.join(', ')}`,
		`Set method to ${valid.join(' or ')}.`,
	);
}

/** Headers that say who sends a request, where to, and where its body ends. */
const NOT_FOR_PAGING =
	/^(authorization|cookie|host|connection|keep-alive|te|trailer|upgrade|expect|(proxy|content|transfer)-.*)$/i;

function isForPaging(header: string): boolean {
	return /^[\w-]+$/.test(header) && !NOT_FOR_PAGING.test(header);
}

/**
 * Two parameters of one name would overwrite each other; a nested one must not destroy a value.
 *
 * @param target the object that the parameters are set in, if they are set in one
 */
function checkNames(fields: FieldReader, scheme: PagingScheme, target: unknown): void {
	const request = fields.child('request');
	const isGraphql = scheme.type === 'graphqlConnections';
	const seen = new Set(isGraphql ? ['after'] : []);
	for (const [field, value] of Object.entries(scheme.request)) {
		if (!field.endsWith('Parameter') || value === undefined) continue;
		const name = String(value);
		const refuse = (what: string, fix: string) => request.wrong(field, `is ${name}, ${what}`, fix);
		if (seen.has(name)) {
			throw refuse(
				'a name that is already used for paging',
				'Give each parameter a different name.',
			);
		}
		seen.add(name);
		const header = headerName(name);
		if (header !== undefined && (isGraphql || !isForPaging(header))) {
			throw refuse(
				'which is not a name that can be used here',
				'Enter the name of a parameter, or header:Range.',
			);
		}
		const blocked = isRecord(target) ? blockedBy(target, name) : undefined;
		if (blocked !== undefined) {
			throw refuse(
				`but ${blocked} in the body is not an object`,
				`Change the name, or remove ${blocked} from the body.`,
			);
		}
	}
}
