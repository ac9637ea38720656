import { buildSchema, graphql, GraphQLError } from 'graphql';

import { PageRefusal } from './pager';
import type { Answer, Design, GraphqlConnection, JsonObject, ServedPage } from './types';

/**
 * Runs a query against the schema of a design.
 *
 * @param serve finds the page that the arguments of the connection ask for
 */
export async function answerQuery(
	design: Design,
	body: JsonObject,
	serve: (args: JsonObject) => ServedPage,
): Promise<Answer> {
	const { query, variables = {} } = body;
	if (!design.graphql || typeof query !== 'string') {
		throw new PageRefusal({ kind: 'parameter', message: 'A query attribute must be given.' });
	}
	const connection: GraphqlConnection = (args) => {
		try {
			return design.answer(serve({ ...args })).body;
		} catch (error) {
			throw error instanceof PageRefusal ? new GraphQLError(error.message) : error;
		}
	};
	const result = await graphql({
		schema: buildSchema(design.graphql.schema),
		source: query,
		rootValue: design.graphql.root(connection),
		variableValues: variables as JsonObject,
	});
	return { body: result };
}
