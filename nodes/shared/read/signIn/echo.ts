import { jsonParse, UserError } from 'n8n-workflow';

import type { Clean } from '../../http/redact';
import { plainText, redactor } from '../../http/redact';
import { isRecord } from '../../json';
import type { Pages, ResumePoint } from '../../paging/types';
import { formsOf, nameBefore, percentDecoded, TEXT_END, URL_END, written } from './forms';
import type { Lock } from './lock';

/** A secret of a credential. */
export interface Secret {
	value: string;
	/**
	 * What it is, if it may be sent again where an API repeats it in its URLs. The same for the token
	 * that replaces it. A password, a client secret, or a refresh token is never sent again.
	 */
	sentAs?: string;
}

/** A secret as it is written in a URL. */
interface Form extends Secret {
	/** Position among the forms of a secret. */
	index: number;
}

/** The value of a parameter that is a secret. */
interface Found {
	form: Form;
	/** As it is in the text. */
	raw: string;
}

/** In place of a secret. */
const HIDDEN = '***secret***';

/** Shortest secret that is looked for in URLs. */
const MIN_LENGTH = 8;

/** The characters of a value. */
const VALUE = /[^?&;#\s"'<>\\]*/y;

/** URLs are looked for in URLs that are so deep in others. */
const MAX_DEPTH = 2;

/** What may follow a URL in a sentence, and between the values of a table. */
const PUNCTUATION = /[.,:!)*]{1,3}$/;
const NEXT = /[,|)\]}]/;

/**
 * Keeps the secrets of a credential out of what is returned. Some APIs repeat a key in their URLs. A run
 * follows these as they are; its records have something else in place of the key, and its resume points
 * are encrypted: anybody may write one, and only what this credential has made is believed.
 */
export class Echo {
	private secrets: readonly Secret[] = [];
	private readonly values = new Set<string>();
	private cleaner: Clean | undefined;
	/** By how they are written in a URL, decoded; also those that were replaced in this run. */
	private readonly forms = new Map<string, Form>();
	/** The same, in the order in which they are tried. */
	private longestFirst: Array<[string, Form]> = [];
	/** Length of the shortest form. */
	private shortest = Infinity;
	/** Whether the API repeats any. */
	private hasFound = false;

	/**
	 * @param lock what resume points are encrypted with
	 * @param secrets what must not be returned
	 */
	constructor(
		private readonly lock: Lock,
		secrets: readonly Secret[],
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
		this.remember(secrets);
	}

	private remember(secrets: readonly Secret[]): void {
		const unknown = secrets.filter(({ value }) => value !== '' && !this.values.has(value));
		if (unknown.length > 0) this.cleaner = undefined;
		for (const secret of unknown) {
			this.values.add(secret.value);
			// A shorter value may be in a URL for another reason.
			if (secret.value.length < MIN_LENGTH) continue;
			for (const [index, text] of formsOf(secret.value).entries()) {
				// One that may be sent again stays so, also where a token is repeated as another one.
				if (this.forms.get(text)?.sentAs === undefined) this.forms.set(text, { ...secret, index });
				this.shortest = Math.min(this.shortest, text.length);
			}
		}
		// A secret may begin with another one.
		this.longestFirst = [...this.forms].sort(([one], [other]) => other.length - one.length);
	}

	/** Removes every form of the secrets from a text for the user. */
	readonly clean: Clean = (text) => {
		this.cleaner ??= redactor([...this.values]);
		return this.cleaner(text);
	};

	/**
	 * @returns a URL to request, with the token that is valid now where the API repeats one before, and
	 *   without what is never sent again
	 */
	current(url: string): string {
		const by = ({ form, raw }: Found) => {
			if (form.sentAs === undefined) return HIDDEN;
			const now = this.secrets.find(({ sentAs }) => sentAs !== undefined && sentAs === form.sentAs);
			return !now || now.value === form.value ? raw : written(now.value, form.index, raw);
		};
		return this.replace(url, by, URL_END);
	}

	/** @returns pages whose records and resume points do not contain the secrets */
	async *cover(pages: Pages): Pages {
		let step = await pages.next();
		while (!step.done) {
			const page = step.value;
			try {
				const items = page.items.map((item) => this.hide(item));
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
		const secrets = this.secrets.filter(({ sentAs }) => sentAs !== undefined);
		const sealed = this.lock.close(JSON.stringify({ point: resume, secrets }));
		const shown = { version, dataset, skip, pages, items, sealed };
		return { ...shown, position: HIDDEN };
	}

	/** @returns what an API has sent, without the secrets in URLs */
	private hide(value: unknown): unknown {
		if (typeof value === 'string') return this.replace(value, () => HIDDEN);
		if (Array.isArray(value)) return value.map((one) => this.hide(one));
		if (!isRecord(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, one]) => [
				this.replace(name, () => HIDDEN),
				this.hide(one),
			]),
		);
	}

	/**
	 * Replaces the secrets that are the value of a parameter of a URL, also where the URL is a parameter of
	 * another one.
	 *
	 * @param ends what may follow a value
	 */
	private replace(text: string, by: (found: Found) => string, ends = TEXT_END, depth = 0): string {
		let replaced = '';
		let end = 0;
		for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', end)) {
			VALUE.lastIndex = at + 1;
			const [value = ''] = VALUE.exec(text) ?? [];
			const found =
				value.length >= this.shortest && nameBefore(text, at) !== undefined
					? (this.literal(text, at + 1, ends) ?? this.encoded(value, ends))
					: undefined;
			const inside = found ? by(found) : this.replaceInside(value, by, ends, depth);
			if (inside !== undefined) this.hasFound = true;
			replaced += text.slice(end, at + 1) + (inside ?? value);
			// Each character is looked at once, whatever the text.
			end = at + 1 + (found?.raw ?? value).length;
		}
		return replaced + text.slice(end);
	}

	private replaceInside(
		value: string,
		by: (found: Found) => string,
		ends: RegExp,
		depth: number,
	): string | undefined {
		if (depth >= MAX_DEPTH || !/%(?:25)*3d/i.test(value)) return undefined;
		const url = percentDecoded(value);
		const replaced = this.replace(url, by, ends, depth + 1);
		return replaced === url ? undefined : encodeURIComponent(replaced);
	}

	private literal(text: string, start: number, ends: RegExp): Found | undefined {
		for (const [raw, form] of this.longestFirst) {
			const end = start + raw.length;
			const isWhole = text.startsWith(raw, start) && ends.test(text.slice(end, end + 4));
			if (isWhole) return { form, raw };
		}
		return undefined;
	}

	private encoded(value: string, ends: RegExp): Found | undefined {
		if (!/[%+]/.test(value)) return undefined;
		const [after = ''] = PUNCTUATION.exec(value.slice(-3)) ?? [];
		const [first = ''] = value.split(NEXT, 1);
		const shorter = ends === URL_END ? [] : [value.slice(0, value.length - after.length), first];
		for (const raw of [value, ...shorter]) {
			const form = [raw, raw.replaceAll('+', ' ')]
				.map((one) => this.forms.get(percentDecoded(one)))
				.find((one) => one !== undefined);
			if (form) return { form, raw };
		}
		return undefined;
	}
}
