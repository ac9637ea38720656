import { refusing } from '../refusals';
import { nextToken, nextUrl, pages } from '../schemes';
import type { Design } from '../types';
import { linkHeader } from './links';

export const gitlab: Design = {
	name: 'GitLab',
	docs: 'https://docs.gitlab.com/api/rest/#pagination',
	path: '/api/v4/projects?membership=true',
	signIn: { kind: 'headers', headers: { 'PRIVATE-TOKEN': 'gitlab-token' } },
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 100 },
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
	refuse: refusing((message, status) =>
		status === 401 ? { message: '401 Unauthorized' } : { error: message },
	),
	readings: [
		{ property: '', pagingScheme: nextUrl('header:Link', ['per_page', 100]) },
		{
			note: 'by the header with the next page',
			property: '',
			pagingScheme: nextToken('page', 'header:X-Next-Page', ['per_page', 100]),
		},
		{
			note: 'up to the total, with prefetch',
			property: '',
			pagingScheme: pages('page', 1, ['per_page', 100], { totalCount: 'header:X-Total' }),
		},
	],
	automatic: true,
};

export const bitbucket: Design = {
	name: 'Bitbucket Cloud',
	docs: 'https://developer.atlassian.com/cloud/bitbucket/rest/intro/#pagination',
	path: '/2.0/repositories/acme',
	signIn: { kind: 'basic', user: 'ada', password: 'app-password' },
	pager: { by: 'page', parameter: 'page', size: 'pagelen', max: 100, tooLarge: 'refused' },
	record: (index) => ({ uuid: `{${index + 1}}`, full_name: `acme/repository-${index + 1}` }),
	answer: ({ records, page, size, total, nextUrl: next }) => ({
		body: { values: records, pagelen: size, size: total, page, ...(next && { next }) },
	}),
	refuse: refusing((message) => ({ type: 'error', error: { message } })),
	readings: [{ property: 'values', pagingScheme: nextUrl('next', ['pagelen', 100]) }],
	automatic: true,
};

export const azureDevOps: Design = {
	name: 'Azure DevOps',
	docs: 'https://learn.microsoft.com/rest/api/azure/devops/core/projects/list',
	path: '/acme/_apis/projects?api-version=7.1',
	signIn: { kind: 'basic', user: '', password: 'access-token' },
	pager: { by: 'token', parameter: 'continuationToken', size: '$top', max: 1000 },
	answer: ({ records, nextIfAny }) => ({
		headers: nextIfAny === undefined ? {} : { 'x-ms-continuationtoken': String(nextIfAny) },
		body: { count: records.length, value: records },
	}),
	refuse: refusing((message) => ({
		$id: '1',
		innerException: null,
		message,
		typeKey: 'VssPropertyValidationException',
		errorCode: 0,
	})),
	readings: [
		{
			property: 'value',
			pagingScheme: nextToken('continuationToken', 'header:x-ms-continuationtoken', ['$top', 100]),
		},
	],
	automatic: true,
};

export const sentry: Design = {
	name: 'Sentry',
	docs: 'https://docs.sentry.io/api/pagination/',
	path: '/api/0/organizations/acme/projects/',
	signIn: { kind: 'bearer', token: 'sentry-token' },
	pager: { by: 'token', parameter: 'cursor', max: 100, token: (start) => `0:${start}:0` },
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
	refuse: refusing((detail) => ({ detail })),
	readings: [
		{
			property: '',
			pagingScheme: { ...nextUrl('header:Link'), pageUntil: 'noDataLeft' },
		},
	],
	automatic: true,
};
