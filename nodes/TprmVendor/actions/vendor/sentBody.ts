import type { IDataObject } from 'n8n-workflow';

import { memberOf, setMember } from '../../../shared/basics/members';
import type { Match } from './vendorMatching';

/**
 * Sends the value that the search finds, without the blanks that it ignores, or two spellings would become
 * two vendors elsewhere. An ID that is a number in a table may be text in the service.
 */
export function writeMatchAsText(
	{ field, value }: Match,
	body: IDataObject,
	texts: string[],
): void {
	const isText = typeof memberOf(body, field) === 'string';
	if (isText || (Object.hasOwn(body, field) && texts.includes(field)))
		setMember(body, field, value);
}

/**
 * Whether a service usually sets a field of a vendor itself. The specification names the id and the
 * status, which has calls of its own, and leaves all other fields open; vendors are created, updated,
 * archived, and deleted.
 */
export function isSetByService(name: string): boolean {
	return name === 'id' || name === 'status' || MOMENT.test(name);
}

/** When it did so, and who: `created_at`, `updatedOn`, `archived_by` */
const MOMENT = /^(?:created|updated|archived|deleted)_?(?:at|on|by)$/i;
