import { basicKey, byOffset, byPage, byToken, designs } from '../dialect';

export const PEOPLE = designs((message, status) => ({ error: { code: status, message } }), {
	'SAP Concur': {
		docs: 'https://developer.concur.com/api-reference/expense/expense-report/v3.reports.html',
		path: '/api/v3.0/expense/reports?user=ALL',
		pager: byToken('offset', 'limit', 100),
		record: (index) => ({ ID: `R${index}`, Name: `Report ${index}`, Total: 10 }),
		page: ({ records, nextUrl: next = null }) => ({ Items: records, NextPage: next }),
	},
	Gusto: {
		docs: 'https://docs.gusto.com/embedded-payroll/docs/pagination',
		path: '/v1/companies/c1/employees?terminated=false',
		pager: byPage('page', 'per', 100),
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
	},
	Lever: {
		docs: 'https://hire.lever.co/developer/documentation#pagination',
		path: '/v1/opportunities?expand=stage',
		signIn: basicKey,
		pager: byToken('offset', 'limit', 100, { token: (start) => `["1414125${start}","a${start}"]` }),
		record: (index) => ({ id: `o${index}`, name: `Ada ${index}`, tags: [], links: [] }),
		page: ({ records, isLast, nextIfAny: next }) => ({
			data: records,
			hasNext: !isLast,
			...(next !== undefined && { next }),
		}),
	},
	'Personio v2': {
		docs: 'https://developer.personio.de/reference/pagination',
		path: '/v2/persons?limit=5',
		pager: byToken('cursor', 'limit', 50),
		record: (index) => ({ id: String(index), first_name: 'Ada', employments: [] }),
		page: ({ records, nextUrl: next }) => ({
			_data: records,
			_meta: { links: { ...(next && { next: { href: next } }) } },
		}),
	},
	'Personio v1': {
		docs: 'https://developer.personio.de/reference/get_company-employees',
		path: '/v1/company/employees?limit=5',
		pager: byOffset('offset', 'limit', 200),
		record: (index) => ({ type: 'Employee', attributes: { id: { label: 'ID', value: index } } }),
		page: ({ records, total, page, pages: total_pages, start, size }) => ({
			success: true,
			metadata: { total_elements: total, current_page: page - 1, total_pages },
			offset: start,
			limit: size,
			data: records,
		}),
		read: 'total',
	},
});
