import type { IDataObject } from 'n8n-workflow';

import { memberOf, textMember } from '../../../shared/basics/members';
import { nameFold } from '../../../shared/basics/nameFolds';
import { unknownKept } from '../../../shared/writes/unknownKept';
import { matchText } from './vendorMatching';

/**
 * Leaves out the vendors that Keep names.
 *
 * @param vendors that would be archived
 * @param all vendors of the service
 * @param names IDs, names, or values of a Match Field
 * @throws UserError when there is no such vendor: one that is misspelled would be archived
 */
export function withoutKeptVendors(
	vendors: readonly IDataObject[],
	all: readonly IDataObject[],
	names: readonly string[],
	matchFields: readonly string[],
): IDataObject[] {
	const fold = nameFold(true);
	const textsOf = (vendor: IDataObject) =>
		['id', 'name', ...matchFields].map((field) => fold(matchText(memberOf(vendor, field))));
	const known = new Set(names.length > 0 ? all.flatMap(textsOf) : []);
	for (const name of names) {
		if (known.has(fold(name))) continue;
		const accepted = 'the ID, the name, or the value of the Match Field';
		const vendorNames = all.flatMap((vendor) => textMember(vendor, 'name') || []);
		throw unknownKept(name, 'vendor', accepted, vendorNames);
	}
	const kept = new Set(names.map(fold));
	return vendors.filter((vendor) => !textsOf(vendor).some((text) => kept.has(text)));
}
