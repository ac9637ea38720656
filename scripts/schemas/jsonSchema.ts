type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null';

/** The part of JSON schema that n8n reads of an output schema. */
export interface JsonSchema {
	/** Several where a value may be `null`, or differs in type; `null` is the last of them. */
	type: JsonType | JsonType[];
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

/** An output schema as n8n expects it: it describes the `json` of one item. */
export interface OutputSchema extends JsonSchema {
	/** Of the schema, not of the node. */
	version: number;
}

/**
 * Members whose own members are named by an organization or depend on the event. The names in a
 * sample would be wrong for every other organization.
 */
const OPEN_MEMBERS = ['customFields', 'data'];

/**
 * Describes the items that came out of a node.
 *
 * @param items at least one
 */
export function outputSchema(items: Array<Record<string, unknown>>): OutputSchema {
	return { ...schemaOf(items), version: 1 };
}

/**
 * Describes values by what they have in common: all members that occur, in the order in which they
 * were seen first, with all types that they occur with.
 *
 * Written by hand, since the rules are those of n8n's editor: it shows members in their order and the
 * first of several types. A library that infers schemas would need as much code around it.
 *
 * @param values at least one, as JSON knows them
 * @returns a schema that each of the values matches, without any of their contents
 */
export function schemaOf(values: unknown[]): JsonSchema {
	const types = typesOf(values);
	const [type] = types;
	if (type === undefined) throw new Error('There are no values to describe');

	const objects = values.filter(isRecord);
	const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
	const elements = values.filter((value) => Array.isArray(value)).flat();
	return {
		type: types.length === 1 ? type : types,
		...(names.length > 0 && {
			properties: Object.fromEntries(names.map((name) => [name, memberSchema(objects, name)])),
		}),
		...(elements.length > 0 && { items: schemaOf(elements) }),
	};
}

function memberSchema(objects: Array<Record<string, unknown>>, name: string): JsonSchema {
	const values = objects.filter((object) => name in object).map((object) => object[name]);
	const isOpen = OPEN_MEMBERS.includes(name);
	return schemaOf(isOpen ? values.map((value) => (isRecord(value) ? {} : value)) : values);
}

function typesOf(values: unknown[]): JsonType[] {
	const types = new Set(values.map(typeOf));
	// Every integer is a number as well.
	if (types.has('number')) types.delete('integer');
	// The editor shows the first type and ignores the others.
	const isNull = types.delete('null');
	return isNull ? [...types, 'null'] : [...types];
}

function typeOf(value: unknown): JsonType {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	const type = typeof value;
	if (type === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	if (type === 'string' || type === 'boolean' || type === 'object') return type;
	throw new Error(`JSON has no ${type}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
