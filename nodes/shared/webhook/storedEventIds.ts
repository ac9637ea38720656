/**
 * Key in the node's static data under which handled events are kept, as one text: n8n loads and stores
 * that faster than thousands. The keys are those of `deliveryKey`, oldest first. Where they are kept for
 * some time only, those of an hour follow its mark: the hours since 1970, to the base of 36.
 *
 *     { "handledEvents": "q3Zr0Xw5aB1 1c0Qm2Lf7Ak" }
 *     { "handledEvents": "@aq2h q3Zr0Xw5aB1 @aq2i 1c0Qm2Lf7Ak" }
 */
export const STORED_UNDER = 'handledEvents';

/** How long keys are kept. */
export interface Keeping {
	/** Milliseconds since 1970. */
	now: number;
	/** Milliseconds; missing where only their number is limited. */
	keepMs?: number | undefined;
}

/** Keys have no spaces, and do not begin like a mark. */
const SEPARATOR = ' ';
const MARK = '@';
const BASE = 36;

const HOUR_MS = 3_600_000;

function hourOf(time: number): number {
	return Math.floor(time / HOUR_MS);
}

/** @returns the hours of the keys, oldest first; those without a mark are as if they had been stored now */
function readHours(stored: unknown, now: number): Map<string, number> {
	const hours = new Map<string, number>();
	if (typeof stored !== 'string') return hours;
	let hour = hourOf(now);
	for (const part of stored.split(SEPARATOR)) {
		const marked = part.startsWith(MARK) ? parseInt(part.slice(MARK.length), BASE) : undefined;
		if (marked === undefined && part !== '') hours.set(part, hour);
		else if (marked !== undefined && Number.isSafeInteger(marked)) hour = marked;
	}
	return hours;
}

/**
 * @param stored what is there, or was written by someone else
 * @returns the keys of the handled events that are still kept, oldest first
 */
export function readIds(stored: unknown, { now, keepMs = Infinity }: Keeping): string[] {
	const oldest = hourOf(now - keepMs);
	return [...readHours(stored, now)].flatMap(([id, hour]) => (hour >= oldest ? id : []));
}

/**
 * @param ids oldest first
 * @param stored what is there, which knows when they were stored; the others are stored now
 * @returns what is to be stored
 */
export function joinIds(ids: readonly string[], stored: unknown, { now, keepMs }: Keeping): string {
	if (keepMs === undefined) return ids.join(SEPARATOR);
	const hours = readHours(stored, now);
	const parts: string[] = [];
	let last: number | undefined;
	for (const id of ids) {
		const hour = hours.get(id) ?? hourOf(now);
		if (hour !== last) parts.push(`${MARK}${hour.toString(BASE)}`);
		parts.push(id);
		last = hour;
	}
	return parts.join(SEPARATOR);
}
