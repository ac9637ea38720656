import { isRecord } from '../json';
import { toText } from '../node/parameters';
import { detailFields, PAGING_DETAILS } from './properties/details';
import type { FormField } from './properties/formField';

/**
 * @param details the option Paging Details
 * @returns what the user set there, as fields of a dataset
 */
export function readDetails(details: unknown): Array<[field: string, value: unknown]> {
	const group: unknown = isRecord(details) ? details[PAGING_DETAILS.group] : undefined;
	if (!isRecord(group)) return [];
	return detailFields.flatMap(({ field, property }): Array<[string, unknown]> => {
		const value = toMember(property, group[property.name]);
		return isEmpty(value) ? [] : [[field, value]];
	});
}

function toMember({ name, displayName }: FormField['property'], value: unknown): unknown {
	if (name !== 'keepParameters' || Array.isArray(value)) return value;
	return toText(value, displayName)
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
