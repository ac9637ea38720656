import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { nameFold } from '../../../shared/basics/text';
import { describeRows } from '../../../shared/node/batches';
import { dryRunProperty, runOrPreview } from '../../../shared/node/dryRun';
import type { InputItem } from '../../../shared/node/inputItem';
import { toBoolean, toText } from '../../../shared/node/parameters';
import { incompleteListOption } from '../../../shared/node/lists';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/fields';
import { forAllItems, runTasks } from '../../../shared/node/run';
import type {
	BatchEntry,
	FailedResult,
	Operation,
	OperationResult,
	Task,
} from '../../../shared/node/types';
import { createVendor, updateVendor, vendorId } from '../../../shared/service/api/thirdPartyRisk';
import { ServiceError, toNodeError } from '../../../shared/service/errors';
import { ambiguous, checkNewField, doubtAbout, KnownFields, previewChange } from './dryRun';
import type { Change, Match } from './findVendor';
import { hintAtConflicts, matchKey, matchText, VendorIndex } from './findVendor';
import { idempotencyKeys, idempotencyOption, IF_UPSERT_IS_OPEN } from './idempotency';
import { excludeOption, vendorFieldProperties, vendorOutputOptions } from './vendorFieldProperties';
import {
	fieldAt,
	mappedMatchField,
	outputOptions,
	placeOf,
	readVendorFields,
	toOutputVendor,
	vendorIn,
} from './vendorFields';

/** One input item, read and checked. */
interface VendorInput {
	item: InputItem;
	match: Match;
	/** Sent to the service. */
	body: IDataObject;
	/** Idempotency key, should the vendor be created. */
	key: string;
}

/**
 * Creates vendors that do not exist and updates those that do (third-party-risk,
 * `POST /tprm-api/vendors/search`, `POST /tprm-api/vendors`, PATCH of the vendor resource).
 */
export const upsert: Operation = {
	properties: [
		{
			displayName: 'Match Field',
			name: 'matchField',
			type: 'string',
			default: 'name',
			required: true,
			displayOptions: { hide: { fieldsFrom: ['map'] } },
			placeholder: 'e.g. external_id or contact.email',
			description:
				'Field that identifies an existing vendor. Its value must be different for every vendor, including archived ones.',
		},
		...vendorFieldProperties('upsert'),
		dryRunProperty,
		optionsCollection([
			incompleteListOption,
			concurrentRequestsOption,
			excludeOption,
			idempotencyOption,
			...vendorOutputOptions,
			{
				displayName: 'Allow New Match Field',
				name: 'allowNewMatchField',
				type: 'boolean',
				default: true,
				description:
					'Whether to create vendors although no existing vendor has the Match Field. Only needed for the first run with a new field.',
			},
			{
				displayName: 'Ignore Case',
				name: 'ignoreCase',
				type: 'boolean',
				default: true,
				description:
					'Whether a vendor also matches if the Match Field differs in letter case, e.g. "ACME" and "Acme"',
			},
		]),
	],
	run: runOrPreview((context, itemCount, isDryRun) => {
		const keyOf = idempotencyKeys(context);
		return forAllItems<VendorInput>({
			read: (item) => readVendorInput(item, keyOf),
			send: (_context, entries) => applyInputs(context, entries, isDryRun),
		})(context, itemCount);
	}),
};

function readVendorInput(item: InputItem, keyOf: ReturnType<typeof idempotencyKeys>): VendorInput {
	outputOptions(item);
	const field = toText(item.value('matchField', ''), 'Match Field') || mappedMatchField(item);
	const { all, body } = readVendorFields(item);
	const value = matchText(fieldAt(all, field));
	if (value === '') {
		throw new UserError(`The item has no value for the Match Field ${field}`, {
			description: `Add a value for ${field} to every item, remove empty rows, or choose another Match Field.${field in all ? '' : new KnownFields([all]).suggestion(field)}`,
		});
	}
	const ignoreCase = toBoolean(item.options.ignoreCase, 'Ignore Case', false);
	const match = { field, value, ignoreCase };
	if (field !== 'id' && !placeOf(body, field)) {
		throw new UserError(`Fields to Exclude leaves out the Match Field ${field}`, {
			description: `Remove ${field} from Fields to Exclude under Options. The next run would not find a vendor created without it, and would create it again.`,
		});
	}
	return { item, match, body, key: keyOf(item, body) };
}

