import { memberOf } from '../basics/members';
import { shorten } from '../basics/shorten';
import type { Clean } from '../http/redact';
import { type FieldName, inWords, type Say } from '../paging/fieldText';
import { pagingDetails } from './properties/options';
import { DATASET_FIELDS } from './properties/paging';
import { formProperties } from './properties/source';
import type { ReadContext } from './types';

/** What the form calls a field. */
interface Label {
	label: string;
	/** Where to find it, in front of the next word: ` (Options > Paging Details)`. */
	place: string;
	/** What the form calls the values of the field. */
	values: ReadonlyMap<string, string>;
}

/** The labels of the form by what a dataset calls its fields. */
const FORM = new Map<string, Label>([
	['prefetch', { label: 'Prefetch', place: '', values: new Map() }],
]);

for (const property of [...formProperties, ...pagingDetails]) {
	const { name, displayName: label, options = [] } = property;
	const field = memberOf(DATASET_FIELDS, name) ?? name;
	const place = pagingDetails.includes(property) ? ' (Options > Paging Details)' : '';
	// Some fields have other values with each paging scheme.
	const values = new Map(FORM.get(field)?.values);
	for (const option of options)
		values.set(String('value' in option ? option.value : option.name), option.name);
	FORM.set(field, { label, place, values });
}

/** A pasted dataset keeps its own names: the form only has a label for the whole of it. */
const PASTED = new Map<string, Label>([
	['dataset', { label: 'Saved Setup', place: '', values: new Map() }],
]);

/** Fields that the form has with Paging Setup: Automatic. */
const ALWAYS_SHOWN = ['url', 'prefetch'];

/** @returns what writes a text of the engine with the labels that the user sees */
export function sayFor(context: ReadContext, itemIndex: number): Say {
	const source = context.getNodeParameter('source', itemIndex);
	const labels = source === 'dataset' ? PASTED : FORM;
	return (text) => {
		let note = '';
		const words = inWords(text, (name) => {
			const label = labels.get(name.field);
			// With Paging Setup: Automatic, the form has none of the fields that a text may name.
			if (source === 'automatic' && label && !ALWAYS_SHOWN.includes(name.field))
				note = ' To enter such fields, set Paging Setup to Set Up Manually.';
			return labelOf(name, label);
		});
		return words + note;
	};
}

function labelOf({ field, values }: FieldName, known: Label | undefined): string {
	const { label, place, values: names } = known ?? { label: field, place: '', values: new Map() };
	if (values.length === 0) return label + place;
	return `${label} to ${values.map((value) => names.get(value) ?? value).join(' or ')}`;
}

/**
 * @param clean for texts that the API has sent
 * @returns what writes a text of the engine or of the API as it is shown: with the labels that the user
 *   sees, without secrets, and no longer than can be read
 */
export function wordsFor(context: ReadContext, itemIndex: number, clean: Clean): Say {
	const say = sayFor(context, itemIndex);
	return (text) => shorten(clean(say(text)));
}
