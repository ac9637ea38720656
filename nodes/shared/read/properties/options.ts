import type { INodeProperties } from 'n8n-workflow';

import { listField, numberField, shownIf, textField } from '../../forms/fields';

/** Parts of a dataset that few interfaces need; the form has them under one entry of Options. */
export const pagingDetails: INodeProperties[] = [
	textField(
		'End Statuses',
		'endStatuses',
		'HTTP statuses that mean that there are no more pages, separated by commas, with Page Number or Offset and Limit. On the first page, they are still errors.',
		{
			displayOptions: { hide: { '/schemeType': ['nextToken', 'graphqlConnections', 'onePage'] } },
			placeholder: 'e.g. 404, 422',
		},
	),
	...shownIf({ '/source': ['fields'] }, [
		...shownIf({ '/schemeType': ['nextToken'], '/tokenType': ['url'] }, [
			textField(
				'Keep Parameters',
				'keepParameters',
				'Names of query parameters in the URL to add to each next URL that lacks them, separated by commas',
				{ placeholder: 'e.g. fields, api-version' },
			),
			textField(
				'Next URL Base Path',
				'nextBase',
				'Path to the base URL in the response, or the base URL itself, if the next URLs are relative to it',
				{ placeholder: 'e.g. _links.base' },
			),
		]),
		listField(
			'Token Format',
			'tokenFormat',
			'text',
			'How the API writes the token of the next page',
			[
				[
					'Percent-Encoded',
					'encoded',
					'Already encoded for a URL, such as abc%3D: in the query, it is sent as it is',
				],
				['Text', 'text', 'Plain text, which is encoded where it has to be'],
				['URL', 'url', 'A URL that contains the token as the parameter in Token Parameter'],
			],
			{
				displayOptions: { show: { '/schemeType': ['nextToken'], '/tokenType': ['token'] } },
			},
		),
		textField(
			'Value Template',
			'valueTemplate',
			'What the page, offset, or token parameter contains, if it is more than the value: {position} is the page, offset, or token, {size} is Page Size, and {last} is the offset of the last record',
			{
				displayOptions: {
					show: { '/schemeType': ['pageBased', 'offsetAndLimit', 'nextToken'] },
					hide: { '/tokenType': ['url'] },
				},
				placeholder: 'e.g. {position}-{last}',
			},
		),
		listField(
			'Parameters In',
			'parametersIn',
			'body',
			'Where a POST request contains the paging parameters',
			[
				['Body', 'body'],
				['Query', 'query'],
			],
			{ displayOptions: { show: { '/method': ['POST'] } } },
		),
	]),
];

/** The wait between two requests, in seconds. */
export const interval = numberField(
	'Interval',
	'interval',
	0,
	[0],
	'Seconds to wait between two requests, to reduce the load on the API',
);

/** The largest response, in MB: an API that sends more at once does not page. */
export const maxResponseSize = numberField(
	'Max Response Size',
	'maxResponseSize',
	100,
	[1],
	'Max size of a response in MB, after decompression. A larger one stops reading with an error.',
);

/** How many pages are requested at once; 0 adjusts to the API. */
export const prefetch = numberField(
	'Prefetch',
	'prefetch',
	0,
	[0, 64],
	'How many pages to request at once, with Page Number or Offset and Limit: 1 to 64, or 0 to adjust to how fast the API responds. The records and their order stay the same.',
);

/** The most pages of a list: one that never ends must not be read forever. */
export const maxPages = numberField(
	'Max Pages',
	'maxPages',
	1000,
	[1],
	'Max number of pages to read of a list. If there are more, another run can continue where this one stopped. A run that looks for changes fails, unless you add On Incomplete and set it to Warn.',
);

/** The most records that may be removed, in percent: an API that is out of order may return a part of its list. */
export const maxRemoved = numberField(
	'Max Removed',
	'maxRemoved',
	20,
	[0, 100],
	'Percentage of the known records that may be removed in one run. If more are gone, the run fails, and none is returned or stored as removed. Up to 10 may always be, unless the list is empty.',
);

/** The most records that one run returns: what n8n's Limit node takes away would count as processed. */
export const maxRecordsPerRun = numberField(
	'Max Records per Run',
	'maxRecordsPerRun',
	0,
	[0],
	'Max number of new and changed records to return in one run, or 0 for all. The next run returns the others, and removed records once there are no others.',
);

/** What is requested again, in seconds: clocks of several servers differ, and records may be stored late. */
export const overlap = numberField(
	'Overlap',
	'overlap',
	60,
	[0],
	'How many seconds before the last known change to start, since some APIs return a changed record late. Records that were already returned are left out.',
);

/** Paths that a user can also write by hand: n8n's linter takes what is loaded for IDs. */
export const FIELD_LIST = { loadOptionsMethod: 'getFields' };
