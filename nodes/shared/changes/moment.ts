import type { Moment } from './types';

/** A point in time, exact to the last digit that the API writes. */
export interface Instant {
	/** Whole seconds since 1970 in UTC. */
	seconds: number;
	/** What is after the decimal point. */
	fraction: number;
	/** Whether it has no zone: it may be the time of any place. */
	isLocal: boolean;
	/** As the API writes it. */
	moment: Moment;
}

/** How a value is written, so that another one can be written in the same way. */
interface Parsed extends Omit<Instant, 'moment'> {
	/** @returns an earlier moment, in the same format; what the format cannot express is rounded down */
	write(seconds: number): Moment;
}

const ISO =
	/^(\d{4}-\d\d-\d\d)(?:([T ])(\d\d:\d\d)(?:(:\d\d)(?:[.,](\d+))?)?( ?(?:Z|[+-]\d\d(?::?\d\d)?))?)?$/i;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/;
const EPOCH = /^(\d+)(?:\.(\d+))?$/;

/** Seconds of 1973: smaller numbers are years, dates of a spreadsheet, or something else. */
const FIRST_SECONDS = 100_000_000;

/** Seconds of the year 5138, and milliseconds of 1973: no API counts beyond the first. */
const FIRST_MILLISECONDS = 100_000_000_000;
const LAST_MILLISECONDS = FIRST_MILLISECONDS * 1_000;

/**
 * Reads a changed-at value: ISO 8601 with or without time and zone (without one, UTC is assumed),
 * digits such as 20260331 or 20260331120000, seconds or milliseconds since 1970.
 *
 * @returns `undefined` when it is none of them
 */
export function readMoment(value: unknown): (Parsed & Instant) | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const text = String(value);
	const parsed = parseCompact(text) ?? parseEpoch(text) ?? parseIso(text);
	if (!parsed || typeof value === 'string') return parsed && { ...parsed, moment: value };
	return { ...parsed, moment: value, write: (seconds) => Number(parsed.write(seconds)) };
}

/**
 * @param moment what {@link readMoment} accepts
 * @param seconds whole seconds, 0 or more
 * @returns the moment so many seconds earlier, in the same format, zone and precision
 */
export function before(moment: Moment, seconds: number): Moment {
	const parsed = readMoment(moment);
	return parsed ? parsed.write(parsed.seconds - seconds) : moment;
}

/** How long a time without a zone goes back when summer time ends, in seconds. */
const SUMMER_TIME = 60 * 60;

/**
 * @param overlap seconds
 * @returns since when to request what has changed
 */
export function sinceOf(cursor: Moment, overlap: number): Moment {
	return before(cursor, overlap + (readMoment(cursor)?.isLocal ? SUMMER_TIME : 0));
}

/** @returns a negative number, 0 or a positive number, for a sort in ascending order */
export function compare(a: Instant, b: Instant): number {
	return a.seconds - b.seconds || a.fraction - b.fraction;
}

/** Of a time that no API can mean, the digits are milliseconds. */
function parseCompact(text: string): Parsed | undefined {
	const [, year = '', month, day, hour = '00', minute = '00', second = '00'] =
		COMPACT.exec(text) ?? [];
	if (year < '1970' || year > '2199') return undefined;
	const parsed = parseIso(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
	const write = (seconds: number) =>
		toIso(seconds * 1_000)
			.replace(/\D/g, '')
			.slice(0, text.length);
	return parsed && { ...parsed, isLocal: true, write };
}

function parseEpoch(text: string): Parsed | undefined {
	const [, whole = '', digits = ''] = EPOCH.exec(text) ?? [];
	const count = Number(whole);
	if (count < FIRST_SECONDS || count >= LAST_MILLISECONDS) return undefined;
	const length = count < FIRST_MILLISECONDS ? whole.length : whole.length - 3;
	return {
		seconds: Number(whole.slice(0, length)),
		fraction: fractionOf(whole.slice(length) + digits),
		isLocal: false,
		write: (seconds) => `${seconds}${text.slice(length)}`,
	};
}

function parseIso(text: string): Parsed | undefined {
	const [, date = '', separator, time = '00:00', second, digits, zone = ''] = ISO.exec(text) ?? [];
	const local = Date.parse(`${date}T${time}${second ?? ':00'}Z`);
	// JavaScript takes February 30 for March 2.
	if (Number.isNaN(local) || !toIso(local).startsWith(date)) return undefined;
	const offset = offsetOf(zone);
	const write = (seconds: number) => {
		const iso = toIso((seconds + offset) * 1_000);
		if (separator === undefined) return iso.slice(0, 10);
		const clock = iso.slice(11, second === undefined ? 16 : 19);
		return `${iso.slice(0, 10)}${separator}${clock}${digits === undefined ? '' : `.${digits}`}${zone}`;
	};
	const isLocal = zone === '';
	return { seconds: local / 1_000 - offset, fraction: fractionOf(digits ?? ''), isLocal, write };
}

/** @param digits after the decimal point */
function fractionOf(digits: string): number {
	return Number(`0.${digits}`);
}

/** @returns seconds east of UTC */
function offsetOf(zone: string): number {
	const [, sign, hours, minutes = '0'] = /([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [];
	const seconds = (Number(hours ?? 0) * 60 + Number(minutes)) * 60;
	return sign === '-' ? -seconds : seconds;
}

function toIso(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}
