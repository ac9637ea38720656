import { byToken, designs, oauth2, query } from '../dialect';

export const GOOGLE = designs(
	(message, code) => ({
		error: { code, message, status: code === 401 ? 'UNAUTHENTICATED' : 'INVALID_ARGUMENT' },
	}),
	{
		'Google Calendar, key': {
			docs: 'https://developers.google.com/workspace/calendar/api/v3/reference/events/list',
			path: '/calendar/v3/calendars/holidays/events?singleEvents=true',
			signIn: query('key'),
			pager: byToken('pageToken', 'maxResults', 2500),
			record: (index) => ({
				kind: 'calendar#event',
				id: `e${index + 1}`,
				summary: `Event ${index + 1}`,
			}),
			page: ({ records, nextIfAny, isLast }) => ({
				kind: 'calendar#events',
				etag: '"p32"',
				summary: 'Holidays',
				defaultReminders: [],
				...(isLast ? { nextSyncToken: 'CPDAlvWDx70CEPDAlvWDx70C' } : { nextPageToken: nextIfAny }),
				items: records,
			}),
			refuse: (message, code) => ({ error: { code, message } }),
			statuses: { credential: 403 },
		},
		'Google Drive': {
			docs: 'https://developers.google.com/workspace/drive/api/reference/rest/v3/files/list',
			path: '/drive/v3/files?orderBy=name',
			signIn: oauth2,
			pager: byToken('pageToken', 'pageSize', 1000, { tooLarge: 'refused' }),
			record: (index) => ({
				kind: 'drive#file',
				id: `f${1000 + index}`,
				name: `File ${index + 1}`,
			}),
			page: ({ records, nextIfAny: nextPageToken }) => ({
				kind: 'drive#fileList',
				incompleteSearch: false,
				files: records,
				...(nextPageToken !== undefined && { nextPageToken }),
			}),
		},
	},
);
