import { createHmac } from 'crypto';

import type { Answer } from '../../shared/http/answer';
import type { Clean } from '../../shared/http/redact';
import { redactor, secretPattern } from '../../shared/http/redact';
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
const SEPARATORS = ['?', '&', ';', '\\u0026', '\\u003f'];

/** What may follow in the same value. */
const CONTINUED = /[\w\-.~+/%=]/;

/** @returns what finds a secret as the value of a parameter, in every form that it has in a URL or JSON */
export function valuePattern(secret: string): RegExp {
	return new RegExp(`(?:=|\\\\u003d)${secretPattern(secret)}`, 'gi');
}

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
	private finder: Array<readonly [secret: Secret, pattern: RegExp]> = [];
	/** Hashes of placeholders that this run has made, or continues with. */
	private readonly known = new Set<string>();

	/**
	 * @param key what the hash is keyed with: known to the credential alone, and the same in later runs
	 * @param secrets what must not be returned
	 * @param names query parameters that the credential sets
	 */
	constructor(
		private readonly key: string,
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
		const isFindable = ({ value }: Secret) => value.length >= MIN_LENGTH || this.names.length > 0;
		const found = unknown
			.filter(isFindable)
			.map((secret) => [secret, valuePattern(secret.value)] as const);
		// The newest one first.
		this.finder = [...found, ...this.finder];
	}

	/** @param resume the resume point that the run continues; its placeholders are believed */
	trust(resume: unknown): void {
		const text = JSON.stringify(resume) ?? '';
		for (const [, hash = ''] of text.matchAll(PLACEHOLDER)) this.known.add(hash);
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
			if (!this.known.has(hash)) return parameter;
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

	/** Replaces the secrets in the query of URLs, in text of any kind. */
	private hide(text: string, host: string): string {
		return this.finder.reduce(
			(hidden, [secret, pattern]) =>
				hidden.replace(pattern, (found, at: number) => {
					if (CONTINUED.test(hidden.charAt(at + found.length))) return found;
					const name = nameBefore(hidden, at);
					const isOwn = name !== undefined && this.names.includes(name);
					if (name === undefined || (secret.value.length < MIN_LENGTH && !isOwn)) return found;
					const hash = this.hashOf(secret, name, hostBefore(hidden, at) ?? host);
					this.known.add(hash);
					return `=***secret-${hash}***`;
				}),
			text,
		);
	}

	private hashOf({ sentAs = '' }: Secret, name: string, host: string): string {
		const stands = JSON.stringify([sentAs, name, host]);
		return createHmac('sha256', this.key).update(stands).digest('base64url').slice(0, 22);
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
	const before = text.slice(Math.max(0, at - MAX_URL), at).replaceAll('\\/', '/');
	const start = Math.max(before.lastIndexOf('http://'), before.lastIndexOf('https://'));
	const url = before.slice(start);
	const isUrl = start !== -1 && !/["'\s<>\\]/.test(url) && URL.canParse(url);
	return isUrl ? new URL(url).host : undefined;
}
