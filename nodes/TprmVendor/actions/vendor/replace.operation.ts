import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { Operation } from '../../../shared/node/operation';
import { forEachItem } from '../../../shared/node/operation';
import { requiredText } from '../../../shared/node/parameters';
import { optionsCollection, readLimits } from '../../../shared/node/properties/options';
import { finishOne, vendorOutputOptions } from '../output';
import { readVendorFields, vendorFields } from './vendorFields';
import { vendorLocator } from './vendorLocator';
import { changeVendor } from '../../../shared/service/api/writeVendor';

const properties: INodeProperties[] = [
	{
		displayName:
			'Replace clears every writable field of the vendor that is not sent. To change single fields, use Update.',
		name: 'replaceNotice',
		type: 'notice',
		default: '',
	},
	vendorLocator('Vendor to replace. Fields that are not sent are cleared.'),
	...vendorFields,
	optionsCollection(vendorOutputOptions),
];

/** Replaces a vendor whole (third-party-risk, PUT of the vendor resource). */
export const replace: Operation = {
	properties: updateDisplayOptions(
		{ show: { resource: ['vendor'], operation: ['replace'] } },
		properties,
	),
	run: async function* (context, itemCount) {
		const cleared = new Set<string>();
		yield* forEachItem(async (_, itemIndex) => {
			const id = requiredText(context, 'vendorId', 'Vendor', itemIndex);
			const { body } = readVendorFields(context, itemIndex);
			const limits = readLimits(context, itemIndex);
			const response = await changeVendor(context, 'PUT', id, body, limits, itemIndex);
			const vendor = await finishOne(context, itemIndex, response, { id, ...body });
			for (const name of emptyFields(vendor)) if (!(name in body)) cleared.add(name);
			return vendor;
		})(context, itemCount);
		if (cleared.size === 0) return;
		const names = [...cleared].sort().join(', ');
		context.addExecutionHints({
			message: `Not sent, and so empty now: ${names}. To keep fields, send the complete vendor or use Update.`,
			type: 'warning',
			location: 'outputPane',
		});
	},
};

function emptyFields(vendor: IDataObject): string[] {
	return Object.entries(vendor)
		.filter(
			([, value]) => value === null || value === '' || (Array.isArray(value) && value.length === 0),
		)
		.map(([name]) => name);
}
