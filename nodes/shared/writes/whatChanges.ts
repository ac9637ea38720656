import type { IDataObject } from 'n8n-workflow';

import { memberOf } from '../basics/members';
import { shorten } from '../basics/shorten';

/** Characters of an old value that are shown. */
const MOST_OF_OLD = 60;

/** @returns which fields of a record change, in words, with their values before it */
export function whatChanges(before: IDataObject, fields: string[]): string {
	return fields
		.map((field) => {
			const old = shorten(String(memberOf(before, field) ?? ''), MOST_OF_OLD);
			return `${field} changed, was ${old === '' ? 'empty' : `"${old}"`}`;
		})
		.join('; ');
}
