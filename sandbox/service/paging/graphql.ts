import type { Request, RequestHandler } from 'express';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { buildSchema, execute, GraphQLError, Kind, parse, validate } from 'graphql';
import { z } from 'zod';

import { Refusal } from '../envelope';
import { MAX_SIZE } from './pageQuery';
import { fromToken, nextToken } from './lists';
import { DEFAULT_COUNT, Register } from './samples';

const schema = buildSchema(`
	type Query {
		vendors(first: Int!, after: String, country: String): VendorConnection!
	}
	type VendorConnection { nodes: [Vendor!]!, totalCount: Int!, pageInfo: PageInfo! }
	type PageInfo { endCursor: String, hasNextPage: Boolean! }
	type Vendor { id: ID!, name: String!, country: String!, tier: String!, website: String! }
`);

const call = z.strictObject({
	query: z.string(),
	variables: z.record(z.unknown()).optional(),
	operationName: z.string().nullish(),
});

/** `POST {query, variables}`: one connection of the register. */
export const graphqlApi: RequestHandler = async (request, response) => {
	const { status, result } = await answer(request);
	response.status(status).json(result);
};

/** @returns what the endpoint answers: 400 for a request that cannot be run, 200 for everything else */
export async function answer(
	request: Request,
): Promise<{ status: number; result: ExecutionResult }> {
	if (!request.is('application/json')) {
		throw new Refusal(415, 'request.unsupported_media_type', 'The body must be application/json');
	}
	const { query, variables = {}, operationName } = call.parse(request.body);
	const refuse = (errors: readonly GraphQLError[]) => ({ status: 400, result: { errors } });
	let document: DocumentNode;
	try {
		document = parse(query);
	} catch (error) {
		return refuse([error instanceof GraphQLError ? error : new GraphQLError(String(error))]);
	}
	const errors = [...validate(schema, document), ...undeclared(document, variables)];
	if (errors.length > 0) return refuse(errors);
	const result = await execute({
		schema,
		document,
		rootValue: { vendors },
		variableValues: variables,
		operationName: operationName ?? null,
	});
	return { status: result.data === undefined ? 400 : 200, result };
}

/** The specification lets servers ignore these; this one helps to find mistakes. */
function undeclared(document: DocumentNode, variables: Record<string, unknown>): GraphQLError[] {
	const declared = document.definitions.flatMap((definition) =>
		definition.kind === Kind.OPERATION_DEFINITION
			? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
			: [],
	);
	return Object.keys(variables)
		.filter((name) => !declared.includes(name))
		.map((name) => new GraphQLError(`Variable "$${name}" is not declared by the query.`));
}

function vendors({ first, after, country }: { first: number; after?: string; country?: string }) {
	if (first < 1 || first > MAX_SIZE) {
		throw new GraphQLError(`first must be from 1 to ${MAX_SIZE}, not ${first}.`);
	}
	const register = new Register(DEFAULT_COUNT, country);
	const from = fromToken(after ?? undefined);
	const nodes = register.slice(from, first);
	return {
		nodes,
		totalCount: register.total,
		pageInfo: {
			// A cursor names the last record of its page, also on the last page.
			endCursor: nodes.length === 0 ? null : nextToken(from + nodes.length, Infinity),
			hasNextPage: from + nodes.length < register.total,
		},
	};
}
