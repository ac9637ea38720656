import { isRecord } from '../basics/guards';
import { memberOf } from '../basics/members';
import { jsonValue, readNames, toChoice } from '../node/coerce';
import type { ItemParameters } from '../node/itemParameters';
import { checkDataset } from '../paging/dataset/validate';
import { withMembers } from '../paging/bodyMembers';
import { pagingDetails } from './properties/options';
import { DATASET_FIELDS, STOPS_OF_OURS } from './properties/paging';
import { formProperties } from './properties/source';
import type { Source } from './types';

/**
 * Reads where the list is, and how it is paged.
 *
 * @returns the dataset of the form or of its JSON, validated; for Automatic, the URL to find it by
 * @throws DatasetError or UserError naming the field that is wrong
 */
export function readSource(item: ItemParameters): Source {
	const isForm = toChoice(item.value('source'), 'Paging Setup', {
		automatic: undefined,
		dataset: false,
		fields: true,
	});
	if (isForm === undefined) return { kind: 'automatic', url: item.requiredText('url', 'URL') };
	const dataset = isForm ? readForm(item) : readPasted(item);
	return { kind: 'dataset', verifiesEnd: isForm, completesUrls: isForm, ...checkDataset(dataset) };
}

/**
 * A pasted dataset stays as it is; its own end statuses win over those of the option:
 *
 *     { "url": "/vendors", "method": "GET", "pagingScheme": { "type": "pageBased", "endStatuses": [404], … } }
 */
function readPasted(item: ItemParameters): unknown {
	const dataset = jsonValue(item.value('dataset'), 'Saved Setup');
	const endStatuses = readNames(item.options.endStatuses, 'End Statuses');
	if (endStatuses.length === 0 || !isRecord(dataset) || !isRecord(dataset.pagingScheme))
		return dataset;
	return { ...dataset, pagingScheme: { endStatuses, ...dataset.pagingScheme } };
}

/**
 * Builds a dataset from the form. Parameters that the form does not show are left out.
 *
 * @returns the dataset, not yet validated
 * @throws UserError naming the field whose JSON cannot be read
 */
function readForm(item: ItemParameters): Record<string, unknown> {
	const { options } = item;
	const keepParameters = readNames(options.keepParameters, 'Keep Parameters');
	const endStatuses = readNames(options.endStatuses, 'End Statuses');
	const details: Record<string, unknown> = { ...options, keepParameters, endStatuses };
	const entered = formProperties.map(({ name, displayName, type }) => {
		const value = item.value(name, '');
		return [name, type === 'json' && value !== '' ? jsonValue(value, displayName) : value] as const;
	});
	const members = [
		...entered,
		...pagingDetails.map(({ name }) => [name, memberOf(details, name)] as const),
	]
		// Also an empty list.
		.filter(([, value]) => String(value ?? '') !== '')
		.map(([name, value]) => [memberOf(DATASET_FIELDS, name) ?? name, value] as const);
	const dataset = withMembers({}, members);
	const scheme = isRecord(dataset.pagingScheme) ? dataset.pagingScheme : {};
	const stop = STOPS_OF_OURS.find((candidate) => candidate === scheme.pageUntil);
	if (stop) {
		// The stop condition that a dataset has beside the path of one of ours.
		const beside = stop === 'totalPages' ? 'reachTotalCount' : 'noDataLeft';
		scheme.pageUntil = scheme.type === 'nextToken' ? 'noNextToken' : beside;
	}
	if (isRecord(dataset.body) && 'query' in dataset.body) dataset.method = 'POST';
	return dataset;
}
