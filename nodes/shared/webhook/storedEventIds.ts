import { type HandledEvents, hourOf, type Keeping } from './retention';

/**
 * Key in the node's static data under which handled events are kept, as one text: n8n loads and stores
 * that faster than thousands. The keys are those of `deliveryKey`, oldest first. Those of an hour follow
 * its mark: the hours since 1970, to the base of 36.
 *
 *     { "handledEvents": "@aq2h q3Zr0Xw5aB1 @aq2i 1c0Qm2Lf7Ak" }
 */
export const STORED_UNDER = 'handledEvents';

/** Keys have no spaces, and do not begin like a mark. */
const SEPARATOR = ' ';
const MARK = '@';
const BASE = 36;

const HOURS_OF_A_DAY = 24;

/**
 * @param stored what is there, or was written by someone else
 * @param now milliseconds since 1970
 * @returns the handled events, oldest first; those without a mark are as if they had been handled now
 */
export function readIds(stored: unknown, now: number): HandledEvents {
	const events: HandledEvents = new Map();
	if (typeof stored !== 'string') return events;
	let hour = hourOf(now);
	for (const part of stored.split(SEPARATOR)) {
		const marked = part.startsWith(MARK) ? parseInt(part.slice(MARK.length), BASE) : undefined;
		if (marked === undefined && part !== '') events.set(part, hour);
		else if (marked !== undefined && Number.isSafeInteger(marked)) hour = marked;
	}
	return events;
}

/**
 * @param events oldest first
 * @returns what is to be stored; where only the number of events is limited, the mark of a day is enough
 */
export function joinIds(events: HandledEvents, { resendMs }: Keeping): string {
	const unit = resendMs === undefined ? HOURS_OF_A_DAY : 1;
	const parts: string[] = [];
	let last: number | undefined;
	for (const [key, hour] of events) {
		const marked = hour - (hour % unit);
		if (marked !== last) parts.push(`${MARK}${marked.toString(BASE)}`);
		parts.push(key);
		last = marked;
	}
	return parts.join(SEPARATOR);
}
