import { DateTime } from 'luxon';

/** How an organization writes dates. */
export type DateFormat = 'DD-MM-YYYY' | 'MM-DD-YYYY' | 'YYYY-MM-DD';

/** What an organization has set in the application. */
export interface OrganizationSettings {
	/** IANA name. */
	timeZone: string;
	dateFormat: DateFormat;
}

const PATTERNS: Record<DateFormat, string> = {
	'DD-MM-YYYY': 'dd-MM-yyyy',
	'MM-DD-YYYY': 'MM-dd-yyyy',
	'YYYY-MM-DD': 'yyyy-MM-dd',
};

/** The part of ISO 8601 that is taken: calendar dates, with or without a time and an offset. */
const ISO =
	/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(?<offset>Z|[+-]\d{2}(:?\d{2})?)?)?$/;

/** @param stored `YYYY-MM-DD`; a calendar day has no zone */
export function showDate(stored: string, { dateFormat }: OrganizationSettings): string {
	const [year = '', month = '', day = ''] = stored.split('-');
	return dateFormat.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** Lists show the same moments again and again, and a time zone takes long to calculate. */
const local = new Map<string, string>();

/** @param stored ISO 8601 in UTC */
export function showDateTime(stored: string, settings: OrganizationSettings): string {
	const key = `${stored} ${settings.timeZone}`;
	const known = local.get(key) ?? DateTime.fromISO(stored, { zone: settings.timeZone }).toISO();
	if (known === null) return stored;
	local.set(key, known);
	return `${showDate(known.slice(0, 10), settings)} ${known.slice(11, 19)}`;
}

/**
 * Reads what a client wrote into a date-only field. A moment is read as the day that it falls on
 * where the organization is.
 *
 * @returns `YYYY-MM-DD`, or undefined when there is no such date
 */
export function readDate(text: string, settings: OrganizationSettings): string | undefined {
	const written = wallClock(text, PATTERNS[settings.dateFormat]);
	const day = written ?? readIso(text, settings)?.setZone(settings.timeZone);
	return day?.toISODate() ?? undefined;
}

/**
 * Reads what a client wrote into a datetime field. Without an offset it is the organization's
 * local time; without a time it is the start of the day there.
 *
 * @returns ISO 8601 in UTC, or undefined when there is no such moment
 */
export function readDateTime(text: string, settings: OrganizationSettings): string | undefined {
	const pattern = PATTERNS[settings.dateFormat];
	const written = wallClock(text, `${pattern} HH:mm:ss`) ?? wallClock(text, pattern);
	const moment = written ? localTime(written, settings) : readIso(text, settings);
	return moment?.toUTC().toISO() ?? undefined;
}

function readIso(text: string, settings: OrganizationSettings): DateTime | undefined {
	const match = ISO.exec(text);
	const parsed = match ? DateTime.fromISO(text, { zone: 'utc' }) : undefined;
	if (!parsed?.isValid) return undefined;
	return match?.groups?.offset ? parsed : localTime(parsed, settings);
}

function wallClock(text: string, pattern: string): DateTime | undefined {
	const parsed = DateTime.fromFormat(text, pattern, { zone: 'utc' });
	return parsed.isValid ? parsed : undefined;
}

/** The same reading of the clock in the organization's zone; none when the clocks skip it. */
function localTime(wall: DateTime, { timeZone }: OrganizationSettings): DateTime | undefined {
	const local = wall.setZone(timeZone, { keepLocalTime: true });
	if (!local.isValid) return undefined;
	if (local.hour === wall.hour && local.minute === wall.minute) return local;
	// A whole day may begin at one o'clock where the clocks change at midnight.
	return wall.toMillis() === wall.startOf('day').toMillis() ? local.startOf('day') : undefined;
}
