import { type Api, type ApiPage, byPage, byToken } from './api';

/** URL of the next page by one parameter, or null. */
const nextBy = (name: string) => (page: ApiPage) =>
	page.next === undefined ? null : page.url({ [name]: page.next });
const relative = (url: string | null) =>
	url === null ? null : url.replace('https://api.test', '');
const orNothing = (name: string, value: unknown) =>
	value === undefined || value === null ? {} : { [name]: value };

/** Next links and URLs. */
export const LINKED: Api[] = [
	byToken('JSON:API with links as objects', '/articles?page[size]=5', 'page[after]', (page) => ({
		data: page.records,
		links: { next: page.isLast ? null : { href: nextBy('page[after]')(page) } },
		meta: { page: { total: page.total } },
	})),
	byToken(
		'meta.has_more with links.next that is always there',
		'/api/v2/users?page[size]=5',
		'page[after]',
		(page) => ({
			users: page.records,
			meta: { has_more: !page.isLast, after_cursor: 'x', before_cursor: 'y' },
			links: { next: page.url({ 'page[after]': page.next ?? 'tok-23-x' }), prev: null },
		}),
	),
	byPage('Hydra', '/api/books', 'page', (page) => ({
		'@context': '/api/contexts/Book',
		'@type': 'hydra:Collection',
		'hydra:member': page.records,
		'hydra:totalItems': page.total,
		'hydra:view': {
			'@id': '/api/books?page=1',
			...orNothing('hydra:next', relative(nextBy('page')(page))),
		},
	})),
	byToken('paging.urls.nextPage', '/api/v2/Alerts', 'pageKey', (page) => ({
		paging: {
			rows: page.size,
			totalRows: page.total,
			urls: { nextPage: nextBy('pageKey')(page) },
		},
		data: page.records,
	})),
	byToken('@nextLink', '/platform/v1/files', '$next', (page) => ({
		data: page.records,
		...orNothing('@nextLink', nextBy('$next')(page)),
	})),
	byToken(
		'next URL without the key in the query',
		'/v1/items?api_key=abc&limit=5',
		'cursor',
		(page) => ({
			items: page.records,
			next: page.isLast ? null : page.url({ cursor: page.next, api_key: undefined }),
		}),
	),
];
