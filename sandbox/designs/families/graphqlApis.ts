import { byToken, designs, header } from '../dialect';
import { connection, nextToken } from '../schemes';

export const GRAPHQL_APIS = designs((message) => ({ errors: [{ message }] }), {
	'Linear-like': {
		docs: 'https://linear.app/developers/pagination',
		path: '/graphql',
		method: 'POST',
		body: {
			query: `query ($first: Int, $after: String, $filter: String) {
	issues(first: $first, after: $after, filter: $filter) {
		nodes { id title }
		pageInfo { endCursor hasNextPage }
	}
}`,
			variables: { filter: 'open' },
		},
		signIn: header('Authorization'),
		pager: byToken('after', 'first', 250, { allowed: ['filter'] }),
		record: (index) => ({ id: `i${index + 1}`, title: `Issue ${index + 1}` }),
		page: ({ records, next, isLast }) => ({
			nodes: records,
			pageInfo: { endCursor: records.length > 0 ? next : null, hasNextPage: !isLast },
		}),
		graphql: {
			schema: `
			type Query { issues(first: Int, after: String, filter: String): IssueConnection! }
			type IssueConnection { nodes: [Issue!]!, pageInfo: PageInfo! }
			type PageInfo { endCursor: String, hasNextPage: Boolean! }
			type Issue { id: String!, title: String! }
		`,
			root: (issues) => ({ issues }),
		},
		read: {
			property: 'data.issues.nodes',
			pagingScheme: connection('data.issues.pageInfo', ['first', 250]),
		},
		automatic: 'POST',
	},
	'Monday-like': {
		docs: 'https://developer.monday.com/api-reference/reference/items-page',
		path: '/v2',
		method: 'POST',
		body: {
			query: `query ($limit: Int!, $cursor: String) {
	boards(ids: [1201]) { items_page(limit: $limit, cursor: $cursor) { cursor items { id name } } }
}`,
			variables: {},
		},
		signIn: header('Authorization'),
		headers: { 'API-Version': '2024-10' },
		pager: byToken('cursor', 'limit', 500, { tooLarge: 'refused' }),
		record: (index) => ({ id: String(index + 1), name: `Item ${index + 1}` }),
		page: ({ records, nextIfAny: cursor = null }) => ({ cursor, items: records }),
		graphql: {
			schema: `
			type Query { boards(ids: [ID!]): [Board] }
			type Board { items_page(limit: Int!, cursor: String): ItemsPage! }
			type ItemsPage { cursor: String, items: [Item!]! }
			type Item { id: ID!, name: String! }
		`,
			root: (items_page) => ({ boards: [{ items_page }] }),
		},
		// No connection in the sense of the GraphQL scheme: a cursor in the variables.
		read: {
			property: 'data.boards.0.items_page.items',
			pagingScheme: nextToken('variables.cursor', 'data.boards.0.items_page.cursor', [
				'variables.limit',
				500,
			]),
		},
		automatic: 'POST',
	},
	'Shopify GraphQL': {
		docs: 'https://shopify.dev/docs/api/usage/pagination-graphql',
		path: '/admin/api/2024-10/graphql.json',
		method: 'POST',
		body: {
			query: `query ($first: Int!, $after: String) {
	products(first: $first, after: $after) {
		nodes { id title }
		pageInfo { endCursor hasNextPage }
	}
}`,
		},
		signIn: header('X-Shopify-Access-Token'),
		pager: byToken('after', 'first', 250, { tooLarge: 'refused' }),
		record: (index) => ({
			id: `gid://shopify/Product/${index + 1}`,
			title: `Product ${index + 1}`,
		}),
		page: ({ records, next, isLast }) => ({
			nodes: records,
			pageInfo: { endCursor: records.length > 0 ? next : null, hasNextPage: !isLast },
		}),
		graphql: {
			schema: `
			type Query { products(first: Int!, after: String): ProductConnection! }
			type ProductConnection { nodes: [Product!]!, pageInfo: PageInfo! }
			type PageInfo { endCursor: String, hasNextPage: Boolean! }
			type Product { id: ID!, title: String! }
		`,
			root: (products) => ({ products }),
		},
		read: {
			property: 'data.products.nodes',
			pagingScheme: connection('data.products.pageInfo', ['first', 250]),
		},
		automatic: 'POST',
	},
});
