import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/text';
import { describeRows } from '../../../shared/node/batches';
import { addWarning } from '../../../shared/node/inputItem';
import type { InputItem } from '../../../shared/node/inputItem';
import { toBoolean } from '../../../shared/node/parameters';
import { vendorId } from '../../../shared/service/api/thirdPartyRisk';
import { toOutputVendor } from '../output';
import type { Change, Match, VendorIndex } from './findVendor';
import { matchText, vendorsOf } from './findVendor';
import { fieldAt, hasFields, isEmpty } from './vendorFields';

/**
 * Makes the dry run of an operation on single vendors, which reads all vendors with one search.
 *
 * @param done the action of the operation
 * @param afterOf what the item would make of the vendor as it is
 */
export function previewOf<Input extends { id: string }>(
	done: Change['action'],
	afterOf: (before: IDataObject, input: Input) => IDataObject | null,
) {
	return async (input: Input, item: InputItem): Promise<IDataObject> => {
		const vendors = await vendorsOf(item);
		const deletedBy = vendors.deletedBy.get(idKey(input.id));
		if (deletedBy !== undefined)
			return { action: 'unchanged', id: input.id, why: alreadyDone(done, deletedBy) };
		const known = vendors.get(input.id);
		const before = { ...known };
		const after = afterOf(before, input);
		const isSame = after !== null && hasFields(before, after, vendors.dates);
		const action = isSame ? 'unchanged' : done;
		const change = { action, before, after, response: vendors.response };
		const output = await previewChange(vendors, item, change);
		// A later item finds the vendor as this one would leave it.
		if (after) Object.assign(known, after);
		else vendors.deletedBy.set(idKey(input.id), item.index);
		return output;
	};
}

/** @returns why nothing is done for an item, since an earlier one has the same ID */
export function alreadyDone(action: string, earlier: number): string {
	return `Already ${action} by ${describeRows([earlier])}`;
}

/** @returns a change that is not made, with warnings of what a person should look at */
export async function previewChange(
	{ fields }: VendorIndex,
	item: InputItem,
	{ action, before, after, response }: Change,
	doubt = '',
): Promise<IDataObject> {
	const warnings = after ? [doubt, clearedBy(before ?? {}, after), ...fields.warnings(after)] : [];
	const warning = warnings.filter(Boolean).join(' ');
	const row = { action, id: before?.id ?? null, ...(warning && { warning }), before, after };
	return await toOutputVendor(item, row, response);
}

/**
 * Decides about a Match Field by which no vendor can be found.
 *
 * @throws UserError unless it is a dry run, which has a hint then, or the item's Options allow it
 */
export function checkNewField(
	{ context, options }: InputItem,
	field: string,
	vendors: VendorIndex,
	isDryRun: boolean,
): void {
	if (toBoolean(options.allowNewMatchField, 'Allow New Match Field', false)) return;
	const message = `No vendor has the Match Field ${field}`;
	const advice = `Check its spelling.${vendors.fields.suggestion(field)} If it is a new field, turn on Allow New Match Field under Options for the first run.`;
	if (!isDryRun) {
		throw new UserError(message, {
			description: `${advice} Nothing was written, because all vendors would be created again.`,
		});
	}
	addWarning(context, `${message}. ${advice}`);
}

/** A new vendor may be one that is there already, which a spreadsheet has spelled in another way. */
export function doubtAbout({ field }: Match, { action }: Change, similar?: IDataObject): string {
	if (action !== 'created' || !similar) return '';
	const value = matchText(fieldAt(similar, field));
	return `Differs from "${value}" only in letter case, spaces, or zeros at its start.`;
}

/** @returns which fields lose their value, as by an empty cell of a spreadsheet; `''` for none */
function clearedBy(before: IDataObject, after: IDataObject): string {
	const names = Object.keys(after).filter(
		(name) => isEmpty(after[name]) && !isEmpty(before[name] ?? null),
	);
	return names.length > 0 ? `Clears ${names.join(', ')}.` : '';
}

/** Max vendors listed in a message; the others are only counted. */
const MAX_NAMED = 5;

/** @returns the error of a match that does not say which vendor to update */
export function ambiguous({ field, value }: Match, vendors: IDataObject[]): UserError {
	const ids = vendors
		.slice(0, MAX_NAMED)
		.map((vendor) =>
			vendor.status === 'archived' ? `${vendorId(vendor)} (archived)` : vendorId(vendor),
		);
	if (vendors.length > MAX_NAMED) ids.push(`and ${vendors.length - MAX_NAMED} more`);
	return new UserError(`Found ${vendors.length} vendors with "${value}" as ${field}`, {
		description: `Choose a Match Field that is different for every vendor, or merge these vendors in the service: ${ids.join(', ')}.`,
	});
}
