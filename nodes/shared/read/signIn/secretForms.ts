import type { Secret } from '../../auth/secrets';
import { inBytes, readingsOf } from '../../http/encodings';

/** How a secret is written. */
interface SecretForm extends Secret {
	/** Position among the forms of the secret. */
	index: number;
}

/** Where a secret is in a text. */
interface FoundSecret {
	from: number;
	to: number;
	form: SecretForm;
	/** How many times its parameter is encoded. */
	depth: number;
}

/** What is written in place of a secret. */
export const HIDDEN_SECRET = '***secret***';

/** Shortest secret that is looked for in URLs: a shorter value may be in one for another reason. */
const MIN_SECRET_LENGTH = 8;

/** Without an equals sign, encoded or not, a text has no parameter. */
const EQUALS = /=|3d|61;/i;

/**
 * What is before the value of a parameter: an equals sign, a quote, and the word that is before a secret
 * in a header, as in `authorization=Bearer%20k3y-0123`, read without its encoding.
 */
const BEFORE = /=["'\s]*(?:(?:Bearer|Basic|DPoP|Token|(?:Api-?)?Key)[\s+]+)?/gi;

/** What follows a secret in a URL. */
const URL_END = /^(?:[&;#]|$)/;

/** What follows a secret in a text, where its URL may end a sentence or a cell. */
const TEXT_END = /^[.,:!)*]{0,3}(?:[^\w.~%+/=@$:!*(-]|$)/;

/** Characters after a secret that say whether it has ended. */
const LONGEST_END = 12;

/** What is before the name of a parameter. */
const BEFORE_NAME = /[?&;#]/;

/** What is in no name of a parameter. */
const NO_NAME = /[?&;#\s"'<>\\=]/;

/**
 * Finds secrets that are the value of a parameter of a URL, however they are written: percent-encoded,
 * escaped for JSON or HTML, and in URLs that are parameters of others.
 *
 * It is not the search of `redactor`, which hides too much rather than too little of a text that is only
 * shown: also a part of a secret, in base64, and what is joined to it. Records are data, and URLs are sent:
 * only the whole value of a parameter is replaced, and can be written again as it was encoded. Both read
 * encoded text by `readingsOf`.
 */
export class SecretForms {
	private readonly known = new Map<string, SecretForm>();
	/** A secret may begin with another one. */
	private readonly longestFirst: Array<[text: string, form: SecretForm]>;

	/** @param secrets those that are found */
	constructor(secrets: Iterable<Secret>) {
		for (const secret of secrets) {
			if (secret.value.length < MIN_SECRET_LENGTH) continue;
			for (const [index, form] of formsOf(secret.value).entries()) {
				for (const one of [form, inBytes(form)]) {
					const text = one.replaceAll(' ', '+');
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
		return this.replace(text, TEXT_END, () => HIDDEN_SECRET);
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

	/** @param by gets a secret, how it is written, and how many times its parameter is encoded */
	private replace(
		text: string,
		ends: RegExp,
		by: (form: SecretForm, raw: string, depth: number) => string,
	): string {
		if (!EQUALS.test(text)) return text;
		const found = this.find(text, ends);
		let replaced = '';
		let end = 0;
		for (const { from, to, form, depth } of found.sort((a, b) => a.from - b.from)) {
			// The same in another reading.
			if (from < end) continue;
			replaced += text.slice(end, from) + by(form, text.slice(from, to), depth);
			end = to;
		}
		return replaced + text.slice(end);
	}

	/** Looks at each character a few times, whatever the text. */
	private find(text: string, ends: RegExp): FoundSecret[] {
		const found: FoundSecret[] = [];
		const readings = readingsOf(text);
		for (const reading of readings) {
			// A form writes a space as a plus.
			const folded = reading.text.replaceAll(' ', '+');
			for (let match; (match = BEFORE.exec(reading.text));) {
				const { index } = match;
				if (!isNamed(reading.text, index)) continue;
				// A secret may begin with what may be before one.
				for (let from = index + 1; from <= BEFORE.lastIndex; from++) {
					for (const [secret, form] of this.longestFirst) {
						if (!isAt(folded, from, secret)) continue;
						// What ends a value is encoded as what begins it.
						const { text: around, level: depth } =
							readings.find(({ text, level }) => text[reading.placeAt(level, index)] === '=') ??
							reading;
						const end = reading.placeAt(depth, from + secret.length);
						if (!ends.test(around.slice(end, end + LONGEST_END))) continue;
						const to = reading.placeAt(0, from + secret.length);
						found.push({ from: reading.placeAt(0, from), to, form, depth });
						break;
					}
				}
			}
		}
		return found;
	}
}

/** @returns how a secret is written in a URL, decoded: some APIs write base64 as it is usual there */
function formsOf(value: string): string[] {
	const inUrls = value.replaceAll('+', '-').replaceAll('/', '_');
	return [value, inUrls].flatMap((one) => [one, one.replace(/={1,2}$/, '')]);
}

/** Where a secret is equal at its beginning, and as much at its end, the rest is not compared. */
const COMPARED = 64;

/** @returns whether a secret is at a place; a long one takes no more time, however often it begins */
function isAt(text: string, from: number, secret: string): boolean {
	const end = secret.slice(-COMPARED);
	return (
		text.startsWith(secret.slice(0, COMPARED), from) &&
		text.startsWith(end, from + secret.length - end.length)
	);
}

/** @returns whether the name of a parameter is before a place */
function isNamed(text: string, end: number): boolean {
	let start = end;
	while (start > 0 && !NO_NAME.test(text.charAt(start - 1))) start--;
	return start < end && BEFORE_NAME.test(text.charAt(start - 1));
}

/** @returns a secret, encoded where another one was */
function written(text: string, raw: string): string {
	const isEncoded = raw.includes('%') || /[&;#%\s]/.test(text);
	return isEncoded || (text.includes('+') && !raw.includes('+')) ? encodeURIComponent(text) : text;
}
