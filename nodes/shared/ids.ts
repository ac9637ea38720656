import { visible } from './json';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UUID_LENGTH = 36;

/** @returns whether a text has the form of a UUID (RFC 9562, 4) */
export function isUuid(text: string): boolean {
	return text.length === UUID_LENGTH && UUID.test(text);
}

/**
 * The text under which an id is compared: UUIDs are the same in either letter case (RFC 9562, 4),
 * other ids may not be.
 */
export function idKey(id: string): string {
	return isUuid(id) ? id.toLowerCase() : id;
}

/** Two names are the same when this returns the same text for both. */
export type Fold = (name: string) => string;

/** @returns a visible text with one space for blanks inside: they all look alike */
export function plainBlanks(text: string): string {
	return visible(text).replaceAll(/\s+/g, ' ');
}

/** The fold for names that a person takes for the same: whatever their letter case, blanks, widths, and first zeros. */
export const looseFold: Fold = (name) =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[\s\p{Cf}]/gu, '')
		.replace(/^0+(\d)/, '$1');

/** @returns the fold for names; the same letter can be encoded in several ways, and NFC makes them one */
export function nameFold(caseSensitive: boolean): Fold {
	return (name) => {
		const text = plainBlanks(name).normalize('NFC');
		return caseSensitive ? text : text.toLowerCase();
	};
}
