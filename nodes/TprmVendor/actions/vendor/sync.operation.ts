import { countOf } from '../../../shared/basics/countOf';
import { switchField, textField } from '../../../shared/forms/fields';
import { userError } from '../../../shared/n8n/nodeErrors';
import { readNames, switchOf } from '../../../shared/node/coerce';
import type { InputItem } from '../../../shared/node/inputItem';
import { addNote, addWarning } from '../../../shared/node/warnings';
import { archiveVendor, vendorId } from '../../../shared/service/api/vendors';
import { sendSteps } from '../../../shared/writes/sendSteps';
import type { Step } from '../../../shared/writes/step';
import { writingOperation } from '../../../shared/writes/writingOperation';
import { idempotencyKeys } from './idempotency';
import { withoutKeptVendors } from './keptVendors';
import { planRows } from './rowsPlan';
import { withSavedNotes } from './savedNote';
import { upsertForm, upsertOptions } from './upsert.properties';
import { readVendorInput, type VendorInput } from './upsertRow';
import { vendorEvidence } from './vendorEvidence';
import type { VendorIndex } from './vendorMatching';
import { vendorIn } from './vendorOutput';

const archiveUnnamed = switchField(
	'Archive Vendors Not in Input',
	'archiveUnnamed',
	'Whether to archive active vendors that are not in the input. All of their data is kept. Nothing is archived if an item fails.',
);

const keep = textField(
	'Keep',
	'keep',
	'Vendors that are never archived: IDs, names, or values of the Match Field, separated by commas',
	{ placeholder: 'e.g. Acme, vnd_5f0c2b7a91d34e68' },
);

/** Makes the register match a table (third-party-risk, search, POST, PATCH and archive of vendors). */
export const sync = writingOperation<VendorInput>({
	form: upsertForm,
	options: [archiveUnnamed, keep, ...upsertOptions],
	removes: true,
	writesTo: 'vendors',
	reader: (context) => {
		const keyOf = idempotencyKeys(context);
		return (item) => readVendorInput(item, keyOf);
	},
	plan: async (entries, { first }) => {
		const { planned, vendors, alike, isNamed, isSame } = await planRows(entries, first);
		const { context, options } = first;
		const isWhole =
			entries.length === context.getInputData().length &&
			planned.steps.every((step) => !('error' in step));
		const left = vendors.records.filter(
			(vendor) => vendor.status !== 'archived' && !isNamed(vendorId(vendor)),
		);
		const archives = switchOf(options, archiveUnnamed);
		const names = readNames(options.keep, keep.displayName);
		const matchFields = [...new Set(entries.map(({ input }) => input.match.field))];
		const ended = archives ? withoutKeptVendors(left, vendors.records, names, matchFields) : [];
		if (!archives && left.length > 0) noteLeft(first, left.length);
		if (archives && !isWhole) noteNotArchived(first);
		const archived = isWhole
			? ended.map((vendor) => archiveStep(first, vendor, vendors, alike))
			: [];
		return {
			...planned,
			steps: [...planned.steps, ...archived],
			write: async function* (steps) {
				const rows = steps.filter(({ items }) => items.length > 0);
				let hasFailed = false;
				for await (const result of withSavedNotes(sendSteps(context, rows, isSame))) {
					hasFailed ||= 'error' in result;
					yield result;
				}
				if (archived.length === 0) return;
				if (!hasFailed) return yield* sendSteps(context, archived, isSame);
				// A vendor that could not be created may be a renamed one.
				const error = userError(
					`Not archived: ${countOf(archived.length, 'vendor')} not in the input`,
					'Correct the rows that failed and run the node again. Vendors are only archived after everything else has succeeded.',
				);
				yield { items: [], error };
			},
		};
	},
});

function archiveStep(
	{ client }: InputItem,
	vendor: VendorIndex['records'][number],
	{ dates }: VendorIndex,
	alike: ReadonlyMap<string, number>,
): Step {
	const id = vendorId(vendor);
	const row = alike.get(id);
	const warnings =
		row === undefined
			? []
			: [
					`Row ${row + 1} creates a vendor that is spelled alike. If it is this one, correct the row.`,
				];
	const after = { ...vendor, status: 'archived' };
	return {
		items: [],
		records: [id],
		evidence: vendorEvidence(
			{ action: 'archived', before: vendor, after, why: 'not in the input', warnings },
			dates,
		),
		send: async () => {
			const response = await archiveVendor(client, id);
			return { record: vendorIn(response, after), response };
		},
	};
}

function noteLeft({ context }: InputItem, count: number): void {
	addNote(
		context,
		`Left unchanged: ${countOf(count, 'active vendor')} not in the input. To archive them, turn on Archive Vendors Not in Input under Options.`,
	);
}

function noteNotArchived({ context }: InputItem): void {
	addWarning(
		context,
		'No vendors are archived, because rows have errors: a vendor whose row cannot be read would look like one that is not in the input.',
	);
}
