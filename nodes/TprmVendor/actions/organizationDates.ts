import { DateTime } from 'luxon';

import type { GrcCredential } from '../../shared/auth/credential';
import { DATE_FORMATS } from '../../shared/auth/dateFormats';

/**
 * How an organization writes dates, as its administrators have set it in the service: an IANA name such as
 * `Europe/Berlin`, and Luxon letters such as `dd-MM-yyyy`.
 */
export type OrganizationDates = Pick<
	GrcCredential,
	'organizationTimeZone' | 'organizationDateFormat'
>;

/** A day in one of the formats, and a time as the service or ISO 8601 writes it; spares the parser most texts. */
const LIKE_A_DATE = /^(\d{2,4}-\d\d-\d{2,4})(?:[T ]\d\d:\d\d\S*)?$/;

/** @returns whether a text has the form of a date, whether there is such a day or not */
export function looksLikeDate(text: string): boolean {
	return LIKE_A_DATE.test(text);
}

/** @returns whether a text is a date in any of the formats, with a day that exists */
export function isDate(text: string): boolean {
	const [, day] = LIKE_A_DATE.exec(text) ?? [];
	return (
		day !== undefined && DATE_FORMATS.some(([, format]) => DateTime.fromFormat(day, format).isValid)
	);
}

/**
 * Reads one value that the service wrote.
 *
 * @returns `2026-03-31` for a date, `2026-03-31T09:30:00+02:00` for a datetime; `undefined` when it
 *   is neither, names a day that does not exist, or an hour that the clocks skip
 */
export function dateToIso(
	text: string,
	{ organizationTimeZone: timeZone, organizationDateFormat: dateFormat }: OrganizationDates,
): string | undefined {
	if (!LIKE_A_DATE.test(text) || text.includes('T')) return undefined;
	const hasTime = text.includes(' ');
	const pattern = hasTime ? `${dateFormat} HH:mm:ss` : dateFormat;
	const options = { zone: hasTime ? timeZone : 'utc', locale: 'en-US' };
	const parsed = DateTime.fromFormat(text, pattern, options);
	// Luxon moves an hour that the clocks skip to the one after it.
	if (!parsed.isValid || parsed.toFormat(pattern) !== text) return undefined;
	return (hasTime ? parsed.toISO({ suppressMilliseconds: true }) : parsed.toISODate()) ?? undefined;
}

/** A day; time or zone that add nothing to it are left out, as databases and Date objects write them. */
const DAY = /^(\d{4}-\d\d-\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?)?$/;

/**
 * Compares two dates, each as the service or ISO 8601 writes it. A moment has a day, that of the
 * organization, where the other one has no time.
 *
 * @returns whether both are the same day, or the same moment to the second; `false` for other texts
 */
export function isSameDate(left: string, right: string, dates: OrganizationDates): boolean {
	const [one, other] = [readDate(left, dates), readDate(right, dates)];
	if (!one || !other) return false;
	const isMoment = one.seconds !== undefined && other.seconds !== undefined;
	return isMoment ? one.seconds === other.seconds : one.day === other.day;
}

/**
 * Without a zone, a time is that of the organization, whose clocks may be put back: that takes more than
 * to read a timestamp, which has a zone or is taken for one in UTC.
 */
function readDate(text: string, dates: OrganizationDates) {
	const iso = dateToIso(text, dates) ?? text;
	const [, day] = DAY.exec(iso) ?? [];
	if (day !== undefined) return { day };
	if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(iso)) return undefined;
	const moment = DateTime.fromISO(iso.replace(' ', 'T'), { zone: dates.organizationTimeZone });
	return moment.isValid
		? { day: moment.toISODate(), seconds: Math.floor(moment.toSeconds()) }
		: undefined;
}
