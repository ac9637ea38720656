import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../../shared/basics/json';
import { memberOf } from '../../../shared/basics/members';
import type { BatchEntry } from '../../../shared/node/operation';
import { describeRows } from '../../../shared/node/rowRanges';
import { addWarning } from '../../../shared/node/warnings';
import type { VendorInput } from './upsertRow';
import { vendorKeyOf } from './vendorMatching';

/**
 * Finds out what all items for one vendor want together, and hints at those that differ: rows with the same wrong
 * value in the Match Field, such as N/A, would silently become one vendor.
 */
export function noteConflictingRows(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<VendorInput>>,
): void {
	const byVendor = new Map<string, IDataObject>();
	const conflicts = entries.filter(({ input }) => {
		const { match, body } = input;
		const wanted = byVendor.get(vendorKeyOf(match)) ?? {};
		byVendor.set(vendorKeyOf(match), wanted);
		input.wanted = wanted;
		const differs = (name: string) =>
			// What the match ignores is no difference.
			name !== match.field &&
			Object.hasOwn(wanted, name) &&
			canonicalJson(memberOf(wanted, name)) !== canonicalJson(memberOf(body, name));
		const isConflict = Object.keys(body).some(differs);
		Object.assign(wanted, body);
		return isConflict;
	});
	if (conflicts.length === 0) return;
	const rows = describeRows(conflicts.map(({ itemIndex }) => itemIndex));
	addWarning(
		context,
		`Same vendor as an earlier row, but with different values: ${rows}. Values in later rows replace those in earlier ones. If these are different vendors, choose another Match Field.`,
	);
}
