import { withDryRun } from '../../../shared/node/dryRun';
import { updateVendor } from '../../../shared/service/api/vendors';
import { previewOf, readEdit, sendingBy, type VendorEdit } from './vendorChange';
import { vendorFieldProperties, vendorLocator } from './vendorFieldProperties';
import { excludeOption, vendorOutputOptions } from './vendorOptions';

/** Changes single fields of a vendor (third-party-risk, PATCH of the vendor resource). */
export const update = withDryRun({
	read: readEdit,
	preview: previewOf('updated', (before, { body }: VendorEdit) => ({ ...before, ...body })),
	form: [
		vendorLocator('Vendor to update. Fields that are not sent stay unchanged.'),
		...vendorFieldProperties(),
	],
	options: [excludeOption, ...vendorOutputOptions],
	send: sendingBy(updateVendor),
});
