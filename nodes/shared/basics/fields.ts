import type { INodeProperties } from 'n8n-workflow';

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
