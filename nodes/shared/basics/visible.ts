import { WITHOUT_EFFECT } from './invisible';

/**
 * Reads what somebody has typed or copied: web pages and spreadsheets put invisible characters into names,
 * which are not a part of them.
 *
 * @returns the text without those that have no effect, and without blanks around it
 */
export function visible(text: string): string {
	return text.replaceAll(WITHOUT_EFFECT, '').trim();
}

/** @returns a visible text with one space for blanks inside: they all look alike */
export function plainBlanks(text: string): string {
	return visible(text).replaceAll(/\s+/g, ' ');
}
