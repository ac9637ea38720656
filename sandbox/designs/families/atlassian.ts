import { MESSAGE, basic, byOffset, byToken, designs } from '../dialect';
import type { Shape } from '../dialect';
import { nextUrl } from '../schemes';
import { withoutOrigin } from './links';

const jiraError: Shape = (message) => ({ errorMessages: [message], errors: {} });

const issue = (index: number) => ({
	id: String(10_000 + index),
	key: `GRC-${index + 1}`,
	fields: { summary: `Issue ${index + 1}`, labels: [] },
});

const confluenceError: Shape = (message, statusCode) => ({
	statusCode,
	message,
	data: { authorized: statusCode !== 401, valid: true, errors: [] },
});

export const ATLASSIAN = designs(MESSAGE, {
	'Atlassian organizations': {
		docs: 'https://developer.atlassian.com/cloud/admin/organization/rest/intro/',
		path: '/admin/v1/orgs/acme/users',
		pager: byToken('cursor'),
		record: (index) => ({
			account_id: `712020:${index + 1}`,
			name: `User ${index + 1}`,
			groups: [],
		}),
		page: ({ records, url, total, nextUrl: next }) => ({
			data: records,
			links: { self: url({}), ...(next && { next }) },
			meta: { total },
		}),
		refuse: (detail, status) => ({
			errors: [{ id: 'a1b2', status: String(status), code: 'ADMIN', title: detail, detail }],
		}),
	},
	Confluence: {
		docs: 'https://developer.atlassian.com/server/confluence/pagination-in-the-rest-api/',
		path: '/wiki/rest/api/content?type=page',
		signIn: basic,
		pager: byOffset('start', 'limit', 250),
		record: (index) => ({ id: String(65_000 + index), type: 'page', title: `Page ${index + 1}` }),
		// The next URL belongs below the base, and leaves out the path of the base.
		page: ({ records, start, size, origin, nextUrl: next }) => ({
			results: records,
			start,
			limit: size,
			size: records.length,
			_links: {
				base: `${origin}/wiki`,
				context: '/wiki',
				self: `${origin}/wiki/rest/api/content`,
				...(next && { next: withoutOrigin(next).replace('/wiki', '') }),
			},
		}),
		refuse: confluenceError,
		read: [
			{
				pagingScheme: nextUrl('_links.next', ['limit', 250], { nextBase: '_links.base' }),
			},
			{ note: 'by offset, with prefetch', way: 'empty' },
		],
	},
	'Confluence Cloud v2': {
		docs: 'https://developer.atlassian.com/cloud/confluence/rest/v2/intro/#using',
		path: '/wiki/api/v2/pages?status=current',
		signIn: basic,
		pager: byToken('cursor', 'limit', 250, { tooLarge: 'refused' }),
		record: (index) => ({
			id: String(65_000 + index),
			status: 'current',
			title: `Page ${index + 1}`,
		}),
		// The next URL starts at the root of the host, although the base has a path.
		answer: ({ records, origin, nextUrl: next }) => ({
			...(next && { headers: { Link: `<${withoutOrigin(next)}>; rel="next"` } }),
			body: {
				results: records,
				_links: { ...(next && { next: withoutOrigin(next) }), base: `${origin}/wiki` },
			},
		}),
		refuse: confluenceError,
	},
	'Jira boards with isLast': {
		docs: 'https://developer.atlassian.com/cloud/jira/software/rest/intro/#pagination',
		path: '/rest/agile/1.0/board?type=scrum',
		signIn: basic,
		pager: byOffset('startAt', 'maxResults', 50),
		page: ({ records, start, size, isLast }) => ({
			maxResults: size,
			startAt: start,
			isLast,
			values: records,
		}),
		refuse: jiraError,
	},
	'Jira search with startAt': {
		docs: 'https://developer.atlassian.com/server/jira/platform/rest/v10000/intro/#pagination',
		path: '/rest/api/2/search?jql=project%3DGRC',
		signIn: basic,
		pager: byOffset('startAt', 'maxResults', 100),
		record: issue,
		page: ({ records, start, size, total }) => ({
			expand: 'schema,names',
			startAt: start,
			maxResults: size,
			total,
			issues: records,
		}),
		refuse: jiraError,
	},
	'Jira search with nextPageToken': {
		docs: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/',
		path: '/rest/api/3/search/jql?jql=project%3DGRC&fields=summary',
		signIn: basic,
		pager: byToken('nextPageToken', 'maxResults', 5000, { usual: 100 }),
		record: issue,
		page: ({ records, isLast, nextIfAny: nextPageToken }) => ({
			issues: records,
			...(nextPageToken !== undefined && { nextPageToken }),
			isLast,
		}),
		refuse: jiraError,
	},
});
