import { GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { connectionArgs, connectionDefinitions, connectionFromArray } from 'graphql-relay';

import { serve, vendors } from './serve.mjs';

const Vendor = new GraphQLObjectType({
	name: 'Vendor',
	fields: { id: { type: GraphQLInt }, name: { type: GraphQLString } },
});
const { connectionType } = connectionDefinitions({ nodeType: Vendor });

/** graphql-relay: a connection, behind graphql-http, which also takes a query in the URL. */
serve((_url, options) => {
	const field = {
		type: connectionType,
		args: connectionArgs,
		resolve: (_root, args) => connectionFromArray(vendors(options), args),
	};
	const query = new GraphQLObjectType({ name: 'Query', fields: { vendors: field } });
	return createHandler({ schema: new GraphQLSchema({ query }) });
});
