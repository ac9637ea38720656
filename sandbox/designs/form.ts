import type { INodeProperties } from 'n8n-workflow';

import { pagingDetails } from '../../nodes/shared/read/properties/options';
import { DATASET_FIELDS, STOPS_OF_OURS } from '../../nodes/shared/read/properties/paging';
import { formProperties } from '../../nodes/shared/read/properties/source';
import type { JsonObject } from './types';

/** A field of the form that is filled in, and where it is. */
export interface FilledField {
	property: INodeProperties;
	value: unknown;
	/** Whether it is under Paging Details in Options, or a field of the form itself. */
	place: 'form' | 'details';
}

/**
 * @param dataset a dataset of one of the designs
 * @returns the fields of the form that say the same, in the order in which they are shown
 */
export function filledFields(dataset: JsonObject): FilledField[] {
	const scheme = dataset.pagingScheme as JsonObject;
	const isGraphql = scheme.type === 'graphqlConnections';
	const hidden = isGraphql ? ['method', 'body'] : ['body.query', 'body.variables'];
	const response = (scheme.response ?? {}) as JsonObject;
	const stop = STOPS_OF_OURS.find((candidate) => candidate in response);
	const filled = new Map<string, FilledField>();
	const fill = (property: INodeProperties, place: FilledField['place']) => {
		const field = DATASET_FIELDS[property.name] ?? property.name;
		const member = field === 'pagingScheme.pageUntil' ? (stop ?? scheme.pageUntil) : undefined;
		const value = member ?? memberAt(dataset, field);
		if (value === undefined || hidden.includes(field)) return;
		// The form has several properties of one name; they show the same field.
		const isOffered =
			property.type !== 'options' ||
			property.options?.some((option) => 'value' in option && option.value === value);
		if (isOffered) filled.set(property.name, { property, value, place });
	};
	for (const property of formProperties) fill(property, 'form');
	for (const property of pagingDetails) fill(property, 'details');
	return [...filled.values()];
}

/** @returns the parameters of the node that the fields stand for */
export function parametersOf(dataset: JsonObject): { form: JsonObject; options: JsonObject } {
	const form: JsonObject = { source: 'fields' };
	const details: JsonObject = {};
	for (const { property, value, place } of filledFields(dataset)) {
		const isList = property.type === 'string' && Array.isArray(value);
		const entered = isList ? value.join(', ') : value;
		const target = { form, details }[place];
		target[property.name] = property.type === 'json' ? JSON.stringify(entered) : entered;
	}
	const hasDetails = Object.keys(details).length > 0;
	return { form, options: hasDetails ? { pagingDetails: { settings: details } } : {} };
}

function memberAt(value: unknown, field: string): unknown {
	return field.split('.').reduce<unknown>((parent, name) => {
		return typeof parent === 'object' && parent !== null ? (parent as JsonObject)[name] : undefined;
	}, value);
}
