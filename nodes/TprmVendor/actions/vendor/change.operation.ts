import type { IDataObject } from 'n8n-workflow';

import { idKey } from '../../../shared/basics/text';
import { withDryRun } from '../../../shared/node/dryRun';
import { addWarning } from '../../../shared/node/inputItem';
import type { InputItem } from '../../../shared/node/inputItem';
import { toBoolean } from '../../../shared/node/parameters';
import { forEachInput } from '../../../shared/node/run';
import type { Operation } from '../../../shared/node/types';
import {
	archiveVendor,
	deleteVendor,
	replaceVendor,
	updateVendor,
} from '../../../shared/service/api/thirdPartyRisk';
import { pathSegment } from '../../../shared/service/send';
import {
	detailsOption,
	outputOptions,
	responseDetails,
	toOutputVendor,
	vendorIn,
	vendorOutputOptions,
} from '../output';
import { alreadyDone, previewOf } from './dryRun';
import { vendorLocator, vendorOf, vendorsOf, withId } from './findVendor';
import { excludeOption, isSetByService, vendorFieldProperties } from './vendorFieldProperties';
import { isEmpty, readVendorFields } from './vendorFields';

/** What an item says about a vendor. */
interface VendorInput {
	id: string;
	/** Sent to the service. */
	body: IDataObject;
}

const idOf = ({ id }: Pick<VendorInput, 'id'>) => id;

function readId(item: InputItem): Pick<VendorInput, 'id'> {
	const id = vendorOf(item);
	// Throw what would be thrown once something is written.
	pathSegment(id);
	outputOptions(item);
	return { id };
}

function readInput(item: InputItem): VendorInput {
	return { ...readId(item), body: readVendorFields(item).body };
}

/** An ID that is in several items is done once: the service may not know the vendor the second time. */
function once(
	action: string,
	send: (id: string, item: InputItem) => Promise<IDataObject>,
): Operation['run'] {
	return (context, itemCount) => {
		const done = new Map<string, { index: number; output: IDataObject }>();
		const sendOnce = async ({ id }: Pick<VendorInput, 'id'>, item: InputItem) => {
			const earlier = done.get(idKey(id));
			if (earlier) return { ...earlier.output, why: alreadyDone(action, earlier.index) };
			const output = await send(id, item);
			done.set(idKey(id), { index: item.index, output });
			return output;
		};
		return forEachInput(readId, sendOnce, idOf)(context, itemCount);
	};
}

/** Archives a vendor (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archive = withDryRun({
	read: readId,
	preview: previewOf('archived', (before) => ({ ...before, status: 'archived' })),
	form: [vendorLocator('Vendor to archive. All of its data is kept.')],
	options: vendorOutputOptions,
	run: once('archived', async (id, item) => {
		const response = await archiveVendor(item.client, id);
		return await toOutputVendor(item, vendorIn(response, { id }), response);
	}),
});

/** Deletes a vendor permanently (third-party-risk, `DELETE /tprm-api/vendors/{id}`). */
export const remove = withDryRun({
	read: readId,
	preview: previewOf('deleted', () => null),
	form: [
		{
			displayName:
				'Delete permanently removes the vendor and all of its data. To keep the data, use Archive.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		vendorLocator('Vendor to delete, with all of its data'),
	],
	options: [detailsOption],
	run: once('deleted', async (id, item) => {
		const response = await deleteVendor(item.client, id);
		return { deleted: true, id, ...responseDetails(item, response) };
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
	options: [
		excludeOption,
		...vendorOutputOptions,
		{
			displayName: 'Skip Unchanged',
			name: 'skipUnchanged',
			type: 'boolean',
			default: true,
			description:
				'Whether to read all vendors first, and send nothing for a vendor that already has the values. The output then contains the action: updated or unchanged.',
		},
	],
	run: forEachInput(
		(item) => ({
			...readInput(item),
			skips: toBoolean(item.options.skipUnchanged, 'Skip Unchanged', false),
		}),
		async ({ id, body, skips }, item) => {
			const send = async () => await updateVendor(item.client, id, body);
			if (!skips) {
				const response = await send();
				return await toOutputVendor(item, vendorIn(response, { id, ...body }), response);
			}
			const vendors = await vendorsOf(item);
			const [known = { id }] = vendors.find(withId(id));
			const { action, after, response } = await vendors.change(known, body, send);
			return { ...(await toOutputVendor(item, after, response)), action };
		},
		idOf,
	),
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
		{
			displayName:
				'Replace clears all writable fields of the vendor that are not sent. To change individual fields, use Update.',
			name: 'replaceNotice',
			type: 'notice',
			default: '',
		},
		vendorLocator('Vendor to replace. Fields that are not sent are cleared.'),
		...vendorFieldProperties(),
	],
	options: [excludeOption, ...vendorOutputOptions],
	run: async function* (context, itemCount) {
		const cleared = new Set<string>();
		const send = async ({ id, body }: VendorInput, item: InputItem) => {
			const response = await replaceVendor(item.client, id, body);
			const sent = { id, ...body };
			const vendor = await toOutputVendor(item, vendorIn(response, sent), response);
			for (const [name, value] of Object.entries(vendor))
				if (isEmpty(value) && !(name in body)) cleared.add(name);
			return vendor;
		};
		yield* forEachInput(readInput, send, idOf)(context, itemCount);
		if (cleared.size === 0) return;
		const names = [...cleared].sort().join(', ');
		addWarning(
			context,
			`These fields were not sent and are now empty: ${names}. To keep fields, send the complete vendor or use Update.`,
		);
	},
});
