import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'crypto';

import { jsonParse, UserError } from 'n8n-workflow';

import { ACCESS_TOKEN, type Secret } from '../../auth/types';
import { type Clean, plainText, redactor } from '../../http/redact';
import { isRecord, Recent } from '../../basics/values';
import type { Pages, ResumePoint } from '../../paging/types';
import { Forms, HIDDEN } from './forms';

/** Secrets of a run at most, those used last: an API may have its token renewed for each page. */
const MOST_SECRETS = 100;

/**
 * Keeps the secrets of a credential out of what is returned. Some APIs repeat a key in their URLs. A run
 * follows these as they are; its records have something else in place of the key, and its resume points
 * are encrypted: anybody may write one, and only what this credential has made is believed.
 */
export class Echo {
	private secrets: readonly Secret[] = [];
	private key = '';
	/** By their values, also those that were replaced. */
	private readonly known = new Recent<Secret>(MOST_SECRETS);
	private forms = new Forms([]);
	private cleaner: Clean | undefined;
	/** Secrets that the user has entered in a URL. */
	private readonly entered = new Set<string>();
	/** Whether the API repeats any. */
	private hasFound = false;

	/**
	 * @param salt that of the n8n
	 * @param known at the beginning of the run
	 */
	constructor(
		private readonly salt: string,
		...known: Parameters<Echo['learn']>
	) {
		this.learn(...known);
	}

	/**
	 * Adds secrets, such as a token that was renewed, or a key that was replaced.
	 *
	 * @param secrets all that are valid now; empty ones do not count
	 * @param key known to the credential alone, and the same in later runs
	 */
	learn(secrets: readonly Secret[], key = keyOf(secrets)): void {
		this.secrets = secrets.filter(({ value }) => value !== '');
		this.key = key;
		this.remember(this.secrets);
	}

	/** Adds secrets that are hidden, and replaced by those that are valid now. */
	remember(secrets: readonly Secret[]): void {
		const named = secrets.filter(({ value }) => value !== '');
		const isKnown = named.every(({ value }) => this.known.has(value));
		for (const secret of named) {
			const { value } = secret;
			const known = this.known.get(value);
			// One that may be sent again stays so, also where a token is repeated as another one.
			this.known.set(value, known?.sentAs === undefined ? secret : known);
		}
		if (isKnown) return;
		this.forms = new Forms(this.known.values());
		this.cleaner = undefined;
	}

	/** Removes every form of the secrets from a text for the user. */
	readonly clean: Clean = (text) => {
		this.cleaner ??= redactor([...this.known.keys()]);
		return this.cleaner(text);
	};

	/** @param url what the user has entered: a secret in it is sent as it stands */
	leave(url: string): void {
		this.forms.renew(url, ({ value }) => void this.entered.add(value));
	}

	/**
	 * @returns a URL to request, with the secret that is valid now where the API repeats one before, and
	 *   without what is never sent again
	 */
	current(url: string): string {
		return this.forms.renew(url, ({ value, sentAs }) => {
			if (this.entered.has(value)) return undefined;
			this.hasFound = true;
			if (sentAs === undefined) return HIDDEN;
			return this.secrets.find((secret) => secret.sentAs === sentAs)?.value;
		});
	}

	/** @returns pages whose records and resume points do not contain the secrets */
	async *cover(pages: Pages): Pages {
		let step = await pages.next();
		while (!step.done) {
			const page = step.value;
			try {
				const items = this.hideIn(page.items);
				yield { ...page, items, resume: () => this.seal(page.resume()) };
			} catch (error) {
				// What takes the page has failed: the run ends, and says how far it came.
				step = await pages.throw(error);
				continue;
			}
			step = await pages.next();
		}
		return { ...step.value, resume: this.seal(step.value.resume) };
	}

	/**
	 * @param resume what `cover` has returned
	 * @returns it as it was
	 * @throws UserError when it was changed, or made with another credential
	 */
	open(resume: unknown): unknown {
		if (!isRecord(resume) || typeof resume.sealed !== 'string') return resume;
		const opened = this.lock.open(resume.sealed);
		if (opened === undefined) {
			throw new UserError(
				'Resume was changed, or made with another credential or an earlier secret',
				{
					description:
						'Use the resume object of a summary unchanged, or clear Resume to start over.',
				},
			);
		}
		const { point, secrets } = jsonParse<{ point: unknown; secrets: Secret[] }>(opened);
		// An earlier token is found by its value, and replaced by the one that is valid now.
		this.remember(secrets);
		return point;
	}

