import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import type { Operation } from '../../../shared/node/types';
import { toBoolean } from '../../../shared/node/parameters';
import { forEachItem } from '../../../shared/node/run';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { updateVendor } from '../../../shared/service/api/thirdPartyRisk';
import { toOutput, toOutputVendor, vendorOutputOptions } from '../output';
import { withDryRun } from './dryRun';
import { hasFields, readVendorFields } from './vendorFields';
import { vendorFieldProperties } from './vendorFieldProperties';
import { VendorIndex, withId } from './vendorIndex';
import { vendorLocator, vendorOf } from './vendorLocator';

const properties: INodeProperties[] = [
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
];

/** Changes single fields of a vendor (third-party-risk, PATCH of the vendor resource). */
export const update: Operation = withDryRun(updatedVendor, {
	properties,
	run: (context, itemCount) => {
		let reading: Promise<VendorIndex> | undefined;
		return forEachItem(async (item) => {
			const id = vendorOf(item);
			const { body } = readVendorFields(item);
			const change = async () =>
				await toOutputVendor(item, await updateVendor(item.client, id, body), { id, ...body });
			if (!toBoolean(item.options.skipUnchanged, 'Skip Unchanged', false)) return await change();
			const present = await (reading ??= VendorIndex.read(item.client));
			const [before] = present.find(withId(id));
			if (before && (await hasFields(item, before, body))) {
				const [vendor] = await toOutput(item, [before], present.response);
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
