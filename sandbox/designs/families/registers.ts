import { refusing } from '../refusals';
import { nextToken, offsets } from '../schemes';
import type { Design } from '../types';
import { ANY } from '../types';

export const nvd: Design = {
	name: 'NVD',
	docs: 'https://nvd.nist.gov/developers/start-here',
	path: '/rest/json/cves/2.0?keywordSearch=n8n',
	signIn: { kind: 'headers', headers: { apiKey: 'nvd-key' } },
	pager: {
		by: 'offset',
		parameter: 'startIndex',
		size: 'resultsPerPage',
		max: 2000,
		tooLarge: 'refused',
	},
	record: (index) => ({ cve: { id: `CVE-2024-${1000 + index}`, references: [], weaknesses: [] } }),
	answer: ({ records, start, total }) => ({
		body: {
			resultsPerPage: records.length,
			startIndex: start,
			totalResults: total,
			format: 'NVD_CVE',
			version: '2.0',
			timestamp: '2024-01-01T00:00:00.000',
			vulnerabilities: records,
		},
	}),
	refuse: refusing((message) => ({ message }), { credential: 403, parameter: 404, size: 404 }),
	readings: [
		{
			property: 'vulnerabilities',
			pagingScheme: offsets('startIndex', ['resultsPerPage', 2000], { totalCount: 'totalResults' }),
		},
	],
	automatic: true,
};

export const socrata: Design = {
	name: 'Socrata',
	docs: 'https://dev.socrata.com/docs/paging',
	path: '/resource/abcd-1234.json?$order=:id',
	signIn: { kind: 'headers', headers: { 'X-App-Token': 'socrata-token' } },
	pager: { by: 'offset', parameter: '$offset', size: '$limit', max: 50_000, tooLarge: 'refused' },
	answer: ({ records }) => ({ headers: { 'X-SODA2-Fields': '["id","name"]' }, body: records }),
	refuse: refusing((message) => ({ code: 'query.compiler.malformed', error: true, message }), {
		credential: 403,
	}),
	readings: [{ property: '', pagingScheme: offsets('$offset', ['$limit', 50_000]) }],
	automatic: true,
};

export const ckan: Design = {
	name: 'CKAN',
	docs: 'https://docs.ckan.org/en/latest/api/index.html',
	path: '/api/3/action/package_search?q=risk',
	signIn: { kind: 'headers', headers: { Authorization: 'ckan-key' } },
	pager: { by: 'offset', parameter: 'start', size: 'rows', max: 1000 },
	record: (index) => ({
		id: `d${index + 1}`,
		title: `Dataset ${index + 1}`,
		resources: [],
		tags: [],
	}),
	answer: ({ records, total, origin }) => ({
		body: {
			help: `${origin}/api/3/action/help_show?name=package_search`,
			success: true,
			result: {
				count: total,
				sort: 'score desc, metadata_modified desc',
				facets: {},
				results: records,
				search_facets: {},
			},
		},
	}),
	refuse: refusing(
		(message) => ({ success: false, error: { __type: 'Validation Error', message } }),
		{ credential: 403, parameter: 409, size: 409 },
	),
	readings: [
		{
			property: 'result.results',
			pagingScheme: offsets('start', ['rows', 1000], { totalCount: 'result.count' }),
		},
	],
	automatic: true,
};

export const mediaWiki: Design = {
	name: 'MediaWiki',
	docs: 'https://www.mediawiki.org/wiki/API:Continue',
	path: '/w/api.php?action=query&format=json&list=categorymembers&cmtitle=Category:Risk',
	signIn: { kind: 'none' },
	headers: { 'User-Agent': ANY },
	pager: {
		by: 'token',
		parameter: 'cmcontinue',
		size: 'cmlimit',
		max: 500,
		allowed: ['continue'],
		token: (start) => `page|${1000 + start}|0`,
	},
	record: (index) => ({ pageid: 1000 + index, ns: 0, title: `Page ${index + 1}` }),
	answer: ({ records, nextIfAny: cmcontinue }) => ({
		body: {
			batchcomplete: '',
			...(cmcontinue !== undefined && { continue: { cmcontinue, continue: '-||' } }),
			query: { categorymembers: records },
		},
	}),
	refuse: refusing((info) => ({ error: { code: 'badvalue', info } })),
	readings: [
		{
			property: 'query.categorymembers',
			pagingScheme: nextToken('cmcontinue', 'continue.cmcontinue', ['cmlimit', 500]),
		},
	],
	automatic: true,
};

export const mediaWikiGenerator: Design = {
	...mediaWiki,
	name: 'MediaWiki generator',
	docs: 'https://www.mediawiki.org/wiki/API:Query#Generators',
	path: '/w/api.php?action=query&format=json&generator=allpages',
	pager: { ...mediaWiki.pager, parameter: 'gapcontinue', size: 'gaplimit' },
	answer: ({ records, nextIfAny: gapcontinue }) => ({
		body: {
			...(gapcontinue !== undefined && { continue: { gapcontinue, continue: 'gapcontinue||' } }),
			query: {
				pages: Object.fromEntries(records.map((record) => [Object(record).pageid, record])),
			},
		},
	}),
	readings: [
		{
			property: 'query.pages.*',
			pagingScheme: nextToken('gapcontinue', 'continue.gapcontinue', ['gaplimit', 500]),
		},
	],
	automatic: 'its records are the values of an object',
};

export const scim: Design = {
	name: 'SCIM',
	docs: 'https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.4',
	path: '/scim/v2/Users?filter=active%20eq%20true',
	signIn: { kind: 'bearer', token: 'scim-token' },
	headers: { Accept: 'application/scim+json' },
	pager: { by: 'offset', parameter: 'startIndex', size: 'count', max: 200, first: 1 },
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
	refuse: refusing((detail, status) => ({
		schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
		detail,
		status: String(status),
	})),
	readings: [
		{
			property: 'Resources',
			pagingScheme: offsets('startIndex', ['count', 200], { totalCount: 'totalResults' }, 1),
		},
	],
	automatic: true,
};
