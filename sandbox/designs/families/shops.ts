import { byOffset, byPage, designs, header } from '../dialect';

export const SHOPS = designs((message, status) => ({ code: status, message }), {
	BigCommerce: {
		docs: 'https://developer.bigcommerce.com/docs/start/best-practices/api',
		path: '/stores/grc/v3/catalog/products?include=images',
		signIn: header('X-Auth-Token'),
		pager: byPage('page', 'limit', 250),
		record: (index) => ({ id: index + 1, name: `Product ${index}`, images: [] }),
		page: ({ records, total, page, pages: total_pages, size, url, nextUrl: next }) => ({
			data: records,
			meta: {
				pagination: {
					total,
					count: records.length,
					per_page: size,
					current_page: page,
					total_pages,
					links: {
						...(next && { next: new URL(next).search }),
						current: new URL(url({ page })).search,
					},
					too_many: false,
				},
			},
		}),
		read: 'pages',
	},
	'eBay Browse': {
		docs: 'https://developer.ebay.com/api-docs/buy/browse/resources/item_summary/methods/search',
		path: '/buy/browse/v1/item_summary/search?q=risk',
		pager: byOffset('offset', 'limit', 200),
		record: (index) => ({ itemId: `v1|${index}|0`, categories: [], itemLocation: {} }),
		page: ({ records, total, start, size, url, nextUrl: next }) => ({
			href: url({}),
			total,
			...(next && { next }),
			limit: size,
			offset: start,
			itemSummaries: records,
		}),
	},
	'Adobe Commerce (Magento)': {
		docs: 'https://developer.adobe.com/commerce/webapi/rest/use-rest/performing-searches/',
		path: '/rest/V1/products?searchCriteria[pageSize]=5',
		pager: byPage('searchCriteria[currentPage]', 'searchCriteria[pageSize]', 300),
		record: (index) => ({ id: index + 1, sku: `s${index}`, custom_attributes: [] }),
		page: ({ records, total, page, size }) => ({
			items: records,
			search_criteria: {
				filter_groups: [],
				sort_orders: [{ field: 'id', direction: 'ASC' }],
				page_size: size,
				current_page: page,
			},
			total_count: total,
		}),
	},
});
