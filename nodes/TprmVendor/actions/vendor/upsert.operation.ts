import { memberOf } from '../../../shared/basics/members';
import { isHost } from '../../../shared/node/cells/hosts';
import { checkIncompleteList } from '../../../shared/node/incompleteList';
import type { BatchEntry, FailedResult } from '../../../shared/node/operation';
import { describeRows } from '../../../shared/node/rowRanges';
import { searchAllVendors } from '../../../shared/service/api/vendors';
import { sendSteps } from '../../../shared/writes/sendSteps';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { idempotencyKeys } from './idempotency';
import { KnownFields } from './knownFields';
import { refuseMatchField } from './missingMatchField';
import { noteConflictingRows } from './rowConflicts';
import { isSameValue } from './sameValue';
import { writeMatchAsText } from './sentBody';
import { TypedFields } from './typedFields';
import { upsertForm, upsertOptions } from './upsert.properties';
import { UpsertPlan } from './upsertPlan';
import { readVendorInput, type VendorInput } from './upsertRow';
import { matchText, VendorIndex } from './vendorMatching';
import { showsDates } from './vendorOutput';
import { vendorPopulation } from './vendorPopulation';

/** Creates or updates vendors (third-party-risk, search, POST and PATCH of vendors). */
export const upsert = writingOperation<VendorInput>({
	form: upsertForm,
	options: upsertOptions,
	removes: true,
	writesTo: 'vendors',
	reader: (context) => {
		const keyOf = idempotencyKeys(context);
		return (item) => readVendorInput(item, keyOf);
	},
	plan: async (entries, { first }) => {
		const list = await searchAllVendors(first.client, (doubt) => checkIncompleteList(first, doubt));
		const vendors = new VendorIndex(list, await first.client.credential());
		const known = new KnownFields(vendors.records.slice());
		const bodies = entries.map(({ input }) => input.body);
		new TypedFields(known, bodies, vendors.dates).convertAll();
		const matchFields = prepareMatches(entries, vendors);
		noteConflictingRows(first.context, entries);
		const plan = new UpsertPlan(vendors, known, matchFields.length === 1);
		const isSame = (present: unknown, wanted: unknown) =>
			isSameValue(present, wanted, vendors.dates);
		return {
			steps: entries.map((entry) => plan.step(entry)),
			population: vendorPopulation([...vendors.records]),
			show: showsDates(first.context, entries, [...vendors.records], vendors.dates),
			isSame,
			write: async function* (steps) {
				for await (const result of sendSteps(first.context, steps, isSame))
					yield 'error' in result ? { ...result, progressNote: savedNote } : result;
			},
		};
	},
});

/**
 * Checks the Match Fields of all rows, and writes their values as the vendors have them.
 *
 * @returns the Match Fields, each once
 * @throws UserError when no vendor has one of them
 */
function prepareMatches(entries: Array<BatchEntry<VendorInput>>, vendors: VendorIndex): string[] {
	const items = new Map(entries.map(({ input }) => [input.match.field, input.item]));
	const fields = [...items.keys()];
	for (const [field, item] of items)
		if (isInNoVendor(field, vendors)) refuseMatchField(item, field, vendors);
	const hosts = fields.filter((field) => isHostField(field, entries, vendors));
	for (const { input } of entries) {
		const { match, body } = input;
		match.isHost = hosts.includes(match.field);
		// A table may have written a number in another way, which has its type by now.
		match.value = matchText(memberOf(body, match.field)) || match.value;
	}
	const texts = fields.filter((field) => isTextInVendors(field, vendors));
	for (const { input } of entries) writeMatchAsText(input.match, input.body, texts);
	return fields;
}

/** Where there are vendors at all; of none, nothing is known. */
function isInNoVendor(field: string, { records }: VendorIndex): boolean {
	return records.length > 0 && records.every((vendor) => memberOf(vendor, field) === undefined);
}

/** Whether all values of a field name hosts: those of the vendors, or where there are none, those of the rows. */
function isHostField(
	field: string,
	entries: Array<BatchEntry<VendorInput>>,
	{ records }: VendorIndex,
): boolean {
	const present = records.map((vendor) => matchText(memberOf(vendor, field))).filter(Boolean);
	const values = present.length > 0 ? present : entries.map(({ input }) => input.match.value);
	return values.every(isHost);
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
