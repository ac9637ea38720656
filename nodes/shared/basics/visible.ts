import { WITHOUT_EFFECT } from './invisible';

/**
 * Reads a text that was typed or pasted: web pages and spreadsheets add invisible characters to names, which
 * are not part of them.
 *
 * @returns the text without those that have no effect, and without blanks around it
 */
export function visible(text: string): string {
	return text.replaceAll(WITHOUT_EFFECT, '').trim();
}

/**
 * @returns the same text for what a service or a spreadsheet may store in another way: in another encoding of the same
 *   letters, with other ends of lines, or with characters that cannot be seen
 */
export function storedText(text: string): string {
	return visible(text.normalize('NFC')).replaceAll('\r\n', '\n');
}

/** @returns a visible text with one space for blanks inside: they all look alike */
export function plainBlanks(text: string): string {
	return visible(text).replaceAll(/\s+/g, ' ');
}
