import type { IDataObject } from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import { vendorId } from '../../../shared/service/api/vendors';
import { type Match, matchText } from './vendorMatching';

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
