import type { IDataObject, UserError } from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import { userError } from '../../../shared/n8n/nodeErrors';
import { vendorId } from '../../../shared/service/api/vendors';
import { type Match, matchText } from './vendorMatching';

/** Max vendors listed in a message; the others are only counted. */
const MAX_NAMED = 5;

/** @returns the error of a match that does not say which vendor to update */
export function ambiguousMatch({ field, value }: Match, vendors: IDataObject[]): UserError {
	const ids = vendors.map(({ status, ...vendor }) =>
		[vendorId(vendor), ...(status === 'archived' ? ['(archived)'] : [])].join(' '),
	);
	if (ids.length > MAX_NAMED)
		ids.splice(MAX_NAMED, Infinity, `and ${vendors.length - MAX_NAMED} more`);
	return userError(
		`Found ${vendors.length} vendors with "${value}" as ${field}`,
		`Choose a Match Field that is different for every vendor, or merge these vendors in the service: ${ids.join(', ')}.`,
	);
}

/** What a change of an archived vendor warns of. */
export const ARCHIVED_WARNING =
	'This vendor is archived. Changes to other fields leave it archived.';

/** A new vendor may be one that is there already, which a spreadsheet has spelled in another way. */
export function similarWarning({ field }: Match, similar: IDataObject): string {
	return `Differs from "${matchText(memberOf(similar, field))}" only in spelling, but counts as another vendor. If it is the same one, correct "${field}".`;
}

/** The same, where vendors are found by another field than their name. */
export function sameNameWarning(similar: IDataObject): string {
	return `There is a vendor "${matchText(similar.name)}" (${vendorId(similar)}). If it is the same one, correct the Match Field of this row.`;
}

/** A spreadsheet changes IDs that look like days, when a file is opened or typed into it. */
export function idAsDayWarning({ field, value }: Match): string {
	return `The field ${field} is "${value}", which a spreadsheet may have made of another ID. Format the column as text.`;
}

/** A row that a vendor was found by one field in, and that has the ID of another one. */
export function otherIdWarning({ field }: Match, id: string): string {
	return `The row has the ID ${id} of another vendor than the one with its ${field}. Check that the row is about one vendor.`;
}

/** A status in a table is not written: vendors are archived by a call of their own, and none brings them back. */
export function statusWarning(status: string, present: unknown): string[] {
	if (status === '' || status.toLowerCase() === String(present ?? 'active')) return [];
	return [`The status "${status}" is not written: use Archive, or the service itself.`];
}
