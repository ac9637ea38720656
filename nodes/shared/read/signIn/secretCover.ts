import { ACCESS_TOKEN, type Secret } from '../../auth/secrets';
import { plainText } from '../../basics/plainText';
import type { Clean } from '../../http/redact';
import type { Pages, ResumePoint } from '../../paging/types';
import { hideInRecords } from './hideInRecords';
import { KnownSecrets } from './knownSecrets';
import { ResumeSeal } from './sealedResume';
import { HIDDEN_SECRET } from './secretForms';

/**
 * Keeps the secrets of a credential out of what is returned. Some APIs repeat a key in their URLs:
 *
 *     { "items": […], "next": "https://api.example.com/vendors?api_key=k3y-0123&page=2" }
 *
 * A run follows these as they are; its records have something else in place of the key, and its resume
 * points are encrypted.
 */
export class SecretCover {
	private readonly secrets = new KnownSecrets();
	private readonly seal: ResumeSeal;
	/** Secrets that the user has entered in a URL. */
	private readonly entered = new Set<string>();
	/** Whether the API repeats any. */
	private isRepeated = false;

	/**
	 * @param salt that of the n8n
	 * @param valid what is known at the beginning of the run, see `learn`
	 */
	constructor(salt: string, valid: readonly Secret[], sealingKey?: string) {
		this.seal = new ResumeSeal(salt);
		this.learn(valid, sealingKey);
	}

	/** Tells the key of the credential from others, and says nothing about it. */
	get keyId(): string {
		return this.seal.keyId;
	}

	/** Removes every form of the secrets from a text for the user. */
	readonly clean: Clean = (text) => this.secrets.clean(text);

	/**
	 * Adds secrets, such as a token that was renewed, or a key that was replaced.
	 *
	 * @param valid all that are valid now; empty ones do not count
	 * @param sealingKey known to the credential alone, and the same in later runs
	 */
	learn(valid: readonly Secret[], sealingKey = sealingKeyOf(valid)): void {
		this.seal.setKey(sealingKey);
		this.secrets.learn(valid);
	}

	/** Adds secrets that are hidden, and replaced by those that are valid now. */
	remember(more: readonly Secret[]): void {
		this.secrets.remember(more);
	}

	/** @param url what the user has entered: a secret in it is sent as it stands */
	leave(url: string): void {
		for (const { value } of this.secrets.secretsIn(url)) this.entered.add(value);
	}

	/**
	 * @returns a URL to request, with the secret that is valid now where the API repeats one before, and
	 *   without what is never sent again
	 */
	current(url: string): string {
		return this.secrets.renew(url, ({ value, sentAs }) => {
			if (this.entered.has(value)) return undefined;
			this.isRepeated = true;
			return sentAs === undefined ? HIDDEN_SECRET : this.secrets.validFor(sentAs);
		});
	}

	/** @returns pages whose records and resume points do not contain the secrets */
	async *cover(pages: Pages): Pages {
		let step = await pages.next();
		for (; !step.done; step = await pages.next()) {
			const page = step.value;
			const items = hideInRecords(page.items, (text) => this.hide(text));
			yield { ...page, items, resume: () => this.sealed(page.resume()) };
		}
		return { ...step.value, resume: this.sealed(step.value.resume) };
	}

	/**
	 * @param resume what `cover` has returned
	 * @returns it as it was
	 * @throws UserError when it was changed, or made with another credential
	 */
	open(resume: unknown): unknown {
		const content = this.seal.open(resume);
		if (!content) return resume;
		// An earlier token is found by its value, and replaced by the one that is valid now.
		this.remember(content.secrets);
		return content.point;
	}

	private hide(text: string): string {
		const hidden = this.secrets.hide(text);
		if (hidden !== text) this.isRepeated = true;
		return hidden;
	}

	/** @returns a resume point, sealed if this API repeats secrets: it has URLs and hashes */
	private sealed(resume: ResumePoint | null): ResumePoint | null {
		if (!resume) return resume;
		const position = String(resume.position ?? '');
		if (!this.isRepeated && this.clean(position) === plainText(position)) return resume;
		return this.seal.seal(resume, this.secrets.secretsIn(position));
	}
}

/** @returns what stays the same in later runs: without tokens, which are renewed */
function sealingKeyOf(secrets: readonly Secret[]): string {
	return JSON.stringify(secrets.filter(({ sentAs }) => sentAs !== ACCESS_TOKEN));
}
