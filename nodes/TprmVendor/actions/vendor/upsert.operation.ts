import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions, UserError } from 'n8n-workflow';

import type { BatchEntry, Operation, OperationResult } from '../../../shared/node/operation';
import { forAllItems } from '../../../shared/node/operation';
import { requiredText } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import type { RequestLimits } from '../../../shared/service/request';
import { idempotencyOptions, KeysInUse, readIdempotencyKey } from './idempotency';
import { finishOne, vendorOutputOptions } from '../output';
import { UpsertRun } from './upsertRun';
import { readVendorFields, vendorFields } from './vendorFields';
import type { Match } from './vendorIndex';
import { matchText, VendorIndex } from './vendorIndex';
import { searchVendors } from '../../../shared/service/api/vendors';

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
	...vendorFields,
	optionsCollection([...idempotencyOptions, ...vendorOutputOptions]),
];

/** What one item wants. */
interface Wish {
	match: Match;
	body: IDataObject;
	key: string;
	limits: RequestLimits;
}

/**
 * Creates vendors that are not there and changes those that are (third-party-risk,
 * `POST /tprm-api/vendors/search`, `POST /tprm-api/vendors`, PATCH of the vendor resource).
 */
export const upsert: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['vendor'], operation: ['upsert'] } },
		properties,
	),
	run: (context, itemCount) => {
		const keys = new KeysInUse();
		return forAllItems<Wish>({
			read: (_, itemIndex) => readWish(context, itemIndex, keys),
			send: applyWishes,
		})(context, itemCount);
	},
};

function readWish(context: IExecuteFunctions, itemIndex: number, keys: KeysInUse): Wish {
	const field = requiredText(context, 'matchField', 'Match Field', itemIndex);
	const { all, body } = readVendorFields(context, itemIndex);
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
	const key = readIdempotencyKey(context, itemIndex, body);
	keys.claim(key, body, itemIndex);
	return { match: { field, value }, body, key, limits: readLimits(context, itemIndex) };
}

async function* applyWishes(
	context: IExecuteFunctions,
	entries: Array<BatchEntry<Wish>>,
): AsyncGenerator<OperationResult> {
	const [first] = entries;
	if (!first) return;
	let run: UpsertRun;
	try {
		run = await startRun(context, first);
	} catch (error) {
		return yield { items: entries.map(({ itemIndex }) => itemIndex), error };
	}
	const lacking = new Set<string>();
	for (const { itemIndex, input } of entries) {
		const items = [itemIndex];
		try {
			const { action, response, sent } = await run.apply(input, itemIndex);
			const vendor = await finishOne(context, itemIndex, response, sent);
			// First, since a table shows the first columns, and last, since no field may replace it.
			const told = { action };
			yield { items, records: [{ json: { ...told, ...vendor, ...told } }] };
			if (run.index.lacks(input.match.field)) lacking.add(input.match.field);
		} catch (error) {
			yield { items, error };
		}
	}
	for (const field of lacking) hintAtUnknownField(context, field);
}

/** @throws UserError when the search did not give all vendors: a missing one would be doubled */
async function startRun(
	context: IExecuteFunctions,
	{ itemIndex, input }: BatchEntry<Wish>,
): Promise<UpsertRun> {
	const { vendors, doubt } = await searchVendors(context, {}, input.limits, itemIndex);
	if (doubt === undefined) return new UpsertRun(context, new VendorIndex(vendors));
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
