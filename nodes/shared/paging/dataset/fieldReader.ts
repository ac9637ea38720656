import { isRecord } from '../../json';
import { DatasetError, excerpt, integerFrom, kindOf } from '../errors';
import type { JsonObject } from '../types';

/**
 * Reads the fields of one object of a configuration, and remembers which ones were read, to warn
 * about the others. Null and empty text count as left out: forms send them.
 */
export class FieldReader {
	private readonly used = new Set<string>();

	/**
	 * @param path dotted name of the object, empty for the outermost one
	 * @param source the object
	 * @param warnings collects what the user should know
	 */
	constructor(
		private readonly path: string,
		private readonly source: JsonObject,
		private readonly warnings: string[],
	) {}

	/** @returns the full name of a field, as in messages */
	nameOf(field: string): string {
		return this.path === '' ? field : `${this.path}.${field}`;
	}

	/** @returns the value unchanged; `undefined` when left out */
	value(field: string): unknown {
		this.used.add(field);
		const value = Object.hasOwn(this.source, field) ? this.source[field] : undefined;
		return value === null || value === '' ? undefined : value;
	}

	/** @throws DatasetError when the field is set and not an object */
	object(field: string): JsonObject | undefined {
		const value = this.value(field);
		if (value === undefined || isRecord(value)) return value;
		throw this.wrong(field, `must be an object, not ${kindOf(value)}`, 'Write it as { … }.');
	}

	/** @throws DatasetError when the field is set and not an object */
	child(field: string): FieldReader {
		return new FieldReader(this.nameOf(field), this.object(field) ?? {}, this.warnings);
	}

	/** @throws DatasetError when the field is set and not text */
	text(field: string): string | undefined {
		const value = this.value(field);
		if (value === undefined) return undefined;
		if (typeof value === 'string') return value.trim() || undefined;
		throw this.wrong(field, `must be text, not ${kindOf(value)}`, 'Put it in quotes.');
	}

	/** @throws DatasetError when the field is missing or not text */
	requiredText(field: string, fix: string): string {
		const text = this.text(field);
		if (text !== undefined) return text;
		throw this.wrong(field, 'is missing', fix);
	}

	/**
	 * @param least smallest value allowed, 0 or 1
	 * @returns an integer, which may be given as text
	 * @throws DatasetError when it is something else, or smaller
	 */
	integer(field: string, least: number): number | undefined {
		const value = this.value(field);
		if (value === undefined) return undefined;
		const isDigits = typeof value === 'string' && /^\d+$/.test(value.trim());
		const number = isDigits ? Number(value) : value;
		if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least) {
			return number;
		}
		throw this.wrong(
			field,
			`must be ${integerFrom(least)}, not ${excerpt(value)}`,
			`Set ${this.nameOf(field)} to ${integerFrom(least)}.`,
		);
	}

	/**
	 * @returns the entries of an array; `undefined` when left out or empty
	 * @throws DatasetError when it is something else
	 */
	list(field: string, fix: string): unknown[] | undefined {
		const value = this.value(field);
		if (value === undefined) return undefined;
		if (Array.isArray(value)) return value.length > 0 ? value : undefined;
		throw this.wrong(field, `must be an array, not ${kindOf(value)}`, fix);
	}

	/** @throws DatasetError listing the choices when the field is missing or none of them */
	oneOf<Choice extends string>(field: string, choices: readonly Choice[], where = ''): Choice {
		const value = this.value(field);
		const choice = choices.find((candidate) => candidate === value);
		if (choice !== undefined) return choice;
		const state = value === undefined ? 'is missing' : `cannot be ${excerpt(value)}`;
		throw this.wrong(
			field,
			`${state}${where}; valid values: ${choices.join(', ')}`,
			`Set ${this.nameOf(field)} to ${choices.join(' or ')}.`,
		);
	}

	/** @returns the error to throw when this field is wrong */
	wrong(field: string, what: string, fix: string): DatasetError {
		return new DatasetError(this.nameOf(field), `${this.nameOf(field)} ${what}.`, fix);
	}

	/**
	 * Warns about every field that was not read. One beyond the specification is refused: without it,
	 * the dataset would mean something else.
	 *
	 * @param elsewhere fields that other schemes or stop conditions use
	 * @param own fields beyond the specification, and what each of them needs
	 * @param here what was chosen, for the message
	 * @throws DatasetError when one of the latter is set
	 */
	checkUnused(
		elsewhere: readonly string[] = [],
		own: Readonly<Record<string, string>> = {},
		here = '',
	): void {
		for (const field of Object.keys(this.source)) {
			if (this.used.has(field)) continue;
			const name = this.nameOf(field);
			if (Object.hasOwn(own, field)) {
				const value = this.value(field);
				const isBlank = typeof value === 'string' && value.trim() === '';
				if (value === undefined || isBlank || (Array.isArray(value) && value.length === 0))
					continue;
				const fix = `Remove ${name}. It needs ${own[field]}.`;
				throw this.wrong(field, `cannot be used by ${here}`, fix);
			}
			const isKnown = elsewhere.includes(field);
			const reason = isKnown ? `is not used by ${here}` : 'is not a paging field';
			this.warnings.push(`${name} ${reason}; it is ignored.`);
		}
	}
}
