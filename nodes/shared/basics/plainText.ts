import { INVISIBLE, LINE_BREAKS } from './invisible';

/** A character of UTF-16 that is one half of a pair, without the other. */
const HALVES = /\p{Cs}/gu;

/**
 * Replaces characters that could forge a line of a log or change the order in which a text is read:
 * control characters and line separators become a space; all that is invisible is removed, also between
 * the characters of a secret, which could not be found otherwise.
 *
 * @returns the text on one line
 */
export function plainText(text: string): string {
	return text.replace(LINE_BREAKS, ' ').replace(INVISIBLE, '').replace(HALVES, '');
}
