import { jsonParse } from 'n8n-workflow';

import { ACCESS_TOKEN, type Secret } from '../../auth/secrets';
import { isRecord } from '../../basics/guards';
import { plainText } from '../../basics/plainText';
import { Recent } from '../../basics/recent';
import { memberOf } from '../../basics/text';
import { type Clean, redactor } from '../../http/redact';
import { userError } from '../../n8n/shownErrors';
import type { Pages, ResumePoint } from '../../paging/types';
import { decrypt, encrypt, lockOf } from './sealedResume';
import { Forms, HIDDEN } from './secretForms';

/** Secrets of a run at most, those used last: an API may have its token renewed for each page. */
const MOST_SECRETS = 100;

/** What keeps the secrets of a credential out of what is returned. */
export type Echo = ReturnType<typeof echoOf>;

/**
 * Keeps the secrets of a credential out of what is returned. Some APIs repeat a key in their URLs. A run
 * follows these as they are; its records have something else in place of the key, and its resume points
 * are encrypted: anybody may write one, and only what this credential has made is believed.
 *
 * @param salt that of the n8n
 * @param first what is known at the beginning of the run, see `learn`
 */
export function echoOf(salt: string, ...first: [secrets: readonly Secret[], key?: string]) {
	let secrets: readonly Secret[] = [];
	let key = '';
	/** By their values, also those that were replaced. */
	const known = new Recent<Secret>(MOST_SECRETS);
	let forms = new Forms([]);
	let cleaner: Clean | undefined;
	/** Secrets that the user has entered in a URL. */
	const entered = new Set<string>();
	/** Whether the API repeats any. */
	let hasFound = false;

	/** Adds secrets that are hidden, and replaced by those that are valid now. */
	const remember = (more: readonly Secret[]) => {
		const named = more.filter(({ value }) => value !== '');
		const isKnown = named.every(({ value }) => known.has(value));
		for (const secret of named) {
			const before = known.get(secret.value);
			// One that may be sent again stays so, also where a token is repeated as another one.
			known.set(secret.value, before?.sentAs === undefined ? secret : before);
		}
		if (isKnown) return;
		forms = new Forms(known.values());
		cleaner = undefined;
	};

	/**
	 * Adds secrets, such as a token that was renewed, or a key that was replaced.
	 *
	 * @param valid all that are valid now; empty ones do not count
	 * @param keyNow known to the credential alone, and the same in later runs
	 */
	const learn = (valid: readonly Secret[], keyNow = keyOf(valid)) => {
		secrets = valid.filter(({ value }) => value !== '');
		key = keyNow;
		remember(secrets);
	};
	learn(...first);

	/** Removes every form of the secrets from a text for the user. */
	const clean: Clean = (text) => {
		cleaner ??= redactor([...known.keys()]);
		return cleaner(text);
	};

	const hide = (text: string): string => {
		const hidden = forms.hide(text);
		if (hidden !== text) hasFound = true;
		return hidden;
	};

	/** Whether a text or a name has a secret: most pages have none, and need no copy. */
	const isIn = (items: unknown): boolean => {
		const open = [items];
		while (open.length > 0) {
			const value = open.pop();
			if (typeof value === 'string' && hide(value) !== value) return true;
			if (Array.isArray(value)) for (const one of value as unknown[]) open.push(one);
			else if (isRecord(value))
				for (const name of Object.keys(value)) open.push(name, memberOf(value, name));
		}
		return false;
	};

	/** @returns what an API has sent, without the secrets in texts and names; what is inside is the same */
	const copyOf = (value: unknown): unknown => {
		if (typeof value === 'string') return hide(value);
		if (Array.isArray(value)) return value.slice();
		const members = isRecord(value) ? Object.entries(value) : [];
		if (members.length === 0) return value;
		return Object.fromEntries(members.map(([name, one]) => [hide(name), one]));
	};

	/** Without calling itself: a record may be deeper than functions can call each other. */
	const hideIn = (items: unknown[]): unknown[] => {
		if (!isIn(items)) return items;
		const hidden = [...items];
		const open: object[] = [hidden];
		for (let parent = open.pop(); parent; parent = open.pop()) {
			// One after the other: pairs of all elements take many times the memory of a long array.
			for (const name of Array.isArray(parent) ? parent.keys() : Object.keys(parent)) {
				const value: unknown = Reflect.get(parent, name);
				const copy = copyOf(value);
				if (copy === value) continue;
				Reflect.set(parent, name, copy);
				if (typeof copy === 'object' && copy !== null) open.push(copy);
			}
		}
		return hidden;
	};

	/** Encrypts a resume point, which has URLs and hashes, if this API repeats secrets. */
	const seal = (resume: ResumePoint | null): ResumePoint | null => {
		if (!resume) return resume;
		const position = String(resume.position ?? '');
		if (!hasFound && clean(position) === plainText(position)) return resume;
		const { version, dataset, skip, pages, items } = resume;
		const found: Secret[] = [];
		forms.renew(position, (secret) => void found.push(secret));
		const text = JSON.stringify({ point: resume, secrets: found });
		const shown = {
			version,
			dataset,
			skip,
			pages,
			items,
			sealed: encrypt(lockOf(key, salt), text),
			position: HIDDEN,
		};
		return shown;
	};

	return {
		clean,
		learn,
		remember,

		/** @param url what the user has entered: a secret in it is sent as it stands */
		leave(url: string): void {
			forms.renew(url, ({ value }) => void entered.add(value));
		},

		/**
		 * @returns a URL to request, with the secret that is valid now where the API repeats one before, and
		 *   without what is never sent again
		 */
		current: (url: string): string =>
			forms.renew(url, ({ value, sentAs }) => {
				if (entered.has(value)) return undefined;
				hasFound = true;
				if (sentAs === undefined) return HIDDEN;
				return secrets.find((secret) => secret.sentAs === sentAs)?.value;
			}),

		/** @returns pages whose records and resume points do not contain the secrets */
		async *cover(pages: Pages): Pages {
			let step = await pages.next();
			for (; !step.done; step = await pages.next()) {
				const page = step.value;
				const items = hideIn(page.items);
				yield { ...page, items, resume: () => seal(page.resume()) };
			}
			return { ...step.value, resume: seal(step.value.resume) };
		},

		/**
		 * @param resume what `cover` has returned
		 * @returns it as it was
		 * @throws UserError when it was changed, or made with another credential
		 */
		open(resume: unknown): unknown {
			if (!isRecord(resume) || typeof resume.sealed !== 'string') return resume;
			const opened = decrypt(lockOf(key, salt), resume.sealed);
			if (opened === undefined) {
				throw userError(
					'Resume was changed, or made with another credential or an earlier secret',
					'Use the resume object of a summary unchanged, or clear Resume to start over.',
				);
			}
			const sealed = jsonParse<{ point: unknown; secrets: Secret[] }>(opened);
			// An earlier token is found by its value, and replaced by the one that is valid now.
			remember(sealed.secrets);
			return sealed.point;
		},
	};
}

/** Without tokens, which are renewed. */
function keyOf(secrets: readonly Secret[]): string {
	return JSON.stringify(secrets.filter(({ sentAs }) => sentAs !== ACCESS_TOKEN));
}