async function* applyInputs(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<VendorInput>>,
	isDryRun: boolean,
): AsyncGenerator<OperationResult> {
	const [first] = entries;
	if (!first) return;
	const vendors = await VendorIndex.readAll(first.input.item);
	const fields = [...new Set(entries.map(({ input }) => input.match.field))];
	for (const field of fields)
		if (vendors.lacks(field)) checkNewField(first.input.item, field, vendors, isDryRun);
	const known = isDryRun ? new KnownFields(vendors.records) : undefined;
	const texts = fields.filter((field) => vendors.hasText(field));
	for (const { input } of entries) sendAsText(input, texts);
	const apply = applier(vendors, isDryRun);
	hintAtConflicts(context, entries);
	const tasks = entries.map(({ itemIndex, input }): Task => {
		const { item, match } = input;
		const items = [itemIndex];
		const run = async () => {
			// Before it is one of them itself.
			const [similar] = known ? vendors.find({ ...match, isLoose: true }) : [];
			const change = await apply(input);
			const json = known
				? await previewChange(known, item, change, doubtAbout(match, change, similar))
				: // First, since a table shows the first columns, and last, since no field may replace it.
					Object.assign(
						{ action: change.action },
						await toOutputVendor(item, change.after, change.response),
						{ action: change.action },
					);
			return [{ items, records: [{ json }] }];
		};
		// One vendor may be found by one field in an item and by another field in another.
		return { items, records: [fields.length === 1 ? nameFold(false)(match.value) : ''], run };
	});
	for await (const result of runTasks(context, tasks))
		yield 'error' in result ? { ...result, progressNote: savedNote } : result;
}

/**
 * Sends the value that the search finds, without the blanks that it ignores, or two spellings would become
 * two vendors elsewhere. An ID that is a number in a table may be text in the service.
 */
function sendAsText({ match, body }: VendorInput, texts: string[]): void {
	const [holder, name = ''] = placeOf(body, match.field) ?? [];
	if (holder && (typeof holder[name] === 'string' || texts.includes(match.field)))
		holder[name] = match.value;
}

/** Another run finds what this one has saved, so that nothing has to be removed from the input. */
function savedNote(
	done: number[],
	{ items, others = [] }: FailedResult,
	itemCount: number,
): string | undefined {
	if (done.length === 0) return undefined;
	const failed = [items, ...others.map((other) => other.items)].flat();
	return `${done.length} of ${itemCount} saved. Fix ${describeRows(failed)} and run again; saved vendors are not duplicated.`;
}

/**
 * @returns a function that applies items one after the other, so that a later item finds the vendor as an
 *   earlier one has left it. It throws a UserError when it is not clear which vendor is meant, and a
 *   ServiceError when the service refuses the change
 */
function applier(vendors: VendorIndex, isDryRun: boolean) {
	/** Items whose creation may or may not have come through, by what they match. */
	const unsettled = new Map<string, number>();

	return async (input: VendorInput): Promise<Change<IDataObject>> => {
		const { item, match, body } = input;
		const [known, ...others] = vendors.find(match);
		if (!known) return await create(input);
		if (others.length > 0) throw ambiguous(match, [known, ...others]);
		return await vendors.change(known, body, async () => {
			if (isDryRun) return { ...NOT_SENT, body: { ...known, ...body } };
			const id = vendorId(known);
			if (id !== '') return await updateVendor(item.client, id, body);
			throw new UserError(`The vendor with "${match.value}" as ${match.field} has no ID`, {
				description:
					'Use Get Many to see what the service returns. A vendor cannot be updated without an ID.',
			});
		});
	};

	async function create({ item, match, body, key }: VendorInput): Promise<Change<IDataObject>> {
		const { field, value } = match;
		if (field === 'id') {
			throw new UserError(`No vendor found with the ID ${value}`, {
				description:
					'Choose another Match Field. The service assigns the IDs of new vendors, so none can be created with this ID.',
			});
		}
		const name = JSON.stringify([field, matchKey(match)]);
		const earlier = unsettled.get(name);
		if (earlier !== undefined) {
			throw new UserError(`Row ${earlier + 1} may already have created "${value}"`, {
				description:
					'Run the workflow again: it finds the vendor if it was created. This row was skipped to prevent a duplicate.',
			});
		}
		try {
			const response = isDryRun
				? { ...NOT_SENT, body }
				: await createVendor(item.client, body, key, IF_UPSERT_IS_OPEN);
			const after = vendorIn(response, body);
			vendors.add(match, { ...body, ...after });
			return { action: 'created', before: null, after, response };
		} catch (error) {
			if (!isRefusal(error)) unsettled.set(name, item.index);
			throw toNodeError(error, item.context.getNode(), item.index);
		}
	}
}

/** What a service would answer. */
const NOT_SENT = { status: 200, headers: {} };

/** @returns whether the service has said that it did not create anything */
function isRefusal(error: unknown): boolean {
	if (!(error instanceof ServiceError) || error.mayHaveActed) return false;
	const status = error.details.httpStatus;
	return status !== undefined && status >= 400 && status < 500 && status !== 429;
}
