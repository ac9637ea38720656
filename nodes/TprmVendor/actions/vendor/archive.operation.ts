import { withDryRun } from '../../../shared/node/dryRun';
import { archiveVendor } from '../../../shared/service/api/vendors';
import { once, previewOf, readVendorId, sendingBy } from './vendorChange';
import { vendorLocator } from './vendorFieldProperties';
import { vendorOutputOptions } from './vendorOptions';

/** Archives a vendor (third-party-risk, `POST /tprm-api/vendors/{id}/archive`). */
export const archive = withDryRun({
	read: readVendorId,
	preview: previewOf('archived', (before) => ({ ...before, status: 'archived' })),
	form: [vendorLocator('Vendor to archive. All of its data is kept.')],
	options: vendorOutputOptions,
	send: once('archived', sendingBy(archiveVendor)),
});
