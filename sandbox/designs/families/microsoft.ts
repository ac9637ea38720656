import { refusing } from '../refusals';
import { nextUrl, offsets } from '../schemes';
import type { Design } from '../types';

const odataError = refusing((message, status) => ({
	error: { code: status === 401 ? 'InvalidAuthenticationToken' : 'BadRequest', message },
}));

export const microsoftGraph: Design = {
	name: 'Microsoft Graph',
	docs: 'https://learn.microsoft.com/graph/paging',
	path: '/v1.0/users?$select=id,displayName',
	signIn: { kind: 'bearer', token: 'graph-token', oauth2: true },
	pager: { by: 'token', parameter: '$skiptoken', size: '$top', max: 999, tooLarge: 'refused' },
	record: (index) => ({ id: `8f${1000 + index}`, displayName: `User ${index + 1}` }),
	answer: ({ records, origin, nextUrl: next }) => ({
		body: {
			'@odata.context': `${origin}/v1.0/$metadata#users(id,displayName)`,
			...(next && { '@odata.nextLink': next }),
			value: records,
		},
	}),
	refuse: odataError,
	readings: [{ property: 'value', pagingScheme: nextUrl('@odata.nextLink', ['$top', 999]) }],
	automatic: true,
};

export const sharePoint: Design = {
	name: 'SharePoint',
	docs: 'https://learn.microsoft.com/sharepoint/dev/sp-add-ins/working-with-lists-and-list-items-with-rest',
	path: "/sites/grc/_api/web/lists/getbytitle('Vendors')/items?$orderby=ID",
	signIn: { kind: 'bearer', token: 'sharepoint-token', oauth2: true },
	// Without it the answer is XML.
	headers: { Accept: 'application/json;odata=nometadata' },
	pager: {
		by: 'token',
		parameter: '$skiptoken',
		size: '$top',
		max: 5000,
		token: (start) => `Paged=TRUE&p_ID=${start}`,
	},
	record: (index) => ({ ID: index + 1, Title: `Vendor ${index + 1}` }),
	answer: ({ records, nextUrl: next }) => ({
		body: { ...(next && { 'odata.nextLink': next }), value: records },
	}),
	refuse: refusing((value) => ({
		'odata.error': { code: '-1, System.ArgumentException', message: { lang: 'en-US', value } },
	})),
	readings: [{ property: 'value', pagingScheme: nextUrl('odata.nextLink', ['$top', 5000]) }],
	automatic: true,
};

export const odataV4: Design = {
	name: 'OData v4',
	docs: 'https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part1-protocol.html',
	path: '/odata/v4/Vendors?$count=true',
	signIn: { kind: 'basic', user: 'ada', password: 'odata' },
	pager: { by: 'token', parameter: '$skiptoken', max: 1000 },
	record: (index) => ({ Id: index + 1, Name: `Vendor ${index + 1}` }),
	// A next link may be relative to the address of the service, but most servers write all of it.
	answer: ({ records, origin, total, nextUrl: next }) => ({
		body: {
			'@odata.context': `${origin}/odata/v4/$metadata#Vendors`,
			'@odata.count': total,
			value: records,
			...(next && { '@odata.nextLink': next }),
		},
	}),
	refuse: odataError,
	readings: [{ property: 'value', pagingScheme: nextUrl('@odata.nextLink') }],
	automatic: true,
};

export const odataV4Skip: Design = {
	...odataV4,
	name: 'OData v4, $top and $skip',
	path: '/odata/v4/Vendors?$count=true&$orderby=Id',
	pager: { by: 'offset', parameter: '$skip', size: '$top', max: 1000, tooLarge: 'refused' },
	answer: ({ records, origin, total }) => ({
		body: {
			'@odata.context': `${origin}/odata/v4/$metadata#Vendors`,
			'@odata.count': total,
			value: records,
		},
	}),
	readings: [
		{
			property: 'value',
			pagingScheme: offsets('$skip', ['$top', 1000], { totalCount: '@odata.count' }),
		},
	],
};

export const odataV2: Design = {
	name: 'OData v2',
	docs: 'https://www.odata.org/documentation/odata-version-2-0/json-format/',
	path: '/sap/opu/odata/sap/API_SUPPLIER/A_Supplier?$format=json&$inlinecount=allpages',
	signIn: { kind: 'basic', user: 'ada', password: 'odata' },
	pager: { by: 'token', parameter: '$skiptoken', max: 1000, token: (start) => String(start) },
	record: (index) => ({
		__metadata: { type: 'API_SUPPLIER.A_SupplierType' },
		Supplier: String(100_000 + index),
		to_Company: { __deferred: { uri: 'to_Company' } },
	}),
	answer: ({ records, total, nextUrl: next }) => ({
		body: { d: { __count: String(total), results: records, ...(next && { __next: next }) } },
	}),
	refuse: refusing((value) => ({
		error: { code: '005056A509B1', message: { lang: 'en', value } },
	})),
	readings: [{ property: 'd.results', pagingScheme: nextUrl('d.__next') }],
	automatic: true,
};

export const odataV2Skip: Design = {
	...odataV2,
	name: 'OData v2, $top and $skip',
	pager: { by: 'offset', parameter: '$skip', size: '$top', max: 5000 },
	answer: ({ records, total }) => ({ body: { d: { __count: String(total), results: records } } }),
	readings: [
		{
			property: 'd.results',
			pagingScheme: offsets('$skip', ['$top', 5000], { totalCount: 'd.__count' }),
		},
	],
};
