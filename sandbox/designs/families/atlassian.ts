import { refusing } from '../refusals';
import { nextToken, nextUrl, offsets } from '../schemes';
import type { Design, SignIn } from '../types';
import { withoutOrigin } from './links';

const signIn: SignIn = { kind: 'basic', user: 'ada@example.com', password: 'api-token' };

const jiraError = refusing((message) => ({ errorMessages: [message], errors: {} }));
const issue = (index: number) => ({
	id: String(10_000 + index),
	key: `GRC-${index + 1}`,
	fields: { summary: `Issue ${index + 1}`, labels: [] },
});

export const jiraClassic: Design = {
	name: 'Jira search with startAt',
	docs: 'https://developer.atlassian.com/server/jira/platform/rest/v10000/intro/#pagination',
	path: '/rest/api/2/search?jql=project%3DGRC',
	signIn,
	pager: { by: 'offset', parameter: 'startAt', size: 'maxResults', max: 100 },
	record: issue,
	answer: ({ records, start, size, total }) => ({
		body: { expand: 'schema,names', startAt: start, maxResults: size, total, issues: records },
	}),
	refuse: jiraError,
	readings: [
		{
			property: 'issues',
			pagingScheme: offsets('startAt', ['maxResults', 100], { totalCount: 'total' }),
		},
	],
	automatic: true,
};

export const jiraToken: Design = {
	name: 'Jira search with nextPageToken',
	docs: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/',
	path: '/rest/api/3/search/jql?jql=project%3DGRC&fields=summary',
	signIn,
	pager: { by: 'token', parameter: 'nextPageToken', size: 'maxResults', max: 5000 },
	record: issue,
	answer: ({ records, isLast, nextIfAny: nextPageToken }) => ({
		body: { issues: records, ...(nextPageToken !== undefined && { nextPageToken }), isLast },
	}),
	refuse: jiraError,
	readings: [
		{
			property: 'issues',
			pagingScheme: nextToken('nextPageToken', 'nextPageToken', ['maxResults', 100]),
		},
	],
	automatic: true,
};

export const jiraAgile: Design = {
	name: 'Jira boards with isLast',
	docs: 'https://developer.atlassian.com/cloud/jira/software/rest/intro/#pagination',
	path: '/rest/agile/1.0/board?type=scrum',
	signIn,
	pager: { by: 'offset', parameter: 'startAt', size: 'maxResults', max: 50 },
	answer: ({ records, start, size, isLast }) => ({
		body: { maxResults: size, startAt: start, isLast, values: records },
	}),
	refuse: jiraError,
	readings: [
		{
			property: 'values',
			pagingScheme: offsets('startAt', ['maxResults', 50], { lastPage: 'isLast' }),
		},
	],
	automatic: true,
};

const confluenceError = refusing((message, statusCode) => ({
	statusCode,
	message,
	data: { authorized: statusCode !== 401, valid: true, errors: [] },
}));

export const confluence: Design = {
	name: 'Confluence',
	docs: 'https://developer.atlassian.com/server/confluence/pagination-in-the-rest-api/',
	path: '/wiki/rest/api/content?type=page',
	signIn,
	pager: { by: 'offset', parameter: 'start', size: 'limit', max: 250 },
	record: (index) => ({ id: String(65_000 + index), type: 'page', title: `Page ${index + 1}` }),
	// The next URL belongs below the base, and leaves out the path of the base.
	answer: ({ records, start, size, origin, nextUrl: next }) => ({
		body: {
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
		},
	}),
	refuse: confluenceError,
	readings: [
		{
			property: 'results',
			pagingScheme: nextUrl('_links.next', ['limit', 250], { nextBase: '_links.base' }),
		},
		{
			note: 'by offset, with prefetch',
			property: 'results',
			pagingScheme: offsets('start', ['limit', 250]),
		},
	],
	automatic: true,
};

export const confluenceCloud: Design = {
	name: 'Confluence Cloud v2',
	docs: 'https://developer.atlassian.com/cloud/confluence/rest/v2/intro/#using',
	path: '/wiki/api/v2/pages?status=current',
	signIn,
	pager: { by: 'token', parameter: 'cursor', size: 'limit', max: 250, tooLarge: 'refused' },
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
	readings: [
		{
			property: 'results',
			pagingScheme: nextUrl('_links.next', ['limit', 250]),
		},
	],
	automatic: true,
};

export const atlassianAdmin: Design = {
	name: 'Atlassian organizations',
	docs: 'https://developer.atlassian.com/cloud/admin/organization/rest/intro/',
	path: '/admin/v1/orgs/acme/users',
	signIn: { kind: 'bearer', token: 'admin-key' },
	pager: { by: 'token', parameter: 'cursor', max: 100 },
	record: (index) => ({ account_id: `712020:${index + 1}`, name: `User ${index + 1}`, groups: [] }),
	answer: ({ records, url, total, nextUrl: next }) => ({
		body: {
			data: records,
			links: { self: url({}), ...(next && { next }) },
			meta: { total },
		},
	}),
	refuse: refusing((detail, status) => ({
		errors: [{ id: 'a1b2', status: String(status), code: 'ADMIN', title: detail, detail }],
	})),
	readings: [{ property: 'data', pagingScheme: nextUrl('links.next') }],
	automatic: true,
};
