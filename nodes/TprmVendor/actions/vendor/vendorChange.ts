import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/ids';
import type { InputItem } from '../../../shared/node/inputItem';
import { oncePerRun } from '../../../shared/node/oncePerRun';
import { describeRows } from '../../../shared/node/rowRanges';
import type { updateVendor } from '../../../shared/service/api/vendors';
import { pathSegment } from '../../../shared/service/call';
import { KnownFields } from './knownFields';
import { previewVendorChange } from './preview';
import { hasFields } from './sameValue';
import { readVendorFields } from './vendorFields';
import { type VendorChange, vendorsOf } from './vendorMatching';
import { outputOptions, toOutput, vendorIn } from './vendorOutput';

/** What an item says about a vendor. */
export interface VendorEdit {
	id: string;
	/** Sent to the service. */
	body?: IDataObject;
}

/** @throws UserError when the item names no vendor, or an option has no usable value */
export function readVendorId(item: InputItem): VendorEdit {
	const id = item.requiredText('vendorId', 'Vendor');
	// Throw what would be thrown once something is written.
	pathSegment(id);
	outputOptions(item);
	return { id };
}

/** @throws UserError as {@link readVendorId}, and when there are no fields to send */
export function readEdit(item: InputItem): Required<VendorEdit> {
	return { ...readVendorId(item), body: readVendorFields(item).body };
}

/** What is done for an item, or shown as what would be done: its output. */
type VendorStep<Input> = (input: Input, item: InputItem) => Promise<IDataObject>;

/** @returns what sends the request of an item, and returns the vendor in its answer */
export function sendingBy(call: typeof updateVendor): VendorStep<VendorEdit> {
	return async ({ id, body }, item) => {
		const response = await call(item.client, id, body);
		return await toOutput(item, vendorIn(response, { id, ...body }), response);
	};
}

/** An ID that is in several items is done once: the service may not know the vendor the second time. */
export function once(action: string, send: VendorStep<VendorEdit>): VendorStep<VendorEdit> {
	const doneIn = oncePerRun(async () => new Map<string, { index: number; output: IDataObject }>());
	return async (input, item) => {
		const done = await doneIn(item);
		const key = idKey(input.id);
		const earlier = done.get(key);
		if (earlier) {
			const why = `Already ${action} by ${describeRows([earlier.index])}`;
			return { ...earlier.output, action: 'unchanged', why };
		}
		const output = await send(input, item);
		done.set(key, { index: item.index, output });
		return output;
	};
}

/** The vendors that all items of a dry run share, and the fields that they have before it. */
const knownVendors = oncePerRun(async (item) => {
	const vendors = await vendorsOf(item);
	return { vendors, fields: new KnownFields(vendors.records) };
});

/**
 * Makes the dry run of an operation on single vendors, which reads all vendors with one search.
 *
 * @param done the action of the operation
 * @param afterOf what the item would make of the vendor as it is; `null` for nothing
 */
export function previewOf<Input extends { id: string }>(
	done: VendorChange['action'],
	afterOf: (before: IDataObject, input: Input) => IDataObject | null,
): VendorStep<Input> {
	return async (input, item) => {
		const { vendors, fields } = await knownVendors(item);
		const known = vendors.get(input.id);
		const before = { ...known };
		const after = afterOf(before, input);
		const isSame = after !== null && hasFields(before, after, vendors.dates);
		// A later item finds the vendor as this one would leave it.
		Object.assign(known, after);
		const action = isSame ? 'unchanged' : done;
		return await previewVendorChange(fields, item, {
			action,
			before,
			after,
			response: vendors.response,
		});
	};
}
