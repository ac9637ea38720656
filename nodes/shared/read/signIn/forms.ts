import type { Secret } from '../../auth/types';

/** How a secret is written. */
interface Form extends Secret {
	/** Position among the forms of the secret. */
	index: number;
}

/** In place of a secret. */
export const HIDDEN = '***secret***';

/** Shortest secret that is looked for in URLs: a shorter value may be in one for another reason. */
const MIN_LENGTH = 8;

/**
 * What is before a value: an equals sign, percent-encoded if its URL is a parameter of another one, or
 * escaped for JSON or HTML; a quote; and the word that is before a secret in a header.
 */
const BEFORE =
	/(?:=|%((?:25){0,4})3d|\\(?:u00|x)3d|&#(?:0*61|x0*3d);)(?:["'\s]|%(?:25){0,4}2[027])*(?:(?:Bearer|Basic|DPoP|Token|(?:Api-?)?Key)(?:[\s+]|%(?:25){0,4}20)+)?/gi;

/** What follows one in a URL; and in text, where its URL may end a sentence or a cell. */
const URL_END = /^(?:[&;#]|$)/;
const TEXT_END = /^[.,:!)*]{0,3}(?:[^\w.~%+/=@$:!*(-]|$)/;

/** Of what follows one, so many characters say whether it has ended. */
const LONGEST_END = 12;

/** What is before the name of a parameter, and what is in no name. */
const SEPARATOR = /[?&;#]|%(?:25){0,4}(?:23|26|3b|3f)|\\(?:u00|x)(?:26|3f)/i;
const NO_NAME = /^$|[\s"'<>\\=]/;

/** A character that is percent-encoded, or escaped for JSON or HTML, maybe several times. */
const ENCODED =
	/%(?:25){0,4}([0-9a-f]{2})|\\{1,7}u([0-9a-f]{4})|\\{1,7}x([0-9a-f]{2})|&#x0*([0-9a-f]{1,4});|&#0*(\d{1,5});|\\{1,7}([^\\])/iy;

/**
 * Finds secrets that are the value of a parameter of a URL, however they are written: percent-encoded,
 * escaped for JSON or HTML, and in URLs that are parameters of others.
 */
export class Forms {
	private readonly known = new Map<string, Form>();
	/** A secret may begin with another one. */
	private longestFirst: Array<[text: string, form: Form]> = [];

	/** Adds secrets to those that are found. */
	add(secrets: readonly Secret[]): void {
		for (const secret of secrets) {
			if (secret.value.length < MIN_LENGTH) continue;
			for (const [index, form] of formsOf(secret.value).entries()) {
				// In JSON its characters are escaped, and in URLs its bytes.
				for (const text of [form, Buffer.from(form).toString('latin1')]) {
					// One that may be sent again stays so, also where a token is repeated as another one.
					if (this.known.get(text)?.sentAs === undefined)
						this.known.set(text, { ...secret, index });
				}
			}
		}
		this.longestFirst = [...this.known].sort(([one], [other]) => other.length - one.length);
	}

	/** @returns a text with something else in place of the secrets in it */
	hide(text: string): string {
		return this.replace(text, TEXT_END, () => HIDDEN);
	}

	/**
	 * @param by what is written in place of a secret; `undefined` for the secret as it is
	 * @returns a URL with something else in place of the secrets in it
	 */
	renew(url: string, by: (secret: Secret) => string | undefined): string {
		return this.replace(url, URL_END, (form, raw, depth) => {
			const value = by(form);
			if (value === undefined || value === form.value) return raw;
			let text = written(formsOf(value)[form.index] ?? value, raw);
			for (let level = 0; level < depth; level++) text = encodeURIComponent(text);
			return text;
		});
	}

	/**
	 * Looks at each character once, whatever the text.
	 *
	 * @param by gets a secret, how it is written, and how many times its parameter is percent-encoded
	 */
	private replace(
		text: string,
		ends: RegExp,
		by: (form: Form, raw: string, depth: number) => string,
	): string {
		if (text.search(BEFORE) === -1) return text;
		let replaced = '';
		let end = 0;
		for (const { 0: before, 1: encoded, index } of text.matchAll(BEFORE)) {
			const from = index + before.length;
			if (from < end) continue;
			for (const [secret, form] of this.longestFirst) {
				const to = endOf(secret, text, from);
				if (to === undefined || !isEnd(text.slice(to, to + LONGEST_END), ends, encoded)) continue;
				const [, ...names] = text.slice(end, index).split(SEPARATOR);
				const depth = encoded === undefined ? 0 : 1 + encoded.length / 2;
				const raw = text.slice(from, to);
				const isNamed = !NO_NAME.test(names.at(-1) ?? '');
				replaced += text.slice(end, from) + (isNamed ? by(form, raw, depth) : raw);
				end = to;
				break;
			}
		}
		return replaced + text.slice(end);
	}
}

/** @returns how a secret is written in a URL, decoded: some APIs write base64 as it is usual there */
function formsOf(value: string): string[] {
	const inUrls = value.replaceAll('+', '-').replaceAll('/', '_');
	return [value, inUrls].flatMap((one) => [one, one.replace(/={1,2}$/, '')]);
}

/** @returns where a secret ends that begins there in a text; `undefined` where there is another value */
function endOf(secret: string, text: string, from: number): number | undefined {
	let at = from;
	for (let index = 0; index < secret.length; index++) {
		const wanted = secret.charAt(index);
		const next = text.charAt(at);
		const [raw, decoded] = '%\\&'.includes(next) ? decodeAt(text, at) : [next, next];
		if (decoded === wanted || (next === '+' && wanted === ' ')) at += raw.length;
		else if (wanted === '%' && text.startsWith('%25', at)) at += '%25'.length;
		else if (next === wanted) at++;
		else return undefined;
	}
	return at;
}

function decodeAt(text: string, at: number): [raw: string, decoded: string] {
	ENCODED.lastIndex = at;
	const [raw = '', byte, unit, short, hex, decimal, escaped] = ENCODED.exec(text) ?? [];
	const code =
		decimal === undefined ? parseInt(byte ?? unit ?? short ?? hex ?? '', 16) : Number(decimal);
	return [raw, escaped ?? String.fromCharCode(code)];
}

/** @returns whether a value ends; what ends it is encoded as what begins it */
function isEnd(after: string, ends: RegExp, encoded: string | undefined): boolean {
	if (!after.startsWith('%')) return ends.test(after);
	const byte = parseInt(after.replace(`%${encoded}`, '').slice(0, 2), 16);
	return encoded !== undefined && ends.test(String.fromCharCode(byte));
}

/** @returns a secret, encoded where another one was */
function written(text: string, raw: string): string {
	const isEncoded = raw.includes('%') || /[&;#%\s]/.test(text);
	return isEncoded || (text.includes('+') && !raw.includes('+')) ? encodeURIComponent(text) : text;
}
