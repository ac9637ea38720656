import type { INodeProperties } from 'n8n-workflow';

import { conditionOf } from './conditions';
import type { Choice } from './pages';
import { choicesOf } from './pages';
import { cell, sentence, table } from './text';

/** A default that is longer than this is an example to replace. */
const LONGEST_DEFAULT = 100;

/** Options that are on until they are added and turned off; the others are off until they are added. */
const ON_FROM_THE_START = ['Deduplicate'];

/** One parameter as the form shows it. */
export interface Row {
	name: string;
	about: string;
	fallback: string;
	/** When the form shows it; empty for always. */
	conditions: string[];
}

/**
 * @param properties of one form
 * @param all every property of the node, for the labels in conditions
 * @returns a row for each parameter, members of collections included
 */
export function parameterRows(properties: INodeProperties[], all: INodeProperties[]): Row[] {
	return merged(properties.flatMap((property) => rowsOf(property, all)));
}

/** @returns the notices of a form, as quotes */
export function noticesOf(properties: INodeProperties[]): string[] {
	return properties
		.filter(({ type }) => type === 'notice')
		.map(({ displayName }) => `> ${cell(displayName)}`);
}

/** @returns the rows as a table with their options and defaults; nothing without rows */
export function parameterTable(rows: Row[]): string[] {
	if (rows.length === 0) return [];
	const cells = rows.map(({ name, about, fallback, conditions }) => [
		name,
		[about, ...conditionNote(conditions)].join('<br>'),
		fallback,
	]);
	return [table(['Parameter', 'What it is for', 'Default'], cells)];
}

/** A collection has no row of its own: its members are named with it. What is only shown where it is saved has none. */
function rowsOf(property: INodeProperties, all: INodeProperties[], parent = ''): Row[] {
	if (property.type === 'notice' || property.type === 'hidden') return [];
	if (property.displayOptions?.show?.[property.name]) return [];
	const label = [parent, property.displayName].filter(Boolean).join(' > ');
	const members = (property.options ?? []).flatMap((option) => {
		if ('type' in option) return [option];
		return 'values' in option ? option.values : [];
	});
	if (members.length > 0) {
		const condition = conditionOf(property, all);
		return members.flatMap((member) =>
			rowsOf(member, [...all, ...members], label).map((row) => ({
				...row,
				conditions: within(condition, row.conditions),
			})),
		);
	}
	return [
		{
			name: `**${label}**${property.required ? ' (required)' : ''}`,
			about: aboutOf(property),
			fallback: parent === '' ? defaultOf(property) : defaultWhenAdded(property, parent),
			conditions: [conditionOf(property, all)].filter(Boolean),
		},
	];
}

/** A member is shown if its collection is, and if one of its own conditions is met. */
function within(condition: string, conditions: string[]): string[] {
	if (condition === '') return conditions;
	if (conditions.length === 0) return [condition];
	const [field = ''] = condition.split(' is not ');
	return conditions.map((own) =>
		own.startsWith(`${field} is `) ? own : `${condition} and ${own}`,
	);
}

function aboutOf(property: INodeProperties): string {
	const { description = '', hint = '', placeholder = '' } = property;
	const [, example] = /^e\.g\. (.*)$/.exec(placeholder) ?? [];
	const texts = [
		sentence(cell(description)),
		sentence(cell(hint)),
		example === undefined ? '' : `Example: \`${example.replaceAll('|', '\\|')}\`.`,
	];
	const choices = choicesOf(property).map(
		({ name, description: about }) => `– **${name}**${about === '' ? '' : `: ${cell(about)}`}`,
	);
	return [texts.filter(Boolean).join(' '), ...choices].join('<br>');
}

/** What is in a collection has no effect until it is added, except for options with a value. */
function defaultWhenAdded(property: INodeProperties, parent: string): string {
	const { default: fallback, displayName } = property;
	if (fallback === true && !ON_FROM_THE_START.includes(displayName)) return 'Off until added';
	const isUnset = parent.endsWith('Fields') || parent === 'Filters';
	return isUnset && property.type === 'options' ? 'Not set until added' : defaultOf(property);
}

function defaultOf(property: INodeProperties): string {
	const { default: fallback } = property;
	if (typeof fallback === 'boolean') return fallback ? 'On' : 'Off';
	const choice = choicesOf(property).find(({ value }: Choice) => value === fallback);
	if (choice) return choice.name;
	if (typeof fallback === 'number') return fallback.toLocaleString('en-US');
	if (typeof fallback !== 'string' || fallback === '') return '';
	return fallback.length > LONGEST_DEFAULT || fallback.includes('\n')
		? 'An example'
		: `\`${fallback}\``;
}

/** The form has several properties for one parameter where n8n cannot say "or" in a condition. */
function merged(rows: Row[]): Row[] {
	const byContent = new Map<string, Row>();
	for (const row of rows) {
		const key = contentOf(row);
		const same = byContent.get(key);
		if (same) same.conditions.push(...row.conditions);
		else byContent.set(key, { ...row });
	}
	return [...byContent.values()];
}

/** @returns what a row says, apart from when the form shows it */
export function contentOf({ name, about, fallback }: Row): string {
	return [name, about, fallback].join('\n');
}

function conditionNote(conditions: string[]): string[] {
	if (conditions.length === 0) return [];
	return [`_Shown if ${conditions.join(', or if ')}._`];
}
