import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../../shared/basics/json';
import { memberOf } from '../../../shared/basics/members';
import type { BatchEntry } from '../../../shared/node/operation';
import { describeRows } from '../../../shared/node/rowRanges';
import { addWarning } from '../../../shared/node/warnings';

/** What an item says about a vendor. */
interface VendorRow {
	body?: IDataObject;
	/** How the vendor is found. */
	match?: { field: string };
	/** What all items for this vendor want together: a later one overrides an earlier one. */
	wanted?: IDataObject;
}

/**
 * Finds out what all items for one vendor want together, and hints at those that differ: rows with the same wrong
 * value in the Match Field, such as 0, would silently become one vendor.
 *
 * @param keyOf the same text for items that are about the same vendor
 */
export function noteConflictingRows<Row extends VendorRow>(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<Row>>,
	keyOf: (row: Row) => string,
): void {
	const byVendor = new Map<string, IDataObject>();
	const conflicts = entries.filter(({ input }) => {
		const { match, body = {} } = input;
		const wanted = byVendor.get(keyOf(input)) ?? {};
		byVendor.set(keyOf(input), wanted);
		input.wanted = wanted;
		const differs = (name: string) =>
			// What the match ignores is no difference.
			name !== match?.field &&
			Object.hasOwn(wanted, name) &&
			canonicalJson(memberOf(wanted, name)) !== canonicalJson(memberOf(body, name));
		const isConflict = Object.keys(body).some(differs);
		Object.assign(wanted, body);
		return isConflict;
	});
	if (conflicts.length === 0) return;
	const rows = describeRows(conflicts.map(({ itemIndex }) => itemIndex));
	const advice = entries.some(({ input }) => input.match)
		? ' If these are different vendors, choose another Match Field.'
		: '';
	addWarning(
		context,
		`Same vendor as an earlier row, but with different values: ${rows}. Values in later rows replace those in earlier ones.${advice}`,
	);
}
