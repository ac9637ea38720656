/** A field of a dataset, as a text names it. */
export interface FieldName {
	/** What a dataset calls it, dotted: `pagingScheme.request.limitValue`. */
	readonly field: string;
	/** The values to set it to, where the text says so: `set pagingScheme.pageUntil to noDataLeft`. */
	readonly values: readonly string[];
}

/**
 * A text for the user. The fields that it names are parts of their own, so that a form can put in its
 * labels: `['Set ', { field: 'pagingScheme.request.limitValue', values: [] }, ' to 50.']`.
 */
export type FieldText = string | ReadonlyArray<string | FieldName>;

/** Writes a text in words: those of a form, or those of the dataset. */
export type Say = (text: FieldText) => string;

/**
 * @param name dotted, as in a dataset
 * @param values what the text says to set the field to: one of them
 * @returns the field, to be a part of a text
 */
export function field(name: string, ...values: readonly string[]): FieldName {
	return { field: name, values };
}

/**
 * Joins a template's words with the fields, numbers, and other texts in it.
 *
 * @example
 * fieldText`Set ${field('pagingScheme.request.limitValue')} to ${largest}.`;
 */
export function fieldText(
	words: TemplateStringsArray,
	...inserted: ReadonlyArray<FieldText | FieldName | number>
): FieldText {
	const parts = words.flatMap((word, at) => [word, ...textParts(inserted[at] ?? '')]);
	if (parts.every((part) => typeof part === 'string')) return parts.join('');
	return parts.filter((part) => part !== '');
}

/**
 * @param nameOf what each field is called
 * @returns the text with its fields
 */
export function inWords(text: FieldText, nameOf: (name: FieldName) => string): string {
	return textParts(text)
		.map((part) => (typeof part === 'string' ? part : nameOf(part)))
		.join('');
}

/** Writes a text with the names that fields have in a dataset. */
export const inDatasetWords: Say = (text) =>
	inWords(text, ({ field: name, values }) =>
		values.length === 0 ? name : `${name} to ${values.join(' or ')}`,
	);

/**
 * @param separator what is between two of them
 * @returns several texts as one
 */
export function joinTexts(texts: readonly FieldText[], separator: string): FieldText {
	const [first = '', ...others] = texts;
	return others.reduce<FieldText>((all, text) => fieldText`${all}${separator}${text}`, first);
}

/** @returns whether a result is a text, and not something else */
export function isFieldText(result: FieldText | object): result is FieldText {
	return typeof result === 'string' || Array.isArray(result);
}

function textParts(text: FieldText | FieldName | number): ReadonlyArray<string | FieldName> {
	if (typeof text === 'number') return [String(text)];
	return typeof text === 'string' || 'field' in text ? [text] : text;
}
