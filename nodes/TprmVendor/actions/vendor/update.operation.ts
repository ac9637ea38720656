import { emptyCellsOption } from '../../../shared/node/properties/emptyCells';
import { updateVendor } from '../../../shared/service/api/vendors';
import { editOperation, readEdit } from './vendorEdits';
import { vendorFieldProperties, vendorLocator } from './vendorFieldProperties';
import { excludeOption, vendorOutputOptions } from './vendorOptions';

/** Changes single fields of a vendor (third-party-risk, PATCH of the vendor resource). */
export const update = editOperation({
	form: [
		vendorLocator('Vendor to update. Fields that are not sent stay unchanged.'),
		...vendorFieldProperties(),
	],
	options: [emptyCellsOption, excludeOption, ...vendorOutputOptions],
	read: (item) => readEdit(item, { mayBeEmpty: true }),
	done: 'updated',
	afterOf: (before, { body }) => ({ ...before, ...body }),
	call: updateVendor,
});
