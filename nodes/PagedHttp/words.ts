import type { IExecuteFunctions } from 'n8n-workflow';

import type { Summary } from '../shared/paging';
import { DatasetError, PagingError } from '../shared/paging';
import type { FormField } from './properties/form';
import { FORM } from './properties/form';

/** Puts what the user sees on the screen in place of the names that the engine's texts give. */
export type Words = (text: string) => string;

/** What limits a run, and how the node names it whatever the source is. */
const LIMIT_LABELS = new Map([
	['limit', 'Limit'],
	['maxPages', 'Max Pages'],
	['interval', 'Interval'],
	['prefetch', 'Prefetch'],
]);

/** The same, the fields of the dataset by their dotted names, and what each of them is set to. */
const FORM_LABELS = new Map([...LIMIT_LABELS, ...FORM.flatMap(labelsOf)]);

function labelsOf({ field, property: { displayName, options = [] } }: FormField) {
	const choices = options.map((option): [string, string] => [
		`${field} to ${'value' in option ? option.value : option.name}`,
		`${displayName} to ${option.name}`,
	]);
	return [[field, displayName] as const, ...choices];
}

/** A name that opens a text, or a dotted one: how the engine's texts give names. */
const NAME = /(^\w+(?:\.\w+)*|\b(?:pagingScheme|body)(?:\.\w+)+)( to \w+)?/g;

const inLabels =
	(labels: ReadonlyMap<string, string>): Words =>
	(text) =>
		text.replace(
			NAME,
			(whole, name: string, choice: string | undefined) =>
				labels.get(whole) ?? (labels.get(name) ?? name) + (choice ?? ''),
		);

const inWordsOfForm = inLabels(FORM_LABELS);
const inWordsOfLimits = inLabels(LIMIT_LABELS);

/** @returns the labels of the form where it was filled in; a pasted dataset keeps its own names */
export function wordsFor(context: IExecuteFunctions, itemIndex: number): Words {
	const isForm = context.getNodeParameter('source', itemIndex) === 'fields';
	return isForm ? inWordsOfForm : (text) => text;
}

/** @returns the summary as the user reads it */
export function summaryIn(words: Words, summary: Summary): Summary {
	const { warnings, error } = summary;
	return {
		...summary,
		warnings: warnings.map(words),
		...(error !== undefined && { error: errorIn(words, error) }),
	};
}

/** @returns the error as the user reads it; one that is none of the engine's as it came */
export function errorIn(words: Words, error: unknown): unknown {
	if (error instanceof DatasetError) {
		return new DatasetError(error.field, words(error.message), words(error.fix));
	}
	if (error instanceof PagingError) {
		return new PagingError(words(error.message), words(error.fix), error.response);
	}
	// The limits are options of the node, and no fields of a dataset.
	if (error instanceof RangeError) return new RangeError(inWordsOfLimits(error.message));
	return error;
}
