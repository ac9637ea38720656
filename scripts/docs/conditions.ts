import type { INodeProperties } from 'n8n-workflow';

import { choicesOf } from './pages';

/** Said by the page's headings. */
const SAID_ABOVE = ['resource', 'operation'];

/**
 * @param all every property of the node, for the labels of parameters and values
 * @returns when the form shows a property, as the end of a sentence with "if"; empty for always
 */
export function conditionOf({ displayOptions }: INodeProperties, all: INodeProperties[]): string {
	const { show = {}, hide = {} } = displayOptions ?? {};
	return [
		...Object.entries(show).map(([name, values]) => clause(name, values, all, 'is')),
		...Object.entries(hide).map(([name, values]) => clause(name, values, all, 'is not')),
	]
		.filter(Boolean)
		.join(' and ');
}

function clause(
	name: string,
	values: unknown[] | undefined,
	all: INodeProperties[],
	verb: 'is' | 'is not',
): string {
	if (SAID_ABOVE.includes(name) || values === undefined) return '';
	if (name === '@tool') return `the node ${verb} a tool of an AI agent`;
	// From inside a collection, a slash leads to a parameter outside of it.
	const plain = name.replace(/^\//, '');
	const properties = all.filter((property) => property.name === plain);
	// The form does not show what it depends on.
	if (properties.some(({ type }) => type === 'hidden')) return '';
	const choices = properties.flatMap(choicesOf);
	const others = [...new Set(choices.map(({ value }) => value))].filter(
		(value) => !values.includes(value),
	);
	if (verb === 'is' && others.length > 0 && others.length < values.length) {
		return clause(name, others, all, 'is not');
	}
	const labels = values.map((value) => {
		if (value === '') return 'empty';
		if (typeof value === 'boolean') return value ? 'on' : 'off';
		return choices.find((choice) => choice.value === value)?.name ?? String(value);
	});
	return `${properties[0]?.displayName ?? plain} ${verb} ${labels.join(' or ')}`;
}
