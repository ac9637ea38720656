import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { jsonParse, UserError } from 'n8n-workflow';

import { isDataObject } from '../json';

/**
 * Reads a parameter as text.
 *
 * @param name the parameter's name; a dotted name reaches into a collection
 * @returns trimmed; `''` when it is not set or an expression gave nothing
 * @throws UserError naming the field when an expression gave an object or a list
 */
export function textParameter(
	context: IExecuteFunctions,
	name: string,
	label: string,
	itemIndex: number,
): string {
	const value: unknown = context.getNodeParameter(name, itemIndex, '', { extractValue: true });
	return toText(value, label);
}

/**
 * Reads a parameter that must not be empty.
 *
 * @param label the field's name as the user sees it
 * @throws UserError naming the field and the fix
 */
export function requiredText(
	context: IExecuteFunctions,
	name: string,
	label: string,
	itemIndex: number,
): string {
	const text = textParameter(context, name, label, itemIndex);
	if (text === '') {
		throw new UserError(`${label} is empty`, {
			description: `Enter a value for ${label}. If it is an expression, it gave nothing for this item.`,
		});
	}
	return text;
}

/** Reads a collection such as Options or Additional Fields: only the members the user added. */
export function collectionParameter(
	context: IExecuteFunctions,
	name: string,
	itemIndex: number,
): IDataObject {
	const value: unknown = context.getNodeParameter(name, itemIndex, {});
	return isDataObject(value) ? value : {};
}

/** @throws UserError naming the field when the value is no text, number or boolean */
export function toText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') {
		throw new UserError(
			`${label} is ${Array.isArray(value) ? 'a list' : 'an object'} instead of text`,
			{
				description: `Change the expression of ${label} so that it gives one value.`,
			},
		);
	}
	return String(value).trim();
}

/**
 * Reads a number, which an expression may also give as text.
 *
 * @returns `fallback` when it is not set
 * @throws UserError naming the field when it is no number, or smaller than `min`
 */
export function toNumber(
	value: unknown,
	label: string,
	{ fallback, min }: { fallback: number; min: number },
): number {
	const text = toText(value, label);
	if (text === '') return fallback;
	const number = Number(text);
	if (number >= min) return number;
	throw new UserError(`${label} is not a number of ${min} or more: ${text}`, {
		description: `Enter a number for ${label}, or leave it out to use ${fallback}.`,
	});
}

/**
 * Reads a switch, which an expression may also give as text.
 *
 * @returns `fallback` when it is not set
 * @throws UserError naming the field when it is neither true nor false
 */
export function toBoolean(value: unknown, label: string, fallback: boolean): boolean {
	const text = toText(value, label).toLowerCase();
	if (text === '') return fallback;
	if (text === 'true' || text === 'false') return text === 'true';
	throw new UserError(`${label} is neither true nor false: ${text}`, {
		description: `Change the expression of ${label} so that it gives true or false.`,
	});
}

/**
 * Reads what a JSON field or an expression in it holds.
 *
 * @returns the parsed value; an object or list from an expression as it is
 * @throws UserError naming the field when the text is not JSON
 */
export function jsonValue(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	const parsed = jsonParse<unknown>(value, { fallbackValue: NOT_JSON });
	if (parsed !== NOT_JSON) return parsed;
	throw new UserError(`${label} is not valid JSON`, {
		description: `Correct ${label}: names and texts need double quotes, and no comma may stand before a closing bracket.`,
	});
}

const NOT_JSON = Symbol('not JSON');
