import { UserError } from 'n8n-workflow';

import type { Clean } from '../http/redact';
import { plainText } from '../http/redact';
import { DatasetError, PagingError } from '../paging/errors';
import { shorten } from '../basics/text';
import { FIELDS, formProperties } from './properties/form';
import { pagingDetails } from './properties/options';
import { hideKeys } from './signIn';
import type { ReadContext, RunSummary } from './types';

/** Options that limit a run; in errors about them, they have these labels whatever the source is. */
const LIMIT_LABELS = new Map([
	['limit', 'Limit'],
	['maxPages', 'Max Pages'],
	['interval', 'Interval'],
	['prefetch', 'Prefetch'],
]);

/** The same, the fields of the dataset by their dotted names, and what each of them is set to. */
const FORM_LABELS = new Map(LIMIT_LABELS);
for (const { name, displayName, options = [] } of [...formProperties, ...pagingDetails]) {
	const field = FIELDS[name];
	if (field === undefined) continue;
	FORM_LABELS.set(field, displayName);
	for (const option of options) {
		const value = 'value' in option ? option.value : option.name;
		FORM_LABELS.set(`${field} to ${value}`, `${displayName} to ${option.name}`);
	}
}

/** A name at the beginning of a text, or a dotted one: how the engine's texts name fields. */
const NAMES = [
	/^(\w+(?:\.\w+)*)( to \w+)?/,
	/((?:pagingScheme|body)(?:\.\w+)+)( to \w+)?/g,
] as const;

/** The fields that say what is read, by the value of Paging Setup. */
const SETUP_FIELDS: Readonly<Record<string, string>> = {
	automatic: 'URL',
	dataset: 'Saved Setup',
	fields: 'URL and Records Path',
};

/** @returns the labels of the fields that say what is read, as far as the form shows them */
export function setupFields(context: ReadContext, itemIndex: number): string {
	return SETUP_FIELDS[String(context.getNodeParameter('source', itemIndex))] ?? 'Paging Setup';
}

/** With Paging Setup: Automatic, the form has none of the fields that a text may name. */
const NOT_SHOWN = ' To enter such fields, set Paging Setup to Set Up Manually.';

/**
 * @param clean for texts that the API has sent
 * @param otherLabels where a dataset was pasted
 * @returns what replaces the names in a text of the engine by the labels that the user sees: a pasted
 *   dataset keeps its own names
 */
function relabelFor(
	context: ReadContext,
	itemIndex: number,
	clean: Clean,
	otherLabels = new Map<string, string>(),
): Clean {
	const source = context.getNodeParameter('source', itemIndex);
	const labels = source === 'dataset' ? otherLabels : FORM_LABELS;
	return (text) => {
		let note = '';
		const relabel = (whole: string, name: string, choice = '') => {
			const isHidden = source === 'automatic' && name.startsWith('pagingScheme.');
			if (isHidden && labels.has(name)) note = NOT_SHOWN;
			return labels.get(whole) ?? (labels.get(name) ?? name) + choice;
		};
		const words = NAMES.reduce((relabeled, names) => relabeled.replace(names, relabel), text);
		return shorten(clean(words + note));
	};
}

/** @returns the summary with the labels of the form in its texts */
export function relabelSummary(
	context: ReadContext,
	itemIndex: number,
	summary: RunSummary,
	clean: Clean,
): RunSummary {
	const { warnings, incomplete, error } = summary;
	const relabel = relabelFor(context, itemIndex, clean);
	return {
		...summary,
		warnings: warnings.map(relabel),
		incomplete: incomplete.map(relabel),
		...(error !== undefined && { error: relabelError(context, itemIndex, error, clean) }),
	};
}

/** @returns an error of the engine with the labels of the form in its texts; any other error of ours without secrets */
export function relabelError(
	context: ReadContext,
	itemIndex: number,
	error: unknown,
	clean: Clean = (text) => hideKeys(plainText(text)),
): unknown {
	const relabel = relabelFor(context, itemIndex, clean);
	if (error instanceof DatasetError) {
		return new DatasetError(error.field, relabel(error.message), relabel(error.fix));
	}
	if (error instanceof PagingError) {
		return new PagingError(relabel(error.message), relabel(error.fix), error.response);
	}
	if (error instanceof RangeError) {
		return new RangeError(relabelFor(context, itemIndex, clean, LIMIT_LABELS)(error.message));
	}
	if (error instanceof UserError) {
		const { message, description } = error;
		const lines = (description ?? '').split('\n').map(clean);
		return new UserError(clean(message), { description: lines.join('\n') });
	}
	return error;
}
