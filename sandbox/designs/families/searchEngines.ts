import { basic, byOffset, designs, open } from '../dialect';

export const SEARCH_ENGINES = designs((message, status) => ({ status, message }), {
	CouchDB: {
		docs: 'https://docs.couchdb.org/en/stable/api/database/bulk-api.html#db-all-docs',
		path: '/vendors/_all_docs?limit=5',
		signIn: basic,
		pager: byOffset('skip', 'limit', 10_000, { usual: 1000 }),
		record: (index) => ({ id: `v${index}`, key: `v${index}`, value: { rev: '1-a' } }),
		page: ({ records, total, start }) => ({ total_rows: total, offset: start, rows: records }),
	},
	'OpenSearch, GET': {
		docs: 'https://docs.opensearch.org/docs/latest/search-plugins/searching-data/paginate/',
		path: '/vendors/_search?size=5',
		signIn: basic,
		pager: byOffset('from', 'size', 10_000, { usual: 1000 }),
		record: (index) => ({ _index: 'vendors', _id: String(index), _source: { tags: [] } }),
		page: ({ records, total }) => ({
			took: 3,
			timed_out: false,
			_shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
			hits: { total: { value: total, relation: 'eq' }, max_score: 1, hits: records },
		}),
	},
	Solr: {
		docs: 'https://solr.apache.org/guide/solr/latest/query-guide/pagination-of-results.html',
		path: '/solr/vendors/select?q=*:*',
		signIn: open,
		pager: byOffset('start', 'rows', 10_000, { usual: 1000 }),
		record: (index) => ({ id: String(index), title: ['Vendor'], _version_: index }),
		page: ({ records, total, start }) => ({
			responseHeader: { status: 0, QTime: 2, params: { q: '*:*' } },
			response: { numFound: total, start, numFoundExact: true, docs: records },
		}),
	},
});
