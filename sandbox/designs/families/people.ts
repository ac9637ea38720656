import { family } from '../common';
import { nextToken, nextUrl, offsets, pages } from '../schemes';
import type { Design } from '../types';

const { bearer, common } = family((message, status) => ({ error: { code: status, message } }));

export const personio: Design = {
	...bearer('personio-token'),
	name: 'Personio v2',
	docs: 'https://developer.personio.de/reference/pagination',
	path: '/v2/persons?limit=5',
	pager: { by: 'token', parameter: 'cursor', size: 'limit', max: 50 },
	record: (index) => ({ id: String(index), first_name: 'Ada', employments: [] }),
	answer: ({ records, nextUrl: next }) => ({
		body: {
			_data: records,
			_meta: { links: { ...(next && { next: { href: next } }) } },
		},
	}),
	readings: [{ property: '_data', pagingScheme: nextUrl('_meta.links.next.href', ['limit', 50]) }],
};

export const personioV1: Design = {
	...bearer('personio-token'),
	name: 'Personio v1',
	docs: 'https://developer.personio.de/reference/get_company-employees',
	path: '/v1/company/employees?limit=5',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 200 },
	record: (index) => ({ type: 'Employee', attributes: { id: { label: 'ID', value: index } } }),
	answer: ({ records, total, page, pages: total_pages, start, size }) => ({
		body: {
			success: true,
			metadata: { total_elements: total, current_page: page - 1, total_pages },
			offset: start,
			limit: size,
			data: records,
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: offsets('offset', ['limit', 200], { totalCount: 'metadata.total_elements' }),
		},
	],
};

export const lever: Design = {
	...common,
	name: 'Lever',
	docs: 'https://hire.lever.co/developer/documentation#pagination',
	path: '/v1/opportunities?expand=stage',
	signIn: { kind: 'basic', user: 'lever-key', password: '' },
	pager: {
		by: 'token',
		parameter: 'offset',
		size: 'limit',
		max: 100,
		token: (start) => `["1414125${start}","a${start}"]`,
	},
	record: (index) => ({ id: `o${index}`, name: `Ada ${index}`, tags: [], links: [] }),
	answer: ({ records, isLast, nextIfAny: next }) => ({
		body: { data: records, hasNext: !isLast, ...(next !== undefined && { next }) },
	}),
	readings: [{ property: 'data', pagingScheme: nextToken('offset', 'next', ['limit', 100]) }],
};

export const gusto: Design = {
	...bearer('gusto-token'),
	name: 'Gusto',
	docs: 'https://docs.gusto.com/embedded-payroll/docs/pagination',
	path: '/v1/companies/c1/employees?terminated=false',
	pager: { by: 'page', parameter: 'page', size: 'per', max: 100 },
	record: (index) => ({ uuid: `u${index}`, first_name: 'Ada', jobs: [] }),
	answer: ({ records, page, pages: count, size, total }) => ({
		headers: {
			'X-Page': String(page),
			'X-Per-Page': String(size),
			'X-Total-Count': String(total),
			'X-Total-Pages': String(count),
		},
		body: records,
	}),
	readings: [
		{
			property: '',
			pagingScheme: pages('page', 1, ['per', 100], { totalPages: 'header:X-Total-Pages' }),
		},
	],
};

export const concur: Design = {
	...bearer('concur-token'),
	name: 'SAP Concur',
	docs: 'https://developer.concur.com/api-reference/expense/expense-report/v3.reports.html',
	path: '/api/v3.0/expense/reports?user=ALL',
	pager: { by: 'token', parameter: 'offset', size: 'limit', max: 100 },
	record: (index) => ({ ID: `R${index}`, Name: `Report ${index}`, Total: 10 }),
	answer: ({ records, nextUrl: next = null }) => ({ body: { Items: records, NextPage: next } }),
	readings: [{ property: 'Items', pagingScheme: nextUrl('NextPage', ['limit', 100]) }],
};
