import { recordForModel } from '../../../shared/node/modelAnswer';
import { forEachInput } from '../../../shared/node/forItems';
import type { Operation } from '../../../shared/node/operation';
import { optionsCollection } from '../../../shared/node/properties/requests';
import { readVendorId } from './vendorEdits';
import { vendorLocator } from './vendorFieldProperties';
import { vendorsOf } from './vendorMatching';
import { vendorOutputOptions } from './vendorOptions';
import { outputOf } from './vendorOutput';

/** Gets single vendors, all of them with one search. */
export const get: Operation = {
	properties: [vendorLocator('Vendor to get'), optionsCollection(vendorOutputOptions)],
	run: forEachInput(readVendorId, async ({ id }, item) => {
		const vendors = await vendorsOf(item);
		const vendor = vendors.get(id);
		const toOutput = await outputOf(item, vendors.records, vendors.response);
		return recordForModel(item, toOutput(vendor));
	}),
};
