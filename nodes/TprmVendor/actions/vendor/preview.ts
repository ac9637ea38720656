import type { IDataObject } from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import type { InputItem } from '../../../shared/node/inputItem';
import { whatChanges } from '../../../shared/node/whatChanges';
import type { KnownFields } from './knownFields';
import { ARCHIVED_WARNING } from './matchWarnings';
import { hasFields, isEmpty } from './sameValue';
import type { VendorChange } from './vendorMatching';
import { toOutput } from './vendorOutput';

/** @returns a change that is not made, with warnings of what a person should look at */
export async function previewVendorChange(
	fields: KnownFields,
	item: InputItem,
	{ action, before, after, response }: VendorChange,
	doubt = '',
): Promise<IDataObject> {
	const [old, wanted] = [before ?? {}, after ?? {}];
	const dates = await item.client.credential();
	const changed = Object.keys(wanted).filter(
		(name) => !hasFields(old, { [name]: memberOf(wanted, name) }, dates),
	);
	const cleared = changed.filter(
		(name) => memberOf(old, name) !== undefined && isEmpty(memberOf(wanted, name)),
	);
	const warnings = new Set([
		doubt,
		changed.length > 0 && old.status === 'archived' && ARCHIVED_WARNING,
		cleared.length > 0 && `Clears ${cleared.join(', ')}.`,
		...fields.warnings(wanted, !before),
	]);
	const warning = [...warnings].filter(Boolean).join('\n');
	const why = before ? whatChanges(before, changed) : 'new in the input';
	return await toOutput(
		item,
		{
			action,
			id: old.id ?? null,
			...(why && { why }),
			...(warning && { warning }),
			before,
			// What is the same is shown as it is, such as a date in another format.
			after:
				after &&
				Object.fromEntries(
					Object.entries(after).map(([name, value]) => [
						name,
						changed.includes(name) ? value : memberOf(old, name),
					]),
				),
		},
		response,
	);
}
