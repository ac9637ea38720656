import { isRecord } from '../../json';
import { DatasetError, excerpt, integerFrom, kindOf } from '../errors';
import type { JsonObject } from '../types';

/** Fields by name: what to enter in one that is needed, empty for one that may be left out. */
export type Fields = Readonly<Record<string, string>>;

/**
 * Reads the fields of one object of a configuration. Null and empty text count as left out: forms
 * send them.
 */
export class FieldReader {
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
	 * @param read one entry; `undefined` when it cannot be used
	 * @param valid which entries can, for the message
	 * @returns the entries of an array; `undefined` when left out or empty
	 * @throws DatasetError when it is something else, or has an entry that cannot be used
	 */
	list<Entry>(
		field: string,
		fix: string,
		read: (entry: unknown) => Entry | undefined,
		valid = '',
	): Entry[] | undefined {
		const value = this.value(field);
		if (value === undefined) return undefined;
		if (!Array.isArray(value)) {
			throw this.wrong(field, `must be an array, not ${kindOf(value)}`, fix);
		}
		const entries = value.map((entry: unknown) => {
			const found = read(entry);
			if (found !== undefined) return found;
			throw this.wrong(field, `cannot contain ${excerpt(entry)}${valid}`, fix);
		});
		return entries.length > 0 ? entries : undefined;
	}

	/** @throws DatasetError when both of two fields are set */
	requireOne(other: string, field: string, fix: string): void {
		if (this.text(field) === undefined || this.text(other) === undefined) return;
		throw this.wrong(field, `cannot be set together with ${this.nameOf(other)}`, fix);
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

	/** @returns one of the choices; `undefined` when left out */
	optional<Choice extends string>(
		field: string,
		choices: readonly Choice[],
		where?: string,
	): Choice | undefined {
		return this.value(field) === undefined ? undefined : this.oneOf(field, choices, where);
	}

	/** @returns the error to throw when this field is wrong */
	wrong(field: string, what: string, fix: string): DatasetError {
		return new DatasetError(this.nameOf(field), `${this.nameOf(field)} ${what}.`, fix);
	}

	/** Warns about a field. */
	warn(field: string, what: string): void {
		this.warnings.push(`${this.nameOf(field)} ${what}.`);
	}

	/**
	 * Leaves out what is of no use, and warns about it.
	 *
	 * @param fields those that are used
	 * @param here what was chosen, for the message
	 * @param needs what fields need that must not be left out where they are of no use
	 * @throws DatasetError when a field is missing, or must not be left out
	 */
	only(fields: Fields, here?: string, needs: Fields = {}): FieldReader {
		for (const [field, fix] of Object.entries(fields)) {
			if (fix !== '' && this.isBlank(field)) throw this.wrong(field, 'is missing', fix);
		}
		const used = Object.entries(this.source).filter(([field]) => {
			if (Object.hasOwn(fields, field)) return true;
			if (this.isBlank(field)) return false;
			if (Object.hasOwn(needs, field)) {
				const fix = `Remove ${this.nameOf(field)}. It needs ${needs[field]}.`;
				throw this.wrong(field, `cannot be used by ${here}`, fix);
			}
			const state = here === undefined ? 'is not a paging field' : `is not used by ${here}`;
			this.warn(field, `${state}; it is ignored`);
			return false;
		});
		return new FieldReader(this.path, Object.fromEntries(used), this.warnings);
	}

	/** Whether a field is left out, or has an empty list or spaces. */
	private isBlank(field: string): boolean {
		return String(this.value(field) ?? '').trim() === '';
	}
}
