import { UserError } from 'n8n-workflow';

import { isRecord } from '../json';
import type { ItemParameters } from '../node/inputItem';
import { jsonValue } from '../node/parameters';
import { readDetails } from './formDetails';
import { PAGING_DETAILS } from './properties/details';
import { FORM } from './properties/form';
import type { StopOfOurs } from './properties/formField';
import { STOPS_OF_OURS } from './properties/formField';

/** The stop condition that a dataset has beside the path of one of ours. */
const STOP_BESIDE: Record<StopOfOurs, { nextToken: string; others: string }> = {
	lastPage: { nextToken: 'noNextToken', others: 'noDataLeft' },
	moreRecords: { nextToken: 'noNextToken', others: 'noDataLeft' },
	totalPages: { nextToken: 'noNextToken', others: 'reachTotalCount' },
};

/**
 * Builds a dataset from the form. Parameters that the form does not show are left out.
 *
 * @returns the dataset, not yet validated
 * @throws UserError naming the field whose JSON cannot be read
 */
export function readForm(item: ItemParameters): Record<string, unknown> {
	const dataset: Record<string, unknown> = {};
	for (const { field, property } of FORM) {
		const value = item.value(property.name, '');
		if (value === '') continue;
		set(dataset, field, property.type === 'json' ? jsonValue(value, property.displayName) : value);
	}
	const details = item.options[PAGING_DETAILS.name];
	if (details !== undefined) {
		for (const [field, value] of readDetails(details)) set(dataset, field, value);
	}
	const scheme = isRecord(dataset.pagingScheme) ? dataset.pagingScheme : {};
	const stop = STOPS_OF_OURS.find((candidate) => candidate === scheme.pageUntil);
	if (stop) {
		scheme.pageUntil = STOP_BESIDE[stop][scheme.type === 'nextToken' ? 'nextToken' : 'others'];
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

/**
 * Reads a list, whose value may come from an expression.
 *
 * @param choices what each value of the list means
 * @throws UserError naming the field when it is none of them
 */
export function toChoice<T>(value: unknown, label: string, choices: ReadonlyMap<unknown, T>): T {
	const choice = choices.get(value);
	if (choice !== undefined) return choice;
	throw new UserError(
		`${label} is ${JSON.stringify(value) ?? 'not set'}, which is not one of its options`,
		{ description: `Select ${label} from its list, or correct its expression.` },
	);
}
