import { type Api, type ApiPage, byPage, byToken } from './api';

/** A list of GitHub: only the next page is linked, and the last page links back. */
const gitHub = (name: string, path: string, body: (page: ApiPage) => unknown): Api => ({
	name,
	path,
	by: 'page',
	parameter: 'page',
	answer: (page) => {
		const back = page.previous !== undefined && [
			`<${page.url({ page: page.previous })}>; rel="prev"`,
			`<${page.url({ page: 1 })}>; rel="first"`,
		];
		const links = page.isLast ? back : [`<${page.url({ page: page.next })}>; rel="next"`];
		return { headers: links ? { link: links.join(', ') } : {}, body: body(page) };
	},
});

/** What the tests of octokit's plugin-paginate-rest have GitHub answer. */
const OCTOKIT: Api[] = [
	gitHub('octokit: an array', '/orgs/octokit/repos', ({ records }) => records),
	gitHub(
		'octokit: a search',
		'/search/issues?q=is%3Apr%20updated%3A%3E2019-02-26',
		({ total, records }) => ({ total_count: total, incomplete_results: false, items: records }),
	),
	gitHub(
		'octokit: a member that comes with page two',
		'/installation/repositories',
		({ total, page, records }) => ({
			total_count: total,
			...(page > 1 && { repository_selection: 'all' }),
			repositories: records,
		}),
	),
	{
		...gitHub('octokit: since the last id', '/organizations', ({ records }) => records),
		by: 'token',
		parameter: 'since',
		answer: ({ records, next, url }) => ({
			headers: next === undefined ? {} : { link: `<${url({ since: next })}>; rel="next"` },
			body: records,
		}),
	},
];

/** What the tests of dlt's paginators are to recognize; the last ones it does not, or only in part. */
const DLT: Api[] = [
	byPage('dlt: page_info', '/a', 'page', ({ records, page, size, pages }) => ({
		items: records,
		page_info: { current_page: page, items_per_page: size, total_pages: pages },
	})),
	byToken('dlt: cursors', '/a', 'cursor', ({ records, next, previous }) => ({
		results: records,
		cursors: { next: next ?? null, previous: previous ?? null },
	})),
	byToken('dlt: next_id', '/a', 'from_id', ({ records, next, size }) => ({
		entries: records,
		next_id: next ?? null,
		limit: size,
	})),
	byPage('dlt: nextPage in links', '/items', 'page', (page) => ({
		items: page.records,
		meta: {
			currentPage: page.page,
			pageSize: page.size,
			totalPages: page.pages,
			totalItems: page.total,
		},
		links: {
			firstPage: '/items?page=1',
			previousPage: `/items?page=${page.page - 1}`,
			nextPage: page.isLast ? null : `/items?page=${page.page + 1}`,
			lastPage: `/items?page=${page.pages}`,
		},
	})),
	byPage('dlt: page_details', '/a', 'page', ({ records, page, size, pages, total }) => ({
		query_results: records,
		page_details: { number: page, size, total_elements: total, total_pages: pages },
	})),
	byPage('dlt: pagination_details', '/a', 'page', ({ records, page, size, ...all }) => ({
		posts: records,
		pagination_details: {
			current_page: page,
			posts_per_page: size,
			total_posts: all.total,
			total_pages: all.pages,
		},
	})),
	byPage('dlt: page_metadata', '/a', 'page', ({ records, page, size, pages, total }) => ({
		catalog: records,
		page_metadata: { index: page, size, total_items: total, total_pages: pages },
	})),
	byPage('dlt: paging', '/a', 'page', ({ records, page, size, total }) => ({
		articles: records,
		paging: { current: page, size, total },
	})),
];

export const OF_PAGINATORS = [...OCTOKIT, ...DLT];
