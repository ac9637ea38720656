import { refusing } from '../refusals';
import { nextUrl, offsets } from '../schemes';
import type { Design } from '../types';
import { withoutOrigin } from './links';

export const salesforce: Design = {
	name: 'Salesforce',
	docs: 'https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_query.htm',
	path: '/services/data/v60.0/query?q=SELECT+Id,Name+FROM+Account',
	signIn: { kind: 'bearer', token: 'salesforce-token', oauth2: true },
	pager: {
		by: 'token',
		parameter: 'locator',
		max: 2000,
		nextPath: '/services/data/v60.0/query/',
		token: (start) => `01gRO0000016PIA-${start}`,
	},
	record: (index) => ({
		attributes: { type: 'Account', url: `/services/data/v60.0/sobjects/Account/001${index}` },
		Id: `001${index}`,
		Name: `Account ${index + 1}`,
	}),
	answer: ({ records, total, isLast, nextUrl: next }) => ({
		body: {
			totalSize: total,
			done: isLast,
			...(next && { nextRecordsUrl: withoutOrigin(next) }),
			records,
		},
	}),
	refuse: refusing((message, status) => [
		{ message, errorCode: status === 401 ? 'INVALID_SESSION_ID' : 'INVALID_FIELD' },
	]),
	readings: [
		{
			property: 'records',
			pagingScheme: nextUrl('nextRecordsUrl'),
		},
	],
	automatic: true,
};

export const serviceNow: Design = {
	name: 'ServiceNow',
	docs: 'https://www.servicenow.com/docs/csh?topicname=c_TableAPI.html&version=latest',
	path: '/api/now/table/core_company?sysparm_query=vendor%3Dtrue%5EORDERBYsys_id',
	signIn: { kind: 'basic', user: 'ada', password: 'service-now' },
	headers: { Accept: 'application/json' },
	pager: { by: 'offset', parameter: 'sysparm_offset', size: 'sysparm_limit', max: 10_000 },
	record: (index) => ({ sys_id: `f0${1000 + index}`, name: `Company ${index + 1}` }),
	answer: ({ records, total, url, size, nextUrl: next, start }) => ({
		headers: {
			'X-Total-Count': String(total),
			Link: [
				`<${url({ sysparm_offset: 0, sysparm_limit: size })}>;rel="first"`,
				...(next ? [`<${next}>;rel="next"`] : []),
				...(start > 0 ? [`<${url({ sysparm_offset: start - size })}>;rel="prev"`] : []),
			].join(','),
		},
		body: { result: records },
	}),
	refuse: refusing((message) => ({ error: { message, detail: '' }, status: 'failure' })),
	readings: [
		{
			property: 'result',
			pagingScheme: offsets('sysparm_offset', ['sysparm_limit', 1000], {
				totalCount: 'header:X-Total-Count',
			}),
		},
		{
			note: 'by URL',
			property: 'result',
			pagingScheme: nextUrl('header:Link', ['sysparm_limit', 1000]),
		},
	],
	automatic: true,
};

const zendeskError = refusing((message, status) =>
	status === 401 ? { error: "Couldn't authenticate you" } : { error: { title: message, message } },
);

export const zendeskCursor: Design = {
	name: 'Zendesk, cursor',
	docs: 'https://developer.zendesk.com/api-reference/introduction/pagination/',
	path: '/api/v2/tickets.json?page[size]=5',
	signIn: { kind: 'basic', user: 'ada@example.com/token', password: 'zendesk-key' },
	pager: {
		by: 'token',
		parameter: 'page[after]',
		size: 'page[size]',
		max: 100,
		allowed: ['page[before]'],
	},
	record: (index) => ({ id: 35_436 + index, subject: `Ticket ${index + 1}`, tags: [] }),
	// Cursors and links are also on the last page; only the flag says that it is the last one.
	answer: ({ records, url, next, isLast, start }) => ({
		body: {
			tickets: records,
			meta: { has_more: !isLast, after_cursor: next, before_cursor: `b${start}` },
			links: {
				prev: url({ 'page[before]': `b${start}`, 'page[after]': undefined }),
				next: url({ 'page[after]': next }),
			},
		},
	}),
	refuse: zendeskError,
	readings: [
		{
			property: 'tickets',
			pagingScheme: nextUrl('links.next', ['page[size]', 100], { moreRecords: 'meta.has_more' }),
		},
	],
	automatic: true,
};

