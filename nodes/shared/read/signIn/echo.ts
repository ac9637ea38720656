import { createHmac, scryptSync } from 'crypto';

import type { Answer } from '../../http/answer';
import type { Clean } from '../../http/redact';
import { redactor } from '../../http/redact';
import type { ReadBody } from './types';

/** A secret of a credential. */
export interface Secret {
	value: string;
	/**
	 * What it is, if it may be sent again where an API repeats it in its URLs. The same for the token
	 * that replaces it. A password, a client secret, or a refresh token is never sent again.
	 */
	sentAs?: string;
}

/** Takes the place of a secret in URLs; the part in the middle says for what it stands, and where. */
const PLACEHOLDER = /\*\*\*secret-([\w-]{22})\*\*\*/g;

/** A parameter whose whole value is a placeholder. */
const PARAMETER = /^([^=]+)=\*\*\*secret-([\w-]{22})\*\*\*$/;

/** A shorter value may be in a URL for another reason, unless its parameter is that of the secret. */
const MIN_LENGTH = 8;

/** Longest name of a parameter that is looked for, and longest URL before it. */
const MAX_NAME = 100;
const MAX_URL = 2_000;

/** What is before the name of a query parameter, also in JSON. */
const SEPARATORS = ['?', '&', ';', '#', '\\u0026', '\\u003f', '\\u003F'];

/** What is between name and value, and the characters of a value: also escaped for JSON. */
const EQUALS = /=|\\u003d/gi;
const VALUE = /[\w\-.~+/%!$()*,:@=\\]*/y;

/** What ends a value, escaped for JSON. */
const END = /\\(?:u00(?:2[267]|3[cef])|[^/u])/i;

/** What may follow a URL in a sentence. */
const PUNCTUATION = /[.,:!)*]{1,3}$/;

/** What ends a URL in text. */
const DELIMITERS = ['"', "'", '<', '>', ' ', '\n'];

/**
 * Keeps the secrets of a credential out of everything that is returned. Some APIs repeat a key in
 * their next URLs, which become a part of records and resume points: a placeholder is there instead,
 * and the key is put back when such a URL is requested.
 *
 * Anybody may write a placeholder into a URL. So it contains a hash that only this credential can
 * make, of the parameter, the host, and the secret; and it must have come from an answer of this run,
 * or from the resume point that the run continues.
 */
