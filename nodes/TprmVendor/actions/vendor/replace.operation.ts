import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { InputItem } from '../../../shared/node/inputItem';
import type { Operation } from '../../../shared/node/types';
import { forEachItem } from '../../../shared/node/run';
import {
	concurrentRequestsOption,
	optionsCollection,
} from '../../../shared/node/properties/options';
import { replaceVendor } from '../../../shared/service/api/thirdPartyRisk';
import { toOutputVendor, vendorOutputOptions } from '../output';
import { withDryRun } from './dryRun';
import { readVendorFields } from './vendorFields';
import { isSetByService, vendorFieldProperties } from './vendorFieldProperties';
import { vendorLocator, vendorOf } from './vendorLocator';

const properties: INodeProperties[] = [
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
];

/** Replaces all fields of a vendor (third-party-risk, PUT of the vendor resource). */
export const replace: Operation = withDryRun(replacedVendor, {
	properties,
	run: async function* (context, itemCount) {
		const cleared = new Set<string>();
		yield* forEachItem(async (item) => {
			const id = vendorOf(item);
			const { body } = readVendorFields(item);
			const response = await replaceVendor(item.client, id, body);
			const vendor = await toOutputVendor(item, response, { id, ...body });
			for (const name of emptyFields(vendor)) if (!(name in body)) cleared.add(name);
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

function emptyFields(vendor: IDataObject): string[] {
	return Object.entries(vendor)
		.filter(([, value]) => isEmpty(value))
		.map(([name]) => name);
}

function isEmpty(value: unknown): boolean {
	return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
