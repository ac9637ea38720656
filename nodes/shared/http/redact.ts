/** Prepares a text from the network for a message, a log line or an error item. */
export type Clean = (text: string) => string;

/** What takes the place of a secret. */
const HIDDEN = '***';

/** A shorter secret hides nothing that could not be guessed, and its letters are in every text. */
const MIN_LENGTH = 4;

/** So many characters of a secret identify it where its end was cut off. */
const RECOGNIZED_LENGTH = 8;

/** Longer secrets are tokens, which have no spaces: their beginning is enough to find them whole. */
const MAX_PATTERN_LENGTH = 128;

/**
 * Removes secrets from a text, in every form in which they are sent: as they are, form-encoded,
 * percent-encoded, escaped for JSON or HTML, in base64, and with their end cut off.
 *
 * @param secrets those with fewer than four characters are ignored
 * @returns a function for texts of any origin; what it returns is on one line, see {@link plainText}
 */
export function redactor(secrets: readonly string[]): Clean {
	const forms = secrets
		.filter(({ length }) => length >= MIN_LENGTH)
		.flatMap((secret) => [secret, toBase64(secret)]);
	if (forms.length === 0) return plainText;
	const patterns = [...new Set(forms)].sort((a, b) => b.length - a.length).map(patternOf);
	const secret = new RegExp(patterns.join('|'), 'gi');
	return (text) => plainText(text.replace(secret, HIDDEN));
}

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

/** {@link plainText} for texts of several lines: those of the text itself remain. */
export function plainLines(text: string): string {
	return text.split('\n').map(plainText).join('\n');
}

const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Marks of direction, joiners and other format characters, and halves of characters. */
const INVISIBLE = /[\p{Cf}\p{Cs}]/gu;

/** @returns the source of a regular expression for a whole secret, in every form it has in a URL or JSON */
export function secretPattern(secret: string): string {
	return [...secret].map(characterPattern).join('');
}

/** The longest alternative first: the whole secret, else its beginning and what is joined to it. */
function patternOf(secret: string): string {
	const characters = [...secret].map(characterPattern);
	const beginning = characters.slice(0, RECOGNIZED_LENGTH).join('') + JOINED;
	const whole = characters.join('') + PADDING;
	return characters.length > MAX_PATTERN_LENGTH ? beginning : `${whole}|${beginning}`;
}

/** What may follow in base64. */
const PADDING = '(?:=|%3d)*';

/** Characters of tokens, and of their encodings. */
const JOINED = String.raw`[\w\-.~+/=%]*`;

/** One character in all its forms. */
function characterPattern(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const bytes = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`).join('');
	const units = character.split('').map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`);
	const forms = [
		escapeForRegExp(character),
		bytes,
		units.join(''),
		`&#0*${code};`,
		`&#x0*${code.toString(16)};`,
		...(OTHER_FORMS[character] ?? []),
	];
	return `(?:${forms.join('|')})`;
}

/** Form encoding, the names that HTML and JSON have for characters, and base64 for addresses. */
const OTHER_FORMS: Readonly<Record<string, readonly string[]>> = {
	' ': ['\\+'],
	'&': ['&amp;'],
	'<': ['&lt;'],
	'>': ['&gt;'],
	'"': ['&quot;', '\\\\"'],
	"'": ['&apos;'],
	'\\': ['\\\\\\\\'],
	'/': ['\\\\/', '_'],
	'+': ['-'],
};

function toBase64(secret: string): string {
	return Buffer.from(secret)
		.toString('base64')
		.replace(/={1,2}$/, '');
}

function hex(value: number, digits: number): string {
	return value.toString(16).padStart(digits, '0');
}

function escapeForRegExp(character: string): string {
	return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}
