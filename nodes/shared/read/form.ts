import { isRecord } from '../json';
import type { ItemParameters } from '../node/inputItem';
import { jsonValue, readNames } from '../node/parameters';
import { FIELDS, formProperties } from './properties/form';
import { pagingDetails } from './properties/options';
import { STOPS_OF_OURS } from './properties/paging';

/**
 * Builds a dataset from the form. Parameters that the form does not show are left out.
 *
 * @returns the dataset, not yet validated
 * @throws UserError naming the field whose JSON cannot be read
 */
export function readForm(item: ItemParameters): Record<string, unknown> {
	const dataset: Record<string, unknown> = {};
	for (const { name, displayName, type } of formProperties) {
		const value = item.value(name, '');
		if (value === '') continue;
		set(dataset, FIELDS[name] ?? name, type === 'json' ? jsonValue(value, displayName) : value);
	}
	const { pagingDetails: option } = item.options;
	const entered = isRecord(option) && isRecord(option.details) ? option.details : {};
	const keepParameters = readNames(entered.keepParameters, 'Keep Parameters');
	const details: Record<string, unknown> = { ...entered, keepParameters };
	for (const { name } of pagingDetails) {
		// Also an empty list.
		if (String(details[name] ?? '') !== '') set(dataset, FIELDS[name] ?? name, details[name]);
	}
	const scheme = isRecord(dataset.pagingScheme) ? dataset.pagingScheme : {};
	const stop = STOPS_OF_OURS.find((candidate) => candidate === scheme.pageUntil);
	if (stop) {
		// The stop condition that a dataset has beside the path of one of ours.
		const beside = stop === 'totalPages' ? 'reachTotalCount' : 'noDataLeft';
		scheme.pageUntil = scheme.type === 'nextToken' ? 'noNextToken' : beside;
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
