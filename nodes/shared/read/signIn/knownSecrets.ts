import type { Secret } from '../../auth/secrets';
import { Recent } from '../../basics/recent';
import { type Clean, redactor } from '../../http/redact';
import { SecretForms } from './secretForms';

/** Secrets of a run at most, those used last: an API may have its token renewed for each page. */
const MOST_SECRETS = 100;

/** The secrets of a credential, with those that were replaced during the run. */
export class KnownSecrets {
	/** The secrets that are valid now. */
	private valid: readonly Secret[] = [];
	/** All secrets, by their values; also those that were replaced. */
	private readonly known = new Recent<Secret>(MOST_SECRETS);
	private forms = new SecretForms([]);
	private cleaner: Clean | undefined;

	/**
	 * Adds secrets, such as a token that was renewed, or a key that was replaced.
	 *
	 * @param valid all that are valid now; empty ones do not count
	 */
	learn(valid: readonly Secret[]): void {
		this.valid = valid.filter(({ value }) => value !== '');
		this.remember(this.valid);
	}

	/** Adds secrets that are hidden, and replaced by those that are valid now. */
	remember(more: readonly Secret[]): void {
		const named = more.filter(({ value }) => value !== '');
		const isKnown = named.every(({ value }) => this.known.has(value));
		for (const secret of named) {
			const before = this.known.get(secret.value);
			// One that may be sent again stays so, also where a token is repeated as another one.
			this.known.set(secret.value, before?.sentAs === undefined ? secret : before);
		}
		if (isKnown) return;
		this.forms = new SecretForms(this.known.values());
		this.cleaner = undefined;
	}

	/** Removes every form of the secrets from a text for the user. */
	clean(text: string): string {
		this.cleaner ??= redactor([...this.known.keys()]);
		return this.cleaner(text);
	}

	/** @returns a text with something else in place of the secrets that are parameters of URLs in it */
	hide(text: string): string {
		return this.forms.hide(text);
	}

	/**
	 * @param by what is written in place of a secret; `undefined` for the secret as it is
	 * @returns a URL with something else in place of the secrets in it
	 */
	renew(url: string, by: (secret: Secret) => string | undefined): string {
		return this.forms.renew(url, by);
	}

	/** @returns the secrets that are parameters of a URL, in their order */
	secretsIn(url: string): Secret[] {
		const found: Secret[] = [];
		this.forms.renew(url, (secret) => void found.push(secret));
		return found;
	}

	/** @returns the secret that is valid now in the place of an earlier one, see `Secret.sentAs` */
	validFor(sentAs: string): string | undefined {
		return this.valid.find((secret) => secret.sentAs === sentAs)?.value;
	}
}
