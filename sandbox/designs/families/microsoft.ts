import { basic, byOffset, byToken, designs, oauth2 } from '../dialect';

export const MICROSOFT = designs(
	(message, status) => ({
		error: { code: status === 401 ? 'InvalidAuthenticationToken' : 'BadRequest', message },
	}),
	{
		'Microsoft Graph': {
			docs: 'https://learn.microsoft.com/graph/paging',
			path: '/v1.0/users?$select=id,displayName',
			signIn: oauth2,
			pager: byToken('$skiptoken', '$top', 999, { tooLarge: 'refused' }),
			record: (index) => ({ id: `8f${1000 + index}`, displayName: `User ${index + 1}` }),
			page: ({ records, origin, nextUrl: next }) => ({
				'@odata.context': `${origin}/v1.0/$metadata#users(id,displayName)`,
				...(next && { '@odata.nextLink': next }),
				value: records,
			}),
		},
		'OData v2': {
			docs: 'https://www.odata.org/documentation/odata-version-2-0/json-format/',
			path: '/sap/opu/odata/sap/API_SUPPLIER/A_Supplier?$format=json&$inlinecount=allpages',
			signIn: basic,
			pager: byToken('$skiptoken', { token: (start) => String(start) }),
			record: (index) => ({
				__metadata: { type: 'API_SUPPLIER.A_SupplierType' },
				Supplier: String(100_000 + index),
				to_Company: { __deferred: { uri: 'to_Company' } },
			}),
			page: ({ records, total, nextUrl: next }) => ({
				d: { __count: String(total), results: records, ...(next && { __next: next }) },
			}),
			refuse: (value) => ({ error: { code: '005056A509B1', message: { lang: 'en', value } } }),
		},
		'OData v2, $top and $skip': {
			docs: 'https://www.odata.org/documentation/odata-version-2-0/json-format/',
			path: '/sap/opu/odata/sap/API_SUPPLIER/A_Supplier?$format=json&$inlinecount=allpages',
			signIn: basic,
			pager: byOffset('$skip', '$top', 5000),
			record: (index) => ({
				__metadata: { type: 'API_SUPPLIER.A_SupplierType' },
				Supplier: String(100_000 + index),
				to_Company: { __deferred: { uri: 'to_Company' } },
			}),
			page: ({ records, total }) => ({ d: { __count: String(total), results: records } }),
			refuse: (value) => ({ error: { code: '005056A509B1', message: { lang: 'en', value } } }),
		},
		'OData v4': {
			docs: 'https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part1-protocol.html',
			path: '/odata/v4/Vendors?$count=true',
			signIn: basic,
			pager: byToken('$skiptoken'),
			record: (index) => ({ Id: index + 1, Name: `Vendor ${index + 1}` }),
			// A next link may be relative to the address of the service, but most servers write all of it.
			page: ({ records, origin, total, nextUrl: next }) => ({
				'@odata.context': `${origin}/odata/v4/$metadata#Vendors`,
				'@odata.count': total,
				value: records,
				...(next && { '@odata.nextLink': next }),
			}),
		},
		'OData v4, $top and $skip': {
			docs: 'https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part1-protocol.html',
			path: '/odata/v4/Vendors?$count=true&$orderby=Id',
			signIn: basic,
			pager: byOffset('$skip', '$top', 1000, { tooLarge: 'refused' }),
			record: (index) => ({ Id: index + 1, Name: `Vendor ${index + 1}` }),
			page: ({ records, origin, total }) => ({
				'@odata.context': `${origin}/odata/v4/$metadata#Vendors`,
				'@odata.count': total,
				value: records,
			}),
		},
		SharePoint: {
			docs: 'https://learn.microsoft.com/sharepoint/dev/sp-add-ins/working-with-lists-and-list-items-with-rest',
			path: "/sites/grc/_api/web/lists/getbytitle('Vendors')/items?$orderby=ID",
			signIn: oauth2,
			// Without it the answer is XML.
			headers: { Accept: 'application/json;odata=nometadata' },
			pager: byToken('$skiptoken', '$top', 5000, { token: (start) => `Paged=TRUE&p_ID=${start}` }),
			record: (index) => ({ ID: index + 1, Title: `Vendor ${index + 1}` }),
			page: ({ records, nextUrl: next }) => ({
				...(next && { 'odata.nextLink': next }),
				value: records,
			}),
			refuse: (value) => ({
				'odata.error': { code: '-1, System.ArgumentException', message: { lang: 'en-US', value } },
			}),
		},
	},
);
