import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { canonicalJson } from '../../../shared/basics/json';
import { memberOf } from '../../../shared/basics/members';
import { nameFold } from '../../../shared/basics/nameFolds';
import { shorten } from '../../../shared/basics/text';
import { linesOf, rewrite, userError } from '../../../shared/n8n/shownErrors';
import { toBoolean, toText } from '../../../shared/node/coerce';
import { runOrPreview } from '../../../shared/node/dryRun';
import { forAllItems } from '../../../shared/node/forItems';
import { checkIncompleteList } from '../../../shared/node/incompleteList';
import type { InputItem } from '../../../shared/node/inputItem';
import type {
	BatchEntry,
	FailedResult,
	Operation,
	OperationResult,
	Task,
} from '../../../shared/node/operation';
import { describeRows } from '../../../shared/node/rowRanges';
import { runTasks } from '../../../shared/node/tasks';
import { addWarning } from '../../../shared/node/warnings';
import {
	createVendor,
	searchAllVendors,
	updateVendor,
	vendorId,
} from '../../../shared/service/api/vendors';
import { ServiceError, toNodeError } from '../../../shared/service/errors';
import { ambiguousMatch, warningAbout } from './doubts';
import { idempotencyKeys } from './idempotency';
import { KnownFields } from './knownFields';
import { refuseMatchField } from './missingMatchField';
import { previewVendorChange } from './preview';
import { writeMatchAsText } from './sentBody';
import { upsertProperties } from './upsert.properties';
import { mappedMatchField, readVendorFields } from './vendorFields';
import { type Match, matchKey, matchText, type VendorChange, VendorIndex } from './vendorMatching';
import { outputOptions, toOutput, vendorIn } from './vendorOutput';

/** One input item, read and checked. */
interface VendorInput {
	item: InputItem;
	match: Match;
	/** Sent to the service. */
	body: IDataObject;
	/** What all items for this vendor want together: a later one overrides an earlier one. */
	wanted?: IDataObject;
	/** Idempotency key, should the vendor be created. */
	key: string;
}

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

function readVendorInput(item: InputItem, keyOf: ReturnType<typeof idempotencyKeys>): VendorInput {
	outputOptions(item);
	const field = toText(item.value('matchField', ''), 'Match Field') || mappedMatchField(item);
	const { all, body } = readVendorFields(item);
	const value = matchText(memberOf(all, field));
	if (value === '') {
		throw userError(
			`The item has no value for the Match Field "${field}"`,
			Object.hasOwn(all, field)
				? `Add a value for ${field} to every item, remove empty rows, or choose another Match Field.`
				: `Add the field "${field}" to every item. If your column has another name, set Vendor Fields to From Field List. ${new KnownFields([all]).suggestion(field, '')}`,
		);
	}
	const ignoreCase = toBoolean(item.options.ignoreCase, 'Ignore Case');
	const match = { field, value, ignoreCase };
	if (field !== 'id' && !Object.hasOwn(body, field)) {
		throw userError(
			`The Match Field ${field} is listed in Fields to Exclude`,
			`Remove ${field} from Fields to Exclude under Options. Without this field, the next run would not find the vendor and would create a duplicate.`,
		);
	}
	return { item, match, body, key: keyOf(item, body) };
}

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
	combine(context, entries);
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

/**
 * Finds out what all items for one vendor want together, and hints at those that differ: rows with the same wrong
 * value in the Match Field, such as N/A, would silently become one vendor.
 */
function combine(context: IExecuteFunctions, entries: Array<BatchEntry<VendorInput>>): void {
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

/** @returns the same text for items that are about the same vendor */
function vendorKeyOf(match: Match): string {
	return JSON.stringify([match.field, matchKey(match)]);
}

/** Another run finds what this one has saved, so that nothing has to be removed from the input. */
function savedNote(done: number[], itemCount: number, result: FailedResult): string | undefined {
	// The list of all vendors could not be used.
	if (result.items.length === itemCount) return undefined;
	const failed = [result, ...(result.others ?? [])].flatMap(({ items }) => items);
	const untried = itemCount - done.length - failed.length;
	return `${done.length} of ${itemCount} saved or unchanged${untried > 0 ? `, ${untried} not processed` : ''}. Fix ${describeRows(failed, Infinity)} and run again; saved vendors are not duplicated. Dry Run finds most problems in advance.`;
}

/**
 * @returns a function that applies one item; a later one finds the vendor as an earlier one has left it. It throws a
 *   UserError when it is not clear which vendor is meant, and a ServiceError when the service refuses the change
 */
function vendorWriter(vendors: VendorIndex, isDryRun: boolean) {
	/** Items whose creation may or may not have come through, by what they match. */
	const unsettled = new Map<string, number>();

	return async (input: VendorInput): Promise<VendorChange<IDataObject>> => {
		const { item, match, body, wanted } = input;
		const [known, ...others] = vendors.find(match);
		if (!known) return await create(input);
		if (others.length > 0) throw ambiguousMatch(match, [known, ...others]);
		const send = async () =>
			isDryRun
				? { status: 200, headers: {}, body: { ...known, ...body } }
				: await updateVendor(item.client, vendorId(known), body);
		return await vendors.change(known, body, send, wanted);
	};

	async function create({
		item,
		match,
		body,
		key,
	}: VendorInput): Promise<VendorChange<IDataObject>> {
		if (match.field === 'id') {
			throw userError(
				`No vendor found with the ID ${match.value}`,
				'Choose another Match Field. The service assigns the IDs of new vendors, so none can be created with this ID.',
			);
		}
		const name = vendorKeyOf(match);
		const earlier = unsettled.get(name);
		if (earlier !== undefined) {
			throw userError(
				`Row ${earlier + 1} may already have created "${match.value}"`,
				'Run the workflow again: it finds the vendor if it was created. This row was skipped to prevent a duplicate.',
			);
		}
		try {
			const response = isDryRun
				? { status: 200, headers: {}, body }
				: await createVendor(
						item.client,
						body,
						key,
						'Search for the vendor with Get Many before you run the node again: once the search finds it, the next run updates it instead of creating a duplicate.',
					);
			const after = vendorIn(response, body);
			vendors.add(match, { ...body, ...after });
			return { action: 'created', before: null, after, response };
		} catch (error) {
			if (!(error instanceof ServiceError && error.isRefusal)) unsettled.set(name, item.index);
			throw toNodeError(error, item.context.getNode(), item.index);
		}
	}
}
