import { noticeField } from '../../../shared/forms/fields';
import { deleteVendor } from '../../../shared/service/api/vendors';
import { editOperation, readVendorId } from './vendorEdits';
import { vendorLocator } from './vendorFieldProperties';
import { detailsOption } from './vendorOptions';

/** Deletes a vendor permanently (third-party-risk, `DELETE /tprm-api/vendors/{id}`). */
export const remove = editOperation({
	form: [
		noticeField(
			'deleteNotice',
			'Removes the vendor and all its data permanently. To keep the data, use Archive.',
		),
		vendorLocator('Vendor to delete, with all of its data'),
	],
	options: [detailsOption],
	read: readVendorId,
	done: 'deleted',
	afterOf: () => null,
	call: deleteVendor,
});
