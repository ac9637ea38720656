import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { toBoolean, toText } from '../../../shared/node/parameters';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { dryRunProperty } from '../../../shared/node/dryRun';
import {
	checkIncompleteList,
	incompleteListOption,
} from '../../../shared/node/properties/incompleteList';
import { forAllItems, runTasks } from '../../../shared/node/run';
import type { BatchEntry, Operation, OperationResult, Task } from '../../../shared/node/types';
import {
	createVendor,
	searchVendors,
	updateVendor,
} from '../../../shared/service/api/thirdPartyRisk';
import { toOutput, vendorOutputOptions } from '../output';
import { toPreview } from './dryRun';
import {
	idempotencyOptions,
	IF_UPSERT_IS_OPEN,
	KeysInUse,
	readIdempotencyKey,
} from './idempotency';
import type { Upserted, VendorInput, VendorWriter } from './upsertRun';
import { UpsertRun } from './upsertRun';
import { vendorFieldProperties } from './vendorFieldProperties';
import { fieldAt, mappedMatchField, readVendorFields } from './vendorFields';
import { matchText, VendorIndex } from './vendorIndex';

const properties: INodeProperties[] = [
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
		...idempotencyOptions,
		...vendorOutputOptions,
		{
			displayName: 'Ignore Case',
			name: 'ignoreCase',
			type: 'boolean',
			default: true,
			description:
				'Whether a vendor also matches if the Match Field differs in letter case, e.g. "ACME" and "Acme"',
		},
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
	if (value === '') {
		throw new UserError(`The item has no value for the Match Field ${field}`, {
			description: `Add a value for ${field} to every item, or choose another Match Field.`,
		});
	}
	if (field !== 'id' && fieldAt(body, field) === undefined) {
		throw new UserError(`The Match Field ${field} is listed under Fields to Exclude`, {
			description: `Remove ${field} from Fields to Exclude. The next run would not find a vendor created without it, and would create it again.`,
		});
	}
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
	const describe = isDryRun ? toPreview : describeVendor;
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
	for (const field of unknownFields) {
		context.addExecutionHints({
			message: `No vendor had the field "${field}" before this run. Check the name of the Match Field: if it is wrong, the next run creates the vendors again.`,
			type: 'warning',
			location: 'outputPane',
		});
	}
}

/** @throws UserError when the search did not return all vendors: a missing one would be duplicated */
async function startRun({ item }: VendorInput, writer: VendorWriter): Promise<UpsertRun> {
	const list = await searchVendors(item.client);
	if (!list.isList) {
		throw new UserError('The service did not return a list of vendors', {
			description:
				'Check the output of Get Many, and Base URL in the credential. Nothing was written, because vendors that exist would be created again.',
		});
	}
	if (list.doubt !== undefined) checkIncompleteList(item, list.doubt);
	return new UpsertRun(new VendorIndex(list), writer);
}

const SERVICE: VendorWriter = {
	create: async ({ item, body, key }) =>
		await createVendor(item.client, body, key, IF_UPSERT_IS_OPEN),
	update: async ({ item, match: { field, value }, body }, id) => {
		if (id !== '') return await updateVendor(item.client, id, body);
		throw new UserError(`The vendor with "${value}" as ${field} has no ID`, {
			description:
				'Use Get Many to see what the service returns. A vendor cannot be updated without an ID.',
		});
	},
};

const NOT_SENT = { status: 200, headers: {} };

/** What a service would answer; nothing is sent. */
const PREVIEW: VendorWriter = {
	create: async ({ body }) => ({ ...NOT_SENT, body }),
	update: async ({ body }, _id, before) => ({ ...NOT_SENT, body: { ...before, ...body } }),
};

async function describeVendor(
	item: InputItem,
	{ action, after, response }: Upserted,
): Promise<IDataObject> {
	const [output] = await toOutput(item, [after], response);
	// First, since a table shows the first columns, and last, since no field may replace it.
	const summary = { action };
	return { ...summary, ...output, ...summary };
}
