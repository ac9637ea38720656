import type { IDataObject } from 'n8n-workflow';

import { isObject, isText } from '../../../shared/basics/guards';
import { memberOf, setMember } from '../../../shared/basics/members';
import { memberFold, mostSimilar } from '../../../shared/basics/nameFolds';
import { isIndex, leavesOf } from '../../../shared/node/cells/leaves';
import { isHost } from '../../../shared/node/cells/hosts';
import { isEmpty } from './sameValue';
import { isSetByService } from './sentBody';
import { A_DATE, isOfKind, kindInWords, kindsOf } from './valueKinds';

/** A field has a list of values if it has no more than so many, each of them in so many vendors on average. */
const MAX_CHOICES = 8;

const VENDORS_PER_CHOICE = 5;

/** So many vendors that all have a field show that it is no accident. */
const ENOUGH = 3;

/** A form that the texts of a field can have. */
interface TextForm {
	has: (text: string) => boolean;
	words: string;
}

const TEXT_FORMS: TextForm[] = [
	{ has: isHost, words: 'a domain or a URL' },
	{ has: (text) => ADDRESS.test(text.trim()), words: 'an email address' },
];

const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

/** What the vendors show about one field. */
interface KnownField {
	/** What its values are, such as `a number`. */
	kinds: string[];
	/** Whether one of them is a list or an object, which may be empty. */
	isStructured: boolean;
	/** Whether they are all whole numbers. */
	isWhole: boolean;
	/** The values that there are, if they come from a list. */
	choices: string[];
	/** What all its texts are, if they are of one form: another text may be that of another column. */
	form: TextForm | undefined;
	/** All values, if each has one vendor. */
	unique: ReadonlySet<string>;
}

/** What the cell of a table can be read as. */
type CellKind = 'a number' | 'true or false' | 'a date' | 'text';

/** What the vendors of an organization show about the fields that a vendor can have. */
export class KnownFields {
	/** How many vendors have a value, by field. */
	private readonly filled = new Map<string, number>();
	/** Read when first asked for: a run sends few of the fields that there are. */
	private readonly known = new Map<string, KnownField>();
	private insides: KnownFields | undefined;

	constructor(private readonly vendors: readonly IDataObject[]) {
		for (const vendor of vendors)
			for (const [name, value] of Object.entries(vendor))
				this.filled.set(name, (this.filled.get(name) ?? 0) + (isEmpty(value ?? null) ? 0 : 1));
	}

	/**
	 * @param refusal what the service said when it refused the vendor; `undefined` for one that was not sent
	 * @returns what looks wrong about the fields of a vendor, or of a new one; only the service knows for certain
	 */
	warnings(vendor: IDataObject, isNew = false, refusal?: string): string[] {
		if (this.filled.size === 0) return [];
		const warnings = Object.entries(vendor).flatMap(([name, value]) => {
			if (!this.filled.has(name)) return [`${ofUnknown(name, refusal)} ${this.suggestion(name)}`];
			const { kinds, choices, form, unique } = this.field(name);
			if (kinds.length > 0 && !kinds.some((kind) => isOfKind(value, kind))) {
				const split = kinds.includes('a list')
					? ` To make a list of text, use an expression such as {{ $json["${name}"].split(",") }}.`
					: '';
				return `For ${name}, ${typeof value === 'string' ? `"${value}"` : kindInWords(value)} looks wrong: other vendors have ${kinds.join(' or ')}.${split}`;
			}
			if (isNew && kindInWords(value) === 'text' && unique.has(String(value)))
				return `There is a vendor with "${value}" as ${name}. If it is the same one, use ${name} as Match Field.`;
			if (form && isText(value) && !form.has(value))
				return `For ${name}, "${value}" looks wrong: other vendors have ${form.words}.`;
			if (choices.length === 0 || typeof value !== 'string' || ['', ...choices].includes(value))
				return [];
			return `No vendor has "${value}" as ${name}, only ${choices.join(', ')}.`;
		});
		return isNew ? [...warnings, ...this.missing(vendor)] : warnings;
	}

	/** @returns the only kind that the values of a field have, if it is one that a cell can be read as */
	certain(name: string): { kind?: CellKind; isWhole: boolean } {
		if (!this.filled.has(name)) return { isWhole: false };
		const { kinds, isWhole } = this.field(name);
		const [kind, ...others] = kinds;
		if (others.length > 0) return { isWhole };
		if (kind === A_DATE) return { kind: 'a date', isWhole };
		const isCell = kind === 'a number' || kind === 'true or false' || kind === 'text';
		return isCell ? { kind, isWhole } : { isWhole };
	}

