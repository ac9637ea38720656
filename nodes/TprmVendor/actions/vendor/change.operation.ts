import type { IDataObject } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import { toBoolean } from '../../../shared/node/parameters';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { forEachItem } from '../../../shared/node/run';
import type { Operation } from '../../../shared/node/types';
import {
	archiveVendor,
	deleteVendor,
	replaceVendor,
	updateVendor,
} from '../../../shared/service/api/thirdPartyRisk';
import {
	detailsOption,
	responseDetails,
	toOutputVendor,
	vendorIn,
	vendorOutputOptions,
} from '../output';
import { withDryRun } from './dryRun';
import { VendorIndex, vendorLocator, vendorOf, withId } from './findVendor';
import { isSetByService, vendorFieldProperties } from './vendorFieldProperties';
import { hasFields, readVendorFields } from './vendorFields';

/** Archives a vendor (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archive: Operation = withDryRun(
	() => (before) => ({ action: 'archived', after: { ...before, status: 'archived' } }),
	{
		properties: [
			vendorLocator('Vendor to archive. All of its data is kept.'),
			optionsCollection([concurrentRequestsOption, ...vendorOutputOptions]),
		],
		run: forEachItem(async (item) => {
			const id = vendorOf(item);
			const response = await archiveVendor(item.client, id);
			return await toOutputVendor(item, vendorIn(response, { id }), response);
		}, vendorOf),
	},
);

/** Deletes a vendor permanently (third-party-risk, `DELETE /tprm-api/vendors/{id}`). */
export const remove: Operation = withDryRun(() => () => ({ action: 'deleted', after: null }), {
	properties: [
		{
			displayName:
				'Delete permanently removes the vendor and all of its data. To keep the data, use Archive.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		vendorLocator('Vendor to delete, with all of its data'),
		optionsCollection([concurrentRequestsOption, detailsOption]),
	],
	run: forEachItem(async (item) => {
		const id = vendorOf(item);
		const response = await deleteVendor(item.client, id);
		return { deleted: true, id, ...responseDetails(item, response) };
	}, vendorOf),
});

/** Changes single fields of a vendor (third-party-risk, PATCH of the vendor resource). */
export const update: Operation = withDryRun(updatedVendor, {
	properties: [
		vendorLocator('Vendor to update. Fields that are not sent stay unchanged.'),
		...vendorFieldProperties(),
		optionsCollection([
			concurrentRequestsOption,
			...vendorOutputOptions,
			{
				displayName: 'Skip Unchanged',
				name: 'skipUnchanged',
				type: 'boolean',
				default: true,
				description:
					'Whether to read all vendors first, and send nothing for a vendor that already has the values. The output then contains the action: updated or unchanged.',
			},
		]),
	],
	run: (context, itemCount) => {
		let reading: Promise<VendorIndex> | undefined;
		return forEachItem(async (item) => {
			const id = vendorOf(item);
			const { body } = readVendorFields(item);
			const change = async () => {
				const response = await updateVendor(item.client, id, body);
				return await toOutputVendor(item, vendorIn(response, { id, ...body }), response);
			};
			if (!toBoolean(item.options.skipUnchanged, 'Skip Unchanged', false)) return await change();
			const present = await (reading ??= VendorIndex.read(item.client));
			const [before] = present.find(withId(id));
			if (before && (await hasFields(item, before, body))) {
				const vendor = await toOutputVendor(item, before, present.response);
				return { ...vendor, action: 'unchanged' };
			}
			// Unknown until the change is confirmed, so that a later item does not take it for unchanged.
			present.forget(id);
			const vendor = await change();
			if (before) present.set(withId(id), { ...before, ...body });
			return { ...vendor, action: 'updated' };
		}, vendorOf)(context, itemCount);
	},
});

function updatedVendor(item: InputItem) {
	const { body } = readVendorFields(item);
	return (before: IDataObject) => ({ action: 'updated', after: { ...before, ...body } }) as const;
}

/** Replaces all fields of a vendor (third-party-risk, PUT of the vendor resource). */
export const replace: Operation = withDryRun(replacedVendor, {
	properties: [
		{
			displayName:
				'Replace clears all writable fields of the vendor that are not sent. To change individual fields, use Update.',
			name: 'replaceNotice',
			type: 'notice',
			default: '',
		},
		vendorLocator('Vendor to replace. Fields that are not sent are cleared.'),
		...vendorFieldProperties(),
		optionsCollection([concurrentRequestsOption, ...vendorOutputOptions]),
	],
	run: async function* (context, itemCount) {
		const cleared = new Set<string>();
		yield* forEachItem(async (item) => {
			const id = vendorOf(item);
			const { body } = readVendorFields(item);
			const response = await replaceVendor(item.client, id, body);
			const sent = { id, ...body };
			const vendor = await toOutputVendor(item, vendorIn(response, sent), response);
			for (const [name, value] of Object.entries(vendor))
				if (isEmpty(value) && !(name in body)) cleared.add(name);
			return vendor;
		}, vendorOf)(context, itemCount);
		if (cleared.size === 0) return;
		const names = [...cleared].sort().join(', ');
		context.addExecutionHints({
			message: `These fields were not sent and are now empty: ${names}. To keep fields, send the complete vendor or use Update.`,
			type: 'warning',
			location: 'outputPane',
		});
	},
});

/** The specification does not say which fields are writable: all but those that services set themselves. */
function replacedVendor(item: InputItem) {
	const { body } = readVendorFields(item);
	return (before: IDataObject) => {
		const others = Object.entries(before).map(([name, value]) => [
			name,
			isSetByService(name) || isEmpty(value) ? value : null,
		]);
		return { action: 'replaced', after: { ...Object.fromEntries(others), ...body } } as const;
	};
}

function isEmpty(value: unknown): boolean {
	return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
