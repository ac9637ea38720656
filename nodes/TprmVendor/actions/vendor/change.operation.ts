import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/values';
import { describeRows } from '../../../shared/node/failure';
import { withDryRun } from '../../../shared/node/dryRun';
import { type InputItem, oncePerRun } from '../../../shared/node/operation';
import { noticeField } from '../../../shared/node/properties/fields';
import {
	archiveVendor,
	deleteVendor,
	replaceVendor,
	updateVendor,
} from '../../../shared/service/api/thirdPartyRisk';
import { pathSegment } from '../../../shared/service/send';
import { type Change, hasFields, isEmpty, isSetByService, vendorsOf } from './findVendor';
import { KnownFields, previewChange } from './knownFields';
import {
	detailsOption,
	excludeOption,
	vendorFieldProperties,
	vendorLocator,
	vendorOutputOptions,
} from './vendorFieldProperties';
import { outputOptions, readVendorFields, toOutput, vendorIn } from './vendorFields';

/** What an item says about a vendor. */
interface VendorInput {
	id: string;
	/** Sent to the service. */
	body?: IDataObject;
}

/** @throws UserError when the item names no vendor, or an option has no usable value */
export function readId(item: InputItem): VendorInput {
	const id = item.requiredText('vendorId', 'Vendor');
	// Throw what would be thrown once something is written.
	pathSegment(id);
	outputOptions(item);
	return { id };
}

function readInput(item: InputItem) {
	return { ...readId(item), body: readVendorFields(item).body };
}

/** @returns what sends the request of an item, and returns the vendor in its answer */
function sendingBy(call: typeof updateVendor) {
	return async ({ id, body }: VendorInput, item: InputItem): Promise<IDataObject> => {
		const response = await call(item.client, id, body);
		return await toOutput(item, vendorIn(response, { id, ...body }), response);
	};
}

/** An ID that is in several items is done once: the service may not know the vendor the second time. */
function once(
	action: string,
	send: (input: VendorInput, item: InputItem) => Promise<IDataObject>,
): typeof send {
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
function previewOf<Input extends { id: string }>(
	done: Change['action'],
	afterOf: (before: IDataObject, input: Input) => IDataObject | null,
) {
	return async (input: Input, item: InputItem): Promise<IDataObject> => {
		const { vendors, fields } = await knownVendors(item);
		const known = vendors.get(input.id);
		const before = { ...known };
		const after = afterOf(before, input);
		const isSame = after !== null && hasFields(before, after, vendors.dates);
		// A later item finds the vendor as this one would leave it.
		Object.assign(known, after);
		const action = isSame ? 'unchanged' : done;
		return await previewChange(fields, item, { action, before, after, response: vendors.response });
	};
}

/** Archives a vendor (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archive = withDryRun({
	read: readId,
	preview: previewOf('archived', (before) => ({ ...before, status: 'archived' })),
	form: [vendorLocator('Vendor to archive. All of its data is kept.')],
	options: vendorOutputOptions,
	send: once('archived', sendingBy(archiveVendor)),
});

/** Deletes a vendor permanently (third-party-risk, `DELETE /tprm-api/vendors/{id}`). */
export const remove = withDryRun({
	read: readId,
	preview: once(
		'deleted',
		previewOf('deleted', () => null),
	),
	form: [
		noticeField(
			'deleteNotice',
			'Delete permanently removes the vendor and all of its data. To keep the data, use Archive.',
		),
		vendorLocator('Vendor to delete, with all of its data'),
	],
	options: [detailsOption],
	send: once('deleted', async ({ id }, item) => {
		const response = await deleteVendor(item.client, id);
		return await toOutput(item, { deleted: true, id }, response);
	}),
});

/** Changes single fields of a vendor (third-party-risk, PATCH of the vendor resource). */
export const update = withDryRun({
	read: readInput,
	preview: previewOf('updated', (before, { body }: VendorInput) => ({ ...before, ...body })),
	form: [
		vendorLocator('Vendor to update. Fields that are not sent stay unchanged.'),
		...vendorFieldProperties(),
	],
	options: [excludeOption, ...vendorOutputOptions],
	send: sendingBy(updateVendor),
});

/** Replaces all fields of a vendor (third-party-risk, PUT of the vendor resource). */
export const replace = withDryRun({
	read: readInput,
	// The specification does not say which fields are writable: all but those that services set themselves.
	preview: previewOf('replaced', (before, { body }: VendorInput) => {
		const others = Object.entries(before).map(([name, value]) => [
			name,
			isSetByService(name) || isEmpty(value) ? value : null,
		]);
		return { ...Object.fromEntries(others), ...body };
	}),
	form: [
		noticeField(
			'replaceNotice',
			'Replace clears all writable fields of the vendor that are not sent. To change individual fields, use Update.',
		),
		vendorLocator('Vendor to replace. Fields that are not sent are cleared.'),
		...vendorFieldProperties(),
	],
	options: [excludeOption, ...vendorOutputOptions],
	send: sendingBy(replaceVendor),
});
