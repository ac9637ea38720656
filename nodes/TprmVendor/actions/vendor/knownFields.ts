import type { IDataObject } from 'n8n-workflow';

import { groupsOf } from '../../../shared/basics/lists';
import { memberFold, mostSimilar } from '../../../shared/basics/nameFolds';
import { isEmpty } from './sameValue';
import { isOfKind, kindInWords } from './valueKinds';

/** A field has a list of values if it has no more than so many, each of them in so many vendors on average. */
const MAX_CHOICES = 8;

const VENDORS_PER_CHOICE = 5;

/** What the vendors of an organization show about the fields that a vendor can have. */
export class KnownFields {
	/** By field: what the values are, which ones there are if they come from a list, and if each has one vendor. */
	private readonly known = new Map<
		string,
		{ kinds: string[]; choices: string[]; unique: string[] }
	>();

	constructor(vendors: readonly IDataObject[]) {
		const entries = vendors.flatMap((vendor) => Object.entries(vendor));
		for (const [field, members] of groupsOf(entries, ([name]) => name)) {
			const values = members.map(([, value]) => value).filter((value) => !isEmpty(value));
			const texts = values.filter((value) => typeof value === 'string');
			const choices = [...new Set(texts)].sort();
			const isList =
				choices.length > 1 &&
				choices.length <= MAX_CHOICES &&
				texts.length >= choices.length * VENDORS_PER_CHOICE;
			const kinds = [...new Set(values.map(kindInWords))];
			const unique = choices.length === texts.length ? choices : [];
			this.known.set(field, { kinds, choices: isList ? choices : [], unique });
		}
	}

	/** @returns what looks wrong about the fields of a vendor, or of a new one; only the service knows for certain */
	warnings(vendor: IDataObject, isNew = false): string[] {
		if (this.known.size === 0) return [];
		return Object.entries(vendor).flatMap(([name, value]) => {
			const known = this.known.get(name);
			if (!known)
				return [
					`No vendor has the field "${name}": the service may refuse it, and its values were not checked. ${this.suggestion(name)}`,
				];
			const { kinds, choices, unique } = known;
			if (kinds.length > 0 && !kinds.some((kind) => isOfKind(value, kind))) {
				const split = kinds.includes('a list')
					? ` To make a list of text, use an expression such as {{ $json["${name}"].split(",") }}.`
					: '';
				return `For ${name}, ${typeof value === 'string' ? `"${value}"` : kindInWords(value)} looks wrong: other vendors have ${kinds.join(' or ')}.${split}`;
			}
			if (isNew && kindInWords(value) === 'text' && unique.includes(String(value)))
				return `There is a vendor with "${value}" as ${name}. If it is the same one, use ${name} as Match Field.`;
			if (choices.length === 0 || typeof value !== 'string' || ['', ...choices].includes(value))
				return [];
			return `No vendor has "${value}" as ${name}, only ${choices.join(', ')}.`;
		});
	}

	/** @returns a sentence with the field that a misspelled one means, or `otherwise` */
	suggestion(misspelled: string, otherwise = 'Get Many shows the fields that there are.'): string {
		const meant = mostSimilar(memberFold(misspelled), [...this.known.keys()], memberFold);
		return meant === undefined ? otherwise : `Did you mean ${meant}?`;
	}
}
