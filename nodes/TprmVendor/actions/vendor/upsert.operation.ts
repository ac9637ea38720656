import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/types';
import { forAllItems } from '../../../shared/node/run';
import { optionsCollection } from '../../../shared/node/properties/options';
import { KeysInUse, readIdempotencyKey } from './idempotency';
import { idempotencyOptions } from './idempotencyOptions';
import { searchVendors } from '../../../shared/service/api/vendors';
import { toOutputVendor } from '../output';
import { vendorOutputOptions } from '../outputOptions';
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
			'Field that tells whether a vendor is there already. Its value has to be different for every vendor. Archived vendors count, too.',
	},
	...vendorFieldProperties,
	optionsCollection([...idempotencyOptions, ...vendorOutputOptions]),
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
		throw new UserError(`The item has no ${field} to find its vendor by`, {
			description: `Give every item a value for ${field}, or choose another Match Field.`,
		});
	}
	if (field !== 'id' && !(field in body)) {
		throw new UserError(`The Match Field ${field} is left out of what is sent`, {
			description: `A vendor created without it would not be found by the next run, and be created again. Take ${field} out of Fields to Leave Out.`,
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
	for (const { itemIndex, input } of entries) {
		const items = [itemIndex];
		try {
			const { action, response, sent } = await run.apply(input);
			const vendor = await toOutputVendor(input.item, response, sent);
			// First, since a table shows the first columns, and last, since no field may replace it.
			const summary = { action };
			yield { items, records: [{ json: { ...summary, ...vendor, ...summary } }] };
			if (run.index.lacks(input.match.field)) unknownFields.add(input.match.field);
		} catch (error) {
			yield { items, error };
		}
	}
	for (const field of unknownFields) hintAtUnknownField(context, field);
}

/** @throws UserError when the search did not give all vendors: a missing one would be a duplicate */
async function startRun({ item }: VendorInput): Promise<UpsertRun> {
	const { vendors, doubt } = await searchVendors(item.client);
	if (doubt === undefined) return new UpsertRun(new VendorIndex(vendors));
	throw new UserError(`The service ${doubt}`, {
		description:
			'A vendor among the others would be created a second time, so nothing was written. Read all vendors with the Paged HTTP node and use Create and Update instead.',
	});
}

function hintAtUnknownField(context: IExecuteFunctions, field: string): void {
	context.addExecutionHints({
		message: `No vendor had a field "${field}" before this run. If that is not the service's name for it, running this again would create the vendors again.`,
		type: 'warning',
		location: 'outputPane',
	});
}
