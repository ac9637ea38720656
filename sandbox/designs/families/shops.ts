import { family } from '../common';
import { nextUrl, pages } from '../schemes';
import type { Design } from '../types';

const { bearer, common } = family((message, status) => ({ code: status, message }));

export const ebay: Design = {
	...bearer('ebay-token'),
	name: 'eBay Browse',
	docs: 'https://developer.ebay.com/api-docs/buy/browse/resources/item_summary/methods/search',
	path: '/buy/browse/v1/item_summary/search?q=risk',
	pager: { by: 'offset', parameter: 'offset', size: 'limit', max: 200 },
	record: (index) => ({ itemId: `v1|${index}|0`, categories: [], itemLocation: {} }),
	answer: ({ records, total, start, size, url, nextUrl: next }) => ({
		body: {
			href: url({}),
			total,
			...(next && { next }),
			limit: size,
			offset: start,
			itemSummaries: records,
		},
	}),
	readings: [{ property: 'itemSummaries', pagingScheme: nextUrl('next', ['limit', 200]) }],
};

export const bigCommerce: Design = {
	...common,
	name: 'BigCommerce',
	docs: 'https://developer.bigcommerce.com/docs/start/best-practices/api',
	path: '/stores/grc/v3/catalog/products?include=images',
	signIn: { kind: 'headers', headers: { 'X-Auth-Token': 'bigcommerce-token' } },
	pager: { by: 'page', parameter: 'page', size: 'limit', max: 250 },
	record: (index) => ({ id: index + 1, name: `Product ${index}`, images: [] }),
	answer: ({ records, total, page, pages: total_pages, size, url, nextUrl: next }) => ({
		body: {
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
		},
	}),
	readings: [
		{
			property: 'data',
			pagingScheme: pages('page', 1, ['limit', 250], { totalPages: 'meta.pagination.total_pages' }),
		},
	],
};

export const magento: Design = {
	...bearer('magento-token'),
	name: 'Adobe Commerce (Magento)',
	docs: 'https://developer.adobe.com/commerce/webapi/rest/use-rest/performing-searches/',
	path: '/rest/V1/products?searchCriteria[pageSize]=5',
	pager: {
		by: 'page',
		parameter: 'searchCriteria[currentPage]',
		size: 'searchCriteria[pageSize]',
		max: 300,
	},
	record: (index) => ({ id: index + 1, sku: `s${index}`, custom_attributes: [] }),
	answer: ({ records, total, page, size }) => ({
		body: {
			items: records,
			search_criteria: {
				filter_groups: [],
				sort_orders: [{ field: 'id', direction: 'ASC' }],
				page_size: size,
				current_page: page,
			},
			total_count: total,
		},
	}),
	readings: [
		{
			property: 'items',
			pagingScheme: pages('searchCriteria[currentPage]', 1, ['searchCriteria[pageSize]', 300], {
				totalCount: 'total_count',
			}),
		},
	],
};
