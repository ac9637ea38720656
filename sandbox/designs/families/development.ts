import { MESSAGE, basic, basicToken, byPage, byToken, designs, header } from '../dialect';
import { linkHeader } from './links';

export const DEVELOPMENT = designs(MESSAGE, {
	'Azure DevOps': {
		docs: 'https://learn.microsoft.com/rest/api/azure/devops/core/projects/list',
		path: '/acme/_apis/projects?api-version=7.1',
		signIn: basicToken,
		pager: byToken('continuationToken', '$top', 1000, { usual: 100 }),
		answer: ({ records, nextIfAny }) => ({
			headers: nextIfAny === undefined ? {} : { 'x-ms-continuationtoken': String(nextIfAny) },
			body: { count: records.length, value: records },
		}),
		refuse: (message) => ({
			$id: '1',
			innerException: null,
			message,
			typeKey: 'VssPropertyValidationException',
			errorCode: 0,
		}),
	},
	'Bitbucket Cloud': {
		docs: 'https://developer.atlassian.com/cloud/bitbucket/rest/intro/#pagination',
		path: '/2.0/repositories/acme',
		signIn: basic,
		pager: byPage('page', 'pagelen', 100, { tooLarge: 'refused' }),
		record: (index) => ({ uuid: `{${index + 1}}`, full_name: `acme/repository-${index + 1}` }),
		page: ({ records, page, size, total, nextUrl: next }) => ({
			values: records,
			pagelen: size,
			size: total,
			page,
			...(next && { next }),
		}),
		refuse: (message) => ({ type: 'error', error: { message } }),
	},
	GitLab: {
		docs: 'https://docs.gitlab.com/api/rest/#pagination',
		path: '/api/v4/projects?membership=true',
		signIn: header('PRIVATE-TOKEN'),
		pager: byPage('page', 'per_page', 100),
		record: (index) => ({ id: index + 1, path_with_namespace: `acme/project-${index + 1}` }),
		answer: (page) => ({
			headers: {
				...linkHeader(page, 'page'),
				'X-Page': String(page.page),
				'X-Per-Page': String(page.size),
				'X-Next-Page': String(page.nextIfAny ?? ''),
				'X-Total': String(page.total),
				'X-Total-Pages': String(page.pages),
			},
			body: page.records,
		}),
		refuse: (message, status) =>
			status === 401 ? { message: '401 Unauthorized' } : { error: message },
		read: ['url', 'token', { note: 'up to the total, with prefetch', way: 'total' }],
	},
	Sentry: {
		docs: 'https://docs.sentry.io/api/pagination/',
		path: '/api/0/organizations/acme/projects/',
		pager: byToken('cursor', { token: (start) => `0:${start}:0` }),
		record: (index) => ({ id: String(index + 1), slug: `project-${index + 1}` }),
		// The next link is always there; whether it has results is said beside it.
		answer: ({ records, url, next, isLast, start }) => ({
			headers: {
				Link: [
					`<${url({ cursor: '0:0:1' })}>; rel="previous"; results="${start > 0}"; cursor="0:0:1"`,
					`<${url({ cursor: next })}>; rel="next"; results="${!isLast}"; cursor="${String(next)}"`,
				].join(', '),
			},
			body: records,
		}),
		refuse: (detail) => ({ detail }),
	},
});
