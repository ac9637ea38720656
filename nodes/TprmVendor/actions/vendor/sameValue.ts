import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../shared/basics/guards';
import { memberOf } from '../../../shared/basics/members';
import { visible } from '../../../shared/basics/visible';
import { readFlag } from '../../../shared/node/cells/flags';
import { isSameDate, type OrganizationDates } from '../organizationDates';

/**
 * @returns whether a vendor has these values, so that writing them would change nothing; a field that
 *   it does not show may have any value
 */
export function hasFields(
	vendor: IDataObject,
	fields: IDataObject,
	dates: OrganizationDates,
): boolean {
	return Object.entries(fields).every(([name, wanted]) => hasField(vendor, name, wanted, dates));
}

/** {@link hasFields} for one of them. */
export function hasField(
	vendor: IDataObject,
	name: string,
	wanted: unknown,
	dates: OrganizationDates,
): boolean {
	const present = memberOf(vendor, name);
	return wanted === undefined || (present !== undefined && isSameValue(present, wanted, dates));
}

/** Compares by the type that the service returned: from CSV files and databases, all may be text. */
export function isSameValue(present: unknown, wanted: unknown, dates: OrganizationDates): boolean {
	if (present === wanted || (isEmpty(present) && isEmpty(wanted))) return true;
	if (isObject(present) && isObject(wanted)) {
		const others = new Map(Object.entries(wanted));
		return (
			Array.isArray(present) === Array.isArray(wanted) &&
			Object.keys(present).length === others.size &&
			Object.entries(present).every(([name, value]) => isSameValue(value, others.get(name), dates))
		);
	}
	if (typeof wanted === 'object') return false;
	const text = String(wanted).normalize('NFC');
	const trimmed = visible(text);
	if (typeof present === 'number') return NUMBER.test(trimmed) && Number(trimmed) === present;
	if (typeof present === 'boolean') return readFlag(trimmed) === present;
	if (typeof present !== 'string') return false;
	return [text, trimmed].includes(present.normalize('NFC')) || isSameDate(present, trimmed, dates);
}

/** No more digits than a number keeps. */
const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/;

/** @returns fields as a vendor is expected to have them once they are sent: an empty list stays a list */
export function asKept(vendor: IDataObject, sent: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(sent).map(([name, value]) => {
			const isList = isEmpty(value) && Array.isArray(memberOf(vendor, name));
			return [name, isList ? [] : value];
		}),
	);
}

/** @returns whether a value clears a field */
export function isEmpty(value: unknown): boolean {
	return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
