import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../shared/basics/guards';
import { memberOf } from '../../../shared/basics/members';
import { storedText } from '../../../shared/basics/visible';
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
	const trimmed = storedText(String(wanted));
	if (typeof present === 'number') return isSameNumber(present, trimmed);
	if (typeof present === 'boolean') return readFlag(trimmed) === present;
	if (typeof present !== 'string') return false;
	return storedText(present) === trimmed || isSameDate(present, trimmed, dates);
}

/** No more digits than a number keeps. */
const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/;

/** What programs write of a number that is longer than a cell: `1.23457E+11` of 123456789012. */
const WITH_EXPONENT = /^-?\d(?:\.(\d{1,9}))?E[+-]\d{1,3}$/i;

/** The same of decimals, 11 characters: `1234567.891` of 1234567.89123. */
const LONG_DECIMAL = /^-?(?=[\d.]{11}$)\d{1,15}\.(\d{1,9})$/;

/** @returns whether a text is a number, or what a program has written of one that is longer */
function isSameNumber(present: number, text: string): boolean {
	if (text === String(present) || (NUMBER.test(text) && Number(text) === present)) return true;
	const [, decimals] = LONG_DECIMAL.exec(text) ?? [];
	if (decimals !== undefined) return Number(present.toFixed(decimals.length)) === Number(text);
	const exponent = WITH_EXPONENT.exec(text);
	const digits = exponent?.[1]?.length ?? 0;
	if (!exponent || Number(text) === present) return exponent !== null;
	return digits >= FEWEST_DIGITS && Number(present.toExponential(digits)) === Number(text);
}

/** With fewer, a person has written the number. */
const FEWEST_DIGITS = 4;

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
