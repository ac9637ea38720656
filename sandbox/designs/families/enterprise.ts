import { MESSAGE, basic, byOffset, byPage, byToken, designs, header, oauth2 } from '../dialect';
import type { Shape } from '../dialect';
import { withoutOrigin } from './links';

const zendeskError: Shape = (message, status) =>
	status === 401 ? { error: "Couldn't authenticate you" } : { error: { title: message, message } };

const twilioError: Shape = (message, status) => ({
	code: status === 401 ? 20_003 : 20_001,
	message,
	more_info: 'https://www.twilio.com/docs/errors/20003',
	status,
});

export const ENTERPRISE = designs(MESSAGE, {
	Okta: {
		docs: 'https://developer.okta.com/docs/reference/core-okta-api/#pagination',
		path: '/api/v1/users?filter=status%20eq%20%22ACTIVE%22',
		signIn: header('Authorization', 'SSWS '),
		pager: byToken('after', 'limit', 200),
		record: (index) => ({ id: `00u${1000 + index}`, status: 'ACTIVE', profile: {} }),
		answer: ({ records, url, nextUrl: next }) => ({
			headers: { Link: [`<${url({})}>; rel="self"`, ...(next ? [`<${next}>; rel="next"`] : [])] },
			body: records,
		}),
		refuse: (errorSummary, status) => ({
			errorCode: status === 401 ? 'E0000011' : 'E0000001',
			errorSummary,
			errorLink: 'E0000001',
			errorId: 'oae1',
			errorCauses: [],
		}),
	},
	Salesforce: {
		docs: 'https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_query.htm',
		path: '/services/data/v60.0/query?q=SELECT+Id,Name+FROM+Account',
		signIn: oauth2,
		pager: byToken('locator', {
			nextPath: '/services/data/v60.0/query/',
			token: (start) => `01gRO0000016PIA-${start}`,
		}),
		record: (index) => ({
			attributes: { type: 'Account', url: `/services/data/v60.0/sobjects/Account/001${index}` },
			Id: `001${index}`,
			Name: `Account ${index + 1}`,
		}),
		page: ({ records, total, isLast, nextUrl: next }) => ({
			totalSize: total,
			done: isLast,
			...(next && { nextRecordsUrl: withoutOrigin(next) }),
			records,
		}),
		refuse: (message, status) => [
			{ message, errorCode: status === 401 ? 'INVALID_SESSION_ID' : 'INVALID_FIELD' },
		],
	},
	ServiceNow: {
		docs: 'https://www.servicenow.com/docs/csh?topicname=c_TableAPI.html&version=latest',
		path: '/api/now/table/core_company?sysparm_query=vendor%3Dtrue%5EORDERBYsys_id',
		signIn: basic,
		headers: { Accept: 'application/json' },
		pager: byOffset('sysparm_offset', 'sysparm_limit', 10_000, { usual: 1000 }),
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
		refuse: (message) => ({ error: { message, detail: '' }, status: 'failure' }),
		read: ['total', 'url'],
	},
	'Twilio 2010': {
		docs: 'https://www.twilio.com/docs/usage/twilios-response#pagination',
		path: '/2010-04-01/Accounts/AC1/Calls.json?Status=completed',
		signIn: basic,
		pager: byToken('PageToken', 'PageSize', 1000, {
			allowed: ['Page'],
			token: (start) => `PACA${1000 + start}`,
		}),
		record: (index) => ({ sid: `CA${1000 + index}`, status: 'completed' }),
		page: ({ records, url, start, size, page, next, isLast }) => ({
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
		}),
		refuse: twilioError,
	},
	'Twilio v2': {
		docs: 'https://www.twilio.com/docs/usage/twilios-response#pagination',
		path: '/v2/Services',
		signIn: basic,
		pager: byToken('PageToken', 'PageSize', 100, {
			allowed: ['Page'],
			token: (start) => `PACA${1000 + start}`,
		}),
		record: (index) => ({ sid: `VA${1000 + index}`, friendly_name: `Service ${index + 1}` }),
		page: ({ records, url, size, page, next, isLast }) => ({
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
		}),
		refuse: twilioError,
	},
	'Zendesk, cursor': {
		docs: 'https://developer.zendesk.com/api-reference/introduction/pagination/',
		path: '/api/v2/tickets.json?page[size]=5',
		signIn: basic,
		pager: byToken('page[after]', 'page[size]', 100, { allowed: ['page[before]'] }),
		record: (index) => ({ id: 35_436 + index, subject: `Ticket ${index + 1}`, tags: [] }),
		// Cursors and links are also on the last page; only the flag says that it is the last one.
		page: ({ records, url, next, isLast, start }) => ({
			tickets: records,
			meta: { has_more: !isLast, after_cursor: next, before_cursor: `b${start}` },
			links: {
				prev: url({ 'page[before]': `b${start}`, 'page[after]': undefined }),
				next: url({ 'page[after]': next }),
			},
		}),
		refuse: zendeskError,
	},
	'Zendesk, page numbers': {
		docs: 'https://developer.zendesk.com/api-reference/introduction/pagination/',
		path: '/api/v2/users.json?role=end-user',
		signIn: basic,
		pager: byPage('page', 'per_page', 100),
		page: ({ records, total, page, url, nextUrl: next }) => ({
			users: records,
			next_page: next ?? null,
			previous_page: page > 1 ? url({ page: page - 1 }) : null,
			count: total,
		}),
		refuse: zendeskError,
	},
});
