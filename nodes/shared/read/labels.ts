import { memberOf, shorten } from '../basics/text';
import type { Clean } from '../http/redact';
import { pagingDetails } from './properties/options';
import { DATASET_FIELDS } from './properties/paging';
import { formProperties } from './properties/source';
import type { ReadContext } from './types';

/** The labels of the form by what the engine's texts call its fields, and what each of them is set to. */
const LABELS = new Map([['prefetch', 'Prefetch']]);

for (const property of [...formProperties, ...pagingDetails]) {
	const { name, displayName, options = [] } = property;
	const field = memberOf(DATASET_FIELDS, name) ?? name;
	const place = pagingDetails.includes(property) ? ' (Options > Paging Details)' : '';
	LABELS.set(field, displayName + place);
	for (const option of options) {
		const value = 'value' in option ? option.value : option.name;
		LABELS.set(`${field} to ${value}`, `${displayName} to ${option.name}`);
	}
}

/** Fields that the form has with Paging Setup: Automatic. */
const ALWAYS_SHOWN = ['url', 'prefetch'];

/** A name at the beginning of a text, or a dotted one: how the engine's texts name fields. */
const NAMES = /(?:^\w+(?:\.\w+)*|(?:pagingScheme|body)(?:\.\w+)+)(?: to \w+)?/g;

/**
 * @param clean for texts that the API has sent
 * @returns what replaces the names in a text of the engine by the labels that the user sees: a pasted
 *   dataset keeps its own names
 */
export function wordsFor(context: ReadContext, itemIndex: number, clean: Clean): Clean {
	const source = context.getNodeParameter('source', itemIndex);
	const labels = source === 'dataset' ? new Map([['dataset', 'Saved Setup']]) : LABELS;
	return (text) => {
		let note = '';
		const words = text.replace(NAMES, (whole) => {
			const [name = '', choice] = whole.split(' to ');
			const label = labels.get(name);
			// With Paging Setup: Automatic, the form has none of the fields that a text may name.
			if (source === 'automatic' && label && !ALWAYS_SHOWN.includes(name))
				note = ' To enter such fields, set Paging Setup to Set Up Manually.';
			return labels.get(whole) ?? (label ?? name) + (choice ? ` to ${choice}` : '');
		});
		return shorten(clean(words + note));
	};
}