	/** Encrypts a resume point, which has URLs and hashes, if this API repeats secrets. */
	private seal(resume: ResumePoint | null): ResumePoint | null {
		if (!resume) return resume;
		const position = String(resume.position ?? '');
		if (!this.hasFound && this.clean(position) === plainText(position)) return resume;
		const { version, dataset, skip, pages, items } = resume;
		const secrets: Secret[] = [];
		this.forms.renew(position, (secret) => void secrets.push(secret));
		const sealed = this.lock.close(JSON.stringify({ point: resume, secrets }));
		const shown = { version, dataset, skip, pages, items, sealed };
		return { ...shown, position: HIDDEN };
	}

	private get lock(): Lock {
		return new Lock(this.key, this.salt);
	}

	/** Without calling itself: a record may be deeper than functions can call each other. */
	private hideIn(items: unknown[]): unknown[] {
		if (!this.isIn(items)) return items;
		const hidden = [...items];
		const open: object[] = [hidden];
		for (let parent = open.pop(); parent; parent = open.pop()) {
			// One after the other: pairs of all elements take many times the memory of a long array.
			for (const name of Array.isArray(parent) ? parent.keys() : Object.keys(parent)) {
				const value: unknown = Reflect.get(parent, name);
				const copy = this.copyOf(value);
				if (copy === value) continue;
				Reflect.set(parent, name, copy);
				if (typeof copy === 'object' && copy !== null) open.push(copy);
			}
		}
		return hidden;
	}

	/** Whether a text or a name has a secret: most pages have none, and need no copy. */
	private isIn(items: unknown): boolean {
		const open = [items];
		while (open.length > 0) {
			const value = open.pop();
			if (typeof value === 'string' && this.hide(value) !== value) return true;
			if (Array.isArray(value)) for (const one of value as unknown[]) open.push(one);
			else if (isRecord(value)) for (const name of Object.keys(value)) open.push(name, value[name]);
		}
		return false;
	}

	/** @returns what an API has sent, without the secrets in texts and names; what is inside is the same */
	private copyOf(value: unknown): unknown {
		if (typeof value === 'string') return this.hide(value);
		if (Array.isArray(value)) return value.slice();
		const members = isRecord(value) ? Object.entries(value) : [];
		if (members.length === 0) return value;
		return Object.fromEntries(members.map(([name, one]) => [this.hide(name), one]));
	}

	private hide(text: string): string {
		const hidden = this.forms.hide(text);
		if (hidden !== text) this.hasFound = true;
		return hidden;
	}
}

/** Without tokens, which are renewed. */
function keyOf(secrets: readonly Secret[]): string {
	return JSON.stringify(secrets.filter(({ sentAs }) => sentAs !== ACCESS_TOKEN));
}

/** Encrypts so that a change is noticed. */
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** So many credentials in use have their key kept. */
const keys = new Recent<Buffer>(20);

/** Encrypts texts that only the same credential reads again. */
class Lock {
	/**
	 * @param secret known to the credential alone, and the same in later runs
	 * @param salt that of the n8n
	 */
	constructor(
		private readonly secret: string,
		private readonly salt: string,
	) {}

	/** @returns the text, encrypted */
	close(text: string): string {
		const start = randomBytes(IV_BYTES);
		const cipher = createCipheriv(CIPHER, this.key, start);
		const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
		return Buffer.concat([start, cipher.getAuthTag(), locked]).toString('base64url');
	}

	/** @returns the text; `undefined` when it was changed, or closed with another secret */
	open(closed: string): string | undefined {
		const bytes = Buffer.from(closed, 'base64url');
		const [start, locked] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES + TAG_BYTES)];
		const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
		try {
			const decipher = createDecipheriv(CIPHER, this.key, start, { authTagLength: TAG_BYTES });
			decipher.setAuthTag(tag);
			return decipher.update(locked, undefined, 'utf8') + decipher.final('utf8');
		} catch {
			return undefined;
		}
	}

	/** Slow to make, so that what is closed does not let its readers try out short secrets. */
	private get key(): Buffer {
		const id = createHash('sha256')
			.update(JSON.stringify([this.secret, this.salt]))
			.digest('base64');
		const key = keys.get(id) ?? scryptSync(this.secret, this.salt, 32);
		keys.set(id, key);
		return key;
	}
}
