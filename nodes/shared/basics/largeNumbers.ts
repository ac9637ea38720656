/** A whole number in JSON that is larger than a number of JavaScript is exact: `7615917337495251231`. */
interface LargeNumber {
	/** Where it is in the text. */
	start: number;
	end: number;
	/** The name before it; `''` where there is none. */
	field: string;
	/** Whether it is written with other digits once it was read. */
	isRounded: boolean;
}

/**
 * What JSON has where it may have a large number outside of texts, `:7615917337495251231,` or nothing else: most have
 * none, and are not looked at any closer.
 */
const MANY_DIGITS = /(?:^|[:,[\s])-?\d{16,}(?:$|[,\]}\s])/;

/** A number outside of texts, whole or not. */
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const WHOLE = /^-?\d{16,}$/;

/**
 * Finds the numbers that lose digits when JSON is read: above 2^53, different ones become equal.
 *
 * @param text JSON; of any other text, the result means nothing
 */
export function* largeNumbersIn(text: string): Generator<LargeNumber> {
	if (!MANY_DIGITS.test(text)) return;
	let field = '';
	for (let at = 0; at < text.length;) {
		const quote = text.indexOf('"', at);
		const end = quote === -1 ? text.length : quote;
		for (const { 0: digits, index } of text.slice(at, end).matchAll(NUMBER)) {
			if (!WHOLE.test(digits) || Number.isSafeInteger(Number(digits))) continue;
			const start = at + index;
			const isRounded = String(Number(digits)) !== digits;
			yield { start, end: start + digits.length, field, isRounded };
		}
		if (quote === -1) return;
		const close = endOfText(text, quote);
		// A name; a text as a value says nothing about the number after it.
		if (/^\s*:/.test(text.slice(close, close + MOST_BLANKS)))
			field = text.slice(quote + 1, close - 1);
		at = close;
	}
}

/** Blanks between a name and its colon, at most; JSON has none, or one. */
const MOST_BLANKS = 8;

/** @returns the index after the quotation mark that ends a text */
function endOfText(text: string, start: number): number {
	for (let at = start; ;) {
		at = text.indexOf('"', at + 1);
		if (at === -1) return text.length;
		let slashes = 0;
		while (text[at - 1 - slashes] === '\\') slashes++;
		if (slashes % 2 === 0) return at + 1;
	}
}

/** @returns the name of the first field that loses digits; `undefined` when none does */
export function roundedFieldIn(json: string): string | undefined {
	for (const { field, isRounded } of largeNumbersIn(json)) if (isRounded) return field;
	return undefined;
}

/** @returns JSON with every such number as text: `{ "id": "7615917337495251231" }` */
export function withLargeNumbersAsText(json: string): string {
	const parts: string[] = [];
	let at = 0;
	for (const { start, end } of largeNumbersIn(json)) {
		parts.push(json.slice(at, start), `"${json.slice(start, end)}"`);
		at = end;
	}
	return at === 0 ? json : parts.join('') + json.slice(at);
}
