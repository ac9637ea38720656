import { userError } from '../../../shared/n8n/nodeErrors';
import { toBoolean } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';
import { KnownFields } from './knownFields';
import type { VendorIndex } from './vendorMatching';

/**
 * Decides about a Match Field by which no vendor can be found, as when its name is mistyped.
 *
 * @throws UserError unless the item's Options allow it
 */
export function refuseMatchField(
	{ options }: InputItem,
	field: string,
	{ records }: VendorIndex,
): void {
	if (toBoolean(options.allowNewMatchField, 'Allow New Match Field')) return;
	throw userError(
		`No vendor has the Match Field ${field}`,
		`Nothing was written, because all vendors would be created again. ${new KnownFields(records).suggestion(field)}`,
		'Check its spelling. If it is the name of a column, set Vendor Fields to From Known Fields. If it is a new field, turn on Allow New Match Field under Options for the first run.',
	);
}
