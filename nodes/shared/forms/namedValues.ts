import type { INodeProperties } from 'n8n-workflow';

import type { More } from './fields';

/** What is different between the lists of names and values. */
interface NamedValues extends Omit<
	INodeProperties,
	'type' | 'typeOptions' | 'options' | 'placeholder'
> {
	/** An entry of the list: `Header`; in lower case, it is also the name of the list's only group. */
	entry: string;
	/** Partial fields of an entry, such as their examples. */
	nameField: More;
	valueField?: More;
}

/** @returns a field with a list of names and values, such as headers */
export function namedValues(list: NamedValues): INodeProperties {
	const { entry, nameField, valueField, ...field } = list;
	return {
		...field,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entry}`,
		options: [
			{
				displayName: entry,
				name: entry.toLowerCase(),
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '', ...nameField },
					{ displayName: 'Value', name: 'value', type: 'string', default: '', ...valueField },
				],
			},
		],
	};
}
