import { archiveVendor } from '../../../shared/service/api/vendors';
import { editOperation, readVendorId } from './vendorEdits';
import { vendorLocator } from './vendorFieldProperties';
import { vendorOutputOptions } from './vendorOptions';

/** Archives a vendor (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archive = editOperation({
	form: [vendorLocator('Vendor to archive. All of its data is kept.')],
	options: vendorOutputOptions,
	read: readVendorId,
	done: 'archived',
	afterOf: (before) => ({ ...before, status: 'archived' }),
	call: archiveVendor,
});
