import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, Operation, OperationResult, Task } from '../../../shared/node/types';
import { forAllItems, runTasks } from '../../../shared/node/run';
import { concurrentRequestsOption } from '../../../shared/node/properties/concurrentRequests';
import {
	checkIncompleteList,
	incompleteListOption,
} from '../../../shared/node/properties/incompleteList';
import { optionsCollection } from '../../../shared/node/properties/options';
import { KeysInUse, readIdempotencyKey } from './idempotency';
import { idempotencyOptions } from './idempotencyOptions';
import { searchVendors } from '../../../shared/service/api/vendors';
import { toOutputVendor } from '../output';
import { vendorOutputOptions } from '../outputOptions';
import { noVendorList } from './upsertFailure';
import { matchText, UpsertRun, VendorIndex } from './upsertRun';
import type { VendorInput } from './upsertTypes';
import { vendorFieldProperties } from './vendorFieldProperties';
import { readVendorFields } from './vendorFields';

const properties: INodeProperties[] = [
	{
		displayName: 'Match Field',
		name: 'matchField',
		type: 'string',
		default: 'name',
		required: true,
		placeholder: 'e.g. external_id',
		description:
			'Field that identifies an existing vendor. Its value must be different for every vendor, including archived ones.',
	},
	...vendorFieldProperties,
	optionsCollection([
		incompleteListOption,
		concurrentRequestsOption,
		...idempotencyOptions,
		...vendorOutputOptions,
	]),
];

/**
 * Creates vendors that are not there and changes those that are (third-party-risk,
 * `POST /tprm-api/vendors/search`, `POST /tprm-api/vendors`, PATCH of the vendor resource).
 */
export const upsert: Operation = {
	properties,
	run: (context, itemCount) => {
		const keys = new KeysInUse();
		return forAllItems<VendorInput>({
			read: (item) => readVendorInput(item, keys),
			send: applyInputs,
		})(context, itemCount);
	},
};

function readVendorInput(item: InputItem, keys: KeysInUse): VendorInput {
	const field = item.requiredText('matchField', 'Match Field');
	const { all, body } = readVendorFields(item);
	const value = matchText(all[field]);
	if (value === '') {
		throw new UserError(`The item has no value for the Match Field ${field}`, {
			description: `Add a value for ${field} to every item, or choose another Match Field.`,
		});
	}
	if (field !== 'id' && !(field in body)) {
		throw new UserError(`The Match Field ${field} is listed under Fields to Exclude`, {
			description: `Remove ${field} from Fields to Exclude. The next run would not find a vendor created without it, and would create it again.`,
		});
	}
	const key = readIdempotencyKey(item, body);
	keys.claim(key, body, item.index);
	return { item, match: { field, value }, body, key };
}

async function* applyInputs(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<VendorInput>>,
): AsyncGenerator<OperationResult> {
	const [first] = entries;
	if (!first) return;
	const run = await startRun(first.input);
	const unknownFields = new Set<string>();
	const tasks = entries.map(({ itemIndex, input }): Task => {
		const { item, match } = input;
		const items = [itemIndex];
		const apply = async () => {
			const { action, response, sent } = await run.apply(input);
			const vendor = await toOutputVendor(item, response, sent);
			if (run.index.lacks(match.field)) unknownFields.add(match.field);
			// First, since a table shows the first columns, and last, since no field may replace it.
			const summary = { action };
			return [{ items, records: [{ json: { ...summary, ...vendor, ...summary } }] }];
		};
		return { items, records: [JSON.stringify([match.field, match.value])], run: apply };
	});
	yield* runTasks(context, tasks);
	for (const field of unknownFields) hintAtUnknownField(context, field);
}

/** @throws UserError when the search did not return all vendors: a missing one would be duplicated */
async function startRun({ item }: VendorInput): Promise<UpsertRun> {
	const { vendors, doubt, isList } = await searchVendors(item.client);
	if (!isList) throw noVendorList();
	if (doubt !== undefined) checkIncompleteList(item, doubt);
	return new UpsertRun(new VendorIndex(vendors));
}

function hintAtUnknownField(context: IExecuteFunctions, field: string): void {
	context.addExecutionHints({
		message: `No vendor had the field "${field}" before this run. Check the name of the Match Field: if it is wrong, the next run creates the vendors again.`,
		type: 'warning',
		location: 'outputPane',
	});
}
