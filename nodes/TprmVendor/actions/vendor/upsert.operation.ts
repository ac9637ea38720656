import type { IExecuteFunctions } from 'n8n-workflow';

import { memberOf } from '../../../shared/basics/members';
import { nameFold } from '../../../shared/basics/nameFolds';
import { shorten } from '../../../shared/basics/text';
import { linesOf, rewrite } from '../../../shared/n8n/nodeErrors';
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
import { ServiceError } from '../../../shared/service/serviceError';
import { idempotencyKeys } from './idempotency';
import { KnownFields } from './knownFields';
import { warningAbout } from './matchWarnings';
import { refuseMatchField } from './missingMatchField';
import { previewVendorChange } from './preview';
import { noteConflictingRows } from './rowConflicts';
import { writeMatchAsText } from './sentBody';
import { upsertProperties } from './upsert.properties';
import { readVendorInput, type VendorInput } from './upsertRow';
import { VendorIndex } from './vendorMatching';
import { toOutput } from './vendorOutput';
import { vendorWriter } from './vendorWriter';

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
	const one = entries[0]?.input.item;
	if (!one) return;
	const list = await searchAllVendors(one.client, (doubt) => checkIncompleteList(one, doubt));
	const vendors = new VendorIndex(list, await one.client.credential());
	const fields = [...new Set(entries.map(({ input }) => input.match.field))];
	const { records } = vendors;
	for (const field of fields)
		if (records.length > 0 && records.every((vendor) => memberOf(vendor, field) === undefined))
			refuseMatchField(one, field, vendors, isDryRun);
	const known = isDryRun && new KnownFields(records);
	const texts = fields.filter((field) =>
		records.some((vendor) => typeof memberOf(vendor, field) === 'string'),
	);
	for (const { input } of entries) writeMatchAsText(input.match, input.body, texts);
	const apply = vendorWriter(vendors, isDryRun);
	let present: KnownFields | undefined;
	noteConflictingRows(context, entries);
	const tasks = entries.map(({ itemIndex, input }): Task => {
		const { item, match } = input;
		const items = [itemIndex];
		const run = async () => {
			// Before it is one of them itself.
			const [similar] = vendors.find({ ...match, isLoose: true });
			const change = await apply(input).catch((error: unknown) => {
				// The service does not say what a field that it refuses may have meant.
				if (error instanceof ServiceError && [400, 422].includes(error.details.httpStatus ?? 0)) {
					const why = (present ??= new KnownFields(records))
						.warnings(input.body)
						.map((text) => shorten(text));
					if (why.length === 0)
						why.push(
							'If your service does not accept a field, do not send it. With From Input Item, list it in Fields to Exclude under Options.',
						);
					rewrite(error, {
						message: error.message,
						description: [...why, ...(linesOf(error) ?? [])],
					});
				}
				throw error;
			});
			const { action, after, response } = change;
			const warning = warningAbout(match, change, similar);
			const json = known
				? await previewVendorChange(known, item, change, warning)
				: // First, since a table shows the first columns, and last, since no field may replace it.
					Object.assign(
						{ action, ...(warning && { warning }) },
						await toOutput(item, after, response),
						{ action },
					);
			return [{ items, records: [{ json }] }];
		};
		// One vendor may be found by one field in an item and by another field in another.
		return { items, records: [fields.length === 1 ? nameFold(true)(match.value) : ''], run };
	});
	for await (const result of runTasks(context, tasks))
		yield 'error' in result ? { ...result, progressNote: savedNote } : result;
}

/** Another run finds what this one has saved, so that nothing has to be removed from the input. */
function savedNote(done: number[], itemCount: number, result: FailedResult): string | undefined {
	// The list of all vendors could not be used.
	if (result.items.length === itemCount) return undefined;
	const failed = [result, ...(result.others ?? [])].flatMap(({ items }) => items);
	const untried = itemCount - done.length - failed.length;
	return `${done.length} of ${itemCount} saved or unchanged${untried > 0 ? `, ${untried} not processed` : ''}. Fix ${describeRows(failed, Infinity)} and run again; saved vendors are not duplicated. Dry Run finds most problems in advance.`;
}
