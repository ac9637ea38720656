import { refusing } from '../refusals';
import { connection, nextToken } from '../schemes';
import type { Design } from '../types';

const refuse = refusing((message) => ({ errors: [{ message }] }));

export const shopifyGraphql: Design = {
	name: 'Shopify GraphQL',
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
	signIn: { kind: 'headers', headers: { 'X-Shopify-Access-Token': 'shopify-token' } },
	pager: { by: 'token', parameter: 'after', size: 'first', max: 250, tooLarge: 'refused' },
	record: (index) => ({ id: `gid://shopify/Product/${index + 1}`, title: `Product ${index + 1}` }),
	answer: ({ records, next, isLast }) => ({
		body: {
			nodes: records,
			pageInfo: { endCursor: records.length > 0 ? next : null, hasNextPage: !isLast },
		},
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
	refuse,
	readings: [
		{
			property: 'data.products.nodes',
			pagingScheme: connection('data.products.pageInfo', ['first', 250]),
		},
	],
	automatic: 'POST',
};

export const linear: Design = {
	...shopifyGraphql,
	name: 'Linear-like',
	docs: 'https://linear.app/developers/pagination',
	path: '/graphql',
	body: {
		query: `query ($first: Int, $after: String, $filter: String) {
	issues(first: $first, after: $after, filter: $filter) {
		nodes { id title }
		pageInfo { endCursor hasNextPage }
	}
}`,
		variables: { filter: 'open' },
	},
	signIn: { kind: 'headers', headers: { Authorization: 'linear-key' } },
	pager: { by: 'token', parameter: 'after', size: 'first', max: 250, allowed: ['filter'] },
	record: (index) => ({ id: `i${index + 1}`, title: `Issue ${index + 1}` }),
	graphql: {
		schema: `
			type Query { issues(first: Int, after: String, filter: String): IssueConnection! }
			type IssueConnection { nodes: [Issue!]!, pageInfo: PageInfo! }
			type PageInfo { endCursor: String, hasNextPage: Boolean! }
			type Issue { id: String!, title: String! }
		`,
		root: (issues) => ({ issues }),
	},
	readings: [
		{
			property: 'data.issues.nodes',
			pagingScheme: connection('data.issues.pageInfo', ['first', 250]),
		},
	],
};

export const monday: Design = {
	...shopifyGraphql,
	name: 'Monday-like',
	docs: 'https://developer.monday.com/api-reference/reference/items-page',
	path: '/v2',
	body: {
		query: `query ($limit: Int!, $cursor: String) {
	boards(ids: [1201]) { items_page(limit: $limit, cursor: $cursor) { cursor items { id name } } }
}`,
		variables: {},
	},
	signIn: { kind: 'headers', headers: { Authorization: 'monday-key' } },
	headers: { 'API-Version': '2024-10' },
	pager: { by: 'token', parameter: 'cursor', size: 'limit', max: 500, tooLarge: 'refused' },
	record: (index) => ({ id: String(index + 1), name: `Item ${index + 1}` }),
	answer: ({ records, nextIfAny: cursor = null }) => ({ body: { cursor, items: records } }),
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
	readings: [
		{
			property: 'data.boards.0.items_page.items',
			pagingScheme: nextToken('variables.cursor', 'data.boards.0.items_page.cursor', [
				'variables.limit',
				500,
			]),
		},
	],
};
