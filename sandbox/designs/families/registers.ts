import { MESSAGE, byOffset, byToken, designs, header, open } from '../dialect';

import { ANY } from '../types';

export const REGISTERS = designs(MESSAGE, {
	CKAN: {
		docs: 'https://docs.ckan.org/en/latest/api/index.html',
		path: '/api/3/action/package_search?q=risk',
		signIn: header('Authorization'),
		pager: byOffset('start', 'rows', 1000),
		record: (index) => ({
			id: `d${index + 1}`,
			title: `Dataset ${index + 1}`,
			resources: [],
			tags: [],
		}),
		page: ({ records, total, origin }) => ({
			help: `${origin}/api/3/action/help_show?name=package_search`,
			success: true,
			result: {
				count: total,
				sort: 'score desc, metadata_modified desc',
				facets: {},
				results: records,
				search_facets: {},
			},
		}),
		refuse: (message) => ({ success: false, error: { __type: 'Validation Error', message } }),
		statuses: { credential: 403, parameter: 409, size: 409 },
	},
	MediaWiki: {
		docs: 'https://www.mediawiki.org/wiki/API:Continue',
		path: '/w/api.php?action=query&format=json&list=categorymembers&cmtitle=Category:Risk',
		signIn: open,
		headers: { 'User-Agent': ANY },
		pager: byToken('cmcontinue', 'cmlimit', 500, {
			allowed: ['continue'],
			token: (start) => `page|${1000 + start}|0`,
		}),
		record: (index) => ({ pageid: 1000 + index, ns: 0, title: `Page ${index + 1}` }),
		page: ({ records, nextIfAny: cmcontinue }) => ({
			batchcomplete: '',
			...(cmcontinue !== undefined && { continue: { cmcontinue, continue: '-||' } }),
			query: { categorymembers: records },
		}),
		refuse: (info) => ({ error: { code: 'badvalue', info } }),
	},
	'MediaWiki generator': {
		docs: 'https://www.mediawiki.org/wiki/API:Query#Generators',
		path: '/w/api.php?action=query&format=json&generator=allpages',
		signIn: open,
		headers: { 'User-Agent': ANY },
		pager: byToken('gapcontinue', 'gaplimit', 500, {
			allowed: ['continue'],
			token: (start) => `page|${1000 + start}|0`,
		}),
		record: (index) => ({ pageid: 1000 + index, ns: 0, title: `Page ${index + 1}` }),
		page: ({ records, nextIfAny: gapcontinue }) => ({
			...(gapcontinue !== undefined && { continue: { gapcontinue, continue: 'gapcontinue||' } }),
			query: {
				pages: Object.fromEntries(records.map((record) => [Object(record).pageid, record])),
			},
		}),
		refuse: (info) => ({ error: { code: 'badvalue', info } }),
		read: {
			property: 'query.pages.*',
		},
		automatic: 'its records are the values of an object',
	},
	NVD: {
		docs: 'https://nvd.nist.gov/developers/start-here',
		path: '/rest/json/cves/2.0?keywordSearch=n8n',
		signIn: header('apiKey'),
		pager: byOffset('startIndex', 'resultsPerPage', 2000, { tooLarge: 'refused' }),
		record: (index) => ({
			cve: { id: `CVE-2024-${1000 + index}`, references: [], weaknesses: [] },
		}),
		page: ({ records, start, total }) => ({
			resultsPerPage: records.length,
			startIndex: start,
			totalResults: total,
			format: 'NVD_CVE',
			version: '2.0',
			timestamp: '2024-01-01T00:00:00.000',
			vulnerabilities: records,
		}),
		refuse: (message) => ({ message }),
		statuses: { credential: 403, parameter: 404, size: 404 },
	},
	SCIM: {
		docs: 'https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.4',
		path: '/scim/v2/Users?filter=active%20eq%20true',
		headers: { Accept: 'application/scim+json' },
		pager: byOffset('startIndex', 'count', 200, { first: 1 }),
		record: (index) => ({
			schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
			id: `u${index + 1}`,
			userName: `user-${index + 1}`,
			emails: [],
		}),
		answer: ({ records, total, start }) => ({
			headers: { 'Content-Type': 'application/scim+json' },
			body: {
				schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
				totalResults: total,
				itemsPerPage: records.length,
				startIndex: start + 1,
				Resources: records,
			},
		}),
		refuse: (detail, status) => ({
			schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
			detail,
			status: String(status),
		}),
	},
	Socrata: {
		docs: 'https://dev.socrata.com/docs/paging',
		path: '/resource/abcd-1234.json?$order=:id',
		signIn: header('X-App-Token'),
		pager: byOffset('$offset', '$limit', 50_000, { tooLarge: 'refused' }),
		answer: ({ records }) => ({ headers: { 'X-SODA2-Fields': '["id","name"]' }, body: records }),
		refuse: (message) => ({ code: 'query.compiler.malformed', error: true, message }),
		statuses: { credential: 403 },
	},
});
