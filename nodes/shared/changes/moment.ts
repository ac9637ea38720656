/** A changed-at value as the API writes it: `2026-03-31T10:15:30Z`, or `1774952130`. */
export type Moment = string | number;

/** Up to where a list was read. */
export interface Reached {
	/** Since when the next run requests what has changed; absent with Content, and as long as it reads everything. */
	cursor?: Moment | undefined;
	/**
	 * The latest value that a complete run has returned. Where records can be skipped, it becomes the
	 * cursor one run later, so that each change is requested twice.
	 */
	latest?: Moment | undefined;
	/** The cursor once every record is processed; until then, it stays before the oldest one that is not. */
	next?: Moment | undefined;
}

/** A point in time, exact to the last digit that the API writes. */
export interface Instant {
	/** Whole seconds since 1970 in UTC. */
	seconds: number;
	/** The part of a second that is after the decimal point: 0 or more, less than 1. */
	fraction: number;
	/** Whether it has no zone: it may be the time of any place. */
	isLocal: boolean;
	/** The point in time as the API writes it. */
	moment: Moment;
}

/** How a value is written, so that another one can be written in the same way. */
interface Parsed extends Omit<Instant, 'moment'> {
	/** @returns an earlier moment, in the same format; what the format cannot express is rounded down */
	write(seconds: number): Moment;
}

const ISO =
	/^(\d{4}-\d\d-\d\d)(?:([T ])(\d\d:\d\d)(?:(:\d\d)(?:[.,](\d+))?)?( ?(?:Z|([+-])(\d\d)(?::?(\d\d))?))?)?$/i;

const EPOCH = /^(\d+)(?:\.(\d+))?$/;

/** Seconds of 1973: smaller numbers are years, dates such as 20260331, or something else. */
const FIRST_SECONDS = 100_000_000;

/** Milliseconds of 1973, and of the year 2286: times such as 20260331120000 are larger. */
const FIRST_MILLISECONDS = 100_000_000_000;

const LAST_MILLISECONDS = 10_000_000_000_000;

/**
 * Reads a changed-at value: ISO 8601 with or without time and zone (without one, UTC is assumed), or
 * seconds or milliseconds since 1970.
 *
 * @returns `undefined` when it is none of them
 */
export function readMoment(value: unknown): (Parsed & Instant) | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const text = String(value);
	const parsed = parseEpoch(text) ?? parseIso(text);
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
export function compareInstants(a: Instant, b: Instant): number {
	return a.seconds - b.seconds || a.fraction - b.fraction;
}

/** Reads seconds or milliseconds: `1774952130`, `1774952130.123`, or `1774952130123`. */
function parseEpoch(text: string): Parsed | undefined {
	const [, whole = '', digits = ''] = EPOCH.exec(text) ?? [];
	const count = Number(whole);
	if (count < FIRST_SECONDS || count >= LAST_MILLISECONDS) return undefined;
	const length = count < FIRST_MILLISECONDS ? whole.length : whole.length - 3;
	return {
		seconds: Number(whole.slice(0, length)),
		fraction: Number(`0.${whole.slice(length)}${digits}`),
		isLocal: false,
		write: (seconds) => `${seconds}${text.slice(length)}`,
	};
}

/** Where the parts of a text of JavaScript end: `2026-03-31T10:15:30.000Z`. */
const DATE_END = '2026-03-31'.length;
const MINUTES_END = '2026-03-31T10:15'.length;
const SECONDS_END = '2026-03-31T10:15:30'.length;

/** Reads `2026-03-31`, `2026-03-31T10:15:30.123+02:00`, or `2026-03-31 10:15 Z`. */
function parseIso(text: string): Parsed | undefined {
	const [, date = '', separator, time = '00:00', second, digits, zone = '', ...east] =
		ISO.exec(text) ?? [];
	const [sign = '', hours = 0, minutes = 0] = east;
	const local = Date.parse(`${date}T${time}${second ?? ':00'}Z`);
	// JavaScript takes February 30 for March 2.
	if (Number.isNaN(local) || !toIsoText(local).startsWith(date)) return undefined;
	const offset = Number(`${sign}60`) * (Number(hours) * 60 + Number(minutes));
	const write = (seconds: number) => {
		const iso = toIsoText((seconds + offset) * 1_000);
		const day = iso.slice(0, DATE_END);
		if (separator === undefined) return day;
		const clock = iso.slice(DATE_END + 1, second === undefined ? MINUTES_END : SECONDS_END);
		return `${day}${separator}${clock}${digits === undefined ? '' : `.${digits}`}${zone}`;
	};
	const isLocal = zone === '';
	return { seconds: local / 1_000 - offset, fraction: Number(`0.${digits ?? ''}`), isLocal, write };
}

function toIsoText(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}
