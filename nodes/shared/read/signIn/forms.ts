/** What may follow a value: in a URL, and in text, where the URL may end a sentence or a cell. */
export const URL_END = /^(?:[&;#]|$)/;
export const TEXT_END = /^[.,:!)*]{0,3}(?:[?&;#\s"'<>\\|)\]},`…]|$)/;

/** Longest name of a parameter that is looked for. */
const MAX_NAME = 100;

/** What is before the name of a query parameter, also in JSON. */
const SEPARATORS = ['?', '&', ';', '#', '\\u0026', '\\u003f', '\\u003F'];

/** @returns how a secret is written in a URL, decoded: some APIs write base64 as it is usual there */
export function formsOf(value: string): string[] {
	const inUrls = value.replaceAll('+', '-').replaceAll('/', '_');
	return [value, inUrls, withoutPadding(value), withoutPadding(inUrls)];
}

function withoutPadding(base64: string): string {
	return base64.replace(/={1,2}$/, '');
}

/**
 * @param index which of its forms
 * @param raw how another one was written
 * @returns a secret as the other one was written
 */
export function written(value: string, index: number, raw: string): string {
	const text = formsOf(value)[index] ?? value;
	const isEncoded = raw.includes('%') || /[&;#%\s]/.test(text);
	return isEncoded || (text.includes('+') && !raw.includes('+')) ? encodeURIComponent(text) : text;
}

/** @returns a text of a URL as it was meant; one that is not encoded stays as it is */
export function percentDecoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/**
 * @param at where the name ends
 * @returns the name of a query parameter; `undefined` where there is none
 */
export function nameBefore(text: string, at: number): string | undefined {
	const before = text.slice(Math.max(0, at - MAX_NAME - 1), at);
	const start = Math.max(
		...SEPARATORS.map((one) => (before.includes(one) ? before.lastIndexOf(one) + one.length : -1)),
	);
	const name = start === -1 ? '' : before.slice(start);
	return name === '' || /["'\s#=\\]/.test(name) ? undefined : name;
}
