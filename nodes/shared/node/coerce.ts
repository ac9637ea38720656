import { type IDataObject, type INodeProperties, jsonParse } from 'n8n-workflow';

import { describeKind } from '../basics/describeKind';
import { isDataObject } from '../basics/guards';
import { memberOf } from '../basics/members';
import { visible } from '../basics/visible';
import { userError } from '../n8n/nodeErrors';
import { refuseDamaged } from './cells/damaged';
import { refuseRewritten } from './cells/identifying';

/**
 * @throws UserError naming the field when the value is not text, a number or a boolean, is damaged, or a number that
 *   has lost digits
 */
export function toText(value: unknown, label: string): string {
	const text = toCellText(value, label);
	refuseRewritten(value, label);
	return text;
}

/** {@link toText} for what identifies nothing, such as a description: it may be any number. */
export function toCellText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') {
		throw userError(
			`${label} must be a single value, but is ${describeKind(value)}`,
			`Change the expression of ${label} so that it returns a single value.`,
		);
	}
	refuseDamaged(value, label);
	return visible(String(value));
}

/**
 * Reads a number by its field, whose label, default, and bounds it is checked by. An expression may also
 * return it as text.
 *
 * @param values what the user added to a collection such as Options, by name
 * @throws UserError naming the field when it is not a number within its bounds
 */
export function numberOf(
	values: Readonly<Record<string, unknown>>,
	{ name, displayName: label, default: fallback, typeOptions }: INodeProperties,
): number {
	const { minValue: min = -Infinity, maxValue: max = Infinity } = typeOptions ?? {};
	const text = toText(memberOf(values, name), label);
	const number = Number(text === '' ? fallback : text);
	if (number >= min && number <= max) return number;
	const range = max === Infinity ? `of ${min} or more` : `from ${min} to ${max}`;
	throw userError(
		`${label} must be a number ${range}, but is "${text}"`,
		`Enter a number for ${label}, or remove it to use the default of ${Number(fallback)}.`,
	);
}

/**
 * Reads a switch by its field.
 *
 * @throws UserError naming the field when it is neither true nor false
 */
export function switchOf(
	values: Readonly<Record<string, unknown>>,
	{ name, displayName, default: fallback }: INodeProperties,
): boolean {
	return toBoolean(memberOf(values, name), displayName, fallback === true);
}

/**
 * Reads a switch. An expression may return true, the text "true", or the 1 of a table.
 *
 * @returns `fallback` when it is not set
 * @throws UserError naming the field when it is neither
 */
export function toBoolean(value: unknown, label: string, fallback = false): boolean {
	const text = toText(value, label).toLowerCase();
	if (text === '') return fallback;
	if (['true', '1'].includes(text)) return true;
	if (['false', '0'].includes(text)) return false;
	throw userError(
		`${label} must be true or false, but is "${text}"`,
		`Change the expression of ${label} so that it returns true or false.`,
	);
}

/**
 * Reads the value of a JSON field, or of an expression in it.
 *
 * @returns the parsed value; an object or list from an expression as it is
 * @throws UserError naming the field when the text is not JSON
 */
export function jsonValue(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	const parsed = jsonParse<unknown>(value, { fallbackValue: () => undefined });
	if (parsed !== undefined) return parsed;
	throw userError(
		`${label} is not valid JSON`,
		`Correct ${label}: names and text values need double quotes, as in {"name": "value"}, and trailing commas are not allowed.`,
	);
}

/**
 * Reads the value of a JSON field that has names and values.
 *
 * @param example of a value, for the error
 * @throws UserError naming the field when its value is not an object, or not JSON
 */
export function toJsonObject(value: unknown, label: string, example: string): IDataObject {
	const object = jsonValue(value, label);
	if (isDataObject(object)) return object;
	throw userError(`${label} must be a JSON object`, `Enter names and values, e.g. ${example}.`);
}

/**
 * Reads a list, whose value may come from an expression.
 *
 * @param choices what each value of the list means
 * @throws UserError naming the field when it is none of them
 */
export function toChoice<const T>(
	value: unknown,
	label: string,
	choices: Readonly<Record<string, T>>,
): T {
	const choice = Object.entries(choices).find(([name]) => name === value);
	if (choice) return choice[1];
	throw userError(
		`${label} is ${JSON.stringify(value) ?? 'not set'}, which is not one of its options`,
		`Select ${label} from its list, or correct its expression.`,
	);
}

/** @returns names that are separated by commas, or that an expression returned as an array */
export function readNames(value: unknown, label: string): string[] {
	const names = Array.isArray(value) ? value.map(String) : toText(value, label).split(',');
	return names.map(visible).filter(Boolean);
}