	/** @returns whether some vendor has the field, with or without a value */
	has(name: string): boolean {
		return this.filled.has(name);
	}

	/** @returns what the values inside lists and objects show, by columns such as `address.city` or `tags.0` */
	inside(): KnownFields {
		this.insides ??= new KnownFields(
			this.vendors.map((vendor) => {
				const structured = Object.entries(vendor).filter(([, value]) => isObject(value));
				const leaves: IDataObject = {};
				for (const [name, { value }] of leavesOf(Object.fromEntries(structured)))
					if (!Object.hasOwn(leaves, anyEntry(name)))
						setMember(leaves, anyEntry(name), value as IDataObject[string]);
				return leaves;
			}),
		);
		return this.insides;
	}

	/** @returns whether a field of some vendor is a list or an object */
	isStructured(name: string): boolean {
		return this.filled.has(name) && this.field(name).isStructured;
	}

	/** @returns whether a field of some vendor is a list, and of none an object */
	isList(name: string): boolean {
		if (!this.filled.has(name)) return false;
		const { kinds, isStructured } = this.field(name);
		return isStructured && !kinds.includes('an object');
	}

	/** A field that all vendors have, the service may require. */
	private missing(vendor: IDataObject): string[] {
		const { size } = this.filled;
		if (size === 0 || this.vendors.length < ENOUGH) return [];
		const names = [...this.filled].flatMap(([name, count]) =>
			count === this.vendors.length &&
			!isSetByService(name) &&
			isEmpty(memberOf(vendor, name) ?? null)
				? [name]
				: [],
		);
		return names.length === 0
			? []
			: [`All other vendors have a value for ${names.join(', ')}. The service may require it.`];
	}

	private field(name: string): KnownField {
		const known = this.known.get(name) ?? this.read(name);
		this.known.set(name, known);
		return known;
	}

	private read(name: string): KnownField {
		const values = this.vendors
			.map((vendor) => memberOf(vendor, name) ?? null)
			.filter((value) => !isEmpty(value));
		const texts = values.filter((value) => typeof value === 'string');
		const all = new Set(texts);
		const form = formOf(texts);
		// Of addresses, there are always others.
		const isList =
			!form &&
			all.size > 1 &&
			all.size <= MAX_CHOICES &&
			texts.length >= all.size * VENDORS_PER_CHOICE;
		return {
			kinds: kindsOf(values),
			isStructured: this.vendors.some((vendor) => isObject(memberOf(vendor, name))),
			isWhole: values.every(Number.isInteger),
			form,
			choices: isList ? [...all].sort() : [],
			unique: all.size === texts.length ? all : new Set(),
		};
	}

	/** @returns a sentence with the field that a misspelled one means, or `otherwise` */
	suggestion(misspelled: string, otherwise = 'Get Many shows the fields that there are.'): string {
		const meant = mostSimilar(memberFold(misspelled), [...this.filled.keys()], memberFold);
		return meant === undefined ? otherwise : `Did you mean ${meant}?`;
	}
}

/** @returns the name of a column, for whichever entry of a list: `contacts.0.name` for `contacts.3.name` */
export function anyEntry(column: string): string {
	const names = column.split('.');
	return names.map((name) => (isIndex(name) ? '0' : name)).join('.');
}

/** @returns what to say of a field that no vendor has */
function ofUnknown(name: string, refusal: string | undefined): string {
	if (refusal === undefined)
		return `No vendor has the field "${name}": the service may refuse it, and its values were not checked.`;
	const refused = isNamedIn(refusal, name) ? 'refused' : 'may have refused';
	return `The service ${refused} the field "${name}", which no vendor has.`;
}

/** @returns whether a text has a name as a word of its own: `Unrecognized key(s) in object: 'Comment'` */
function isNamedIn(text: string, name: string): boolean {
	const others = text.split(name);
	return others.slice(1).some((after, index) => {
		const before = others[index] ?? '';
		return !/[\p{L}\p{N}_]$/u.test(before) && !/^[\p{L}\p{N}_]/u.test(after);
	});
}

function formOf(texts: readonly string[]): TextForm | undefined {
	return texts.length < ENOUGH ? undefined : TEXT_FORMS.find(({ has }) => texts.every(has));
}
