import { family } from '../common';
import { offsets } from '../schemes';
import type { Design } from '../types';

const { common, open } = family((message, status) => ({ status, message }));

export const elasticGet: Design = {
	...common,
	name: 'OpenSearch, GET',
	docs: 'https://docs.opensearch.org/docs/latest/search-plugins/searching-data/paginate/',
	path: '/vendors/_search?size=5',
	signIn: { kind: 'basic', user: 'admin', password: 'opensearch-password' },
	pager: { by: 'offset', parameter: 'from', size: 'size', max: 10_000 },
	record: (index) => ({ _index: 'vendors', _id: String(index), _source: { tags: [] } }),
	answer: ({ records, total }) => ({
		body: {
			took: 3,
			timed_out: false,
			_shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
			hits: { total: { value: total, relation: 'eq' }, max_score: 1, hits: records },
		},
	}),
	readings: [
		{
			property: 'hits.hits',
			pagingScheme: offsets('from', ['size', 1000], { totalCount: 'hits.total.value' }),
		},
	],
};

export const solr: Design = {
	...open,
	name: 'Solr',
	docs: 'https://solr.apache.org/guide/solr/latest/query-guide/pagination-of-results.html',
	path: '/solr/vendors/select?q=*:*',
	pager: { by: 'offset', parameter: 'start', size: 'rows', max: 10_000 },
	record: (index) => ({ id: String(index), title: ['Vendor'], _version_: index }),
	answer: ({ records, total, start }) => ({
		body: {
			responseHeader: { status: 0, QTime: 2, params: { q: '*:*' } },
			response: { numFound: total, start, numFoundExact: true, docs: records },
		},
	}),
	readings: [
		{
			property: 'response.docs',
			pagingScheme: offsets('start', ['rows', 1000], { totalCount: 'response.numFound' }),
		},
	],
};

export const couchDb: Design = {
	...common,
	name: 'CouchDB',
	docs: 'https://docs.couchdb.org/en/stable/api/database/bulk-api.html#db-all-docs',
	path: '/vendors/_all_docs?limit=5',
	signIn: { kind: 'basic', user: 'admin', password: 'couch-password' },
	pager: { by: 'offset', parameter: 'skip', size: 'limit', max: 10_000 },
	record: (index) => ({ id: `v${index}`, key: `v${index}`, value: { rev: '1-a' } }),
	answer: ({ records, total, start }) => ({
		body: { total_rows: total, offset: start, rows: records },
	}),
	readings: [
		{
			property: 'rows',
			pagingScheme: offsets('skip', ['limit', 1000], { totalCount: 'total_rows' }),
		},
	],
};
