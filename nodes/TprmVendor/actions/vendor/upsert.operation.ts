import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, Operation, OperationResult, Task } from '../../../shared/node/types';
import { toBoolean, toText } from '../../../shared/node/parameters';
import { forAllItems, runTasks } from '../../../shared/node/run';
import { checkIncompleteList } from '../../../shared/node/properties/incompleteList';
import { mappedMatchField } from './enteredFields';
import { KeysInUse, readIdempotencyKey } from './idempotency';
import { createVendor, searchVendors, updateVendor } from '../../../shared/service/api/vendors';
import { toOutput } from '../output';
import { IF_UPSERT_IS_OPEN } from './openCreation';
import { describePreview, PREVIEW } from './upsertPreview';
import { properties } from './upsertProperties';
import { excluded, noVendorList, unknownFieldHint, withoutId, withoutValue } from './upsertFailure';
import { matchText, UpsertRun } from './upsertRun';
import type { Upserted, VendorInput, VendorWriter } from './upsertTypes';
import { fieldAt, readVendorFields } from './vendorFields';

/**
 * Creates vendors that are not there and changes those that are (third-party-risk,
 * `POST /tprm-api/vendors/search`, `POST /tprm-api/vendors`, PATCH of the vendor resource).
 */
export const upsert: Operation = {
	properties,
	run: (context, itemCount) => {
		const keys = new KeysInUse();
		let isDryRun = false;
		return forAllItems<VendorInput>({
			read: (item) => {
				// Before anything that can be wrong with the item: Dry Run for one item is Dry Run for all.
				isDryRun = item.boolean('dryRun', 'Dry Run') || isDryRun;
				return readVendorInput(item, keys);
			},
			send: (_context, entries) => applyInputs(context, entries, isDryRun),
		})(context, itemCount);
	},
};

function readVendorInput(item: InputItem, keys: KeysInUse): VendorInput {
	const field = toText(item.value('matchField', ''), 'Match Field') || mappedMatchField(item);
	const { all, body } = readVendorFields(item);
	const value = matchText(fieldAt(all, field));
	if (value === '') throw withoutValue(field);
	if (field !== 'id' && fieldAt(body, field) === undefined) throw excluded(field);
	const key = readIdempotencyKey(item, body);
	if (item.options.ownIdempotencyKey !== undefined) keys.claim(key, body, item.index);
	const ignoreCase = toBoolean(item.options.ignoreCase, 'Ignore Case', false);
	return { item, match: { field, value, ignoreCase }, body, key };
}

async function* applyInputs(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<VendorInput>>,
	isDryRun: boolean,
): AsyncGenerator<OperationResult> {
	const [first] = entries;
	if (!first) return;
	const upsertRun = await startRun(first.input, isDryRun ? PREVIEW : SERVICE);
	const describe = isDryRun ? describePreview : describeVendor;
	const unknownFields = new Set<string>();
	// One vendor may be found by one field in an item and by another field in another.
	const hasOneField = new Set(entries.map(({ input }) => input.match.field)).size === 1;
	const tasks = entries.map(({ itemIndex, input }): Task => {
		const { item, match } = input;
		const items = [itemIndex];
		const run = async () => {
			const json = await describe(item, await upsertRun.apply(input));
			if (upsertRun.index.lacks(match.field)) unknownFields.add(match.field);
			return [{ items, records: [{ json }] }];
		};
		return { items, records: [hasOneField ? match.value.toLowerCase() : ''], run };
	});
	yield* runTasks(context, tasks);
	context.addExecutionHints(...[...unknownFields].map(unknownFieldHint));
}

/** @throws UserError when the search did not return all vendors: a missing one would be duplicated */
async function startRun({ item }: VendorInput, writer: VendorWriter): Promise<UpsertRun> {
	const list = await searchVendors(item.client);
	if (!list.isList) throw noVendorList();
	if (list.doubt !== undefined) checkIncompleteList(item, list.doubt);
	return new UpsertRun(list, writer);
}

const SERVICE: VendorWriter = {
	create: async ({ item, body, key }) =>
		await createVendor(item.client, body, key, IF_UPSERT_IS_OPEN),
	update: async ({ item, match, body }, id) => {
		if (id === '') throw withoutId(match);
		return await updateVendor(item.client, id, body);
	},
};

async function describeVendor(
	item: InputItem,
	{ action, vendor, response }: Upserted,
): Promise<IDataObject> {
	const [output] = await toOutput(item, [vendor], response);
	// First, since a table shows the first columns, and last, since no field may replace it.
	const summary = { action };
	return { ...summary, ...output, ...summary };
}
