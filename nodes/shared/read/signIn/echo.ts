import { createHash, createHmac, scryptSync } from 'crypto';

import type { Answer } from '../../http/answer';
import type { Clean } from '../../http/redact';
import { redactor } from '../../http/redact';
import type { ReadBody } from '../types';

/** A secret of a credential. */
export interface Secret {
	value: string;
	/**
	 * What it is, if it may be sent again where an API repeats it in its URLs. The same for the token
	 * that replaces it. A password, a client secret, or a refresh token is never sent again.
	 */
	sentAs?: string;
}

/** What takes the place of a secret contains a hash of what it stands for, and where. */
const HASH = /secret-([\w-]{22})/g;

/** The value of a parameter that begins with a placeholder. */
const PLACEHOLDER = /=\*\*\*secret-([\w-]{22})\*\*\*/g;

/** A shorter value may be in a URL for another reason, unless its parameter is that of the secret. */
const MIN_LENGTH = 8;

/** Longest name of a parameter that is looked for, and longest URL before it. */
const MAX_NAME = 100;
const MAX_URL = 2_000;

/** So many placeholders are remembered: far more than next URLs in an answer. */
const MAX_KNOWN = 10_000;

/** So many credentials in use have their key for hashes kept. */
const MAX_KEYS = 20;

/** What is before the name of a query parameter, also in JSON. */
const SEPARATORS = ['?', '&', ';', '#', '\\u0026', '\\u003f', '\\u003F'];

/** What is between name and value, and the characters of a value. */
const EQUALS = /=|\\u003d/gi;
const VALUE = /[^?&;#\s"'<>\\]*/y;

/** Characters of a value, escaped for JSON; of these, what ends a value. */
const ESCAPED = /\\(?:\/|u[0-9a-f]{4})/iy;
const END = /^\\u00(?:2[2367]|3[bcef])$/i;

/** What may follow a URL in a sentence, and between the values of a table. */
const PUNCTUATION = /[.,:!)*]{1,3}$/;
const NEXT = /[,|)\]}]/;

/** What is before a URL in text, and what may also be a part of it. */
const BEFORE = ['"', '<', '>', '\n'];
const MAYBE_BEFORE = ["'", ' '];

/**
 * Keeps the secrets of a credential out of everything that is returned. Some APIs repeat a key in
 * their next URLs, which become a part of records and resume points: a placeholder is there instead,
 * and the key is put back when such a URL is requested.
 *
 * Anybody may write a placeholder into a URL. So it contains a hash that only this credential can
 * make, of the secret, the parameter, the host, and the end of the path; and it must have come from an
 * answer of this run, or from the resume point that the run continues.
 */
export class Echo {
	private secrets: readonly Secret[] = [];
	private readonly values = new Set<string>();
	private cleaner: Clean | undefined;
	/** Secrets by how they are written in a URL, decoded. */
	private readonly written = new Map<string, Secret>();
	/** Length of the shortest of these. */
	private shortest = Infinity;
	/** Hashes of placeholders that this run has made, or continues with. */
	private readonly known = new Set<string>();
	/** Hashes that the user has entered. */
	private readonly foreign = new Set<string>();

	/**
	 * @param key what the hash is keyed with: known to the credential alone, and the same in later runs
	 * @param salt that of the n8n
	 * @param secrets what must not be returned
	 * @param names query parameters that the credential sets
	 */
	constructor(
		private readonly key: string,
		private readonly salt: string,
		secrets: readonly Secret[],
		private readonly names: readonly string[] = [],
	) {
		this.learn(secrets);
	}

	/**
	 * Adds secrets, such as a token that was renewed.
	 *
	 * @param secrets all that are valid now
	 */
	learn(secrets: readonly Secret[]): void {
		this.secrets = secrets;
		const unknown = secrets.filter(({ value }) => value !== '' && !this.values.has(value));
		if (unknown.length === 0) return;
		this.cleaner = undefined;
		for (const secret of unknown) {
			this.values.add(secret.value);
			for (const text of formsOf(secret)) {
				// One that may be sent again stays so, also where a token is repeated as another one.
				if (this.written.get(text)?.sentAs === undefined) this.written.set(text, secret);
				this.shortest = Math.min(this.shortest, text.length);
			}
		}
	}

	/**
	 * @param entered URL, parameters, and body that the user reads; no placeholder in it is believed
	 * @param resume the resume point that the run continues; its placeholders are believed
	 */
	trust(entered: string, resume: unknown): void {
		for (const text of [entered, percentDecoded(entered)]) {
			for (const hash of hashesIn(text)) this.foreign.add(hash);
		}
		for (const hash of hashesIn(JSON.stringify(resume) ?? '')) this.known.add(hash);
	}

	/** Removes every form of the secrets from a text for the user. */
	readonly clean: Clean = (text) => {
		this.cleaner ??= redactor([...this.values]);
		return this.cleaner(text);
	};

	/** @returns a URL in which every secret that was replaced is as the API has sent it */
	reveal(url: string): string {
		if (!url.includes('***secret-')) return url;
		const place = placeOf(new URL(url));
		return url.replace(PLACEHOLDER, (found: string, hash: string, at: number) => {
			const name = nameBefore(url, at);
			if (name === undefined || !this.known.has(hash) || this.foreign.has(hash)) return found;
			const value = this.secrets
				.filter(({ sentAs }) => sentAs !== undefined)
				.flatMap((secret) => formsOf(secret).map((text) => ({ secret, text })))
				.find(({ secret, text }) => this.hashOf(secret, text, name, place) === hash);
			return value ? `=${encodeURIComponent(value.text)}` : found;
		});
	}

