/** Characters that are read of a text: more than are shown, so that a secret at the cut is found whole. */
const MOST_READ = 4_000;

/** Longest text of a server in a message, in characters. */
const MOST_SHOWN = 1_000;

/** Longest code or id of a server, in characters. */
const MOST_OF_ID = 200;

/** @returns the beginning of a text from a server, which can be of any length; still to be cleaned */
export function beginningOf(text: string): string {
	return text.slice(0, MOST_READ);
}

/**
 * Cuts a text for a message, a log line or an item. Comes after cleaning: a part of a secret might not
 * be recognized.
 *
 * @param most longest result, in characters
 */
export function shorten(text: string, most = MOST_SHOWN): string {
	return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** @returns a code or an id for a message */
export function shortId(text: string): string {
	return shorten(text, MOST_OF_ID);
}
