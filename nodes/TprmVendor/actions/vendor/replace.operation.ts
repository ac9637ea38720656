import { noticeField } from '../../../shared/forms/fields';
import { replaceVendor } from '../../../shared/service/api/vendors';
import { isEmpty } from './sameValue';
import { isSetByService } from './sentBody';
import { editOperation, readEdit } from './vendorEdits';
import { vendorFieldProperties, vendorLocator } from './vendorFieldProperties';
import { excludeOption, vendorOutputOptions } from './vendorOptions';

/** Replaces all fields of a vendor (third-party-risk, PUT of the vendor resource). */
export const replace = editOperation({
	form: [
		noticeField(
			'replaceNotice',
			'Fields that are not sent are cleared. To change individual fields, use Update.',
		),
		vendorLocator('Vendor to replace. Fields that are not sent are cleared.'),
		...vendorFieldProperties(),
	],
	options: [excludeOption, ...vendorOutputOptions],
	read: (item) => readEdit(item),
	done: 'updated',
	// The specification does not say which fields are writable: all but those that services set themselves.
	afterOf: (before, { body }) => {
		const others = Object.entries(before).map(([name, value]) => [
			name,
			isSetByService(name) || isEmpty(value) ? value : null,
		]);
		return { ...Object.fromEntries(others), ...body };
	},
	call: replaceVendor,
	clears: true,
});
