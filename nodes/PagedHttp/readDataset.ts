import type { IExecuteFunctions } from 'n8n-workflow';

import { jsonValue } from '../shared/execution/parameters';
import { isRecord } from '../shared/json';
import type { ValidatedDataset } from '../shared/paging';
import { DatasetError, validateDataset } from '../shared/paging';
import { FORM } from './properties/form';

/** Fields of the dataset by their dotted names, and the labels that the form has for them. */
const LABELS = new Map(FORM.map(({ field, property }) => [field, property.displayName]));

/**
 * Reads what an input item asks for, from the form or from its JSON.
 *
 * @throws DatasetError when the fields do not fit each other, in the words of the form if it was used
 * @throws UserError when a JSON field holds no JSON
 */
export function readDataset(context: IExecuteFunctions, itemIndex: number): ValidatedDataset {
	if (context.getNodeParameter('source', itemIndex) === 'dataset') {
		const value: unknown = context.getNodeParameter('dataset', itemIndex);
		return validateDataset(jsonValue(value, 'Dataset'));
	}
	try {
		const { dataset, warnings } = validateDataset(readForm(context, itemIndex));
		return { dataset, warnings: warnings.map(inWordsOfForm) };
	} catch (error) {
		throw translated(error);
	}
}

/** Parameters that the form does not show are left out. */
function readForm(context: IExecuteFunctions, itemIndex: number): Record<string, unknown> {
	const dataset: Record<string, unknown> = {};
	for (const { field, property } of FORM) {
		const value: unknown = context.getNodeParameter(property.name, itemIndex, '');
		if (value === '') continue;
		set(dataset, field, property.type === 'json' ? jsonValue(value, property.displayName) : value);
	}
	return isRecord(dataset.body) && 'query' in dataset.body
		? { ...dataset, method: 'POST' }
		: dataset;
}

function set(target: Record<string, unknown>, field: string, value: unknown): void {
	const [name = '', ...rest] = field.split('.');
	if (rest.length === 0) {
		target[name] = value;
		return;
	}
	const member = target[name];
	const parent = isRecord(member) ? member : {};
	target[name] = parent;
	set(parent, rest.join('.'), value);
}

function translated(error: unknown): unknown {
	if (!(error instanceof DatasetError)) return error;
	return new DatasetError(error.field, inWordsOfForm(error.message), inWordsOfForm(error.fix));
}

/** Puts the form's labels in place of dotted names, and of a field's name that opens a sentence. */
function inWordsOfForm(text: string): string {
	return text.replace(/^\w+(\.\w+)*|\b(pagingScheme|body)(\.\w+)+/g, (name) => {
		return LABELS.get(name) ?? name;
	});
}
