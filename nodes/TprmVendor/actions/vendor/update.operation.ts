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
	options: [excludeOption, ...vendorOutputOptions],
	read: readEdit,
	done: 'updated',
	afterOf: (before, { body }) => ({ ...before, ...body }),
	call: updateVendor,
});
