import {
	type IDataObject,
	type IExecuteFunctions,
	type IGetNodeParameterOptions,
	type INodeProperties,
	jsonParse,
} from 'n8n-workflow';

import { isDataObject, isObject, isRecord, memberOf, visible } from '../basics/values';
import { userError } from '../service/errors';

/** The part of an n8n context that parameters are read from. */
export interface ParameterSource {
	getNodeParameter(
		name: string,
		itemIndex: number,
		fallback?: unknown,
		options?: IGetNodeParameterOptions,
	): unknown;
}

/** What a spreadsheet shows where a formula has failed. */
const FORMULA_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!)$/;

/** What a spreadsheet makes of a long number, such as an ID: most of its digits are lost. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d\d+$/;

/** @throws UserError naming the field when its value is not the one that was meant: a formula has failed, or digits are lost */
export function refuseDamaged(value: unknown, label: string): void {
	const text = typeof value === 'string' ? value.trim() : '';
	if (FORMULA_ERROR.test(text)) {
		throw userError(
			`${label} is "${text}", a spreadsheet formula error`,
			'Correct the formula in the spreadsheet, or remove the row.',
		);
	}
	if (ROUNDED.test(text) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
		throw userError(
			`${label} is ${String(value)}, a number that has lost digits`,
			'Numbers keep about 15 digits. Format the column as text in the spreadsheet, or return the value as text.',
		);
	}
}

/** @throws UserError naming the field when the value is not text, a number or a boolean, or is damaged */
export function toText(value: unknown, label: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') {
		throw userError(
			`${label} must be a single value, but is ${Array.isArray(value) ? 'an array' : 'an object'}`,
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

/** `{{ $json.a.b }}` or `{{ $json["a b"] }}`, which n8n writes when a field is dragged into a parameter. */
const FIELD = /^=\{\{\s*\$json((?:\.[A-Za-z_$][\w$]*|\["[^"\\]+"\]|\['[^'\\]+'\])+)\s*\}\}$/;
const STEP = /\.([A-Za-z_$][\w$]*)|\["([^"\\]+)"\]|\['([^'\\]+)'\]/g;

/**
 * One parameter of a run, read for many items.
 *
 * n8n takes about 50 microseconds for an expression, and several for a parameter without one, which is most
 * of a run of many items. So a parameter without expressions is read once, and plain fields of the item are
 * taken from the item, also in a list or a collection. Everything else is n8n's.
 */
function readColumn(
	context: IExecuteFunctions,
	name: string,
	fallback: unknown,
	options: IGetNodeParameterOptions,
): (index: number) => unknown {
	const raw: unknown = context.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	const ask = (index: number) => context.getNodeParameter(name, index, fallback, options);
	// What was entered is the same for all items, too.
	if (options.rawExpressions === true || !hasExpression(raw)) {
		const value = ask(0);
		return () => value;
	}
	const isValue = options.extractValue === true && isRecord(raw) && raw.__rl === true;
	const valueIn = readerOf(isValue ? raw.value : raw);
	const items = context.getInputData();
	return (index) => valueIn?.(items[index]?.json) ?? ask(index);
}

const tables = new WeakMap<IExecuteFunctions, ParameterSource>();

/** @returns all parameters of a run, each read as a column */
export function tableOf(context: IExecuteFunctions): ParameterSource {
	const columns = new Map<string, ReturnType<typeof readColumn>>();
	const table = tables.get(context) ?? {
		getNodeParameter(name, index, fallback, options = {}) {
			// n8n converts some values inside a field when they are read alone.
			if (name.includes('.')) return context.getNodeParameter(name, index, fallback, options);
			// A locator is read as a whole or for its value, and each parameter also as it was entered.
			const key = JSON.stringify([name, fallback, options]);
			const column = columns.get(key) ?? readColumn(context, name, fallback, options);
			columns.set(key, column);
			return column(index);
		},
	};
	tables.set(context, table);
	return table;
}

/** Takes a value out of an item; `undefined` when only n8n can say what it is. */
type Reader = (json: unknown) => unknown;

function readerOf(raw: unknown): Reader | undefined {
	if (typeof raw === 'string' && raw.startsWith('=')) {
		const [, path] = FIELD.exec(raw) ?? [];
		if (path === undefined) return undefined;
		const steps = [...path.matchAll(STEP)].map(([, name, a, b]) => name ?? a ?? b ?? '');
		return (json) => valueAt(json, steps);
	}
	if (!isObject(raw)) return () => raw;
	const names = Object.keys(raw);
	const readers = Object.values(raw).map(readerOf);
	return (json) => {
		const values = readers.map((read) => read?.(json));
		if (values.includes(undefined)) return undefined;
		if (Array.isArray(raw)) return values;
		return Object.fromEntries(names.map((name, index) => [name, values[index]]));
	};
}

/** Only values of which it is certain that n8n returns the same. */
function valueAt(json: unknown, steps: string[]): unknown {
	let value = json;
	for (const step of steps) {
		if (!isRecord(value)) return undefined;
		value = memberOf(value, step);
	}
	const isPlain = Array.isArray(value)
		? value.every((entry) => typeof entry === 'string')
		: ['string', 'number', 'boolean'].includes(typeof value);
	return isPlain ? value : undefined;
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return isObject(value) && Object.values(value).some(hasExpression);
}
