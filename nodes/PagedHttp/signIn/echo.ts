import type { Answer } from '../../shared/http/answer';
import type { Clean } from '../../shared/http/redact';
import { redactor, secretPattern } from '../../shared/http/redact';
import type { ReadBody } from './types';

/**
 * Takes the place of a secret in URLs, which is put back when they are requested. A later run, which
 * has not seen the secret, finds it by its number in the credential, if it is not the first one.
 */
const PLACEHOLDER = /([?&;])([^=&;?#]+)=\*\*\*secret(?:-(\d+))?\*\*\*/g;

const placeholderFor = (index: number) => `***secret${index > 0 ? `-${index + 1}` : ''}***`;

/** A shorter value may be in a URL for another reason, unless its parameter is that of the secret. */
const MIN_LENGTH = 8;

/** Where the value of a query parameter begins, also in JSON and HTML. */
const PARAMETER = String.raw`(?:[?&;]|\\u0026)`;

/** What may follow in the same value. */
const CONTINUED = String.raw`[\w\-.~+/%=]`;

/**
 * Keeps the secrets of a credential out of everything that is returned. Some APIs repeat a key in
 * their next URLs, which become a part of records and resume points.
 */
export class Echo {
	private readonly secrets = new Set<string>();
	/** The secrets that were found, by the names of their parameters. */
	private readonly found = new Map<string, string>();
	/** The secrets that are valid now, in the order of the credential. */
	private current: readonly string[] = [];
	private cleaner: Clean | undefined;
	private finder: Array<readonly [secret: string, pattern: RegExp]> = [];

	/**
	 * @param secrets what must not be returned
	 * @param names query parameters that the credential sets
	 */
	constructor(
		secrets: readonly string[],
		private readonly names: readonly string[] = [],
	) {
		this.learn(secrets);
	}

	/**
	 * Adds secrets, such as a token that was renewed.
	 *
	 * @param secrets all that are valid now
	 */
	learn(secrets: readonly string[]): void {
		this.current = secrets;
		const unknown = secrets.filter((secret) => secret !== '' && !this.secrets.has(secret));
		if (unknown.length === 0) return;
		// The newest one first.
		const all = [...unknown, ...this.secrets];
		this.secrets.clear();
		for (const secret of all) this.secrets.add(secret);
		this.cleaner = undefined;
		this.finder = all.flatMap((secret) => this.patternFor(secret));
	}

	/** Removes every form of the secrets from a text for the user. */
	readonly clean: Clean = (text) => {
		this.cleaner ??= redactor([...this.secrets]);
		return this.cleaner(this.hide(text));
	};

	/** Replaces the secrets in the query of URLs, in text of any kind. */
	readonly hide: Clean = (text) =>
		this.finder.reduce(
			(hidden, [secret, pattern]) =>
				hidden.replace(pattern, (_whole, before: string, name: string) => {
					this.found.set(name, secret);
					return `${before}${name}=${placeholderFor(this.current.indexOf(secret))}`;
				}),
			text,
		);

	/** @returns a URL in which every secret that was replaced is as the API has sent it */
	reveal(url: string): string {
		return url.replace(
			PLACEHOLDER,
			(_whole, before: string, name: string, number: string | undefined) => {
				const secret = this.found.get(name) ?? this.current[Number(number ?? 1) - 1] ?? '';
				return `${before}${name}=${encodeURIComponent(secret)}`;
			},
		);
	}

	/** Reads an answer without what it repeats of the secrets in URLs. */
	async read(answer: Answer, read: ReadBody): Promise<Answer> {
		const headers = Object.entries(answer.headers).map(([name, value]) => [name, this.hide(value)]);
		return await read({ ...answer, headers: Object.fromEntries(headers) }, this.hide);
	}

	private patternFor(secret: string): Array<readonly [string, RegExp]> {
		const names = this.names.map(secretPattern);
		if (secret.length >= MIN_LENGTH) names.push(String.raw`[^=&?#"'\s\\]{1,100}`);
		if (names.length === 0) return [];
		const source = `(${PARAMETER})(${names.join('|')})=${secretPattern(secret)}(?!${CONTINUED})`;
		return [[secret, new RegExp(source, 'gi')]];
	}
}
