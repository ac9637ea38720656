import { UserError } from 'n8n-workflow';
import { DateTime, IANAZone } from 'luxon';

import type { GrcCredential } from '../../shared/auth/credential';
import { isRecord } from '../../shared/json';

/** How an organization writes dates, as its administrators have set it in the service. */
export interface OrganizationDates {
	/** IANA name, such as `Europe/Berlin`. */
	timeZone: string;
	/** Luxon letters of a date, such as `dd-MM-yyyy`. */
	dateFormat: string;
}

/** @returns how the credential says that dates are written */
export function organizationDates({
	organizationTimeZone: timeZone,
	organizationDateFormat: dateFormat,
}: GrcCredential): OrganizationDates {
	return { timeZone, dateFormat };
}

/** Whether a text may be a date at all, which spares the parser most texts. */
const LIKE_A_DATE = /^\d{2,4}-\d{2}-\d{2,4}( \d{2}:\d{2}:\d{2})?$/;

/**
 * Turns every date and datetime in an answer into ISO 8601
 * (third-party-risk, Date and datetime values 1 and 2).
 *
 * @param value searched to any depth, and not changed
 * @returns a copy; a text that is not exactly a date of the organization is in it unchanged
 * @throws UserError when the time zone does not exist
 */
export function convertDates<T>(value: T, dates: OrganizationDates): T;
export function convertDates(value: unknown, dates: OrganizationDates): unknown {
	// Not by isValidZone, which asks the system anew for each vendor.
	if (!IANAZone.create(dates.timeZone).isValid) {
		throw new UserError(`Unknown time zone: "${dates.timeZone}"`, {
			description:
				'Set Organization Time Zone in the credential to a name like Europe/Berlin, or turn off Convert Dates.',
		});
	}
	return convert(value, dates);
}

function convert(value: unknown, dates: OrganizationDates): unknown {
	if (typeof value === 'string') return toIso(value, dates) ?? value;
	if (Array.isArray(value)) return value.map((member) => convert(member, dates));
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, convert(member, dates)]),
	);
}

/**
 * Reads one value that the service wrote.
 *
 * @returns `2026-03-31` for a date, `2026-03-31T09:30:00+02:00` for a datetime; `undefined` when it
 *   is neither, names a day that does not exist, or an hour that the clocks skip
 */
export function toIso(text: string, { timeZone, dateFormat }: OrganizationDates) {
	if (!LIKE_A_DATE.test(text)) return undefined;
	const hasTime = text.includes(' ');
	const pattern = hasTime ? `${dateFormat} HH:mm:ss` : dateFormat;
	const options = { zone: hasTime ? timeZone : 'utc', locale: 'en-US' };
	const parsed = DateTime.fromFormat(text, pattern, options);
	// Luxon moves an hour that the clocks skip to the one after it.
	if (!parsed.isValid || parsed.toFormat(pattern) !== text) return undefined;
	return (hasTime ? parsed.toISO({ suppressMilliseconds: true }) : parsed.toISODate()) ?? undefined;
}

/**
 * @param present as the service wrote it
 * @param wanted in ISO 8601
 * @returns whether both are the same day, or the same moment to the second
 */
export function isSameDate(present: string, wanted: string, dates: OrganizationDates): boolean {
	const iso = toIso(present, dates);
	if (iso === undefined || !iso.includes('T')) return iso === wanted;
	return HAS_OFFSET.test(wanted) && Date.parse(wanted) === Date.parse(iso);
}

/** A time without one is not a moment. */
const HAS_OFFSET = /(?:Z|[+-]\d\d:?\d\d)$/;
