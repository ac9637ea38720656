import { noticeField } from '../../../shared/forms/fields';
import { withDryRun } from '../../../shared/node/dryRun';
import { deleteVendor } from '../../../shared/service/api/vendors';
import { once, previewOf, readVendorId } from './vendorChange';
import { vendorLocator } from './vendorFieldProperties';
import { detailsOption } from './vendorOptions';
import { toOutput } from './vendorOutput';

/** Deletes a vendor permanently (third-party-risk, `DELETE /tprm-api/vendors/{id}`). */
export const remove = withDryRun({
	read: readVendorId,
	preview: once(
		'deleted',
		previewOf('deleted', () => null),
	),
	form: [
		noticeField(
			'deleteNotice',
			'Delete permanently removes the vendor and all of its data. To keep the data, use Archive.',
		),
		vendorLocator('Vendor to delete, with all of its data'),
	],
	options: [detailsOption],
	send: once('deleted', async ({ id }, item) => {
		const response = await deleteVendor(item.client, id);
		return await toOutput(item, { deleted: true, id }, response);
	}),
});
