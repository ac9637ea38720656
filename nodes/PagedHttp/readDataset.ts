import type { IExecuteFunctions } from 'n8n-workflow';

import { jsonValue } from '../shared/node/parameters';
import { isRecord } from '../shared/json';
import type { ValidatedDataset } from '../shared/paging';
import { validateDataset } from '../shared/paging';
import { FORM } from './properties/form';

/**
 * Reads what an input item asks for, from the form or from its JSON.
 *
 * @throws DatasetError when the fields do not fit each other
 * @throws UserError when a JSON field holds no JSON
 */
export function readDataset(context: IExecuteFunctions, itemIndex: number): ValidatedDataset {
	if (context.getNodeParameter('source', itemIndex) === 'dataset') {
		const value: unknown = context.getNodeParameter('dataset', itemIndex);
		return validateDataset(jsonValue(value, 'Dataset'));
	}
	return validateDataset(readForm(context, itemIndex));
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
