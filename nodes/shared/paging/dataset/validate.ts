import { isRecord } from '../../json';
import type { Dataset, JsonObject, PagingScheme } from './types';
import { DatasetError, kindOf } from '../errors';
import { FieldReader } from './fieldReader';
import { declaredVariables } from './graphqlQuery';
import { headerName } from '../response/path';
import { blockedBy } from '../request';
import { parametersOf, validateScheme } from './validateScheme';

/** A dataset that can be read, and what its author should know. */
export interface ValidatedDataset {
	dataset: Dataset;
	/** Sentences, one per field that is not known or of no use. */
	warnings: string[];
}

/**
 * Checks a dataset of a `dataSource.json` before anything is sent (paging-schemes, "Resources and
 * their fields" and "Behavior per scheme").
 *
 * @param input the parsed object: `url`, `method` (GET when left out), `property`, `body`,
 *   `pagingScheme` (left out: one request is all)
 * @returns the dataset with defaults filled in and numeric texts as numbers
 * @throws DatasetError naming the first field that does not fit, and the fix
 */
export function validateDataset(input: unknown): ValidatedDataset {
	if (!isRecord(input)) {
		const message = `dataset must be an object, not ${kindOf(input)}.`;
		throw new DatasetError('dataset', message, 'Paste one dataset object of the dataSource.json.');
	}
	const warnings: string[] = [];
	const fields = new FieldReader('', input, warnings);
	const pagingScheme = readScheme(fields, warnings);
	const endpoint = { url: readUrl(fields), property: readProperty(fields) };
	const method = readMethod(fields, pagingScheme);
	const body = fields.object('body');
	fields.nameTheRest([], '');

	if (pagingScheme) checkNames(pagingScheme, method === 'POST' ? (body ?? {}) : {});
	if (pagingScheme?.type === 'graphqlConnections') {
		const checked = readGraphqlBody(fields, body, pagingScheme.request.limitParameter, warnings);
		return { dataset: { ...endpoint, method: 'POST', body: checked, pagingScheme }, warnings };
	}

	if (method === 'GET' && body && Object.keys(body).length > 0) {
		warnings.push('body is not sent with GET; it is ignored.');
	}
	const call = method === 'GET' ? { method } : { method, body: body ?? {} };
	const dataset: Dataset = pagingScheme
		? { ...endpoint, ...call, pagingScheme }
		: { ...endpoint, ...call };
	return { dataset, warnings };
}

function readScheme(fields: FieldReader, warnings: string[]): PagingScheme | undefined {
	if (fields.object('pagingScheme')) return validateScheme(fields.child('pagingScheme'), warnings);
	warnings.push('pagingScheme is not set; one request is sent and its page is all that is read.');
	return undefined;
}

function readUrl(fields: FieldReader): string {
	const fix = 'Give an address that starts with https:// or http://, or a path on the base URL.';
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
		'Give the path to the array in the body, or leave it empty when the body is that array.',
	);
}

function readMethod(fields: FieldReader, scheme: PagingScheme | undefined): 'GET' | 'POST' {
	const given = fields.text('method')?.toUpperCase() ?? 'GET';
	const isGraphql = scheme?.type === 'graphqlConnections';
	if (isGraphql && given !== 'POST') {
		throw fields.wrong(
			'method',
			`cannot be ${given} with graphqlConnections; valid is POST`,
			'Set method to POST.',
		);
	}
	if (given === 'GET' || given === 'POST') return given;
	throw fields.wrong('method', `cannot be ${given}; valid are GET, POST`, 'Set it to GET or POST.');
}

/** Two parameters of one name would overwrite each other; a nested one must not destroy a value. */
function checkNames(scheme: PagingScheme, body: JsonObject): void {
	const target = scheme.type === 'graphqlConnections' ? body.variables : body;
	const seen = new Set(scheme.type === 'graphqlConnections' ? ['after'] : []);
	for (const [field, name] of parametersOf(scheme)) {
		const path = `pagingScheme.request.${field}`;
		if (seen.has(name)) {
			const message = `${path} is ${name}, a name that paging uses for something else.`;
			throw new DatasetError(path, message, 'Give every parameter its own name.');
		}
		seen.add(name);
		const blocked = isRecord(target) ? blockedBy(target, name) : undefined;
		if (blocked === undefined) continue;
		const message = `${path} is ${name}, but ${blocked} in the body is no object.`;
		throw new DatasetError(path, message, `Change the name, or remove ${blocked} from the body.`);
	}
}

function readGraphqlBody(
	fields: FieldReader,
	body: JsonObject | undefined,
	limitParameter: string | undefined,
	warnings: string[],
): JsonObject & { query: string; variables: JsonObject } {
	const bodyFields = new FieldReader(fields.nameOf('body'), body ?? {}, warnings);
	const query = bodyFields.requiredText('query', 'Put the GraphQL query into body.query.');
	const { after, ...variables } = bodyFields.object('variables') ?? {};
	const declared = declaredVariables(query);
	const type = declared.get('after');
	if (type === undefined) {
		throw bodyFields.wrong(
			'query',
			'does not declare the variable $after',
			'Declare it, as in query ($first: Int, $after: String), and pass it as after: $after.',
		);
	}
	if (type.endsWith('!')) {
		warnings.push(
			`body.query declares $after as ${type}, but the first page is asked for without it; declare it as ${type.slice(0, -1)}.`,
		);
	}
	const limitName = limitParameter?.split('.')[0];
	if (limitName !== undefined && !declared.has(limitName)) {
		warnings.push(
			`body.query does not declare $${limitName}, which pagingScheme.request.limitParameter names; declare it, or leave that field empty.`,
		);
	}
	if (after !== undefined && after !== null && after !== '') {
		warnings.push(
			'body.variables holds after, which is left out: paging fills it in, and starts without it.',
		);
	}
	return { ...body, query, variables };
}
