import type { IDataObject } from 'n8n-workflow';

import { memberOf, textMember } from '../../../shared/basics/members';
import { userError } from '../../../shared/n8n/nodeErrors';
import { refuseInIdentity } from '../../../shared/node/cells/identifying';
import { toBoolean, toText } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';
import type { ServiceClient } from '../../../shared/service/client';
import type { idempotencyKeys } from './idempotency';
import { KnownFields } from './knownFields';
import { mappedMatchField, readVendorFields } from './vendorFields';
import { type Match, matchText } from './vendorMatching';
import { outputOptions } from './vendorOutput';

/** One input item, read and checked. */
export interface VendorInput {
	item: InputItem;
	/** Made before anything is sent: limits that cannot be used are known by then. */
	client: ServiceClient;
	match: Match;
	/** Sent to the service. */
	body: IDataObject;
	/** What all items for this vendor want together: a later one overrides an earlier one. */
	wanted?: IDataObject;
	/** The status in the row, which is not sent; `''` when it has none. */
	status: string;
	/** The ID in the row, which is not sent; `''` when it has none. */
	id: string;
	/** Idempotency key, should the vendor be created. */
	key: string;
}

export function readVendorInput(
	item: InputItem,
	keyOf: ReturnType<typeof idempotencyKeys>,
): VendorInput {
	outputOptions(item);
	const field = toText(item.value('matchField', ''), 'Match Field') || mappedMatchField(item);
	const { all, body } = readVendorFields(item, { mayBeEmpty: true });
	const value = matchText(memberOf(all, field));
	if (value === '') {
		// n8n leaves out the empty cells of a file.
		const otherwise = Object.hasOwn(all, field)
			? 'choose another Match Field.'
			: `rename the column that has it, or set Vendor Fields to From Known Fields. ${new KnownFields([all]).suggestion(field, '')}`;
		throw userError(
			`The item has no value for the Match Field "${field}"`,
			`Enter a value for ${field} in this row, or remove the row. If no row has one, ${otherwise}`,
		);
	}
	// By a placeholder, all vendors without a value would be one.
	refuseInIdentity(memberOf(all, field), `The field ${field}`);
	const ignoreCase = toBoolean(item.options.ignoreCase, 'Ignore Case');
	const match = { field, value, ignoreCase };
	if (field !== 'id' && !Object.hasOwn(body, field)) {
		throw userError(
			`The Match Field ${field} is listed in Fields to Exclude`,
			`Remove ${field} from Fields to Exclude under Options. Without this field, the next run would not find the vendor and would create a duplicate.`,
		);
	}
	const status = Object.hasOwn(body, 'status') ? '' : textMember(all, 'status');
	const id = matchText(memberOf(all, 'id'));
	return { item, client: item.client, match, body, status, id, key: keyOf(item, body) };
}
