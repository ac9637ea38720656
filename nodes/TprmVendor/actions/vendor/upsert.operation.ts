import type { IExecuteFunctions } from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import { nameFold } from '../../../shared/basics/nameFolds';
import { runOrPreview } from '../../../shared/node/dryRun';
import { forAllItems } from '../../../shared/node/forItems';
import { checkIncompleteList } from '../../../shared/node/incompleteList';
import type {
	BatchEntry,
	FailedResult,
	Operation,
	OperationResult,
	Task,
} from '../../../shared/node/operation';
import { describeRows } from '../../../shared/node/rowRanges';
import { runTasks } from '../../../shared/node/tasks';
import { searchAllVendors } from '../../../shared/service/api/vendors';
import { idempotencyKeys } from './idempotency';
import { refuseMatchField } from './missingMatchField';
import { noteConflictingRows } from './rowConflicts';
import { writeMatchAsText } from './sentBody';
import { upsertProperties } from './upsert.properties';
import { readVendorInput, type VendorInput } from './upsertRow';
import { UpsertRun } from './upsertRun';
import { VendorIndex } from './vendorMatching';

/** Creates or updates vendors (third-party-risk, search, POST and PATCH of vendors). */
export const upsert: Operation = {
	properties: upsertProperties,
	run: runOrPreview(
		(context, itemCount, isDryRun) => {
			const keyOf = idempotencyKeys(context);
			return forAllItems<VendorInput>({
				read: (item) => readVendorInput(item, keyOf),
				send: (entries) => applyInputs(context, entries, isDryRun),
			})(context, itemCount);
		},
		{ isCounted: true },
	),
};

async function* applyInputs(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<VendorInput>>,
	isDryRun: boolean,
): AsyncGenerator<OperationResult> {
	const first = entries[0]?.input.item;
	if (!first) return;
	const list = await searchAllVendors(first.client, (doubt) => checkIncompleteList(first, doubt));
	const vendors = new VendorIndex(list, await first.client.credential());
	const fields = [...new Set(entries.map(({ input }) => input.match.field))];
	for (const field of fields)
		if (isInNoVendor(field, vendors)) refuseMatchField(first, field, vendors, isDryRun);
	const texts = fields.filter((field) => isTextInVendors(field, vendors));
	for (const { input } of entries) writeMatchAsText(input.match, input.body, texts);
	noteConflictingRows(context, entries);
	const upsertRun = new UpsertRun(vendors, isDryRun);
	const tasks = entries.map(({ itemIndex, input }): Task => {
		const items = [itemIndex];
		return {
			items,
			// One vendor may be found by one field in an item and by another field in another.
			records: [fields.length === 1 ? nameFold(true)(input.match.value) : ''],
			run: async () => [{ items, records: [{ json: await upsertRun.apply(input) }] }],
		};
	});
	for await (const result of runTasks(context, tasks))
		yield 'error' in result ? { ...result, progressNote: savedNote } : result;
}

/** Where there are vendors at all; of none, nothing is known. */
function isInNoVendor(field: string, { records }: VendorIndex): boolean {
	return records.length > 0 && records.every((vendor) => memberOf(vendor, field) === undefined);
}

function isTextInVendors(field: string, { records }: VendorIndex): boolean {
	return records.some((vendor) => typeof memberOf(vendor, field) === 'string');
}

/** Another run finds what this one has saved, so that nothing has to be removed from the input. */
function savedNote(done: number[], itemCount: number, result: FailedResult): string | undefined {
	// The list of all vendors could not be used.
	if (result.items.length === itemCount) return undefined;
	const failed = [result, ...(result.others ?? [])].flatMap(({ items }) => items);
	const untried = itemCount - done.length - failed.length;
	return `${done.length} of ${itemCount} saved or unchanged${untried > 0 ? `, ${untried} not processed` : ''}. Fix ${describeRows(failed, Infinity)} and run again; saved vendors are not duplicated. Dry Run finds most problems in advance.`;
}
