import type { IDataObject } from 'n8n-workflow';

import { plain } from '../../../shared/paging/response/metadata/names';
import { isSimilar } from '../../../shared/paging/run/suggestion';
import { FLAGS, isEmpty, NUMBER } from './vendorFields';

/** @returns what a value is, as people say it */
function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	const kinds: Record<string, string> = {
		string: 'text',
		number: 'a number',
		boolean: 'true or false',
	};
	return kinds[typeof value] ?? 'an object';
}

/** @returns whether a value can be taken for one of a kind; text from a CSV file may stand for a number */
function isOfKind(value: unknown, kind: string): boolean {
	if (isEmpty(value) || value === undefined || kindOf(value) === kind) return true;
	const text = String(value).trim();
	if (kind === 'a number') return typeof value === 'string' && NUMBER.test(text);
	return kind === 'true or false' && Object.hasOwn(FLAGS, text.toLowerCase());
}

/** A field has a list of values if it has no more than so many, each of them in so many vendors on average. */
const MAX_CHOICES = 8;
const VENDORS_PER_CHOICE = 5;

/** What the vendors of an organization show about the fields that a vendor can have. */
export class KnownFields {
	/** How many vendors have each text, and what the values are, by field. */
	private readonly known = new Map<string, { texts: Map<string, number>; kinds: Set<string> }>();

	constructor(vendors: readonly IDataObject[]) {
		for (const [name, value] of vendors.flatMap((vendor) => Object.entries(vendor))) {
			const { texts, kinds } = this.known.get(name) ?? { texts: new Map(), kinds: new Set() };
			this.known.set(name, { texts, kinds });
			if (typeof value === 'string') texts.set(value, (texts.get(value) ?? 0) + 1);
			if (!isEmpty(value)) kinds.add(kindOf(value));
		}
	}

	/** @returns what looks wrong about the fields of a vendor; only the service knows for certain */
	warnings(vendor: IDataObject): string[] {
		if (this.known.size === 0) return [];
		return Object.entries(vendor).flatMap(([name, value]) => {
			const { texts, kinds } = this.known.get(name) ?? {};
			if (!texts || !kinds) return [`No vendor has the field "${name}".${this.suggestion(name)}`];
			if (kinds.size > 0 && ![...kinds].some((kind) => isOfKind(value, kind)))
				return [`No vendor has ${kindOf(value)} as ${name}, only ${[...kinds].join(' or ')}.`];
			if (typeof value !== 'string' || value === '' || texts.has(value)) return [];
			const choices = [...texts.keys()].sort();
			const uses = [...texts.values()].reduce((sum, count) => sum + count, 0);
			const isList = choices.length > 1 && choices.length <= MAX_CHOICES;
			if (!isList || uses < choices.length * VENDORS_PER_CHOICE) return [];
			return [`No vendor has "${value}" as ${name}, only ${choices.join(', ')}.`];
		});
	}

	/** @returns a sentence with the field that a misspelled one means, with a space before it; or `''` */
	suggestion(misspelled: string): string {
		const name = plain(misspelled);
		const meant = [...this.known.keys()].find((known) => isSimilar(plain(known), name));
		return meant === undefined ? '' : ` Did you mean ${meant}?`;
	}
}

/** @returns which fields lose their value, as by an empty cell of a spreadsheet; `''` for none */
export function clearedBy(before: IDataObject, after: IDataObject): string {
	const names = Object.keys(after).filter(
		(name) => isEmpty(after[name]) && !isEmpty(before[name] ?? null),
	);
	return names.length > 0 ? `Clears ${names.join(', ')}.` : '';
}