export const zendeskOffset: Design = {
	name: 'Zendesk, page numbers',
	docs: 'https://developer.zendesk.com/api-reference/introduction/pagination/',
	path: '/api/v2/users.json?role=end-user',
	signIn: { kind: 'basic', user: 'ada@example.com/token', password: 'zendesk-key' },
	pager: { by: 'page', parameter: 'page', size: 'per_page', max: 100 },
	answer: ({ records, total, page, url, nextUrl: next }) => ({
		body: {
			users: records,
			next_page: next ?? null,
			previous_page: page > 1 ? url({ page: page - 1 }) : null,
			count: total,
		},
	}),
	refuse: zendeskError,
	readings: [{ property: 'users', pagingScheme: nextUrl('next_page', ['per_page', 100]) }],
	automatic: true,
};

const twilioError = refusing((message, status) => ({
	code: status === 401 ? 20_003 : 20_001,
	message,
	more_info: 'https://www.twilio.com/docs/errors/20003',
	status,
}));

export const twilio: Design = {
	name: 'Twilio 2010',
	docs: 'https://www.twilio.com/docs/usage/twilios-response#pagination',
	path: '/2010-04-01/Accounts/AC1/Calls.json?Status=completed',
	signIn: { kind: 'basic', user: 'AC1', password: 'auth-token' },
	pager: {
		by: 'token',
		parameter: 'PageToken',
		size: 'PageSize',
		max: 1000,
		allowed: ['Page'],
		token: (start) => `PACA${1000 + start}`,
	},
	record: (index) => ({ sid: `CA${1000 + index}`, status: 'completed' }),
	answer: ({ records, url, start, size, page, next, isLast }) => ({
		body: {
			first_page_uri: withoutOrigin(url({ PageSize: size, Page: 0, PageToken: undefined })),
			end: start + records.length - 1,
			previous_page_uri: null,
			calls: records,
			uri: withoutOrigin(url({})),
			page_size: size,
			start,
			next_page_uri: isLast
				? null
				: withoutOrigin(url({ PageSize: size, Page: page, PageToken: next })),
			page: page - 1,
		},
	}),
	refuse: twilioError,
	readings: [
		{
			property: 'calls',
			pagingScheme: nextUrl('next_page_uri', ['PageSize', 1000]),
		},
	],
	automatic: true,
};

export const twilioVerify: Design = {
	name: 'Twilio v2',
	docs: 'https://www.twilio.com/docs/usage/twilios-response#pagination',
	path: '/v2/Services',
	signIn: { kind: 'basic', user: 'AC1', password: 'auth-token' },
	pager: { ...twilio.pager, max: 100 },
	record: (index) => ({ sid: `VA${1000 + index}`, friendly_name: `Service ${index + 1}` }),
	answer: ({ records, url, size, page, next, isLast }) => ({
		body: {
			services: records,
			meta: {
				page: page - 1,
				page_size: size,
				first_page_url: url({ PageSize: size, Page: 0, PageToken: undefined }),
				previous_page_url: null,
				url: url({}),
				next_page_url: isLast ? null : url({ PageSize: size, Page: page, PageToken: next }),
				key: 'services',
			},
		},
	}),
	refuse: twilioError,
	readings: [
		{ property: 'services', pagingScheme: nextUrl('meta.next_page_url', ['PageSize', 100]) },
	],
	automatic: true,
};

export const okta: Design = {
	name: 'Okta',
	docs: 'https://developer.okta.com/docs/reference/core-okta-api/#pagination',
	path: '/api/v1/users?filter=status%20eq%20%22ACTIVE%22',
	signIn: { kind: 'headers', headers: { Authorization: 'SSWS okta-key' } },
	pager: { by: 'token', parameter: 'after', size: 'limit', max: 200 },
	record: (index) => ({ id: `00u${1000 + index}`, status: 'ACTIVE', profile: {} }),
	answer: ({ records, url, nextUrl: next }) => ({
		headers: { Link: [`<${url({})}>; rel="self"`, ...(next ? [`<${next}>; rel="next"`] : [])] },
		body: records,
	}),
	refuse: refusing((errorSummary, status) => ({
		errorCode: status === 401 ? 'E0000011' : 'E0000001',
		errorSummary,
		errorLink: 'E0000001',
		errorId: 'oae1',
		errorCauses: [],
	})),
	readings: [{ property: '', pagingScheme: nextUrl('header:Link', ['limit', 200]) }],
	automatic: true,
};