export class Echo {
	private secrets: readonly Secret[] = [];
	private readonly values = new Set<string>();
	private cleaner: Clean | undefined;
	/** Secrets by how they are written in a URL, decoded. */
	private readonly written = new Map<string, Secret>();
	/** Hashes of placeholders that this run has made, or continues with. */
	private readonly known = new Set<string>();
	/** Hashes that the user has entered. */
	private readonly foreign = new Set<string>();
	private hashKey: Buffer | undefined;

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
		for (const { value } of unknown) this.values.add(value);
		this.cleaner = undefined;
		for (const secret of unknown) {
			for (const text of [secret.value, forAddresses(secret.value)]) this.written.set(text, secret);
		}
	}

	/**
	 * @param entered URL, parameters, and body that the user reads; no placeholder in it is believed
	 * @param resume the resume point that the run continues; its placeholders are believed
	 */
	trust(entered: string, resume: unknown): void {
		for (const hash of hashesIn(entered)) this.foreign.add(hash);
		for (const hash of hashesIn(JSON.stringify(resume) ?? '')) this.known.add(hash);
	}

	/** Removes every form of the secrets from a text for the user. */
	readonly clean: Clean = (text) => {
		this.cleaner ??= redactor([...this.values]);
		return this.cleaner(text);
	};

	/** @returns a URL in which every secret that was replaced is as the API has sent it */
	reveal(url: string): string {
		const [address = '', ...fragment] = url.split('#');
		const [before = '', ...rest] = address.split('?');
		const query = rest.join('?');
		if (!query.includes('***secret-')) return url;
		const { host } = new URL(url);
		const revealed = query.replace(/[^&]+/g, (parameter) => {
			const [, name = '', hash = ''] = PARAMETER.exec(parameter) ?? [];
			if (!this.known.has(hash) || this.foreign.has(hash)) return parameter;
			const secret = this.secrets.find(
				(one) => one.sentAs !== undefined && this.hashOf(one, name, host) === hash,
			);
			return secret ? `${name}=${encodeURIComponent(secret.value)}` : parameter;
		});
		return [`${before}?${revealed}`, ...fragment].join('#');
	}

	/**
	 * Reads an answer without what it repeats of the secrets in URLs.
	 *
	 * @param url of the request
	 */
	async read(answer: Answer, read: ReadBody, url: string): Promise<Answer> {
		const { host } = new URL(url);
		const hide: Clean = (text) => this.hide(text, host);
		const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]);
		return await read({ ...answer, headers: Object.fromEntries(headers) }, hide);
	}

	/** Replaces the secrets that are the value of a parameter of a URL, in text of any kind. */
	private hide(text: string, host: string): string {
		let hidden = '';
		let end = 0;
		EQUALS.lastIndex = 0;
		for (let match = EQUALS.exec(text); match; match = EQUALS.exec(text)) {
			const name = nameBefore(text, match.index);
			if (name === undefined) continue;
			VALUE.lastIndex = EQUALS.lastIndex;
			const [all = ''] = VALUE.exec(text) ?? [];
			const [raw = ''] = all.split(END);
			const placeholder = this.inPlaceOf(raw, name, () => hostBefore(text, match.index) ?? host);
			// Each character is looked at once, whatever the text.
			EQUALS.lastIndex += raw.length;
			if (placeholder === undefined) continue;
			hidden += text.slice(end, EQUALS.lastIndex - raw.length) + placeholder;
			end = EQUALS.lastIndex;
		}
		return hidden + text.slice(end);
	}

	/** @returns the value of a parameter without the secret that it is, if it is one */
	private inPlaceOf(raw: string, name: string, host: () => string): string | undefined {
		const [after = ''] = PUNCTUATION.exec(raw.slice(-3)) ?? [];
		for (const value of [raw, raw.slice(0, raw.length - after.length)]) {
			const secret = this.secretIn(value);
			if (!secret || (secret.value.length < MIN_LENGTH && !this.names.includes(name))) continue;
			const hash = this.hashOf(secret, name, host());
			this.known.add(hash);
			return `***secret-${hash}***${raw.slice(value.length)}`;
		}
		return undefined;
	}

	private secretIn(value: string): Secret | undefined {
		const text = value
			.replaceAll('\\/', '/')
			.replace(/\\u00(..)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
		return [text, percentDecoded(text), percentDecoded(text.replaceAll('+', ' '))]
			.map((one) => this.written.get(one))
			.find((secret) => secret !== undefined);
	}

	private hashOf({ sentAs = '' }: Secret, name: string, host: string): string {
		// Slow on purpose, so that a placeholder does not let its readers try out short secrets.
		this.hashKey ??= scryptSync(this.key, this.salt, 32);
		const stands = JSON.stringify([sentAs, name, host]);
		return createHmac('sha256', this.hashKey).update(stands).digest('base64url').slice(0, 22);
	}
}

function hashesIn(text: string): string[] {
	return Array.from(text.matchAll(PLACEHOLDER), ([, hash = '']) => hash);
}

/** Some APIs write base64 as it is usual in URLs. */
function forAddresses(secret: string): string {
	return secret
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replace(/={1,2}$/, '');
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

/** @returns the host of the absolute URL that a position is in */
function hostBefore(text: string, at: number): string | undefined {
	const before = text.slice(Math.max(0, at - MAX_URL), at);
	const begin = Math.max(...DELIMITERS.map((one) => before.lastIndexOf(one))) + 1;
	const url = before.slice(begin).replaceAll('\\/', '/');
	return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).host : undefined;
}
