import type { JsonObject } from '../types';
import { type Fields, wrong } from './datasetFields';
import type { Dataset, GraphqlDataset } from './types';

/** Block strings, strings and comments, in which a variable's name means nothing. */
const NO_CODE = /"""(?:"{0,2}(?:[^"\\]|\\[\s\S]))*"{0,3}|"(?:[^"\\\n]|\\.)*"?|#[^\n\r]*/g;

/**
 * The only place where a variable is followed by a colon is its declaration. A type that ends in `!`
 * and has no default value has to be sent with every request.
 */
const AFTER = /\$after[\s,]*:[\s,]*([[\]!_A-Za-z0-9]*)(?:[\s,]*(=))?/;

/**
 * @returns the body of a GraphQL dataset without a value for `after`, which paging sets
 * @throws DatasetError when the query does not declare `$after`
 */
export function readGraphqlBody(fields: Fields, body: JsonObject): GraphqlDataset['body'] {
	const query = fields.text('body.query') ?? '';
	const { after, ...variables } = fields.object('body.variables');
	const [declared, type = '', initial] = AFTER.exec(query.replace(NO_CODE, ' ')) ?? [];
	if (declared === undefined) {
		const fix =
			'Declare it, as in query ($first: Int, $after: String), and pass it as after: $after.';
		throw wrong('body.query', 'does not declare the variable $after', fix);
	}
	if (type.endsWith('!') && initial === undefined) {
		fields.warn(
			'body.query',
			`declares $after as ${type}, but the first page is requested without it; declare it as ${type.slice(0, -1)}`,
		);
	}
	if (after !== undefined && after !== null && after !== '')
		fields.warn('body.variables', 'contains after, which is ignored; paging sets it itself');
	return { ...body, query, variables };
}

/** @returns whether a dataset is read from a GraphQL connection */
export function isGraphql(dataset: Dataset): dataset is GraphqlDataset {
	return dataset.pagingScheme?.type === 'graphqlConnections';
}
