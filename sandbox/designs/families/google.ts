import { refusing } from '../refusals';
import { nextToken } from '../schemes';
import type { Design } from '../types';

const refuse = refusing((message, code) => ({
	error: { code, message, status: code === 401 ? 'UNAUTHENTICATED' : 'INVALID_ARGUMENT' },
}));

export const googleDrive: Design = {
	name: 'Google Drive',
	docs: 'https://developers.google.com/workspace/drive/api/reference/rest/v3/files/list',
	path: '/drive/v3/files?orderBy=name',
	signIn: { kind: 'bearer', token: 'google-token', oauth2: true },
	pager: { by: 'token', parameter: 'pageToken', size: 'pageSize', max: 1000, tooLarge: 'refused' },
	record: (index) => ({ kind: 'drive#file', id: `f${1000 + index}`, name: `File ${index + 1}` }),
	answer: ({ records, nextIfAny: nextPageToken }) => ({
		body: {
			kind: 'drive#fileList',
			incompleteSearch: false,
			files: records,
			...(nextPageToken !== undefined && { nextPageToken }),
		},
	}),
	refuse,
	readings: [
		{
			property: 'files',
			pagingScheme: nextToken('pageToken', 'nextPageToken', ['pageSize', 1000]),
		},
	],
	automatic: true,
};

export const googleCalendar: Design = {
	name: 'Google Calendar, key',
	docs: 'https://developers.google.com/workspace/calendar/api/v3/reference/events/list',
	path: '/calendar/v3/calendars/holidays/events?singleEvents=true',
	signIn: { kind: 'query', name: 'key', value: 'google-key' },
	pager: { by: 'token', parameter: 'pageToken', size: 'maxResults', max: 2500 },
	record: (index) => ({
		kind: 'calendar#event',
		id: `e${index + 1}`,
		summary: `Event ${index + 1}`,
	}),
	answer: ({ records, nextIfAny, isLast }) => ({
		body: {
			kind: 'calendar#events',
			etag: '"p32"',
			summary: 'Holidays',
			defaultReminders: [],
			...(isLast ? { nextSyncToken: 'CPDAlvWDx70CEPDAlvWDx70C' } : { nextPageToken: nextIfAny }),
			items: records,
		},
	}),
	refuse: refusing((message, code) => ({ error: { code, message } }), { credential: 403 }),
	readings: [
		{
			property: 'items',
			pagingScheme: nextToken('pageToken', 'nextPageToken', ['maxResults', 2500]),
		},
	],
	automatic: true,
};
