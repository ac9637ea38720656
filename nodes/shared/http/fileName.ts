import { LINE_BREAKS, WITHOUT_EFFECT } from '../basics/invisible';

/** Longest name that common file systems accept, in bytes of UTF-8. */
const MAX_BYTES = 255;

/** Much more than a name of 255 bytes needs, in both of its spellings. */
const MAX_HEADER_LENGTH = 4_096;

/** `; name=value` or `; name="quoted value"` in a header (RFC 6266). */
const PARAMETER = /;\s*([\w!#$&+\-.^`|~]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)(?:"|$)|([^;]*))/g;

/** Characters that some file systems reject. */
const RESERVED_CHARACTERS = /[<>:"|?*]/g;

/** Windows opens a device by such a name, in every folder, with any extension: `con.txt`. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/** What Windows leaves out at the end of a name. */
const ENDING = /^(.*[^\s.])?[\s.]*$/s;

/**
 * Returns a safe name for a downloaded file (RFC 6266; `filename*` of RFC 5987 takes precedence over
 * `filename`).
 *
 * @param contentDisposition the header as received
 * @param fallback name to use when the header contains no usable one
 * @returns a plain file name of at most 255 bytes: no folders, no invisible characters that have no effect,
 *   nothing that a file system rejects, or takes for something else
 */
export function downloadName(contentDisposition: string | undefined, fallback: string): string {
	const parameters = new Map<string, string>();
	const header = (contentDisposition ?? '').slice(0, MAX_HEADER_LENGTH);
	for (const [, name, quoted, plain] of header.matchAll(PARAMETER)) {
		const value = quoted?.replace(/\\(["\\])/g, '$1') ?? plain;
		parameters.set(String(name).toLowerCase(), String(value));
	}
	const plain = parameters.get('filename') ?? '';
	// Headers are received as one character per byte; some servers write UTF-8 into them unencoded.
	const names = [decodeExtended(parameters.get('filename*') ?? ''), fromUtf8(plain) || plain];
	return [...names, fallback].map(toPlainName).find((name) => name !== '') ?? 'document';
}

/** @param value `UTF-8'en'na%C3%AFve.txt` */
function decodeExtended(value: string): string {
	const [, text] = /^utf-8'[^']*'(.*)/i.exec(value) ?? [];
	const bytes = text?.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	return fromUtf8(bytes ?? '');
}

/** @returns `''` when the text is not a sequence of bytes, or the bytes are not UTF-8 */
function fromUtf8(bytes: string): string {
	if (/[\u0100-\uffff]/.test(bytes)) return '';
	const text = Buffer.from(bytes, 'latin1').toString('utf8');
	return text.includes('\ufffd') ? '' : text;
}

function toPlainName(path: string): string {
	return shortenName(
		path
			.replace(/^.*[/\\]/s, '')
			.replace(LINE_BREAKS, '')
			// A mark of direction could disguise an extension: a program could look like a PDF.
			.replace(WITHOUT_EFFECT, '')
			.replace(RESERVED_CHARACTERS, '_')
			.replace(ENDING, '$1')
			.trim()
			.replace(DEVICE, '_$&'),
	);
}

/** Shortens the name before its extension. */
function shortenName(name: string): string {
	const extension = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? '';
	// Every character has a byte at least.
	const characters = [...name.slice(0, name.length - extension.length)].slice(0, MAX_BYTES);
	while (Buffer.byteLength(characters.join('') + extension) > MAX_BYTES) characters.pop();
	return (characters.join('') + extension).replace(ENDING, '$1');
}
