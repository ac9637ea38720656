import { noticeField } from '../../../shared/forms/fields';
import { withDryRun } from '../../../shared/node/dryRun';
import { replaceVendor } from '../../../shared/service/api/vendors';
import { isEmpty } from './sameValue';
import { isSetByService } from './sentBody';
import { previewOf, readEdit, sendingBy, type VendorEdit } from './vendorChange';
import { vendorFieldProperties, vendorLocator } from './vendorFieldProperties';
import { excludeOption, vendorOutputOptions } from './vendorOptions';

/** Replaces all fields of a vendor (third-party-risk, PUT of the vendor resource). */
export const replace = withDryRun({
	read: readEdit,
	// The specification does not say which fields are writable: all but those that services set themselves.
	preview: previewOf('replaced', (before, { body }: VendorEdit) => {
		const others = Object.entries(before).map(([name, value]) => [
			name,
			isSetByService(name) || isEmpty(value) ? value : null,
		]);
		return { ...Object.fromEntries(others), ...body };
	}),
	form: [
		noticeField(
			'replaceNotice',
			'Replace clears all writable fields of the vendor that are not sent. To change individual fields, use Update.',
		),
		vendorLocator('Vendor to replace. Fields that are not sent are cleared.'),
		...vendorFieldProperties(),
	],
	options: [excludeOption, ...vendorOutputOptions],
	send: sendingBy(replaceVendor),
});
