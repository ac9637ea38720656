/** Prepares a text from the network for a message, a log line or an error item. */
export type Clean = (text: string) => string;

/** What takes the place of a secret. */
const HIDDEN = '***';

/** A shorter secret hides nothing that could not be guessed, and its letters are in every text. */
const MIN_LENGTH = 4;

/** So many characters of a secret identify it where its end was cut off. */
const RECOGNIZED_LENGTH = 8;

/** What is before a secret in the value of a header, which some APIs repeat in base64 as a whole. */
const SCHEMES = ['Bearer', 'Basic', 'DPoP'];
const SCHEME = /^[^\s:]*\s+/;

/**
 * Removes secrets from a text, in every form in which they are sent: as they are, form-encoded,
 * percent-encoded, escaped for JSON or HTML, in base64, alone or as the value of a header, and with
 * their end cut off.
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
			const written = seen.length < MIN_LENGTH ? [secret] : [secret, seen];
			return written.flatMap((one) => [
				formOf(one, scheme.length),
				formOf(toBase64(one), toBase64(scheme).length),
				...SCHEMES.map((word) => formOf(toBase64(`${word} ${one}`), toBase64(`${word} `).length)),
			]);
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
	const once = decode(text);
	const readings = [asItIs(text), once, decodedAgain(once), withoutSpaces(text)];
	const found = readings.flatMap(({ decoded, startOf, endOf = startOf, isJoined = false }) => {
		const folded = fold(decoded);
		return forms
			.filter(([form]) => !isJoined || form.length >= RECOGNIZED_LENGTH)
			.flatMap((form) => rangesOf(form, folded, decoded, isJoined))
			.map(([from, to]): Range => [startOf(from), endOf(to)]);
	});
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

/** A text without its encodings, and where each of its characters begins in the text. */
interface Reading {
	decoded: string;
	startOf: (at: number) => number;
	/** Where what is before a character ends, if that is not where the character begins. */
	endOf?: (at: number) => number;
	/** Whether words stand together that do not in the text: only a whole secret counts there. */
	isJoined?: boolean;
}

/** What is before a secret may make an encoding of its first letters. */
function asItIs(text: string): Reading {
	return { decoded: text, startOf: (at) => at };
}

/** A secret that was broken into lines, as base64 often is. */
function withoutSpaces(text: string): Reading {
	const starts = Array.from(text.matchAll(/\S/g), ({ index }) => index);
	return {
		decoded: text.replace(/\s/g, ''),
		startOf: (at) => starts[at] ?? text.length,
		endOf: (at) => (starts[at - 1] ?? 0) + 1,
		isJoined: true,
	};
}

type Range = [from: number, to: number];

/** @returns where a form is, whole or without its end, and up to what is joined to it */
function rangesOf(
	[form, length]: Form,
	folded: string,
	decoded: string,
	isJoined: boolean,
): Range[] {
	const beginning = isJoined ? form : form.slice(0, length);
	const ranges: Range[] = [];
	for (let at = folded.indexOf(beginning); at !== -1;) {
		const isWhole = folded.startsWith(form, at);
		let end = at + beginning.length;
		while (end < at + form.length && folded[end] === form[end - at]) end++;
		const more = isWhole ? PADDING : JOINED;
		while (!isJoined && more.test(decoded.charAt(end))) end++;
		ranges.push([at, end]);
		at = folded.indexOf(beginning, end);
	}
	return ranges;
}

/** What may follow in base64. */
const PADDING = /=/;

/** Characters of tokens, and of base64. */
const JOINED = /[\w\-.~+/=]/;

/** One character in the forms that it has in URLs, JSON and HTML; percent-encoded ones stand together. */
const ENCODED =
	/(?:%[0-9a-f]{2})+|\\u([0-9a-f]{4})|\\(["\\/])|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos);/gi;

const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

function decode(text: string): Reading {
	const starts: number[] = [];
	let decoded = '';
	let end = 0;
	const plain = (until: number) => {
		for (; end < until; end++) starts.push(end);
	};
	for (const match of text.matchAll(ENCODED)) {
		const [whole, unit, escaped, decimal, hexadecimal, name] = match;
		decoded += text.slice(end, match.index);
		plain(match.index);
		const code = parseInt(unit ?? hexadecimal ?? '', 16) || Number(decimal);
		const characters = whole.startsWith('%')
			? fromPercent(whole)
			: [[escaped ?? NAMED[name?.toLowerCase() ?? ''] ?? fromCode(code), whole.length] as const];
		for (const [character, length] of characters) {
			for (let index = 0; index < character.length; index++) starts.push(end);
			decoded += character;
			end += length;
		}
	}
	decoded += text.slice(end);
	plain(text.length);
	return { decoded, startOf: (at) => starts[at] ?? text.length };
}

/** What was in a URL that is a parameter of another URL. */
function decodedAgain(once: Reading): Reading {
	const { decoded, startOf } = decode(once.decoded);
	return { decoded, startOf: (at) => once.startOf(startOf(at)) };
}

function fromCode(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** @returns the characters of bytes in UTF-8, each with the length of what encodes it */
function fromPercent(text: string): Array<readonly [character: string, length: number]> {
	const bytes = Buffer.from(text.replaceAll('%', ''), 'hex');
	const characters: Array<readonly [string, number]> = [];
	for (let at = 0; at < bytes.length;) {
		const first = bytes[at] ?? 0;
		const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
		const character = bytes.toString('utf8', at, at + length);
		// A byte that is not UTF-8 stands for itself, so that what follows it is read.
		const isWhole = [...character].length === 1 && Buffer.byteLength(character) === length;
		characters.push(isWhole ? [character, length * 3] : ['\ufffd', 3]);
		at += isWhole ? length : 1;
	}
	return characters;
}

/** What form encoding, base64 for addresses, and capital letters make different. */
function fold(text: string): string {
	return text.replace(/[A-Z]/g, lowerCase).replace(/[ -]/g, '+').replaceAll('_', '/');
}

/** The length of a text stays. */
function lowerCase(letter: string): string {
	return letter.toLowerCase();
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

function toBase64(secret: string): string {
	return Buffer.from(secret)
		.toString('base64')
		.replace(/={1,2}$/, '');
}
