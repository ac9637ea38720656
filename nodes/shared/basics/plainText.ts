/**
 * Replaces characters that could forge a line of a log or change the order in which a text is read:
 * control characters and line separators become a space; marks of direction and other invisible
 * characters are removed.
 *
 * @returns the text on one line
 */
export function plainText(text: string): string {
	return text.replace(LINE_BREAKS, ' ').replace(INVISIBLE, '');
}

const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Marks of direction, joiners and other format characters, and halves of characters. */
const INVISIBLE = /[\p{Cf}\p{Cs}]/gu;
