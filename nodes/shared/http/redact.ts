import { plainText } from '../basics/plainText';
import { inBytes, readingsOf } from './encodings';

/** Prepares a text from the network for a message, a log line or an error item. */
export type Clean = (text: string) => string;

/** What takes the place of a secret. */
const HIDDEN = '***';

/** A shorter secret hides nothing that could not be guessed, and its letters are in every text. */
const MIN_LENGTH = 4;

/** So many characters of a secret identify it where its end was cut off. */
const RECOGNIZED_LENGTH = 8;

/** What is before a secret in the value of a header. */
const SCHEME = /^[^\s:]*\s+/;

/** Base64 writes three bytes at a time: inside of a longer text, a secret may begin with each of them. */
const ALIGNMENTS = [0, 1, 2];

/**
 * Removes secrets from a text, in the forms in which they are sent or repeated: as they are, form-encoded,
 * percent-encoded, escaped for JSON, JavaScript or HTML, in hexadecimal digits, in base64, alone or with
 * other text, and with their end cut off.
 *
 * @param secrets those with fewer than four characters are ignored
 * @returns a function for texts of any origin; what it returns is on one line, see {@link plainText}
 */
export function redactor(secrets: readonly string[]): Clean {
	const long = secrets.filter(({ length }) => length >= MIN_LENGTH);
	if (long.length === 0) return plainText;
	const forms = new Map(
		long.flatMap((secret) => {
			// As it is in a text that was prepared for a message.
			const seen = plainText(secret);
			const [word = ''] = SCHEME.exec(secret) ?? [];
			const scheme = long.includes(secret.slice(word.length)) ? word : '';
			const isSeen = seen.length >= MIN_LENGTH;
			const written = [secret, ...(isSeen ? [seen] : [])];
			// Encoded in a URL, which may be encoded as a whole.
			const sent = isSeen ? [encodeURIComponent(seen)] : [];
			return [
				// Where it is encoded, what looks encoded in the secret itself is decoded with it.
				...[...written, inBytes(secret)]
					.flatMap(readingsOf)
					.filter(({ text }) => text.length >= MIN_LENGTH)
					.map(({ text }) => formOf(text, scheme.length)),
				...[...written, ...sent].flatMap((one) => [
					formOf(inHex(one), inHex(scheme).length + RECOGNIZED_LENGTH),
					...ALIGNMENTS.map((bytes) =>
						formOf(inBase64(one, bytes), inBase64(scheme, bytes).length),
					).filter(([form], bytes) => bytes === 0 || form.length >= RECOGNIZED_LENGTH),
				]),
			];
		}),
	);
	return (text) => withoutForms(plainText(text), [...forms]);
}

/** A form of a secret, and how much of it identifies it. */
type Form = readonly [text: string, beginning: number];

/** @param known how much of it is no secret */
function formOf(text: string, known: number): Form {
	return [fold(text), known + RECOGNIZED_LENGTH];
}

/** Finds by comparing text, as it is and decoded: no text can be made to take longer than others. */
function withoutForms(text: string, forms: readonly Form[]): string {
	const found = readingsOf(text)
		.flatMap((reading) => rangesOf(reading.text, forms, (at) => reading.placeAt(0, at)))
		.concat(brokenRangesOf(text, forms));
	let shown = '';
	let end = 0;
	for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
		if (to <= end) continue;
		// Forms may overlap, as a secret that begins with another one.
		if (from >= end) shown += text.slice(end, from) + HIDDEN;
		end = to;
	}
	return shown + text.slice(end);
}

type Range = [from: number, to: number];

/** @returns where secrets are that were broken into lines, as base64 often is: only whole ones count there */
function brokenRangesOf(text: string, forms: readonly Form[]): Range[] {
	const joined = text.replace(/\s/g, '');
	if (joined.length === text.length) return [];
	const whole = forms
		.filter(([form]) => form.length >= RECOGNIZED_LENGTH)
		.map(([form]): Form => [form, form.length]);
	let starts: number[] | undefined;
	const startOf = (at: number) => {
		starts ??= Array.from(text.matchAll(/\S/g), ({ index }) => index);
		return starts[at] ?? text.length;
	};
	return rangesOf(joined, whole, startOf, (at) => startOf(at - 1) + 1);
}

/** @returns where forms are, whole or without their end, and up to what is joined to them */
function rangesOf(
	text: string,
	forms: readonly Form[],
	startOf: (at: number) => number,
	endOf = startOf,
): Range[] {
	const folded = fold(text);
	const ranges: Range[] = [];
	for (const [form, length] of forms) {
		const beginning = form.slice(0, length);
		for (let at = folded.indexOf(beginning); at !== -1;) {
			let end = at + beginning.length;
			while (end < at + form.length && folded[end] === form[end - at]) end++;
			const joined = end === at + form.length ? PADDING : REST;
			joined.lastIndex = end;
			joined.test(text);
			end = joined.lastIndex;
			ranges.push([startOf(at), endOf(end)]);
			at = folded.indexOf(beginning, end);
		}
	}
	return ranges;
}

/** What may follow a whole secret in base64. */
const PADDING = /=*/y;

/**
 * What follows the beginning of a secret, whatever it is: if only what is right were hidden, a secret
 * could be found out character by character.
 */
const REST = /[^\s"'`<>&]*/y;

/** What form encoding, base64 for addresses, capital letters, and a place that may show HTML make different. */
function fold(text: string): string {
	// Letter by letter: the length of a text stays.
	return text
		.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
		.replace(/[ -]/g, '+')
		.replaceAll('_', '/')
		.replaceAll('‹', '<');
}

function inHex(secret: string): string {
	return Buffer.from(secret).toString('hex');
}

/** @param bytes how many are before the secret; the characters that they are a part of are left out */
function inBase64(secret: string, bytes: number): string {
	return Buffer.from('\0'.repeat(bytes) + secret)
		.toString('base64')
		.slice(bytes && bytes + 1)
		.replace(/={1,2}$/, '');
}