	/**
	 * Reads an answer without what it repeats of the secrets in URLs.
	 *
	 * @param url of the request
	 */
	async read(answer: Answer, read: ReadBody, url: string): Promise<Answer> {
		const base = new URL(url);
		const hide: Clean = (text) => this.hide(text, base);
		const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]);
		return await read({ ...answer, headers: Object.fromEntries(headers) }, hide);
	}

	/** Replaces the secrets that are the value of a parameter of a URL, in text of any kind. */
	private hide(text: string, base: URL): string {
		let hidden = '';
		let end = 0;
		EQUALS.lastIndex = 0;
		for (let match = EQUALS.exec(text); match; match = EQUALS.exec(text)) {
			const start = EQUALS.lastIndex;
			// Each character is looked at once, whatever the text.
			EQUALS.lastIndex = endOfValue(text, start);
			const raw = text.slice(start, EQUALS.lastIndex);
			const placeholder =
				raw.length < this.shortest ? undefined : this.inPlaceOf(raw, text, match.index, base);
			if (placeholder === undefined) continue;
			hidden += text.slice(end, start) + placeholder;
			end = EQUALS.lastIndex;
		}
		return hidden + text.slice(end);
	}

	/**
	 * @param at where the name of the parameter ends
	 * @returns the value of a parameter without the secret that it is, if it is one
	 */
	private inPlaceOf(raw: string, text: string, at: number, base: URL): string | undefined {
		const [after = ''] = PUNCTUATION.exec(raw.slice(-3)) ?? [];
		const [first = ''] = raw.split(NEXT, 1);
		for (const value of [raw, raw.slice(0, raw.length - after.length), first]) {
			const form = this.formIn(value);
			const secret = form !== undefined && this.written.get(form);
			const name = secret && nameBefore(text, at);
			if (!name || (secret.value.length < MIN_LENGTH && !this.names.includes(name))) continue;
			const hash = this.hashOf(secret, form, name, placeOf(urlBefore(text, at, base)));
			this.know(hash);
			return `***secret-${hash}***${raw.slice(value.length)}`;
		}
		return undefined;
	}

	private know(hash: string): void {
		const [oldest] = this.known;
		if (oldest !== undefined && this.known.size >= MAX_KNOWN) this.known.delete(oldest);
		this.known.add(hash);
	}

	/** @returns what the value of a parameter is, decoded, if that is a secret */
	private formIn(value: string): string | undefined {
		const text = value
			.replaceAll('\\/', '/')
			.replace(/\\u00(..)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
		if (this.written.has(text)) return text;
		return [percentDecoded(text), percentDecoded(text.replaceAll('+', ' '))].find((one) =>
			this.written.has(one),
		);
	}

	private hashOf(
		{ value, sentAs = '' }: Secret,
		form: string,
		name: string,
		place: string,
	): string {
		const stands = JSON.stringify([sentAs, form === value, name, place]);
		const key = hashKeyOf(this.key, this.salt);
		return createHmac('sha256', key).update(stands).digest('base64url').slice(0, 22);
	}
}

const hashKeys = new Map<string, Buffer>();

/** @returns a key that is slow to make, so that a placeholder does not let its readers try out short secrets */
function hashKeyOf(key: string, salt: string): Buffer {
	const id = createHash('sha256')
		.update(JSON.stringify([key, salt]))
		.digest('base64');
	const hashKey = hashKeys.get(id) ?? scryptSync(key, salt, 32);
	if (hashKeys.size >= MAX_KEYS) hashKeys.clear();
	hashKeys.set(id, hashKey);
	return hashKey;
}

function hashesIn(text: string): string[] {
	return Array.from(text.matchAll(HASH), ([, hash = '']) => hash);
}

/** @returns how a secret is written in a URL, decoded: some APIs write base64 as it is usual there */
function formsOf({ value }: Secret): string[] {
	const inUrls = value
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replace(/={1,2}$/, '');
	return inUrls === value ? [value] : [value, inUrls];
}

function percentDecoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** @returns the name of the query parameter whose value begins after a position */
function nameBefore(text: string, at: number): string | undefined {
	const before = text.slice(Math.max(0, at - MAX_NAME - 1), at);
	const start = Math.max(
		...SEPARATORS.map((one) => (before.includes(one) ? before.lastIndexOf(one) + one.length : -1)),
	);
	const name = start === -1 ? '' : before.slice(start);
	return name === '' || /["'\s#=\\]/.test(name) ? undefined : name;
}

/** @returns where the value of a parameter ends that begins at a position */
function endOfValue(text: string, start: number): number {
	let end = start;
	for (;;) {
		VALUE.lastIndex = end;
		VALUE.test(text);
		end = VALUE.lastIndex;
		ESCAPED.lastIndex = end;
		const [escaped] = ESCAPED.exec(text) ?? [];
		if (escaped === undefined || END.test(escaped)) return end;
		end += escaped.length;
	}
}

/** @returns the URL that a position is in, without its query */
function urlBefore(text: string, at: number, base: URL): URL {
	const before = text.slice(Math.max(0, at - MAX_URL), at);
	const whole = afterLast(before, BEFORE);
	const part = afterLast(whole, MAYBE_BEFORE);
	const [url = ''] = (part.includes('?') ? part : whole).replaceAll('\\/', '/').split('?');
	return URL.canParse(url, base.href) ? new URL(url, base) : base;
}

function afterLast(text: string, ends: readonly string[]): string {
	return text.slice(Math.max(...ends.map((one) => text.lastIndexOf(one))) + 1);
}

/**
 * @returns host, and last part of the path, of a URL: what is before it depends on the base, where a URL
 *   is relative
 */
function placeOf({ host, pathname }: URL): string {
	const parts = pathname.split('/').filter((part) => part !== '');
	return `${host}/${parts.at(-1) ?? ''}`;
}
