import { readTimestamp, type Timestamp } from '../basics/timestamp';

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

/** A point in time that can be compared with others. */
export interface Instant extends Pick<Timestamp, 'seconds' | 'fraction' | 'isLocal'> {
	/** The point in time as the API writes it. */
	moment: Moment;
}

/** One from which others can be written: with a member of JSON that is a number, these are numbers, too. */
interface WritableInstant extends Instant {
	write(seconds: number): Moment;
}

/**
 * Reads a changed-at value, see {@link readTimestamp}.
 *
 * @returns `undefined` when it is none
 */
export function readMoment(value: unknown): WritableInstant | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const parsed = readTimestamp(String(value));
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
