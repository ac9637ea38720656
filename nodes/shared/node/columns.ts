import type { IExecuteFunctions, IGetNodeParameterOptions } from 'n8n-workflow';

import { isObject, isRecord } from '../basics/guards';
import { memberOf } from '../basics/members';
import { plainBlanks } from '../basics/visible';

/** The part of an n8n context that parameters are read from. */
export interface ParameterSource {
	getNodeParameter(
		name: string,
		itemIndex: number,
		fallback?: unknown,
		options?: IGetNodeParameterOptions,
	): unknown;
}

/** `{{ $json.a.b }}` or `{{ $json["a b"] }}`, which n8n writes when a field is dragged into a parameter. */
const FIELD = /^=\{\{\s*\$json((?:\.[A-Za-z_$][\w$]*|\["[^"\\]+"\]|\['[^'\\]+'\])+)\s*\}\}$/;

const STEP = /\.([A-Za-z_$][\w$]*)|\["([^"\\]+)"\]|\['([^'\\]+)'\]/g;

/**
 * @param entered in a field, such as `={{ $json["Parent Unit"] }}`
 * @returns the name of the column that was dragged into it; nothing where something else was entered
 */
export function columnIn(entered: unknown): string | undefined {
	const [, path = ''] = (typeof entered === 'string' && FIELD.exec(entered)) || [];
	const [, name, a, b] = [...path.matchAll(STEP)].at(-1) ?? [];
	return name ?? a ?? b;
}

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

/**
 * @returns the name that a member has whose name looks the same: n8n leaves the mark at the start of a CSV file in
 *   the name of the first column, `{ "\ufeffpath": "EMEA" }`, and spreadsheets have blanks of other kinds
 */
function ownName(record: Readonly<Record<string, unknown>>, name: string): string {
	if (Object.hasOwn(record, name)) return name;
	const wanted = plainBlanks(name);
	return Object.keys(record).find((own) => plainBlanks(own) === wanted) ?? name;
}

/** Only values of which it is certain that n8n returns the same, or nothing for another spelling of a name. */
function valueAt(json: unknown, steps: string[]): unknown {
	let value = json;
	for (const step of steps) {
		if (!isRecord(value)) return undefined;
		value = memberOf(value, ownName(value, step));
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
