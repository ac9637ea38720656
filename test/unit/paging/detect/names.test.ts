import { isPagingName, saysMore } from '../../../../nodes/shared/paging/detect/names';

test.each([
	...['per_page', 'pageSize', 'total', 'totalCount', 'numFound', 'has_more', 'page', 'totalPages'],
	...['next', 'more_topics_url'],
])('%s is about paging', (name) => {
	expect(isPagingName(name)).toBe(true);
});

test.each(['id', 'subtotal', 'totals_by_day', 'page_sizes', 'my_per_page'])(
	'%s is not about paging',
	(name) => {
		expect(isPagingName(name)).toBe(false);
	},
);

test.each(['more_topics_url', 'load_more_url', 'loadMoreUrl', '_more_link', 'show_more_href'])(
	'%s leads to more records',
	(name) => {
		expect(saysMore(name)).toBe(true);
	},
);

test.each(['evermore_url', 'more_url_text', 'more', 'url'])('%s does not', (name) => {
	expect(saysMore(name)).toBe(false);
});
