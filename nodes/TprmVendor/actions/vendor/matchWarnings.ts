import type { IDataObject } from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import { vendorId } from '../../../shared/service/api/vendors';
import { type Match, matchText } from './vendorMatching';

/** A new vendor may be one that is there already, which a spreadsheet has spelled in another way. */
export function similarWarning({ field }: Match, similar: IDataObject): string {
	return `Differs from "${matchText(memberOf(similar, field))}" only in spelling, but counts as another vendor. If it is the same one, correct "${field}".`;
}

/**
 * The same, where vendors are found by another field than their name.
 *
 * @param similar without an ID if a row before creates it
 */
export function sameNameWarning({ field }: Match, similar: IDataObject): string {
	const name = matchText(similar.name);
	const id = vendorId(similar);
	const other =
		id === '' ? `A row before creates a vendor "${name}"` : `There is a vendor "${name}" (${id})`;
	return `${other}. If it is the same one, correct "${field}" in this row.`;
}

/** A spreadsheet changes IDs that look like days, when a file is opened or typed into it. */
export function idAsDayWarning({ field, value }: Match): string {
	return `The field ${field} is "${value}", which a spreadsheet may have made of another ID. Format the column as text.`;
}

/** A row that a vendor was found by one field in, and that has the ID of another one. */
export function otherIdWarning({ field }: Match, id: string): string {
	return `The row has the ID ${id} of another vendor than the one with its ${field}. Check that the row is about one vendor.`;
}
