import type { JsonObject } from '../types';
import type { FieldReader } from './fieldReader';

/**
 * Reads the body of a GraphQL dataset. The query must declare `$after`, which paging sets.
 *
 * @returns the body without a value for `after`
 * @throws DatasetError when the query is missing or does not declare `$after`
 */
export function readGraphqlBody(
	fields: FieldReader,
	limitParameter: string | undefined,
): JsonObject & { query: string; variables: JsonObject } {
	const body = fields.child('body');
	const query = body.requiredText('query', 'Enter the GraphQL query in body.query.');
	const { after, ...variables } = body.object('variables') ?? {};
	const declared = declaredVariables(query);
	const type = declared.get('after');
	if (type === undefined) {
		throw body.wrong(
			'query',
			'does not declare the variable $after',
			'Declare it, as in query ($first: Int, $after: String), and pass it as after: $after.',
		);
	}
	if (type.endsWith('!')) {
		body.warn(
			'query',
			`declares $after as ${type}, but the first page is requested without it; declare it as ${type.slice(0, -1)}`,
		);
	}
	const limitName = limitParameter?.split('.')[0];
	if (limitName !== undefined && !declared.has(limitName)) {
		body.warn(
			'query',
			`does not declare $${limitName}, the variable in pagingScheme.request.limitParameter; declare it, or clear that field`,
		);
	}
	if (after !== undefined && after !== null && after !== '') {
		body.warn(
			'variables',
			'contains after, which is ignored; paging sets it from the second page on',
		);
	}
	return { ...fields.object('body'), query, variables };
}

/** Block strings, strings and comments, in which a variable's name means nothing. */
const NO_CODE = /"""(?:"{0,2}(?:[^"\\]|\\[\s\S]))*"{0,3}|"(?:[^"\\\n]|\\.)*"?|#[^\n\r]*/g;

/**
 * Finds the variables that a GraphQL document declares.
 *
 * A declaration is the only place where a variable is followed by a colon, so no parser is needed
 * once strings and comments are removed.
 *
 * @param query the document
 * @returns the declared type by name (without `$`); a type that ends in `!` and has no default value
 *   must be sent with every request
 */
function declaredVariables(query: string): Map<string, string> {
	const code = query.replace(NO_CODE, ' ');
	const declarations = code.matchAll(
		/\$([_A-Za-z][_A-Za-z0-9]*)[\s,]*:[\s,]*([[\]!_A-Za-z0-9]*)([\s,]*=)?/g,
	);
	return new Map(
		Array.from(declarations, ([, name = '', type = '', initial]) => [
			name,
			initial === undefined ? type : type.replace(/!$/, ''),
		]),
	);
}
