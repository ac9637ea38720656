/** A point in time as an API writes it, exact to the last digit. */
export interface Timestamp {
	/** Whole seconds since 1970 in UTC. */
	seconds: number;
	/** The part of a second that is after the decimal point: 0 or more, less than 1. */
	fraction: number;
	/** Whether it has no zone: it may be the time of any place. */
	isLocal: boolean;
	/** @returns another moment, in the same format; what the format cannot express is rounded down */
	write(seconds: number): string;
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
 * Reads ISO 8601 with or without time and zone (without one, UTC is assumed), or seconds or milliseconds
 * since 1970.
 *
 * @returns `undefined` when it is none of them
 */
export function readTimestamp(text: string): Timestamp | undefined {
	return parseEpoch(text) ?? parseIso(text);
}

/** @returns milliseconds from now until a point in time, from 0 */
export function waitUntil({ seconds, fraction }: Timestamp, now: number): number {
	return Math.max(0, Math.ceil((seconds + fraction) * 1_000) - now);
}

/** Reads seconds or milliseconds: `1774952130`, `1774952130.123`, or `1774952130123`. */
function parseEpoch(text: string): Timestamp | undefined {
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
function parseIso(text: string): Timestamp | undefined {
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
