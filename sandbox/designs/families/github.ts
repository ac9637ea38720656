import { byPage, byToken, designs } from '../dialect';
import { connection } from '../schemes';
import { ANY } from '../types';
import { linkHeader } from './links';

const QUERY = `query ($owner: String!, $first: Int!, $after: String) {
	repository(owner: $owner, name: "app") {
		issues(first: $first, after: $after) {
			totalCount
			nodes { number title }
			pageInfo { endCursor hasNextPage }
		}
	}
}`;

export const GITHUB = designs(
	(message, status) => ({
		message: status === 401 ? 'Bad credentials' : message,
		documentation_url: 'https://docs.github.com/rest',
		status: String(status),
	}),
	{
		'GitHub GraphQL': {
			docs: 'https://docs.github.com/en/graphql/guides/using-pagination-in-the-graphql-api',
			path: '/graphql',
			method: 'POST',
			body: { query: QUERY, variables: { owner: 'acme' } },
			headers: { 'User-Agent': ANY },
			pager: byToken('after', 'first', 100, { tooLarge: 'refused' }),
			record: (index) => ({ number: index + 1, title: `Issue ${index + 1}` }),
			page: ({ records, total, next, isLast }) => ({
				totalCount: total,
				nodes: records,
				pageInfo: { endCursor: records.length > 0 ? next : null, hasNextPage: !isLast },
			}),
			graphql: {
				schema: `
			type Query { repository(owner: String!, name: String!): Repository }
			type Repository { issues(first: Int!, after: String): IssueConnection! }
			type IssueConnection { totalCount: Int!, nodes: [Issue], pageInfo: PageInfo! }
			type PageInfo { endCursor: String, hasNextPage: Boolean! }
			type Issue { number: Int!, title: String! }
		`,
				root: (issues) => ({
					repository: ({ owner, name }: { owner: string; name: string }) =>
						owner === 'acme' && name === 'app' ? { issues } : null,
				}),
			},
			statuses: { header: 403, size: 422, position: 422 },
			read: {
				property: 'data.repository.issues.nodes',
				pagingScheme: connection('data.repository.issues.pageInfo', ['first', 100]),
			},
			automatic: 'POST',
		},
		'GitHub REST': {
			docs: 'https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api',
			path: '/repos/acme/app/issues?state=all',
			headers: { 'User-Agent': ANY, 'X-GitHub-Api-Version': '2022-11-28' },
			pager: byPage('page', 'per_page', 100),
			record: (index) => ({
				id: 9000 + index,
				number: index + 1,
				title: `Issue ${index + 1}`,
				labels: [],
			}),
			answer: (page) => ({ headers: linkHeader(page, 'page'), body: page.records }),
			statuses: { header: 403, size: 422, position: 422 },
			read: ['url', { note: 'by page number', way: 'empty' }],
		},
	},
);
