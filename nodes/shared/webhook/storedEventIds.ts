/**
 * Key in the node's static data under which handled events are kept, as one text: n8n loads and stores
 * that faster than thousands. The keys are those of `deliveryKey`, oldest first.
 *
 *     { "handledEvents": "q3Zr0Xw5aB1 1c0Qm2Lf7Ak" }
 */
export const STORED_UNDER = 'handledEvents';

/** Keys have no spaces. */
const ID_SEPARATOR = ' ';

/**
 * @param stored what is there, or was written by someone else
 * @returns the keys of the handled events, oldest first
 */
export function readIds(stored: unknown): string[] {
	return typeof stored === 'string' && stored !== '' ? stored.split(ID_SEPARATOR) : [];
}

/** @returns what is to be stored */
export function joinIds(ids: readonly string[]): string {
	return ids.join(ID_SEPARATOR);
}
