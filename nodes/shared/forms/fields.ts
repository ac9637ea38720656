import { type IDisplayOptions, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

/** What is special about a field. */
export type More = Partial<INodeProperties>;

/** A field for text, empty by default. */
export function textField(
	displayName: string,
	name: string,
	description: string,
	more: More = {},
): INodeProperties {
	return { displayName, name, type: 'string', default: '', description, ...more };
}

/** A choice of a list. */
export type Choice = readonly [name: string, value: string, description?: string];

/** A field with a list of choices. */
export function listField(
	displayName: string,
	name: string,
	byDefault: string,
	description: string,
	choices: Choice[],
	more: More = {},
): INodeProperties {
	const options = choices.map(([label, value, text]) => ({
		...{ name: label, value },
		...(text && { description: text }),
	}));
	const field = { displayName, name, type: 'options', options, default: byDefault } as const;
	return { ...field, description, ...more };
}

/** A switch, off by default. */
export function switchField(
	displayName: string,
	name: string,
	description: string,
	more: More = {},
): INodeProperties {
	return { displayName, name, type: 'boolean', default: false, description, ...more };
}

/** A field for JSON, empty by default. */
export function jsonField(...text: Parameters<typeof textField>): INodeProperties {
	return { ...textField(...text), type: 'json' };
}

/** A note in a form. */
export function noticeField(name: string, displayName: string, more: More = {}): INodeProperties {
	return { displayName, name, type: 'notice', default: '', ...more };
}

/** A field for a number, which its default and bounds are also read by. */
export function numberField(
	displayName: string,
	name: string,
	byDefault: number,
	[minValue, maxValue]: [min: number, max?: number],
	description: string,
	more: More = {},
): INodeProperties {
	const typeOptions = { minValue, ...(maxValue !== undefined && { maxValue }) };
	const field = { displayName, name, type: 'number', typeOptions, default: byDefault } as const;
	return { ...field, description, ...more };
}

/** @returns the fields, shown only with these values of others, besides their own conditions */
export function shownIf(
	show: NonNullable<IDisplayOptions['show']>,
	fields: INodeProperties[],
): INodeProperties[] {
	return updateDisplayOptions({ show }, fields);
}
