import { UserError } from 'n8n-workflow';

import type { Clean } from '../http/redact';
import { plainText } from '../http/redact';
import { DatasetError, PagingError } from '../paging/errors';
import type { Summary } from '../paging/types';
import { shorten } from '../shorten';
import type { ReadContext } from './context';
import { detailFields, endStatuses } from './properties/details';
import { FORM } from './properties/form';
import type { FormField } from './properties/formField';
import { hideKeys } from './signIn/keys';

/** Options that limit a run; they have these labels whatever the source is. */
const LIMIT_LABELS = new Map([
	['limit', 'Limit'],
	['maxPages', 'Max Pages'],
	['interval', 'Interval'],
	['prefetch', 'Prefetch'],
]);

/** The same, the fields of the dataset by their dotted names, and what each of them is set to. */
const FORM_LABELS = new Map([
	...LIMIT_LABELS,
	...[...FORM, ...detailFields, endStatuses].flatMap(labelsOf),
]);

function labelsOf({ field, property: { displayName, options = [] } }: FormField) {
	const choices = options.map((option): [string, string] => [
		`${field} to ${'value' in option ? option.value : option.name}`,
		`${displayName} to ${option.name}`,
	]);
	return [[field, displayName] as const, ...choices];
}

/** A name at the beginning of a text, or a dotted one: how the engine's texts name fields. */
const NAMES = [
	/^(\w+(?:\.\w+)*)( to \w+)?/,
	/((?:pagingScheme|body)(?:\.\w+)+)( to \w+)?/g,
] as const;

function withLabels(text: string, labels: ReadonlyMap<string, string>): string {
	const relabel = (whole: string, name: string, choice: string | undefined) =>
		labels.get(whole) ?? (labels.get(name) ?? name) + (choice ?? '');
	return NAMES.reduce((relabeled, names) => relabeled.replace(names, relabel), text);
}

/** Replaces the names in a text of the engine by the labels that the user sees. */
type Relabel = (text: string) => string;

/** A pasted dataset keeps its own names. */
function relabelFor(context: ReadContext, itemIndex: number): Relabel {
	const isForm = context.getNodeParameter('source', itemIndex) === 'fields';
	return isForm ? (text) => withLabels(text, FORM_LABELS) : (text) => text;
}

/**
 * @param clean for texts that the API has sent
 * @returns the summary with the labels of the form in its texts, if the form was filled in
 */
export function relabelSummary<S extends Summary>(
	context: ReadContext,
	itemIndex: number,
	summary: S,
	clean: Clean,
): S {
	const { warnings, incomplete, error } = summary;
	const relabelText = relabelFor(context, itemIndex);
	const relabel = (text: string) => shorten(clean(relabelText(text)));
	return {
		...summary,
		warnings: warnings.map(relabel),
		incomplete: incomplete.map(relabel),
		...(error !== undefined && { error: relabelError(context, itemIndex, error, clean) }),
	};
}

/**
 * @returns an error of the engine with the labels of the form in its texts, if the form was filled
 *   in; any other error of ours without secrets
 */
export function relabelError(
	context: ReadContext,
	itemIndex: number,
	error: unknown,
	clean: Clean = (text) => hideKeys(plainText(text)),
): unknown {
	const relabelText = relabelFor(context, itemIndex);
	const relabel = (text: string) => shorten(clean(relabelText(text)));
	if (error instanceof DatasetError) {
		return new DatasetError(error.field, relabel(error.message), relabel(error.fix));
	}
	if (error instanceof PagingError) {
		return new PagingError(relabel(error.message), relabel(error.fix), error.response);
	}
	// The limits are options of the node, not fields of a dataset.
	if (error instanceof RangeError) return new RangeError(withLabels(error.message, LIMIT_LABELS));
	if (error instanceof UserError) {
		const { message, description } = error;
		return new UserError(clean(message), { description: clean(description ?? '') });
	}
	return error;
}
